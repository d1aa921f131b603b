/** The views of the window, in the order of the rail. */
import type { Place } from '../state/place.ts';
import { bank } from './bank/index.ts';
import { classPlace } from './class/class-place.tsx';
import { certificates } from './certificates/index.ts';
import { environments } from './environments/index.ts';
import { start } from './first-start/index.ts';
import { flow } from './flow/index.ts';
import { history } from './history/index.ts';
import { runs } from './runs/index.ts';
import { requests } from './requests/index.ts';
import { settings } from './settings/index.ts';

export const PLACES: readonly Place[] = [
  start,
  requests,
  flow,
  classPlace,
  runs,
  bank,
  certificates,
  environments,
  history,
  settings,
];
