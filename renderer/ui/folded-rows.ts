/** Long equal parts of a comparison are folded: what differs is in view, with the lines around it. */

interface Sides {
  left: string | null;
  right: string | null;
}

/** A row, or equal rows in whose place their number is shown. */
export type Part = { kind: 'row'; at: number; row: Sides } | { kind: 'fold'; from: number; count: number };

/** Equal lines that stay before and after what differs. */
const AROUND = 3;
/** Fewer lines than this are not worth a fold. */
const FEWEST = 4;

/** @param open the first rows of folded parts that are shown */
export function partsOf(rows: readonly Sides[], open: ReadonlySet<number>): Part[] {
  const parts: Part[] = [];
  const isNear = nearDifference(rows);
  for (let at = 0; at < rows.length;) {
    const from = at;
    while (at < rows.length && !isNear[at]) at++;
    if (at - from >= FEWEST && !open.has(from)) parts.push({ kind: 'fold', from, count: at - from });
    else for (let one = from; one < at; one++) parts.push(rowAt(rows, one));
    for (; at < rows.length && isNear[at]; at++) parts.push(rowAt(rows, at));
  }
  return parts;
}

function rowAt(rows: readonly Sides[], at: number): Part {
  return { kind: 'row', at, row: rows[at] ?? { left: null, right: null } };
}

/** Whether each row differs, or has a row close by that does. Without any difference, the first row counts as one. */
function nearDifference(rows: readonly Sides[]): boolean[] {
  const near = rows.map(() => false);
  for (const [at, { left, right }] of rows.entries())
    if (left !== right || at === 0) near.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
  return near;
}
