/** Which lines are folded away, and which row of the screen shows which line. */

/** A line that opens something, and the line that closes it. */
export interface Fold {
  from: number;
  to: number;
}

/** The outermost folds, in ascending order: what lies inside of another changes no row. */
function outermost(folds: readonly Fold[]): Fold[] {
  const sorted = folds.toSorted((a, b) => a.from - b.from);
  const outer: Fold[] = [];
  for (const fold of sorted) if (fold.from > (outer.at(-1)?.to ?? -1)) outer.push(fold);
  return outer;
}

/** Lines that no row shows. */
export function hiddenLines(folds: readonly Fold[]): number {
  return outermost(folds).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The line that a row shows, both from 0. */
export function lineOfRow(folds: readonly Fold[], row: number): number {
  let line = row;
  for (const { from, to } of outermost(folds)) {
    if (line <= from) break;
    line += to - from;
  }
  return line;
}

/** The row that shows a line, or the fold that it lies in. */
export function rowOfLine(folds: readonly Fold[], line: number): number {
  let row = line;
  for (const { from, to } of outermost(folds)) {
    if (line <= from) break;
    row -= Math.min(to, line) - from;
  }
  return row;
}
