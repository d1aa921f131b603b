/** Runs the end-to-end tests: builds, and finds a browser and an Electron. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { buildAll, buildNodeBundle } from './build.ts';
import { ensureDebianPackages } from './lib/debian.ts';
import { electronForTests } from './lib/electron.ts';
import { run } from './lib/run.ts';

const ROOT = join(import.meta.dirname, '..');

/** @returns Playwright's exit status */
export async function runWindowTests(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
  // Each worker of the tests starts a screen of its own if there is none.
  return run(process.execPath, [playwright, 'test', ...args], { ...(await built()), ...env });
}

/** Builds everything. @returns the environment that tells programs where a browser and an Electron are */
async function built(): Promise<NodeJS.ProcessEnv> {
  await Promise.all([buildAll(), buildNodeBundle('test/window/shared-host.ts', 'test', 'shared-host.mjs')]);
  const electron = await electronForTests();
  return {
    TPP_ELECTRON: electron.executable,
    TPP_ELECTRON_MAIN: electron.main,
    TPP_CHROMIUM: chromiumExecutable(),
  };
}

/**
 * Runs a command that opens windows, with a build, a browser, an Electron and, if needed, a virtual screen.
 * @returns its exit status
 */
export async function runWithWindow(
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const settings = { ...(await built()), ...env };
  const headless = process.platform === 'linux' && process.env['DISPLAY'] === undefined;
  return headless
    ? // Without -noreset the X server resets whenever its last window closes, and refuses a window that opens at that moment.
      run('xvfb-run', ['-a', '-s', '-screen 0 1600x1000x24 -noreset', ...command], settings)
    : run(command[0] ?? '', command.slice(1), settings);
}

/** Playwright's own browser if it is installed, otherwise Debian's. */
function chromiumExecutable(): string {
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  // The headless shell does the same work as the whole browser without a window: a quarter less of the processor.
  ensureDebianPackages(['chromium-headless-shell']);
  return '/usr/bin/chromium-headless-shell';
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const everywhere = args.includes('--everywhere') ? { TPP_EVERYWHERE: '1' } : {};
  const others = args.filter((one) => one !== '--everywhere');
  process.exitCode = await runWindowTests(others, everywhere);
}
