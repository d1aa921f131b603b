/**
 * All texts of the window, in English, in one place. A text with values is a function, so that a language can order them
 * freely; one with elements between its words has `{places}` for them. The names of the bank interface's own things
 * (operations, rules, checks, faults, states) are defined with the thing in `shared/xs2a` and `shared/faults`.
 */
import { response } from './response.ts';
import { bank } from './bank.ts';
import { classTexts } from './class.ts';
import { certificates, vault } from './certificates.ts';
import { common } from './common.ts';
import { core } from './core.ts';
import { demonstrations } from './demonstrations.ts';
import { environments } from './environments.ts';
import { flow } from './flow.ts';
import { firstStart } from './first-start.ts';
import { frame, palette, app } from './frame.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { requests } from './requests.ts';
import { recording } from './recording.ts';
import { runs, running } from './runs.ts';
import { sca } from './sca.ts';
import { settings } from './settings.ts';
import { tests } from './tests.ts';

/** The texts of the views, by id. */
const places = {
  start: firstStart,
  requests,
  flow,
  class: classTexts,
  runs,
  bank,
  certificates,
  environments,
  history,
  settings,
} as const satisfies Record<string, { name: string }>;

/** The id of a view, which is the key of its texts. */
export type PlaceId = keyof typeof places;

export const PLACE_IDS = Object.keys(places) as PlaceId[];

/** The name of a view in the rail. */
export type PlaceName = (typeof places)[PlaceId]['name'];

export const texts = {
  ...places,
  response,
  app,
  common,
  core,
  demonstrations,
  frame,
  help,
  recording,
  running,
  tests,
  palette,
  sca,
  vault,
} as const;
