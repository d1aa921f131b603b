/** What a trainer meets in front of a class: a PSU who never came back, one lesson after another, and a projector at high zoom. */
import { expect, test } from '../../window/fixtures.ts';
import {
  chooseOperation,
  goTo,
  openFirstDoor,
  openPsuPage,
  send,
  showDemonstrations,
} from '../../window/steps.ts';

test(
  'a PSU who does not come back from the bank hides no response but the one that led there',
  { tag: '@page' },
  async ({ workbench }) => {
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
  },
);

test(
  'what was said of a bank does not stand over another',
  { tag: '@page' },
  async ({ workbench: { page } }) => {
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
  },
);

test('a step can be read to its end at high zoom', { tag: '@page' }, async ({ workbench: { page } }) => {
  await page.evaluate(
    () => (document.documentElement.requestFullscreen = () => Promise.reject(new Error('off'))),
  );
  await page.getByRole('button', { name: 'Show an SCA flow' }).click();
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await pane.getByRole('button', { name: 'Present', exact: true }).click();
  const room = page.getByRole('dialog');
  const next = room.getByRole('button', { name: 'Next', exact: true });
  const heading = room.locator('header').first();
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
          await room.evaluate((dialog) => {
            for (const box of [dialog, ...dialog.querySelectorAll(':scope > div')])
              box.scrollTo({ top: box.scrollHeight });
          });
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
      // Nothing lies above it.
      await next.click({ trial: true });
      if (drawn) await page.keyboard.press('d');
    }
});

test(
  'at 1024 × 700 and 150 %, a room sees what matters in each step without scrolling, and in the diagram the event that is pointed at',
  { tag: '@page' },
  async ({ workbench: { page } }) => {
    await showDemonstrations(page);
    const pane = page.getByRole('region', { name: 'Demonstrations' });
    await pane.getByRole('button', { name: 'Play: One SCA for a payment' }).click();
    await page.setViewportSize({ width: 683, height: 467 });
    await pane.getByRole('button', { name: 'Present', exact: true }).click();
    const room = page.getByRole('dialog');
    await page.keyboard.press('m');
    for (const [step, code] of [
      [1, 'RCVD'],
      [2, null],
      [3, 'psu-id'],
      [4, 'PDNG'],
      [5, 'PDNG'],
      [6, 'ACSC'],
      [7, '401'],
    ] as const) {
      await expect(room.locator('header').first()).toContainText(`Step ${step} of 7`);
      // The answer to its question.
      if (step === 4) await page.keyboard.press('PageDown');
      const seen =
        code === null
          ? room.getByText('The PSU’s browser will open')
          : room.locator('strong', { hasText: code }).last();
      await expect(seen).toBeInViewport({ ratio: 1 });
      await seen.click({ trial: true });
      await page.keyboard.press('d');
      const pointed = room.getByRole('treeitem', { selected: true });
      await expect(pointed).toBeInViewport({ ratio: 0.95 });
      await pointed.click({ trial: true });
      await expect(seen).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('d');
      if (step < 7) await page.keyboard.press('PageDown');
    }
  },
);

