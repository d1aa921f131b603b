/** Opens a step of a collection: a request in a tab, another step as its form. */
import type { StepEntry } from '../../../shared/collections/tree.ts';
import { closeInterchange } from './interchange.ts';
import { useSaved } from './saved.ts';
import { reveal, showItem } from './tree.ts';

/** A damaged file is opened as a request, which reports what is wrong with it. */
export function openStep(entry: StepEntry): void {
  const isRequest = entry.step === null || entry.step.request !== undefined;
  closeInterchange();
  showItem(isRequest ? null : { kind: 'step', path: entry.path });
  if (isRequest) useSaved.getState().open(entry);
}

/** Opens a step from elsewhere, and shows where it is in the tree. */
export function openAndReveal(entry: StepEntry): void {
  openStep(entry);
  reveal({ kind: 'step', path: entry.path });
}
