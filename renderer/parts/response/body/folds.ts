/** Which lines are folded, and which row of the screen shows which line. */

/** The line that starts a fold, and the line that ends it. */
export interface Fold {
  from: number;
  to: number;
}

/** The outermost folds, in ascending order. Folds inside others do not affect the rows. */
function outermost(folds: readonly Fold[]): Fold[] {
  const sorted = folds.toSorted((a, b) => a.from - b.from);
  const outer: Fold[] = [];
  for (const fold of sorted) if (fold.from > (outer.at(-1)?.to ?? -1)) outer.push(fold);
  return outer;
}

/** Number of lines that no row shows. */
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

/** The row that shows a line, or that shows the fold around it. */
export function rowOfLine(folds: readonly Fold[], line: number): number {
  let row = line;
  for (const { from, to } of outermost(folds)) {
    if (line <= from) break;
    row -= Math.min(to, line) - from;
  }
  return row;
}
