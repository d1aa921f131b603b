/** The frame of the window: the current view, and the commands of its menu and keys. */
import { create } from 'zustand';
import { type PlaceId, PLACE_IDS } from '../../shared/texts/texts.ts';
import { type KeyCommand, keyText, type WindowCommand } from '../../shared/contract/window-commands.ts';

interface FrameStore {
  place: PlaceId;
  /** Whether a dialog covers the view. The PSU's embedded page would cover the dialog, so it is hidden. */
  isCovered: boolean;
  go: (place: PlaceId) => void;
}

export const useFrame = create<FrameStore>((set) => ({
  place: 'start',
  isCovered: false,
  go: (place) => set({ place }),
}));

const handlers = new Map<string, (() => void)[]>();

/** Handles a command; the last handler added wins. @returns a function that removes it */
export function onCommand(command: WindowCommand, run: () => void): () => void {
  const all = () => handlers.get(command) ?? [];
  handlers.set(command, [...all(), run]);
  return () =>
    handlers.set(
      command,
      all().filter((one) => one !== run),
    );
}

/** Runs a command of the menu, if it has a handler now. */
export function runCommand(command: string): void {
  const place = PLACE_IDS.find((id) => command === `go-${id}`);
  if (place !== undefined) useFrame.getState().go(place);
  else handlers.get(command)?.at(-1)?.();
}

export const hostKind = () => (window.tppHost === undefined ? 'browser' : 'electron');

/** The keys of a command as people read them, if this host passes them on. */
export function shortcutOf(command: KeyCommand): string | undefined {
  return keyText(command, hostKind(), navigator.platform);
}
