/** What a trainer meets in front of a class: a PSU who never came back, one lesson after another, and a projector at high zoom. */
import { expect, test } from './fixtures.ts';
import { chooseOperation, goTo, openFirstDoor, openPsuPage, send, showDemonstrations } from './steps.ts';

test('a PSU who does not come back from the bank hides no response but the one that led there', async ({
  workbench,
}) => {
  const { page, kind } = workbench;
  const atBank = page.getByRole('region', { name: "The PSU's browser" });
  await openFirstDoor(page);
  await openPsuPage(workbench);
  await page.bringToFront();
  await expect(atBank).toBeVisible();
  await page.getByRole('button', { name: 'New tab' }).click();
  await chooseOperation(page, 'List accounts');
  await send(page, '401 Unauthorized');
  await expect(atBank).toBeHidden();
  await page
    .getByRole('navigation', { name: 'Open requests' })
    .getByRole('button', { name: /Ask for consent/ })
    .first()
    .click();
  await expect(atBank).toBeVisible();
  // Nor what the same tab has sent since, unless the page itself is there.
  if (kind === 'browser') await send(page, '201 Created');
});

test('what was said of a bank does not stand over another', async ({ workbench: { page } }) => {
  const said = page.getByText('The clock moved forward: +1 day.');
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: '+1 day' }).click();
  await expect(said).toBeVisible();
  await goTo(page, 'Flow');
  await showDemonstrations(page);
  await page.getByRole('button', { name: 'Play: Consent' }).click();
  await expect(page.getByRole('heading', { name: 'Three actors' })).toBeVisible();
  await goTo(page, 'Bank');
  await expect(page.getByText('5 Oct 2026').first()).toBeVisible();
  await expect(said).toBeHidden();
});

test('a step can be read to its end at high zoom', async ({ workbench: { page } }) => {
  await page.evaluate(
    () => (document.documentElement.requestFullscreen = () => Promise.reject(new Error('off'))),
  );
  await page.getByRole('button', { name: 'Show an SCA flow' }).click();
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await pane.getByRole('button', { name: 'Present', exact: true }).click();
  const room = page.getByRole('dialog');
  const next = room.getByRole('button', { name: 'Next →' });
  const heading = room.getByRole('heading', { level: 3 });
  for (const step of [2, 3, 4]) {
    await page.keyboard.press('PageDown');
    await expect(heading).toContainText(`Step ${step} of`);
  }
  // 1280 × 720 at 125 %, 150 % and 200 %, and 1024 × 768 at 150 %.
  for (const size of [
    { width: 1024, height: 576 },
    { width: 853, height: 480 },
    { width: 640, height: 360 },
    { width: 683, height: 512 },
  ])
    for (const drawn of [false, true]) {
      await page.setViewportSize(size);
      if (drawn) await page.keyboard.press('d');
      await expect(room.getByRole('tree')).toHaveCount(drawn ? 1 : 0);
      await expect
        .poll(async () => {
          await room.evaluate((dialog) => dialog.scrollTo({ top: dialog.scrollHeight }));
          return room.evaluate((dialog) => {
            const ends = Array.from(
              dialog.querySelectorAll(':scope section p, :scope section code'),
              (text) => text.getBoundingClientRect().bottom,
            );
            const controls = dialog.querySelector('[aria-label="Steps"]')?.getBoundingClientRect().top ?? 0;
            return Math.max(...ends) <= controls + 1;
          });
        })
        .toBe(true);
      await expect(next).toBeInViewport({ ratio: 1 });
      if (drawn) await page.keyboard.press('d');
    }
});

test('what was said of a bank does not stand over the one that a recording begins with', async ({
  workbench: { page },
}) => {
  const said = page.getByText('The clock moved forward: +1 day.');
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: '+1 day' }).click();
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByText('Recording: 1 step')).toBeVisible();
  await expect(said).toBeHidden();
});

test('a step points at nothing of the step before it', async ({ workbench: { page } }) => {
  await showDemonstrations(page);
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await pane.getByRole('button', { name: 'Play: Basket with one failing payment' }).click();
  const heading = pane.getByRole('heading', { level: 3 }).first();
  const selected = page.getByRole('treeitem', { selected: true });
  for (const [step, name] of [
    ['Step 1 of 7, part 1 of 2', /401 PSU_CREDENTIALS_INVALID/],
    ['Step 1 of 7, part 2 of 2', /callback/],
    ['Step 2 of 7', /signing-baskets/],
    ['Step 3 of 7, part 1 of 2', /201 scaRedirect/],
    ['Step 3 of 7, part 2 of 2', /callback/],
  ] as const) {
    await expect(heading).toContainText(step);
    await expect(selected).toHaveAccessibleName(name);
    await page.keyboard.press('ArrowRight');
  }
});

test('a reset during a demonstration says whose bank it is, and leaves its clock', async ({ workbench }) => {
  const { page } = workbench;
  await page.getByRole('button', { name: 'Show an SCA flow' }).click();
  await expect(page.getByRole('region', { name: 'Demonstrations' })).toContainText('Step 1 of 7');
  await goTo(page, 'Bank');
  const clock = page.getByRole('region', { name: 'Bank clock' });
  await clock.getByRole('button', { name: 'Reset…' }).click();
  await expect(clock).toContainText('This is the bank of the demonstration “Consent”');
  await expect(clock.getByLabel('Also set the clock to now')).not.toBeChecked();
});
