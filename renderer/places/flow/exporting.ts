/** The formats in which the diagram is saved. */
import { texts } from '../../../shared/texts/texts.ts';
import { useFlow } from '../../state/flow.ts';

export type ExportName = keyof typeof texts.flow.formats;

export const EXPORTS: readonly { format: ExportName; run: () => Promise<void> }[] = [
  { format: 'svg', run: () => useFlow.getState().exportAs('svg') },
  { format: 'mermaid', run: () => useFlow.getState().exportAs('mermaid') },
  { format: 'html', run: () => useFlow.getState().exportAs('html') },
  { format: 'json', run: () => useFlow.getState().exportAs('json') },
];
