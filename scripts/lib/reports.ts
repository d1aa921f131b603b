/** Reads the reports of the test runners: how many tests passed, and which failed. */
import { readFileSync } from 'node:fs';

export interface Report {
  passed: number;
  skipped: number;
  /** The failed tests, each with the first lines of the reason. */
  failed: readonly string[];
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly {
    name: string;
    message: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[];
  }[];
}

interface Suite {
  title: string;
  suites?: readonly Suite[];
  specs: readonly {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: readonly {
      projectName: string;
      status: string;
      results: readonly { error?: { message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  stats: Record<'expected' | 'skipped', number>;
  suites: readonly Suite[];
}

/** @param file the output of vitest's JSON reporter */
export function vitestReport(file: string): Report {
  const report = read(file) as VitestReport;
  const failed = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    // A file that fails to load has a message but no tests.
    return tests.length === 0 && message !== ''
      ? [told(name, message)]
      : tests.map(({ fullName, failureMessages }) => told(`${name}: ${fullName}`, failureMessages[0]));
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, skipped, failed };
}

/** @param file the output of Playwright's JSON reporter */
export function playwrightReport(file: string): Report {
  const { stats, suites } = read(file) as PlaywrightReport;
  return { passed: stats.expected, skipped: stats.skipped, failed: suites.flatMap(failedOf) };
}

function failedOf({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      // A test that passes only when it is retried counts as failed.
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        told(
          `[${projectName}] ${file}:${line}: ${title}`,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  );
  return [...own, ...suites.flatMap(failedOf)];
}

function told(test: string, why = ''): string {
  return [test, ...why.split('\n').slice(0, 6)].join('\n    ');
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
