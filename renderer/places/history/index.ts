/** Every request that was sent, or received from another program, with its response. */
import { History } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { reportRefusals, showReceived } from '../../state/history.ts';
import { command, type Place } from '../../state/place.ts';
import { HistoryPlace } from './history-place.tsx';

export const history: Place = {
  id: 'history',
  label: texts.history.name,
  more: texts.history.isFor,
  Icon: History,
  View: HistoryPlace,
  commands: () => [command(texts.history.name, texts.history.place.showReceived, showReceived)],
  start: reportRefusals,
};
