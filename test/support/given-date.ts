/** The calendar of the tests: each file, and each worker of the window's tests, begins at a given instant (given-date.cjs). */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Tuesday 24 November 2026, 10:00 in Oslo: a banking day among banking days, an hour and a half before the next batch. */
export const TUESDAY = Date.parse('2026-11-24T10:00:00+01:00');

/** Lets `openssl verify` judge by the given calendar; of itself it goes by the machine's. */
export const OPENSSL_AT_GIVEN_DATE = ['-attime', String(TUESDAY / 1000 + 86_400)] as const;

// In NODE_OPTIONS, a backslash is an escape.
const PRELOAD = join(import.meta.dirname, 'given-date.cjs').replaceAll('\\', '/');

/**
 * Begins at an instant: this process, and those that it starts from now on. TLS knows the machine's time only, so certificates that are
 * made by the given one must be valid by both.
 * @throws Error when the TLS certificates of a bank that starts at the given instant are about to end
 */
export function beginAt(instant: number): void {
  createRequire(import.meta.url)(PRELOAD);
  const { env } = process;
  const offset = instant - Date.now() + Number(env['TPP_DATE_OFFSET'] ?? 0);
  if (-offset > 690 * 86_400_000)
    throw new Error(
      'Move TUESDAY in test/support/given-date.ts to a later Tuesday: the bank makes TLS certificates for 700 days.',
    );
  env['TPP_DATE_OFFSET'] = String(offset);
  env['NODE_OPTIONS'] = `--require "${PRELOAD}"`;
}

/**
 * The environment of programs with a window. Under faketime (scripts/dates.ts), Chromium's threads can wait for ever; so it has the machine's
 * date, from which the given one is then further away.
 */
export function windowEnvironment(): { env: Record<string, string>; offset: number } {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(?:LD_PRELOAD|FAKETIME.*)$/.test(name) ? [] : [[name, value]],
    ),
  );
  const isFaked = process.env['LD_PRELOAD']?.includes('faketime') === true;
  const machineNow = isFaked ? Number(execFileSync('date', ['+%s%3N'], { env, encoding: 'utf8' })) : null;
  const offset =
    machineNow === null ? Number(process.env['TPP_DATE_OFFSET']) : Math.round(Date.now() - machineNow);
  return { env: { ...env, TPP_DATE_OFFSET: String(offset) }, offset };
}
