/** Where a file of the tree has gone that another window or program has moved or renamed: pure, so that it can be tested without a window. */
import type { StepEntry } from '../../../shared/collections/tree.ts';

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether two files say the same, apart from their names and their places among others. */
function saysSame(one: StepEntry, other: StepEntry): boolean {
  const text = ({ step }: StepEntry) => {
    if (step === null) return null;
    const { name: _name, order: _order, ...rest } = step;
    return JSON.stringify(rest);
  };
  const known = text(one);
  return known !== null && known === text(other);
}

/**
 * The file that a file has become; null if it is still there, is gone, or if nobody can tell.
 * @param before the list that had it @param now the list since then
 */
export function movedTo(
  path: string,
  before: readonly StepEntry[],
  now: readonly StepEntry[],
): StepEntry | null {
  const isIn = (list: readonly StepEntry[], wanted: string) => list.some((one) => one.path === wanted);
  const entry = before.find((one) => one.path === path);
  if (entry === undefined || isIn(now, path)) return null;
  const added = now.filter((one) => !isIn(before, one.path) && saysSame(one, entry));
  // A folder that was moved takes its files with it, also those that say the same.
  const [named, ...othersNamed] = added.filter((one) => fileOf(one.path) === fileOf(path));
  if (named !== undefined) return othersNamed.length === 0 ? named : null;
  const gone = before.filter((one) => !isIn(now, one.path) && saysSame(one, entry));
  const [only, ...others] = added;
  return others.length === 0 && gone.length === 1 ? (only ?? null) : null;
}
