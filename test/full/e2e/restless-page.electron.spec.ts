/** A page of the bank that never rests. */
import { expect, test } from '../../e2e/fixtures.ts';
import { openFirstDoor, openPsuPage } from '../../e2e/steps.ts';

/** How often a page of the bank may do something, how many times more are too often, the reason why it is then closed, and what it does. */
const FLOODS = [
  [
    10,
    1,
    'it added more than 10 frames',
    (times: number) => {
      for (let added = 0; added < times; added++) {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        frame.remove();
      }
    },
  ],
  [
    100,
    1,
    'it asked for windows, or wrote to the console, more than 100 times',
    (times: number) => {
      for (let asked = 0; asked < times; asked++) window.open(`https://localhost:1/${asked}`);
    },
  ],
  [
    10,
    1,
    'it added more than 10 entries to its history',
    (times: number) => {
      for (let added = 0; added < times; added++) window.history.pushState(null, '', `?${Math.random()}`);
    },
  ],
  [
    5,
    10,
    'it changed its title more than 10 times',
    (times: number) => {
      for (let changed = 0; changed < times; changed++) document.title = `Bank ${Math.random()}`;
    },
  ],
  [
    20,
    100,
    'it asked about permissions more than 100 times',
    async (times: number) => {
      for (let asked = 0; asked < times; asked++) await navigator.permissions.query({ name: 'geolocation' });
    },
  ],
  [
    30,
    1,
    'it began more than 30 navigations',
    (times: number) => {
      for (let begun = 0; begun < times; begun++)
        Object.assign(document.createElement('a'), { href: `https://localhost:1/${begun}` }).click();
    },
  ],
] as const;

test("a page in the PSU's view that adds frames, windows, history, titles, questions or navigations without end is closed with the reason", async ({
  workbench,
}) => {
  const { page, electron: app } = workbench;
  if (!app) throw new Error('This test needs Electron.');
  const views = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.contentView.children.length);
  await openFirstDoor(page);
  for (const [may, more, reason, flood] of FLOODS) {
    const bank = await openPsuPage(workbench);
    await bank.evaluate(flood, may);
    await expect(page.getByRole('button', { name: 'Close page' })).toBeVisible();
    await bank.evaluate(flood, more).catch(() => undefined);
    await expect(page.getByRole('alert')).toContainText(reason);
    await expect.poll(views).toBe(0);
  }
  await openPsuPage(workbench);
});
