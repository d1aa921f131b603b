/**
 * `npm run test:dates`: `npm test` on days on which tests of a calendar go wrong, by Debian's faketime.
 * `-- 02-29` for some of them.
 */
import { join } from 'node:path';
import { ensureDebianPackages } from './lib/debian.ts';
import { run } from './lib/run.ts';

/** In Oslo: Friday evening, Saturday night, the hour that summer time leaves out, the end of the year, a leap day. */
const DATES = [
  '2026-12-04 22:38:00',
  '2026-11-28 03:10:00',
  '2027-03-28 01:55:00',
  '2026-12-31 23:58:00',
  '2028-02-29 12:00:00',
];
const TEST = join(import.meta.dirname, 'test.ts');

ensureDebianPackages(['faketime']);
const wanted = process.argv.slice(2);
const failed: string[] = [];
for (const date of DATES.filter((one) => wanted.length === 0 || wanted.some((part) => one.includes(part)))) {
  console.log(`\n— ${date}`);
  // The zone is for faketime alone, which reads the date in it.
  const status = await run('faketime', [date, 'env', '-u', 'TZ', process.execPath, TEST], {
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    TZ: 'Europe/Oslo',
  });
  if (status !== 0) failed.push(date);
}
console.log(failed.length === 0 ? '\nPassed on each date.' : `\nFailed on: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
