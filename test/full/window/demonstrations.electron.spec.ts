/** The windows of a class beside the main one: the presenter's, and the PSU's. */
import { expect, test } from '../../window/fixtures.ts';

test('presenter and PSU have windows of their own, which play, approve, and end with the main one', async ({
  workbench,
}) => {
  const { page, psuPage, electron } = workbench;
  if (!electron) throw new Error('This test needs Electron.');
  await page.getByRole('button', { name: 'Show an SCA flow' }).click();
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await expect(pane).toContainText('Step 1 of 7');
  const presenter = await psuPage(() => pane.getByRole('button', { name: 'Presenter' }).click());
  const notes = presenter.getByRole('main', { name: 'Presenter' });
  await expect(notes.getByRole('heading', { name: 'Notes' })).toBeVisible();
  // The presentation has no room for it, so only the presenter can know what to point at.
  await expect(notes).toContainText('Point at');
  await presenter.keyboard.press('ArrowRight');
  await expect(pane).toContainText('Step 2 of 7');
  // A button in one window takes over from what the other has begun.
  await pane.getByRole('button', { name: 'Play automatically' }).click();
  await expect(notes.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(notes.getByRole('combobox', { name: 'Seconds per step' })).toHaveValue('20');
  await presenter.keyboard.press('ArrowRight');
  await expect(pane.getByRole('button', { name: 'Play automatically' })).toBeVisible();
  await expect(pane).toContainText('The PSU’s browser will open');
  // There is only one.
  await pane.getByRole('button', { name: 'Presenter' }).click();
  const titles = () =>
    electron.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().map((window) => window.getTitle()));
  expect((await titles()).filter((title) => title.startsWith('Presenter'))).toHaveLength(1);

  const psu = await psuPage(() => notes.getByRole('button', { name: 'Approve by hand' }).click());
  expect((await titles()).filter((title) => title.startsWith("The PSU's browser"))).toHaveLength(1);
  await psu.getByRole('button', { name: 'Continue' }).click();
  await psu.getByRole('button', { name: 'Approve' }).click();
  await expect(pane).toContainText('Approved by hand.');
  await expect(pane).toContainText('Next continues with what you decided by hand.');
  await expect.poll(async () => (await titles()).length).toBe(2);
  await page.keyboard.press('ArrowRight');
  await expect(notes).toContainText('Step 4 of 7');
  await expect(notes.getByText('Approved by hand.')).toBeVisible();
  // Nothing covers the buttons of the demonstration.
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();

  const ended = electron.waitForEvent('close');
  await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => !window.getTitle().startsWith('Presenter'))
      ?.close(),
  );
  await ended;
});
