/** The first view: what is ready, and the way to the first signed request. */
import { House } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import type { Place } from '../../state/place.ts';
import { lazyView } from '../../ui/lazy-view.tsx';

export const start: Place = {
  id: 'start',
  label: texts.start.name,
  Icon: House,
  View: lazyView(async () => (await import('./first-start.tsx')).FirstStart),
  hasHeading: true,
};
