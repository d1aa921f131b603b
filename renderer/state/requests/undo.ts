/** Undo and redo of one value. Pure: the caller passes the time of a change. */

export interface Undo<T> {
  /** Earlier values, oldest first. */
  past: readonly T[];
  /** Undone values, the next one to redo first. */
  future: readonly T[];
  /** The last change, which a change of the same kind soon afterwards extends; null after anything else. */
  last: { kind: string; at: number } | null;
}

/** Maximum number of steps that can be undone. */
export const UNDO_STEPS = 200;
/** Milliseconds within which consecutive changes of one kind form one step. */
export const ONE_STEP = 700;

/** The undo state of an unchanged value. */
export function nothingDone<T>(): Undo<T> {
  return { past: [], future: [], last: null };
}

/**
 * Records a change. Steps that were undone before can no longer be redone.
 * @param before the value before the change
 * @param kind what is changed; continued typing in one field is one step
 * @param at milliseconds, from any clock that only moves forward
 */
export function recorded<T>({ past, last }: Undo<T>, before: T, kind: string, at: number): Undo<T> {
  const goesOn = last !== null && last.kind === kind && at - last.at < ONE_STEP;
  return {
    past: goesOn ? past : [...past.slice(-UNDO_STEPS + 1), before],
    future: [],
    last: { kind, at },
  };
}

/** Undoes the last step. @returns null if there is none */
export function undone<T>({ past, future }: Undo<T>, present: T): { value: T; undo: Undo<T> } | null {
  const value = past.at(-1);
  if (value === undefined) return null;
  return { value, undo: { past: past.slice(0, -1), future: [present, ...future], last: null } };
}

/** Redoes the last undone step. @returns null if there is none */
export function redone<T>({ past, future }: Undo<T>, present: T): { value: T; undo: Undo<T> } | null {
  const [value, ...rest] = future;
  if (value === undefined) return null;
  return { value, undo: { past: [...past, present], future: rest, last: null } };
}

/** Makes the next change a separate step, whatever its kind. */
export function settled<T>(undo: Undo<T>): Undo<T> {
  return undo.last === null ? undo : { ...undo, last: null };
}
