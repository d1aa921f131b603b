/** How the desktop host starts on a bad day, and how it ends: with a sentence, a status, and in time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../window/fixtures.ts';

test('a window whose process has ended is loaded again, and the log says so', async ({ workbench }) => {
  const { page, electron: app, dataFolder } = workbench;
  await expect(page.getByRole('button', { name: 'Send your first signed request' })).toBeVisible();
  const again = await app?.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // As if it had been open for a while.
    const { now } = Date;
    Date.now = () => now() + 60_000;
    const loaded = new Promise((resolve) =>
      contents?.once('did-finish-load', () => resolve(contents.isCrashed())),
    );
    contents?.forcefullyCrashRenderer();
    return loaded;
  });
  expect(again).toBe(false);
  expect(readFileSync(join(dataFolder, 'logs/workbench.log'), 'utf8')).toMatch(
    /A process has ended, window: \w+/,
  );
});
