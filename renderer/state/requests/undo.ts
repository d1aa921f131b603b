/** Undo and redo of one value. Pure: the time of a change is passed in. */

export interface Undo<T> {
  /** Earlier values, the oldest first. */
  past: readonly T[];
  /** Values that were undone, the next to redo first. */
  future: readonly T[];
  /** The last change, which a change of the same kind soon afterwards continues; null after anything else. */
  last: { kind: string; at: number } | null;
}

/** Steps that can be undone. */
export const UNDO_STEPS = 200;
/** Changes of one kind within this time of each other are one step, milliseconds. */
export const ONE_STEP = 700;

/** The undo of a value that has not been changed. */
export function nothingDone<T>(): Undo<T> {
  return { past: [], future: [], last: null };
}

/**
 * Records a change; what was undone before cannot be redone any more.
 * @param before the value until now
 * @param kind what is changed: typing on in one field is one step
 * @param at milliseconds, of any clock that only goes forward
 */
export function recorded<T>({ past, last }: Undo<T>, before: T, kind: string, at: number): Undo<T> {
  const goesOn = last !== null && last.kind === kind && at - last.at < ONE_STEP;
  return {
    past: goesOn ? past : [...past.slice(-UNDO_STEPS + 1), before],
    future: [],
    last: { kind, at },
  };
}

/** Takes the last step back. @returns null where there is none */
export function undone<T>({ past, future }: Undo<T>, present: T): { value: T; undo: Undo<T> } | null {
  const value = past.at(-1);
  if (value === undefined) return null;
  return { value, undo: { past: past.slice(0, -1), future: [present, ...future], last: null } };
}

/** Takes the last undo back. @returns null where there is none */
export function redone<T>({ past, future }: Undo<T>, present: T): { value: T; undo: Undo<T> } | null {
  const [value, ...rest] = future;
  if (value === undefined) return null;
  return { value, undo: { past: [...past, present], future: rest, last: null } };
}

/** Makes the next change a step of its own, whatever its kind. */
export function settled<T>(undo: Undo<T>): Undo<T> {
  return undo.last === null ? undo : { ...undo, last: null };
}
