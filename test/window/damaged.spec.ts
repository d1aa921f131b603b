/** A damaged history does not keep anybody from working, and the window says what happened. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, startHost, stopHost, test } from './fixtures.ts';
import { chooseOperation, goTo, send } from './steps.ts';

test('a damaged history is named in the window, kept aside, and a new one is begun', async ({
  dataFolder,
  browserPage,
}) => {
  writeFileSync(join(dataFolder, 'history.db'), 'damaged '.repeat(1000));
  const host = await startHost(dataFolder);
  try {
    const page = await browserPage();
    await page.goto(host.url);
    const notice = page.getByRole('alert').filter({ hasText: 'The history could not be used' });
    await expect(notice).toContainText('It is kept as');
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    await page.close();
  } finally {
    await stopHost(host);
  }
});
