/** What the runners' reports say: how many tests passed, and which failed. */
import { readFileSync } from 'node:fs';

export interface Report {
  passed: number;
  skipped: number;
  /** The failed tests, each with the first lines of why. */
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

/** @param file what vitest's JSON reporter wrote */
export function vitestReport(file: string): Report {
  const report = read(file) as VitestReport;
  const failed = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    // A file that cannot be loaded has no tests, but a message.
    return tests.length === 0 && message !== ''
      ? [told(name, message)]
      : tests.map(({ fullName, failureMessages }) => told(`${name}: ${fullName}`, failureMessages[0]));
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, skipped, failed };
}

/** @param file what Playwright's JSON reporter wrote */
export function playwrightReport(file: string): Report {
  const { stats, suites } = read(file) as PlaywrightReport;
  return { passed: stats.expected, skipped: stats.skipped, failed: suites.flatMap(failedOf) };
}

function failedOf({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      // A test that failed first and passed then has failed.
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
