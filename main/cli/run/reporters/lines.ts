/** Reporters that write a line for each step: JSON, and annotations of GitHub Actions. */
import { printableJson, printableLine } from '../../printable.ts';
import { type Reporter, type Write, countsText, titleOf } from './reporter.ts';

/** One JSON object a line: `begin`, `result` for each step, `end`. */
export function jsonReporter(write: Write): Reporter {
  const line = (event: string, value: object) => write(`${printableJson({ event, ...value })}\n`);
  return {
    begin: (info) => line('begin', info),
    planned: () => {},
    result: (result, exchange) => line('result', { ...result, exchange }),
    end: (summary) => line('end', summary),
  };
}

/** Shows failures and warnings beside the files of the steps. */
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
