/** Reporters with a line per step: the terminal, JSON, and annotations of GitHub Actions. */
import {
  type Counts,
  type OutcomeName,
  counted,
  NO_COUNTS,
  total,
} from '../../../../shared/collections/result.ts';
import { printableLine, printableJson } from '../../printable.ts';
import { type Reporter, type Write, countsText, nameOfRun, titleOf } from './reporter.ts';

const MARKS: Readonly<Record<OutcomeName, string>> = {
  passed: '✓',
  failed: '✗',
  warning: '!',
  skipped: '-',
  'not-run': '·',
};

const CLEAR = '\r\u001B[2K';

/** Failures, progress, and the counts at the end. @param isTerminal whether lines can be overwritten */
export function consoleReporter(write: Write, isTerminal: boolean): Reporter {
  let counts: Counts = NO_COUNTS;
  let planned = 0;
  let last = '';
  const progress = () => {
    if (isTerminal) write(`${CLEAR}${total(counts)} of ${planned}: ${countsText(counts)}`);
  };
  return {
    begin: (info) => write(line(`${nameOfRun(info)} against ${info.bank}`)),
    planned: (steps) => (planned = steps),
    result: (result, exchange) => {
      counts = counted(counts, result.outcome);
      const { outcome, iteration, path, line: sent, status, duration, reason, assertions } = result;
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
      const heading = folder === last || folder === '' ? '' : line(folder);
      last = folder;
      const what = [sent, status ?? '', `${Math.round(duration)} ms`].filter((one) => one !== '').join(', ');
      const title = line(`  ${MARKS[outcome]} ${titleOf(result, iteration > 1)}  ${what}`);
      const broken = assertions.filter(({ holds }) => !holds).map(({ text }) => line(`      ${text}`));
      const reasons =
        outcome === 'passed' ? [] : broken.length > 0 ? broken : [line(`      ${reason ?? ''}`)];
      const explanation = outcome === 'failed' && exchange !== null ? explained(exchange) : '';
      write(`${isTerminal ? CLEAR : ''}${heading}${title}${reasons.join('')}${explanation}`);
      progress();
    },
    end: ({ counts: all, planned: steps, duration }) =>
      write(
        `${isTerminal ? CLEAR : ''}\n${steps} ${steps === 1 ? 'step' : 'steps'} in ${(duration / 1000).toFixed(1)} s: ${countsText(all)}\n`,
      ),
  };
}

const line = (text: string) => `${printableLine(text)}\n`;

function explained({ explanation }: Parameters<Reporter['result']>[1] & object): string {
  return explanation === null ? '' : line(`      ${explanation.rule}: ${explanation.text}`);
}

/** A JSON object per line: `begin`, `result` for each step, `end`. */
export function jsonReporter(write: Write): Reporter {
  const event = (name: string, value: object) => write(`${printableJson({ event: name, ...value })}\n`);
  return {
    begin: (info) => event('begin', info),
    planned: () => {},
    result: (result, exchange) => event('result', { ...result, exchange }),
    end: (summary) => event('end', summary),
  };
}

/** Annotates the files of failed steps and of those with warnings. */
export function githubReporter(write: Write): Reporter {
  return {
    begin: () => {},
    planned: () => {},
    result: (result) => {
      const kind = result.outcome === 'failed' ? 'error' : result.outcome === 'warning' ? 'warning' : null;
      if (kind === null) return;
      const title = property(titleOf(result, result.iteration > 1));
      write(
        `::${kind} file=${property(`${result.path}.step.json`)},title=${title}::${data(result.reason ?? '')}\n`,
      );
    },
    end: ({ counts }) => write(`::notice::${data(countsText(counts))}\n`),
  };
}

const data = (text: string) => text.split(/\r?\n/).map(dataOfLine).join('%0A');
const dataOfLine = (line: string) => printableLine(line).replaceAll('%', '%25');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
