/** A body as lines of text: folding, line numbers, search matches. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { BodyLine, BodyMode } from '../../../../shared/body-view/lines.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import type { Pointed } from '../../../state/requests/pointing.ts';
import { classes } from '../../../ui/classes.ts';
import { Problem, ProgressBar } from '../../../ui/messages.tsx';
import { rowClass, WindowedRows } from '../../../ui/windowed-rows.tsx';
import { JsonText } from '../../../ui/wire-text.tsx';
import { valueAttribute } from '../../../value-menu/value-buttons.tsx';
import { type BodyAccess, useLines } from './body-access.ts';
import { FoldMark } from './body-foot.tsx';
import styles from './text-view.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.response.text;

interface Props {
  access: BodyAccess;
  mode: BodyMode;
  /** Bytes of the body, for the progress of the indexing. */
  bytes: number;
  /** Text whose matches are highlighted; empty for none. */
  marked: string;
  /** The line to scroll to; a new object each time. */
  found: { line: number } | null;
  /** The value of each line, if it is known. */
  values: readonly (Pointed | null)[];
}

const LABEL = { pretty: t.asText, raw: t.asSent, hex: t.asBytes };

/** A body in one mode. Another one needs another key. */
export function TextView({ access, mode, bytes, marked, found, values }: Props) {
  const { total, complete, indexed, problem, line, need } = useLines(access, mode);
  const [folded, setFolded] = useState<readonly Fold[]>([]);
  /** The match at the time of the last fold. */
  const [passed, setPassed] = useState<Props['found']>(null);
  // A match stays visible until the user folds something.
  const match = found === passed ? null : found;
  const folds = useMemo(
    () => (match ? folded.filter(({ from, to }) => match.line <= from || match.line > to) : folded),
    [folded, match],
  );
  const target = useMemo(() => match && { row: rowOfLine(folds, match.line) }, [folds, match]);
  const onWindow = useCallback(
    (first: number, end: number) => need(lineOfRow(folds, first), lineOfRow(folds, end)),
    [need, folds],
  );
  const fold = async (at: number) => {
    setPassed(found);
    if (folds.some(({ from }) => from === at)) {
      setFolded(folds.filter(({ from }) => from !== at));
      return;
    }
    const to = await access.closing(at);
    setFolded([...folds, { from: at, to }]);
  };
  const rows = total - hiddenLines(folds);
  return (
    <>
      <Problem text={problem} />
      {!complete && problem === null && (
        <div className={styles.counting}>
          <ProgressBar aria-label={t.counting} max={bytes} value={indexed} />
          <span className={classes(textStyles.soft, textStyles.small, textStyles.num)}>
            {t.linesSoFar(total.toLocaleString('en-GB'))}
          </span>
        </div>
      )}
      <WindowedRows
        rows={rows}
        label={LABEL[mode]}
        onWindow={onWindow}
        target={target}
        render={(row) => {
          const at = lineOfRow(folds, row);
          return (
            <Row
              key={at}
              at={at}
              line={line(at)}
              total={complete ? total : -1}
              numbered={mode !== 'hex'}
              folded={folds.some(({ from }) => from === at)}
              marked={marked}
              here={found?.line === at}
              value={values[at] ?? null}
              onFold={() => void fold(at)}
            />
          );
        }}
      />
    </>
  );
}

interface RowProps {
  at: number;
  line: BodyLine | undefined;
  total: number;
  numbered: boolean;
  folded: boolean;
  marked: string;
  here: boolean;
  value: Pointed | null;
  onFold: () => void;
}

function Row({ at, line, total, numbered, folded, marked, here, value, onFold }: RowProps) {
  const Chevron = folded ? ChevronRight : ChevronDown;
  return (
    <li className={rowClass(here)} aria-setsize={total} aria-posinset={at + 1} {...valueAttribute(value)}>
      {numbered && (
        <span className={styles.number} aria-hidden="true">
          {at + 1}
        </span>
      )}
      <FoldMark>
        {line?.opens && (
          <button
            type="button"
            className={styles.foldButton}
            aria-expanded={!folded}
            aria-label={(folded ? t.unfold : t.fold)(at + 1)}
            onClick={onFold}
          >
            <Chevron size={12} aria-hidden="true" />
          </button>
        )}
      </FoldMark>
      <span className={styles.text} style={{ paddingLeft: `${(line?.depth ?? 0) * 2}ch` }}>
        {line === undefined ? (
          <span className={textStyles.faint}>…</span>
        ) : (
          <>
            {marked === '' ? <JsonText text={line.text} /> : withMarks(line.text, marked)}
            {folded && <span className={textStyles.soft}> … {line.text.endsWith('[') ? ']' : '}'}</span>}
            {line.cut && (
              <span className={textStyles.faint} title={t.goesOn}>
                {' '}
                ↩
              </span>
            )}
          </>
        )}
      </span>
    </li>
  );
}

/** A text with the matches of a search highlighted, ignoring case. */
function withMarks(text: string, marked: string): ReactNode[] {
  const lower = text.toLowerCase();
  const wanted = marked.toLowerCase();
  const parts: ReactNode[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}

/** The first and the last line of a fold. */
interface Fold {
  from: number;
  to: number;
}

/** The outermost folds, in ascending order: folds inside them do not affect the rows. */
function outermost(folds: readonly Fold[]): Fold[] {
  const sorted = folds.toSorted((a, b) => a.from - b.from);
  const outer: Fold[] = [];
  for (const fold of sorted) if (fold.from > (outer.at(-1)?.to ?? -1)) outer.push(fold);
  return outer;
}

/** Number of folded lines. */
function hiddenLines(folds: readonly Fold[]): number {
  return outermost(folds).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The line that a row shows, both from 0. */
function lineOfRow(folds: readonly Fold[], row: number): number {
  let line = row;
  for (const { from, to } of outermost(folds)) {
    if (line <= from) break;
    line += to - from;
  }
  return line;
}

/** The row that shows a line, or that shows the fold around it. */
function rowOfLine(folds: readonly Fold[], line: number): number {
  let row = line;
  for (const { from, to } of outermost(folds)) {
    if (line <= from) break;
    row -= Math.min(to, line) - from;
  }
  return row;
}
