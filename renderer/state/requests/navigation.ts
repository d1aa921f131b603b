/** Navigation within the Requests view: to a step, a pane of the composer, a line of the body. */
import { create } from 'zustand';
import type { StepEntry } from '../../../shared/collections/tree.ts';
import { useFrame } from '../frame.ts';
import { closeInterchange } from './interchange.ts';
import type { SentInRun } from './opening.ts';
import { showItem, reveal } from './tree.ts';
import { useSaved } from './saved.ts';

interface EditorTarget {
  /** The line, from 1, that the editor of the body or of the raw request should go to. `isCaret` places the cursor there instead of selecting it. */
  goTo: { line: number; isCaret: boolean } | null;
}

export const useEditorTarget = create<EditorTarget>(() => ({ goTo: null }));

/** Selects a line of the body. */
export function goToLine(line: number): void {
  useEditorTarget.setState({ goTo: { line, isCaret: false } });
}

/** Moves the keyboard into the editor. */
export function enterEditor(): void {
  useEditorTarget.setState({ goTo: { line: 1, isCaret: true } });
}

/** Clears the target, once the editor is there or if there is none. */
export function clearEditorTarget(): void {
  if (useEditorTarget.getState().goTo !== null) useEditorTarget.setState({ goTo: null });
}

interface ComposerPanes {
  asCode: boolean;
  /** Whether the composer should save the request. */
  wantsSave: boolean;
  /** Whether the composer should take the keyboard. */
  wantsFocus: boolean;
}

/** Panes of the composer that a command opens, perhaps before the composer is shown. */
export const useComposerPanes = create<ComposerPanes>()(() => ({
  asCode: false,
  wantsSave: false,
  wantsFocus: false,
}));

/** Shows the active request with a pane. */
export function showPane(pane: 'save' | 'code'): void {
  useFrame.getState().go('requests');
  closeInterchange();
  showItem(null);
  useComposerPanes.setState(pane === 'code' ? { asCode: true } : { wantsSave: true });
}

/** Opens a request in a tab, perhaps as a run has sent it, or the form of another step. */
export function openStep(entry: StepEntry, result?: SentInRun): void {
  const isRequest = entry.step.request !== undefined;
  closeInterchange();
  showItem(isRequest ? null : { kind: 'step', path: entry.path });
  if (isRequest) useSaved.getState().open(entry, result);
}

/** Moves the keyboard to where the active request goes on: its first empty parameter, else its text, else the button that sends it. */
export function enterRequest(): void {
  useComposerPanes.setState({ wantsFocus: true });
}

/** Opens a step and shows it in the tree. */
export function openAndReveal(entry: StepEntry, result?: SentInRun): void {
  openStep(entry, result);
  reveal({ kind: 'step', path: entry.path });
}
