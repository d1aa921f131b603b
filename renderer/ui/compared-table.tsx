/** Two messages side by side, line by line, with what differs marked. */
import { useMemo, useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { classes } from './classes.ts';
import { type Compared, MOST_LINES, shortRow } from './compared.ts';
import { LinkButton } from './button.tsx';
import styles from './compared-table.module.css';
import layout from './layout.module.css';
import textStyles from './text.module.css';

const t = texts.common.compared;

export function ComparedTable(props: {
  /** Names of the two sides. */
  first: string;
  second: string;
  /** Whether the names are shown; otherwise only screen readers have them. */
  named?: boolean;
  compared: Compared;
}) {
  const { first, second, named = false, compared } = props;
  const { rows, cut, aligned } = compared;
  /** Positions of the folded parts that were opened. */
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
              <Row key={part.at} whole={whole} row={part.row} />
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

type Lines = Compared['rows'][number];

function isCut(row: Lines): boolean {
  const { left, right } = shortRow(row);
  return left !== row.left || right !== row.right;
}

function Row({ row, whole }: { row: Lines; whole: boolean }) {
  const differs = row.left !== row.right;
  const { left, right } = whole ? row : shortRow(row);
  return (
    <tr data-differs={differs}>
      <td className={left !== null && differs ? styles.removed : undefined}>{left}</td>
      <td className={right !== null && differs ? styles.added : undefined}>{right}</td>
    </tr>
  );
}

/** Long equal parts of a comparison are folded: what differs is in view, with the lines around it. */

interface Sides {
  left: string | null;
  right: string | null;
}

/** A row, or equal rows in whose place their number is shown. */
type Part = { kind: 'row'; at: number; row: Sides } | { kind: 'fold'; from: number; count: number };

/** Equal lines that stay before and after what differs. */
const AROUND = 3;
/** Fewer lines than this are not worth a fold. */
const FEWEST = 4;

/** @param open the first rows of folded parts that are shown */
function partsOf(rows: readonly Sides[], open: ReadonlySet<number>): Part[] {
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