test(
  'in Present, keys play wherever the focus is, and the exchange that is pointed at opens in place',
  { tag: '@page' },
  async ({ workbench: { page } }) => {
    await page.evaluate(
      () => (document.documentElement.requestFullscreen = () => Promise.reject(new Error('off'))),
    );
    await page.getByRole('button', { name: 'Show an SCA flow' }).click();
    const pane = page.getByRole('region', { name: 'Demonstrations' });
    await pane.getByRole('button', { name: 'Present', exact: true }).click();
    const room = page.getByRole('dialog', { name: 'Consent' });
    const heading = room.locator('header').first();
    const pointed = room.getByRole('treeitem', { selected: true });
    await page.keyboard.press('PageDown');
    await expect(heading).toContainText('Step 2');
    await expect(pointed).toHaveAccessibleName(/401/);
    // Whatever is pointed at with the mouse, a remote control plays, and so do the arrows.
    for (const [key, step] of [
      ['PageDown', 'Step 3'],
      ['ArrowLeft', 'Step 2'],
      ['ArrowRight', 'Step 3'],
      ['PageUp', 'Step 2'],
    ] as const) {
      await room.getByRole('treeitem').last().click();
      await page.keyboard.press(key);
      await expect(heading).toContainText(step);
    }
    await room.getByRole('button', { name: 'Play automatically' }).click();
    await room.getByRole('combobox', { name: 'Seconds per step' }).focus();
    await page.keyboard.press('PageDown');
    await expect(heading).toContainText('Step 3');
    await expect(room.getByRole('button', { name: 'Play automatically' })).toBeVisible();
    await page.keyboard.press('PageUp');
    await expect(heading).toContainText('Step 2');
    // The diagram follows the step.
    await expect(pointed).toHaveAccessibleName(/401/);

    // The step points at the response. Up and down choose another event, and Enter opens its exchange.
    const exchange = room.getByRole('region', { name: 'Exchange' });
    await page.keyboard.press('e');
    await expect(exchange.getByRole('heading', { name: 'GET /v1/accounts' })).toBeVisible();
    await exchange.getByRole('tab', { name: 'Body' }).click();
    await expect(exchange).toContainText('"scaRedirect"');
    await page.keyboard.press('Escape');
    await expect(exchange).toBeHidden();
    await expect(heading).toContainText('Step 2');
    await room.getByRole('tree').focus();
    await page.keyboard.press('ArrowUp');
    await expect(pointed).not.toHaveAccessibleName(/401/);
    await room.getByRole('treeitem', { name: /401/ }).dblclick();
    await expect(exchange).toBeVisible();
    await room.getByRole('button', { name: 'Close the exchange' }).click();
    await room.getByRole('tree').focus();
    await page.keyboard.press('Enter');
    await expect(exchange).toBeVisible();
    // What is open does not take the keys, either.
    await exchange.getByRole('tab', { name: 'Body' }).click();
    await page.keyboard.press('PageDown');
    await expect(heading).toContainText('Step 3');
    await expect(exchange).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(room).toBeHidden();
  },
);

test(
  'what was said of a bank does not stand over the one that a recording begins with',
  { tag: '@page' },
  async ({ workbench: { page } }) => {
    const said = page.getByText('The clock moved forward: +1 day.');
    await goTo(page, 'Bank');
    await page.getByRole('button', { name: '+1 day' }).click();
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await expect(page.getByText('Recording: 1 step')).toBeVisible();
    await expect(said).toBeHidden();
  },
);

test('a step points at nothing of the step before it', { tag: '@page' }, async ({ workbench: { page } }) => {
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

test(
  'a reset during a demonstration says whose bank it is, and leaves its clock',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await page.getByRole('button', { name: 'Show an SCA flow' }).click();
    await expect(page.getByRole('region', { name: 'Demonstrations' })).toContainText('Step 1 of 7');
    await goTo(page, 'Bank');
    const clock = page.getByRole('region', { name: 'Bank clock' });
    await clock.getByRole('button', { name: 'Reset…' }).click();
    await expect(clock).toContainText('This is the bank of the demonstration “Consent”');
    await expect(clock.getByLabel('Also set the clock to now')).not.toBeChecked();
  },
);

test(
  'what came of an SCA that an undo has undone is gone from Requests, too',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, psuPage } = workbench;
    await showDemonstrations(page);
    const pane = page.getByRole('region', { name: 'Demonstrations' });
    await pane.getByRole('button', { name: 'Play: Single payment' }).click();
    const psu = await psuPage(() => pane.getByRole('button', { name: 'Approve by hand' }).click());
    await psu.getByRole('button', { name: 'Continue' }).click();
    await psu.getByRole('button', { name: 'Abort' }).click();
    await expect(pane).toContainText('Aborted by hand.');
    await goTo(page, 'Requests');
    await expect(page.getByText('SCA did not succeed')).toBeVisible();
    await page.getByRole('button', { name: 'Go to the demonstration' }).click();
    await pane.getByRole('button', { name: 'Back' }).click();
    await expect(pane).not.toContainText('Aborted by hand.');
    await goTo(page, 'Requests');
    await expect(page.getByText('SCA did not succeed')).toBeHidden();
  },
);
