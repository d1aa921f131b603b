/** What `npm test` runs depends on the code alone: no test of it reads the clock, the calendar or the load of the machine. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = join(import.meta.dirname, '..');
const MACHINE =
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bperformance\.(?:now|timeOrigin)\b|\bcpuUsage\b|\bmemoryUsage\b|\bhrtime\b|\bcpu-time\b/;

/** What may, and why. */
const MAY: Readonly<Record<string, string>> = {
  'support/given-date.ts': 'gives the others their calendar',
  'support/bundles.ts': 'removes bundles that no run of the last day has used',
};

it('no test outside of test/full reads the clock, the calendar, the processor or the memory of the machine', () => {
  const files = globSync('**/*.{ts,cjs}', { cwd: TESTS, exclude: ['full/**', 'bench/**'] });
  const reading = files.flatMap((file) =>
    readFileSync(join(TESTS, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (MACHINE.test(line) ? [`${file}:${at + 1}`] : [])),
  );
  expect(reading.filter((place) => MAY[place.split(':', 1)[0] ?? ''] === undefined)).toEqual([]);
});

it('each file that may still does', () => {
  const stale = Object.keys(MAY).filter((file) => !MACHINE.test(readFileSync(join(TESTS, file), 'utf8')));
  expect(stale).toEqual([]);
});
