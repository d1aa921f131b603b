/** Asks for the passphrase of a locked vault when an act of the user needs a key; the act then goes on. */
import { create } from 'zustand';
import { whenLocked } from '../host.ts';
import { useStatus } from './status.ts';

/** Acts that wait for the passphrase: called with whether the vault is open. */
const waiting = new Set<(isOpen: boolean) => void>();

function answer(isOpen: boolean): void {
  useVault.setState({ asked: false });
  for (const resolve of waiting) resolve(isOpen);
  waiting.clear();
}

export const useVault = create(() => ({
  /** Whether the passphrase is asked for. */
  asked: false,
  ask: () => {
    useVault.setState({ asked: true });
    // Another window may have unlocked it in the meantime.
    void useStatus.getState().refresh();
  },
  /** Leaves it locked: what waits is refused. */
  decline: () => answer(false),
}));

whenLocked(
  () =>
    new Promise((resolve) => {
      waiting.add(resolve);
      useVault.getState().ask();
    }),
);

useStatus.subscribe(({ status }) => {
  if (useVault.getState().asked && status?.vault.state === 'open') answer(true);
});
