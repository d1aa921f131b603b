/** The first view: what is ready, and the way to the first signed request. */
import { House } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import type { Place } from '../../state/place.ts';
import { FirstStart } from './first-start.tsx';

export const start: Place = {
  id: 'start',
  label: texts.start.name,
  Icon: House,
  View: FirstStart,
  hasHeading: true,
};
