/**
 * Unsaved form input by form, kept until the window closes. In memory only: an environment's form may hold what must not be in
 * a file. No form with a passphrase uses this.
 */
import { create } from 'zustand';

const useTyped = create<{ typed: ReadonlyMap<string, unknown> }>(() => ({ typed: new Map() }));

type Change<T> = T | null | ((now: T | null) => T | null);

/**
 * Like useState, but the value outlives the component.
 * @param key unique to one form, so that its values have one type
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

/** Whether a form with a matching key has unsaved input. */
export function useIsUnsaved(matches: (key: string) => boolean): boolean {
  return useTyped((store) => Array.from(store.typed.keys()).some(matches));
}

/** Renames keys. @param next the new key, or null to drop the input */
export function rekeyUnsaved(next: (key: string) => string | null): void {
  const { typed } = useTyped.getState();
  const moved = Array.from(typed).flatMap(([key, value]) => {
    const to = next(key);
    return to === null ? [] : [[to, value] as const];
  });
  useTyped.setState({ typed: new Map(moved) });
}
