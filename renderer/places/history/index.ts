/** Every request that was sent, with its response. */
import { History } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import type { Place } from '../../state/place.ts';
import { HistoryPlace } from './history-place.tsx';

export const history: Place = {
  id: 'history',
  label: texts.history.name,
  more: texts.history.isFor,
  Icon: History,
  View: HistoryPlace,
};
