/** Two messages side by side, line by line, with the words that differ marked. */
import { ChevronDown, ChevronRight, EqualNot } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { classes } from './classes.ts';
import { type Compared, MOST_LINES, nameOf, type Piece, type Row, shortLine, wordsOf } from './compared.ts';
import { LinkButton } from './button.tsx';
import { Seen } from './wire-text.tsx';
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
  /** Whether nothing is folded. */
  everything?: boolean;
  /** Equal lines that are not folded before and after a difference. */
  around?: number;
  compared: Compared;
}) {
  const { first, second, named = false, everything = false, around = 3, compared } = props;
  const { rows, cut, aligned } = compared;
  /** The first rows of the folded parts that were opened. */
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [whole, setWhole] = useState(false);
  const hasLong = useMemo(() => rows.some(({ left, right }) => isCut(left) || isCut(right)), [rows]);
  const toggle = (from: number) =>
    setOpen(new Set(open.has(from) ? [...open].filter((one) => one !== from) : [...open, from]));
  return (
    <>
      <table className={classes(textStyles.wire, styles.compare)}>
        <colgroup>
          <col />
          <col className={styles.middle} />
          <col />
        </colgroup>
        <thead className={named ? styles.names : textStyles.spoken}>
          <tr>
            <th scope="col">{first}</th>
            <td />
            <th scope="col">{second}</th>
          </tr>
        </thead>
        <tbody>
          {partsOf(rows, around, everything).map(({ from, fold, lines }) => (
            <Fragment key={from}>
              {fold && <Fold lines={lines} open={open.has(from)} onToggle={() => toggle(from)} />}
              {(!fold || open.has(from)) &&
                lines.map((row, at) => <Line key={from + at} whole={whole} row={row} />)}
            </Fragment>
          ))}
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

const isCut = (line: string | null) => line !== null && shortLine(line) !== line;

/** One line in place of those that are the same, or that differ in every message. */
function Fold(props: { lines: readonly Row[]; open: boolean; onToggle: () => void }) {
  const { lines, open, onToggle } = props;
  const Sign = open ? ChevronDown : ChevronRight;
  const noise = lines.filter(({ kind }) => kind === 'noise');
  const same = lines.length - noise.length;
  const names = [...new Set(noise.flatMap((row) => nameOf(row) ?? []))];
  const what = [...(noise.length > 0 ? [t.noise(names)] : []), ...(same > 0 ? [t.equal(same)] : [])];
  return (
    <tr>
      <td colSpan={3} className={styles.fold}>
        <button type="button" className={layout.inset} aria-expanded={open} onClick={onToggle}>
          <Sign size={13} aria-hidden="true" />
          <span>{what.join('. ')}</span>
          <span className={styles.show}>{open ? t.hide : t.show}</span>
        </button>
      </td>
    </tr>
  );
}

function Line({ row, whole }: { row: Row; whole: boolean }) {
  const { kind } = row;
  const { left, right } = useMemo(() => wordsOf(row, whole), [row, whole]);
  const differs = kind !== 'same';
  return (
    <tr data-differs={differs}>
      <td className={row.left !== null && differs ? textStyles.removed : undefined}>
        <Words pieces={left} />
      </td>
      <td className={styles.sign}>
        {differs && (
          <>
            <EqualNot size={13} aria-hidden="true" />
            <span className={textStyles.spoken}>{t.differs}</span>
          </>
        )}
      </td>
      <td className={row.right !== null && differs ? textStyles.added : undefined}>
        <Words pieces={right} />
      </td>
    </tr>
  );
}

function Words({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, differs }, at) =>
    differs ? (
      <mark key={at}>
        <Seen text={text} isMarked />
      </mark>
    ) : (
      <Seen key={at} text={text} />
    ),
  );
}

/** Rows next to each other that are shown, or folded into one line. */
interface Part {
  /** Index of the first one. */
  from: number;
  fold: boolean;
  lines: Row[];
}

/** Folds noise, and equal lines that are not close to a difference, unless they are too few to save anything. */
function partsOf(rows: readonly Row[], around: number, everything: boolean): Part[] {
  const parts: Part[] = [];
  const isNear = nearDifference(rows, around);
  for (const [at, row] of rows.entries()) {
    const fold = !everything && (row.kind === 'noise' || !isNear[at]);
    const last = parts.at(-1);
    if (last?.fold === fold) last.lines.push(row);
    else parts.push({ from: at, fold, lines: [row] });
  }
  const isWorth = ({ lines }: Part) => lines.length > around || lines.some(({ kind }) => kind === 'noise');
  return parts.map((part) => ({ ...part, fold: part.fold && isWorth(part) }));
}

/** Whether each row differs or is close to one that does. The first row counts as a difference if anything is shown around one. */
function nearDifference(rows: readonly Row[], around: number): boolean[] {
  const near = rows.map(() => false);
  for (const [at, { kind }] of rows.entries())
    if (kind === 'differs' || (at === 0 && around > 0))
      near.fill(true, Math.max(0, at - around), at + around + 1);
  return near;
}
