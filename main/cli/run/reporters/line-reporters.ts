/** Reporters with a line per step: the terminal, JSON, and annotations of GitHub Actions. */
import {
  type Counts,
  type OutcomeName,
  counted,
  NO_COUNTS,
  total,
} from '../../../../shared/collections/result.ts';
import { aboveOf } from '../../../../shared/collections/tree.ts';
import { printableLine, printableJson } from '../../printable.ts';
import {
  type Reporter,
  type Write,
  countsText,
  placeIn,
  rowTitle,
  titleOf,
  titleWithRow,
} from './reporter.ts';

const MARKS: Readonly<Record<OutcomeName, string>> = {
  passed: '✓',
  failed: '✗',
  warning: '!',
  skipped: '-',
  'not-run': '·',
};

const CLEAR = '\r\u001B[2K';

/** Results, progress, and the counts at the end. @param isTerminal whether lines can be overwritten @param isQuiet leaves out all but failures and the counts */
export function consoleReporter(write: Write, isAtTerminal: boolean, isQuiet = false): Reporter {
  const isTerminal = isAtTerminal && !isQuiet;
  let counts: Counts = NO_COUNTS;
  let planned = 0;
  let last = '';
  let lastRow: string | null = null;
  let run = { folder: '' };
  const progress = () => {
    if (isTerminal) write(`${CLEAR}${total(counts)} of ${planned}: ${countsText(counts)}`);
  };
  return {
    begin: (info) => {
      run = info;
      if (!isQuiet) write(line(`${info.name} against ${info.bank}`));
    },
    planned: (steps) => (planned = steps),
    result: (result) => {
      counts = counted(counts, result.outcome);
      if (isQuiet && result.outcome !== 'failed' && !result.error) return;
      const { outcome, path, line: sent, status, duration, reason, assertions } = result;
      const folder = aboveOf(path);
      const row = rowTitle(result);
      const isNewRow = row !== lastRow;
      const heading = (folder === last && !isNewRow) || folder === '' ? '' : line(folder);
      const headline = isNewRow && row !== null ? line(row) : '';
      [last, lastRow] = [folder, row];
      const place = outcome === 'failed' ? placeIn(run, result) : null;
      const what = [
        sent,
        status ?? '',
        result.rounds > 1 ? `${result.rounds} rounds` : '',
        `${Math.round(duration)} ms`,
        place === null ? '' : `${place.file}:${place.line}`,
      ]
        .filter((one) => one !== '')
        .join(', ');
      const title = line(`  ${MARKS[outcome]} ${titleOf(result)}  ${what}`);
      const broken = assertions.filter(({ holds }) => !holds).map(({ text }) => line(`      ${text}`));
      const reasons =
        outcome === 'passed' ? [] : broken.length > 0 ? broken : [line(`      ${reason ?? ''}`)];
      write(`${isTerminal ? CLEAR : ''}${headline}${heading}${title}${reasons.join('')}`);
      progress();
    },
    end: ({ counts: all, planned: steps, duration }) =>
      write(
        `${isTerminal ? CLEAR : ''}${isQuiet ? '' : '\n'}${steps} ${steps === 1 ? 'step' : 'steps'} in ${(duration / 1000).toFixed(1)} s: ${countsText(all)}\n`,
      ),
  };
}

const line = (text: string) => `${printableLine(text)}\n`;

/** A JSON object per line: `begin`, `result` for each step, `end`. */
export function jsonReporter(write: Write): Reporter {
  const event = (name: string, value: object) => write(`${printableJson({ event: name, ...value })}\n`);
  return {
    begin: (info) => event('begin', info),
    result: (result, exchange) => event('result', { ...result, exchange }),
    end: (summary) => event('end', summary),
  };
}

/** Annotates failed steps, and those with warnings, where they are written. */
export function githubReporter(write: Write): Reporter {
  let run = { folder: '' };
  return {
    begin: (info) => (run = info),
    result: (result) => {
      const { error, outcome, reason } = result;
      const kind = outcome === 'failed' || error ? 'error' : outcome === 'warning' ? 'warning' : null;
      if (kind === null) return;
      const place = placeIn(run, result);
      const at = place === null ? '' : `file=${property(place.file)},line=${place.line},`;
      const title = property(titleWithRow(result));
      write(`::${kind} ${at}title=${title}::${data(reason ?? '')}\n`);
    },
    end: ({ counts }) => write(`::notice::${data(countsText(counts))}\n`),
  };
}

const data = (text: string) => text.split(/\r?\n/).map(dataOfLine).join('%0A');
const dataOfLine = (line: string) => printableLine(line).replaceAll('%', '%25');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
