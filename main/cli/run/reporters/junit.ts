/** JUnit XML for CI systems: a test suite per folder, a test case per step. */
import type { StepResult } from '../../../../shared/collections/result.ts';
import { printableXml } from '../../printable.ts';
import { type Reporter, type Write, titleOf } from './reporter.ts';

interface Suite {
  cases: string[];
  failures: number;
  skipped: number;
  /** Milliseconds. */
  time: number;
}

export function junitReporter(write: Write): Reporter {
  const suites = new Map<string, Suite>();
  return {
    begin: () => {},
    planned: () => {},
    result: (result) => {
      const folder = result.path.includes('/') ? result.path.slice(0, result.path.lastIndexOf('/')) : '';
      const suite = suites.get(folder) ?? { cases: [], failures: 0, skipped: 0, time: 0 };
      suites.set(folder, suite);
      suite.cases.push(caseOf(result, folder));
      suite.time += result.duration;
      if (result.outcome === 'failed') suite.failures++;
      if (result.outcome === 'skipped' || result.outcome === 'not-run') suite.skipped++;
    },
    end: ({ name, startedAt, duration, planned, counts }) => {
      const skipped = counts.skipped + counts['not-run'];
      const totals = `tests="${planned}" failures="${counts.failed}" errors="0" skipped="${skipped}"`;
      write('<?xml version="1.0" encoding="UTF-8"?>\n');
      write(`<testsuites name="${xml(name)}" ${totals} time="${seconds(duration)}">\n`);
      for (const [folder, suite] of suites) {
        const own = `tests="${suite.cases.length}" failures="${suite.failures}" errors="0" skipped="${suite.skipped}"`;
        const at = `timestamp="${new Date(startedAt).toISOString().slice(0, 19)}"`;
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

function caseOf(result: StepResult, folder: string): string {
  const title = titleOf(result, result.iteration > 1);
  const head = `    <testcase classname="${xml(folder)}" name="${xml(title)}" time="${seconds(result.duration)}"`;
  const { outcome, assertions, line, status, reason } = result;
  const texts = assertions.map(({ holds, text }) => `${holds ? 'passed' : 'failed'}: ${text}`);
  const details = xml([`${line} ${status ?? ''}`.trim(), ...texts].join('\n'));
  switch (outcome) {
    case 'passed':
      return `${head} />\n`;
    case 'warning':
      return `${head}>\n      <system-out>${details}</system-out>\n    </testcase>\n`;
    case 'failed':
      return `${head}>\n      <failure message="${xml(reason ?? '')}">${details}</failure>\n    </testcase>\n`;
    default:
      return `${head}>\n      <skipped message="${xml(reason ?? '')}" />\n    </testcase>\n`;
  }
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
