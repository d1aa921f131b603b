/** Finds a step of the tree that another window or program has moved or renamed. Pure. */
import { lastOf, type StepEntry } from '../../../shared/collections/tree.ts';

/** Whether two steps are equal apart from their names. */
function isSameStep(one: StepEntry, other: StepEntry): boolean {
  const text = ({ step: { name: _name, ...rest } }: StepEntry) => JSON.stringify(rest);
  return text(one) === text(other);
}

/**
 * The new entry of a moved step; null if it has not moved, was deleted, or has several candidates.
 * @param before the list that had it @param now the current list
 */
export function movedTo(
  path: string,
  before: readonly StepEntry[],
  now: readonly StepEntry[],
): StepEntry | null {
  const isIn = (list: readonly StepEntry[], wanted: string) => list.some((one) => one.path === wanted);
  const entry = before.find((one) => one.path === path);
  if (entry === undefined || isIn(now, path)) return null;
  const added = now.filter((one) => !isIn(before, one.path) && isSameStep(one, entry));
  // The same name first: a moved folder may contain equal steps.
  const [named, ...othersNamed] = added.filter((one) => lastOf(one.path) === lastOf(path));
  if (named !== undefined) return othersNamed.length === 0 ? named : null;
  const gone = before.filter((one) => !isIn(now, one.path) && isSameStep(one, entry));
  const [only, ...others] = added;
  return others.length === 0 && gone.length === 1 ? (only ?? null) : null;
}
