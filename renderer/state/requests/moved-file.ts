/** Finds a file of the tree that another window or program has moved or renamed. Pure. */
import type { StepEntry } from '../../../shared/collections/tree.ts';

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether two steps are equal apart from their names and order numbers. */
function isSameStep(one: StepEntry, other: StepEntry): boolean {
  const text = ({ step }: StepEntry) => {
    if (step === null) return null;
    const { name: _name, order: _order, ...rest } = step;
    return JSON.stringify(rest);
  };
  const known = text(one);
  return known !== null && known === text(other);
}

/**
 * The new entry of a moved file; null if it has not moved, was deleted, or has several candidates.
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
  // The same file name first: a moved folder may contain equal steps.
  const [named, ...othersNamed] = added.filter((one) => fileOf(one.path) === fileOf(path));
  if (named !== undefined) return othersNamed.length === 0 ? named : null;
  const gone = before.filter((one) => !isIn(now, one.path) && isSameStep(one, entry));
  const [only, ...others] = added;
  return others.length === 0 && gone.length === 1 ? (only ?? null) : null;
}
