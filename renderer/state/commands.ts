/** What the keys and the menu of the window do now. Views add what they can do while they are shown. */
import type { WindowCommand } from '../../shared/contract/window-commands.ts';
import { PLACE_IDS } from '../../shared/texts/texts.ts';
import { useFrame } from './frame.ts';

const known = new Map<string, (() => void)[]>();

/** Says what a command does from now on. What is shown last comes first. @returns a function that takes it back */
export function onCommand(command: WindowCommand, run: () => void): () => void {
  const before = known.get(command) ?? [];
  known.set(command, [...before, run]);
  return () =>
    known.set(
      command,
      (known.get(command) ?? []).filter((one) => one !== run),
    );
}

/** Runs a command of the menu. Does nothing where it means nothing. */
export function runCommand(command: string): void {
  const place = PLACE_IDS.find((id) => command === `go-${id}`);
  if (place !== undefined) useFrame.getState().go(place);
  else known.get(command)?.at(-1)?.();
}
