/** Where the body's editor is to go: a line with a fault, or the beginning of a request that was just chosen. */
import { create } from 'zustand';
import { useFrame } from '../frame.ts';
import { closeInterchange } from './interchange.ts';
import { showItem } from './tree.ts';

interface BodyPlace {
  /** From 1; null once the editor is there. `isCaret` puts the cursor there, and otherwise the line is selected. */
  goTo: { line: number; isCaret: boolean } | null;
}

export const useBodyPlace = create<BodyPlace>(() => ({ goTo: null }));

/** Selects a line of the body. */
export function goToLine(line: number): void {
  useBodyPlace.setState({ goTo: { line, isCaret: false } });
}

/** Moves the keyboard into the body. */
export function enterBody(): void {
  useBodyPlace.setState({ goTo: { line: 1, isCaret: true } });
}

/** The editor is there, or there is none. */
export function wentToBody(): void {
  if (useBodyPlace.getState().goTo !== null) useBodyPlace.setState({ goTo: null });
}

interface ComposerPanes {
  asCode: boolean;
  /** Whether the request is to be saved; false once the composer does. */
  saves: boolean;
}

/** Panes of the composer that a command opens, perhaps before the composer is shown. */
export const useComposerPanes = create<ComposerPanes>()(() => ({ asCode: false, saves: false }));

/** Shows the active request with that pane. */
export function showPane(pane: 'save' | 'code'): void {
  useFrame.getState().go('requests');
  closeInterchange();
  showItem(null);
  useComposerPanes.setState(pane === 'code' ? { asCode: true } : { saves: true });
}
