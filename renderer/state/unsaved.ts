/**
 * What has been typed in forms and is not saved yet, each under a key of its own. It stays while the window lives, whatever is shown
 * meanwhile. It is in memory only: an environment's form may hold what must not be in a file. No form with a passphrase uses this.
 */
import { create } from 'zustand';

const useTyped = create<{ typed: ReadonlyMap<string, unknown> }>(() => ({ typed: new Map() }));

type Change<T> = T | null | ((now: T | null) => T | null);

/**
 * Like useState, but what is set outlives the form.
 * @param key names one form for good, so that what is under it is what that form has set
 * @returns null while there is nothing unsaved
 */
export function useUnsaved<T extends object>(key: string): [T | null, (next: Change<T>) => void] {
  const at = (typed: ReadonlyMap<string, unknown>) => (typed.get(key) ?? null) as T | null;
  const own = useTyped((store) => at(store.typed));
  return [
    own,
    (next) => setUnsaved(key, typeof next === 'function' ? next(at(useTyped.getState().typed)) : next),
  ];
}

export function setUnsaved(key: string, next: object | null): void {
  const typed = new Map(useTyped.getState().typed);
  if (next === null) typed.delete(key);
  else typed.set(key, next);
  useTyped.setState({ typed });
}

/** Whether one of some forms has something that is not saved. @param isMeant by its key */
export function useIsUnsaved(isMeant: (key: string) => boolean): boolean {
  return useTyped((store) => Array.from(store.typed.keys()).some(isMeant));
}

/** Keys that change because what they name is moved or deleted. @param next of a key; null if nothing has it any more */
export function rekeyUnsaved(next: (key: string) => string | null): void {
  const { typed } = useTyped.getState();
  const moved = Array.from(typed).flatMap(([key, value]) => {
    const to = next(key);
    return to === null ? [] : [[to, value] as const];
  });
  useTyped.setState({ typed: new Map(moved) });
}
