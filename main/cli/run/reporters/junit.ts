/** JUnit XML for CI systems: a test suite per flow and per group in it, a test case per step. */
import type { StepResult } from '../../../../shared/collections/result.ts';
import { aboveOf } from '../../../../shared/collections/tree.ts';
import { utcStamp } from '../../utc.ts';
import { printableXml } from '../../printable.ts';
import { type Reporter, type RunInfo, type Write, placeIn, titleWithRow } from './reporter.ts';

interface Suite {
  cases: string[];
  counts: Record<Verdict, number>;
  /** Milliseconds. */
  time: number;
}

/** What a report counts a test case as. */
type Verdict = 'error' | 'failure' | 'passed' | 'skipped';

const NONE: Suite['counts'] = { error: 0, failure: 0, passed: 0, skipped: 0 };

export function junitReporter(write: Write): Reporter {
  const suites = new Map<string, Suite>();
  const all = { ...NONE };
  let run: Pick<RunInfo, 'folder'> = { folder: '' };
  return {
    begin: (info) => (run = info),
    result: (result) => {
      const folder = aboveOf(result.path);
      const suite = suites.get(folder) ?? { cases: [], counts: { ...NONE }, time: 0 };
      suites.set(folder, suite);
      const verdict = verdictOf(result);
      suite.cases.push(caseOf(result, folder, verdict, placeIn(run, result)));
      suite.time += result.duration;
      suite.counts[verdict]++;
      all[verdict]++;
    },
    end: ({ name, startedAt, duration, planned }) => {
      write('<?xml version="1.0" encoding="UTF-8"?>\n');
      write(`<testsuites name="${xml(name)}" ${countsOf(planned, all)} time="${seconds(duration)}">\n`);
      for (const [folder, suite] of suites) {
        const own = countsOf(suite.cases.length, suite.counts);
        const at = `timestamp="${utcStamp(startedAt)}"`;
        write(
          `  <testsuite name="${xml(folder === '' ? name : folder)}" ${own} time="${seconds(suite.time)}" ${at}>\n`,
        );
        for (const one of suite.cases) write(one);
        write('  </testsuite>\n');
      }
      write('</testsuites>\n');
    },
  };
}

function countsOf(tests: number, { error, failure, skipped }: Suite['counts']): string {
  return `tests="${tests}" failures="${failure}" errors="${error}" skipped="${skipped}"`;
}

function verdictOf({ error, outcome }: StepResult): Verdict {
  if (error) return 'error';
  if (outcome === 'failed') return 'failure';
  return outcome === 'skipped' || outcome === 'not-run' ? 'skipped' : 'passed';
}

function caseOf(result: StepResult, folder: string, verdict: Verdict, place: StepResult['place']): string {
  const title = titleWithRow(result);
  const at = place === null ? '' : ` file="${xml(place.file)}" line="${place.line}"`;
  const head = `    <testcase classname="${xml(folder)}" name="${xml(title)}"${at} time="${seconds(result.duration)}"`;
  const { outcome, assertions, line, status, reason } = result;
  const texts = assertions.map(({ holds, text }) => `${holds ? 'passed' : 'failed'}: ${text}`);
  const said = texts.length > 0 ? texts : [reason ?? ''];
  const details = xml([`${line} ${status ?? ''}`.trim(), ...said].filter((one) => one !== '').join('\n'));
  const message = `message="${xml(reason ?? '')}"`;
  const inside = (content: string) => `${head}>\n      ${content}\n    </testcase>\n`;
  if (outcome === 'warning') return inside(`<system-out>${details}</system-out>`);
  if (verdict === 'passed') return `${head} />\n`;
  if (verdict === 'skipped') return inside(`<skipped ${message} />`);
  return inside(`<${verdict} ${message}>${details}</${verdict}>`);
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

/** XML 1.0 excludes most control characters, even escaped. */
export function xml(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
  return printableXml(escaped);
}
