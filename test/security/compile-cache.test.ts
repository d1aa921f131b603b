/** Compiled code that another user of the machine put into the folder for temporary files is not run. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

it.each(['main/cli/main.ts', 'main/browser/main.ts', 'bank-sim/cli.ts'])(
  '%s keeps none in the folder for temporary files',
  (program) => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-cache-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const { status } = spawnSync(process.execPath, [join(ROOT, program), '--no-such-option'], {
      env: { ...env, TMPDIR: folder, TMP: folder, TEMP: folder },
    });
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  },
);
