/** Where the body's editor is to go: a line with a fault, or the beginning of a request that was just chosen. */
import { create } from 'zustand';

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
