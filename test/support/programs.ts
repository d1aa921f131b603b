/** The programs that tests start as processes of their own. */
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Names the folder of the bundles that test/support/bundles.ts has made, for all processes of a run. */
export const BUNDLES = 'TPP_TEST_BUNDLES';

/** By the path of the source. */
export const PROGRAMS = {
  cli: 'main/cli/main.ts',
  bank: 'bank-sim/cli.ts',
  spaces: 'bank-sim/spaces/cli.ts',
  browserHost: 'main/browser/main.ts',
  worker: 'main/worker/worker.ts',
} as const;

/**
 * The file of a program: bundled, if there are bundles, because it then starts in half the time; otherwise its source, as users of
 * the repository start it. @returns an absolute path
 */
export function programFile(name: keyof typeof PROGRAMS): string {
  const bundles = process.env[BUNDLES];
  return bundles === undefined ? join(ROOT, PROGRAMS[name]) : join(bundles, `${name}.mjs`);
}
