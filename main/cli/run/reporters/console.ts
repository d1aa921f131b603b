/** The run on the terminal: a line for each step that did not pass, progress while it runs, the counts at its end. */
import type { Counts, OutcomeName } from '../../../../shared/collections/result.ts';
import { counted, NO_COUNTS, total } from '../../../../shared/collections/result.ts';
import { printableLine } from '../../printable.ts';
import { type Reporter, type Write, countsText, nameOfRun, titleOf } from './reporter.ts';

const MARKS: Readonly<Record<OutcomeName, string>> = {
  passed: '✓',
  failed: '✗',
  warning: '!',
  skipped: '-',
  'not-run': '·',
};

/** Clears the line of the progress. */
const CLEAR = '\r\u001B[2K';

/** @param isTerminal whether a line can be written over; a log gets plain lines */
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

/** What the simulator says about a refusal. */
function explained({ explanation }: Parameters<Reporter['result']>[1] & object): string {
  return explanation === null ? '' : line(`      ${explanation.rule}: ${explanation.text}`);
}
