/** Two messages side by side, line by line, with what differs marked. */
import { useMemo, useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { classes } from './classes.ts';
import { type Compared, MOST_LINES, type Row, shortRow } from './compared.ts';
import { LinkButton } from './button.tsx';
import styles from './compared-table.module.css';
import layout from './layout.module.css';
import textStyles from './text.module.css';

const t = texts.common.compared;

export function ComparedTable(props: {
  /** Names of the two sides. */
  first: string;
  second: string;
  /** Whether the names are visible; otherwise only screen readers get them. */
  named?: boolean;
  compared: Compared;
}) {
  const { first, second, named = false, compared } = props;
  const { rows, cut, aligned } = compared;
  /** The first rows of the folded parts that were opened. */
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [whole, setWhole] = useState(false);
  const hasLong = useMemo(() => rows.some(isCut), [rows]);
  return (
    <>
      <table className={classes(textStyles.wire, styles.compare)}>
        <thead className={named ? styles.names : textStyles.spoken}>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">{second}</th>
          </tr>
        </thead>
        <tbody>
          {partsOf(rows, open).map((part) =>
            part.kind === 'fold' ? (
              <tr key={`fold ${part.from}`}>
                <td colSpan={2} className={styles.fold}>
                  <LinkButton onClick={() => setOpen(new Set([...open, part.from]))}>
                    {t.equal(part.count)}
                  </LinkButton>
                </td>
              </tr>
            ) : (
              <Line key={part.at} whole={whole} row={part.row} />
            ),
          )}
        </tbody>
      </table>
      {hasLong && !whole && (
        <p className={layout.pad}>
          <LinkButton onClick={() => setWhole(true)}>{t.whole}</LinkButton>
        </p>
      )}
      {cut && (
        <p className={classes(layout.pad, textStyles.soft)}>{t.cut(MOST_LINES.toLocaleString('en-GB'))}</p>
      )}
      {!aligned && <p className={classes(layout.pad, textStyles.soft)}>{t.notAligned}</p>}
    </>
  );
}

function isCut(row: Row): boolean {
  const { left, right } = shortRow(row);
  return left !== row.left || right !== row.right;
}

function Line({ row, whole }: { row: Row; whole: boolean }) {
  const differs = row.left !== row.right;
  const { left, right } = whole ? row : shortRow(row);
  return (
    <tr data-differs={differs}>
      <td className={left !== null && differs ? styles.removed : undefined}>{left}</td>
      <td className={right !== null && differs ? styles.added : undefined}>{right}</td>
    </tr>
  );
}

/** A row, or equal rows folded into their number. */
type Part = { kind: 'row'; at: number; row: Row } | { kind: 'fold'; from: number; count: number };

/** Equal lines shown before and after a difference. */
const AROUND = 3;
/** Fewest lines that are folded. */
const FEWEST = 4;

/** Folds long equal parts, except those in `open`. */
function partsOf(rows: readonly Row[], open: ReadonlySet<number>): Part[] {
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

function rowAt(rows: readonly Row[], at: number): Part {
  return { kind: 'row', at, row: rows[at] ?? { left: null, right: null } };
}

/** Whether each row differs or is close to one that does. The first row counts as a difference. */
function nearDifference(rows: readonly Row[]): boolean[] {
  const near = rows.map(() => false);
  for (const [at, { left, right }] of rows.entries())
    if (left !== right || at === 0) near.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
  return near;
}
