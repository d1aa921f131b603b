/** How the desktop host starts on a bad day, and how it ends: with a sentence, a status, and in time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from './fixtures.ts';
import { windowEnvironment } from '../support/given-date.ts';
import { openFirstDoor, openPsuPage } from './steps.ts';

/**
 * Milliseconds. SIGTERM ends everything within 2 s, by force if need be; a machine that is busy with other tests may take longer to
 * say so. Without that end, a message box waits for ever.
 */
const IN_TIME = 15_000;

/** Electron without a test runner in it. */
function start(dataFolder: string): {
  child: ChildProcess;
  printed: Promise<string>;
  ended: Promise<number | null>;
} {
  const child = spawn(
    process.env['TPP_ELECTRON'] ?? '',
    ['--no-sandbox', process.env['TPP_ELECTRON_MAIN'] ?? '', `--data=${dataFolder}`],
    { stdio: ['ignore', 'pipe', 'pipe'], env: windowEnvironment().env },
  );
  return {
    child,
    printed: Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join('')),
    ended: once(child, 'exit').then(([code]) => code as number | null),
  };
}

/** Resolves once the process has written this. */
function told({ child }: { child: ChildProcess }, words: string): Promise<void> {
  return new Promise((resolve) => {
    let seen = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.includes(words)) resolve();
    });
  });
}

test('a data folder that cannot be used is named, with status 2, and SIGTERM closes the message', async ({
  dataFolder,
}) => {
  const file = join(dataFolder, 'a-file');
  writeFileSync(file, '');
  const electron = start(file);
  await told(electron, `The workbench cannot write to its data folder ${file}: ENOTDIR`);
  electron.child.kill('SIGTERM');
  expect(await Promise.race([electron.ended, setTimeout(IN_TIME, 'still there')])).toBe(2);
  await electron.printed;
});

test('a second start hands over to the window, which comes back from the task bar; Help shows the log', async ({
  workbench,
}) => {
  const { electron: app, dataFolder } = workbench;
  await app?.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const asked: string[] = [];
    // A virtual screen has no task bar.
    if (window)
      Object.assign(window, {
        isMinimized: () => true,
        restore: () => asked.push('restore'),
        focus: () => asked.push('focus'),
      });
    Object.assign(globalThis, { asked });
  });
  const second = start(dataFolder);
  expect(await second.ended).toBe(0);
  expect(await second.printed).toContain(
    `The workbench is already running with the data folder ${dataFolder}. Its window has been brought to the front.`,
  );
  await expect
    .poll(() => app?.evaluate(() => (globalThis as unknown as { asked: string[] }).asked))
    .toEqual(['restore', 'focus']);
  const opened = await app?.evaluate(({ Menu, shell }) => {
    const path = new Promise((resolve) => {
      Object.assign(shell, { openPath: async (file: string) => (resolve(file), '') });
    });
    const help = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Help');
    help?.submenu?.items.find(({ label }) => label === 'Show log')?.click();
    return path;
  });
  expect(opened).toBe(join(dataFolder, 'logs', 'workbench.log'));
});

test('SIGTERM ends everything in time, even if no page wants to close', async ({ workbench }) => {
  const { page, electron: app, dataFolder } = workbench;
  await openFirstDoor(page);
  const bank = await openPsuPage(workbench);
  // One page asks whether one really wants to leave, the other does not answer at all.
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));
  await bank.evaluate(() => {
    window.setTimeout(() => {
      for (;;);
    });
  });
  const child = app?.process();
  if (!child) throw new Error('This test needs Electron.');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await Promise.race([ended, setTimeout(IN_TIME, 'still there')])).toEqual([0, null]);
  expect(readFileSync(join(dataFolder, 'logs/workbench.log'), 'utf8')).toContain('is starting (Electron');
});
