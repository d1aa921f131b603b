/** The local bank from inside, in both hosts. */
import { createServer } from 'node:net';
import { expect, test } from '../../window/fixtures.ts';
import {
  bankKind,
  chooseOperation,
  giveConsent,
  goTo,
  links,
  send,
  openAccount,
  signedPayment,
  snapshotMenu,
} from '../../window/steps.ts';
import { freezeClock, moveClock, chooseProduction, list, said, clock } from '../../window/bank-steps.ts';

test(
  'PAY-9: a stopped payment is BLCK for good, and its word tells it from a held one',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await signedPayment(workbench);
    await goTo(page, 'Bank');
    const row = list(page).getByRole('row').nth(1);
    await row.getByRole('button').click();
    const pane = page.getByRole('region', { name: 'Payment' });
    await pane.getByRole('button', { name: 'Hold' }).click();
    await expect(row).toContainText('BLCK held');
    await expect(pane.getByRole('figure')).toHaveAttribute(
      'aria-label',
      /^Now BLCK, held\. .*Possible next: .*PDNG/,
    );
    await pane.getByRole('button', { name: 'Stop' }).click();
    await expect(said(page)).toContainText('Payment stopped.');
    await expect(row).toContainText('BLCK stopped');
    await expect(pane.getByRole('figure')).toHaveAttribute(
      'aria-label',
      'Now BLCK, stopped. History: RCVD, PDNG, BLCK. Possible next: nothing.',
    );
    await expect(pane.getByText('Stopped permanently: its money is available again.')).toBeVisible();
    await expect(pane.getByRole('button', { name: 'Release' })).toBeHidden();
    await page.getByRole('button', { name: 'Run batch now' }).click();
    await expect(said(page)).toContainText('Batch finished: 0 settled');
    await expect(row).toContainText('BLCK stopped');
  },
);

test(
  'SBX-5: the quirk batchDays says whether batches run on banking days only',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const bar = await freezeClock(page);
    await moveClock(bar, '2026-12-05T08:00');
    const today = page.getByRole('list', { name: 'Batches today' });
    const choose = async (days: string) => {
      await bankKind(page, 'Quirks');
      await list(page).getByLabel('batchDays').selectOption(days);
      await expect(said(page)).toContainText(`batchDays is now ${days}.`);
      await bankKind(page, 'Payments');
    };
    // The sandbox has batches every day.
    await expect(today).toBeVisible();
    await choose('banking');
    await expect(
      page.getByText(
        /^Today is not a banking day: Saturday \d+ \w+\. No batch runs by itself\. “Run batch now” runs one on any day\.$/,
      ),
    ).toBeVisible();
    await choose('all');
    await expect(today).toBeVisible();
    await bar.getByRole('button', { name: /^To batch \d\d:\d\d$/ }).click();
    await expect(bar).toContainText('Sat, ');
  },
);

test(
  'the clock comes back to real time: forward if it is behind, with a reset if it is ahead',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const bar = clock(page);
    const line = page.getByRole('contentinfo');
    const back = bar.getByRole('button', { name: 'Back to now…' });
    await expect(line).toContainText('real time');
    await giveConsent(workbench);
    await goTo(page, 'Bank');
    await expect(back).toBeHidden();
    // Said before the first jump, while a snapshot still helps.
    await bar.getByRole('button', { name: 'To date…' }).click();
    await expect(bar).toContainText('Before it moves, a snapshot is taken');
    await page.keyboard.press('Escape');
    // A frozen clock falls behind.
    await bar.getByText('Frozen').click();
    await expect(line).toContainText(/frozen\s*−\d+ s/);
    await expect(bar).toContainText('behind real time');
    await back.click();
    await expect(bar).toContainText('deletes nothing');
    await bar.getByRole('button', { name: 'Move the clock to now' }).click();
    await expect(said(page)).toContainText('The clock now shows real time.');
    await expect(line).toContainText('real time');
    await expect(back).toBeHidden();
    await bankKind(page, 'Consents');
    await expect(list(page)).toContainText('valid');
    // One that is ahead says so, also after the page is loaded again, and goes back only after a question.
    await bar.getByRole('button', { name: '+1 day' }).click();
    await bar.getByRole('button', { name: '+1 day' }).click();
    await expect(line).toContainText('+2 d');
    await expect(line).not.toContainText('real time');
    await page.reload();
    await goTo(page, 'Bank');
    await expect(line).toContainText('+2 d');
    await expect(bar).toContainText('2 d ahead of real time');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('clock back');
    await page.keyboard.press('Enter');
    await expect(bar).toContainText('restores the bank as it was at');
    await bar.getByRole('button', { name: 'Keep it' }).click();
    await expect(line).toContainText('+2 d');
    // A consent that the bank would refuse is not shown as valid.
    await bankKind(page, 'Consents');
    const consent = list(page).getByRole('row').filter({ hasText: 'Eirik Solbakken' });
    await expect(consent).toContainText('valid');
    const [granted, until] = await consent
      .locator('td')
      .filter({ hasText: /\d{4} \d\d:/ })
      .allTextContents();
    const lasts = Date.parse(until ?? '') - Date.parse(granted ?? '');
    // Summer time may have begun or ended in between.
    expect(Math.round(lasts / 86_400_000)).toBe(180);
    const tomorrow = new Date(Date.parse(until ?? '') + 86_400_000).toISOString().slice(0, 10);
    await moveClock(bar, `${tomorrow}T12:00`);
    await expect(consent).toContainText('expired');
    await expect(consent.getByRole('button', { name: /Revoke/ })).toBeHidden();
    await back.click();
    await bar.getByRole('button', { name: 'Restore the bank and go back' }).click();
    await expect(said(page)).toContainText('its clock shows real time');
    await expect(line).toContainText('real time');
    await bankKind(page, 'Consents');
    await expect(consent).toContainText('valid');
    // Without the snapshot, only a reset goes back.
    await bar.getByRole('button', { name: '+1 h' }).click();
    await bar.getByRole('button', { name: /^Snapshots/ }).click();
    await snapshotMenu(page, 'Before the clock moved', 'Delete…');
    await bar.getByRole('button', { name: 'Delete “Before the clock moved”' }).click();
    await back.click();
    await bar.getByRole('button', { name: 'Reset the bank and set the clock to now' }).click();
    await expect(said(page)).toContainText('its clock shows real time');
    await bankKind(page, 'Consents');
    await expect(list(page)).toContainText('No consents.');
    // A reset offers it, and has it ticked.
    await bar.getByRole('button', { name: '+1 h' }).click();
    await expect(line).toContainText('+1 h');
    const reset = async (withClock: boolean) => {
      await bar.getByRole('button', { name: 'Reset…' }).click();
      const tick = bar.getByRole('checkbox', { name: 'Also set the clock to now' });
      await expect(tick).toBeChecked();
      await tick.setChecked(withClock);
      await bar.getByRole('button', { name: 'Reset the bank' }).click();
      await expect(said(page)).toContainText('The bank has been reset');
    };
    await reset(false);
    await expect(line).toContainText('+1 h');
    await reset(true);
    await expect(line).toContainText('real time');
    await bar.getByRole('button', { name: 'Reset…' }).click();
    await expect(bar.getByRole('checkbox')).toBeHidden();
  },
);

test(
  "a snapshot is named after the bank's clock until one types, and asks before it replaces the bank",
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const bar = await freezeClock(page);
    await moveClock(bar, '28 Mar 2027 12:00');
    await bar.getByRole('button', { name: /^Snapshots/ }).click();
    const name = bar.getByLabel('Snapshot name');
    await expect(name).toHaveAttribute('placeholder', /28 Mar 2027 12:00:00 Oslo$/);
    await bar.getByRole('button', { name: 'Take a snapshot' }).click();
    await expect(name).toHaveAttribute('placeholder', /28 Mar 2027 12:00:00 Oslo \(2\)$/);
    await bar.getByRole('button', { name: 'Take a snapshot' }).click();
    const snapshots = bar.getByRole('list', { name: 'Snapshots' }).getByRole('listitem');
    // And the one from before the move.
    await expect(snapshots).toHaveCount(3);
    await name.fill('Lesson 1');
    await bar.getByRole('button', { name: 'Take a snapshot' }).click();
    await expect(snapshots).toHaveCount(4);
    await bar.getByRole('button', { name: '+1 h', exact: true }).click();
    await expect(bar).toContainText('13:00:00');
    await bar.getByRole('button', { name: /^Snapshots/ }).click();
    await expect(name).toHaveAttribute('placeholder', /28 Mar 2027 13:00:00 Oslo$/);
    const lesson = snapshots.filter({ hasText: 'Lesson 1' });
    await lesson.getByRole('button', { name: 'Restore…' }).click();
    await expect(
      lesson.getByRole('checkbox', { name: /^First keep the present bank as “.*13:00:00 Oslo”$/ }),
    ).toBeChecked();
    await lesson.getByRole('button', { name: 'Cancel' }).click();
    await expect(bar).toContainText('13:00:00');
    await lesson.getByRole('button', { name: 'Restore…' }).click();
    await lesson.getByRole('checkbox').uncheck();
    await lesson.getByRole('button', { name: 'Restore “Lesson 1”' }).click();
    await expect(bar).toContainText('12:00:00');
  },
);

test(
  'the register of TPPs: a TPP is withdrawn, loses its passport, is blocked, and another one is entered',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const asks = async (code: string) => {
      await goTo(page, 'Requests');
      await page.getByRole('button', { name: 'Sign and send' }).click();
      await expect(page.getByText(code).first()).toBeVisible();
      await goTo(page, 'Bank');
    };
    await chooseProduction(page);
    await bankKind(page, 'TPPs');
    // SIG-12: what the workbench makes for its own bank is registered.
    await expect(list(page)).toContainText('Fjordpay AS PSDNO-FSA-987654325');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await asks('201 Created');
    await list(page).getByRole('button', { name: 'Withdraw the registration of Fjordpay AS' }).click();
    await expect(said(page)).toContainText('The registration of Fjordpay AS is withdrawn');
    await asks('has been withdrawn');
    await list(page).getByRole('button', { name: 'Restore the registration of Fjordpay AS' }).click();
    await list(page).getByRole('button', { name: 'Take the passport from Fjordpay AS' }).click();
    await asks('no passport to offer its services in Norway');
    await list(page).getByRole('button', { name: 'Give Fjordpay AS a passport' }).click();
    await list(page).getByRole('button', { name: 'Block Fjordpay AS', exact: true }).click();
    await asks('The bank has blocked this certificate');
    await list(page).getByRole('button', { name: 'Unblock Fjordpay AS' }).click();
    await asks('201 Created');
    const form = page.getByRole('form', { name: 'Enter a TPP' });
    await form.getByLabel('Organisation ID').fill('PSDSE-FINA-123');
    await form.getByLabel('Name').fill('Elvepay AB');
    await form.getByRole('checkbox', { name: 'PSP_PI' }).uncheck();
    await form.getByRole('button', { name: 'Enter' }).click();
    await expect(said(page)).toContainText('PSDSE-FINA-123 is in the register.');
    await expect(list(page).getByRole('row', { name: /Elvepay AB PSDSE-FINA-123/ })).toContainText('PSP_AI');
  },
);

test(
  'permission to pay is withdrawn from an account; search finds payments by status and name',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await signedPayment(workbench);
    await goTo(page, 'Bank');
    await page.getByLabel('Search payments').fill('nothing like this');
    await expect(list(page)).toContainText('No payments.');
    await page.getByLabel('Search payments').fill('1,250');
    await expect(list(page).getByRole('row')).toHaveCount(2);
    await expect(list(page)).toContainText('NOK 1,250.00');
    await page.getByLabel('Search payments').fill('eirik');
    await expect(list(page).getByRole('row')).toHaveCount(2);
    await bankKind(page, 'Accounts');
    const withdraw = list(page)
      .getByRole('button', { name: /^Withdraw permission to pay/ })
      .first();
    await withdraw.click();
    await expect(said(page)).toContainText('are no longer allowed (SCA-12)');
    await expect(list(page)).toContainText('not allowed');
    await list(page)
      .getByRole('button', { name: /^Allow payments/ })
      .click();
    await expect(said(page)).toContainText('are allowed again');
  },
);

test(
  'an account or card shows its balances, and its transactions page by page',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Bank');
    await openAccount(page, 'Brukskonto');
    const account = page.getByRole('region', { name: 'Account' });
    await expect(account.getByRole('heading', { level: 2 })).toHaveText('Brukskonto of Eirik Solbakken');
    await expect(account).toContainText('Available');
    const rows = account.getByRole('table', { name: 'Transactions' }).locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(200);
    await expect(account.getByRole('status')).toHaveText('1 to 200');
    const newest = await rows.first().innerText();
    await rows.first().click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(account.getByRole('button', { name: 'Newer transactions' })).toBeDisabled();
    await account.getByRole('button', { name: 'Older transactions' }).click();
    await expect(account.getByRole('status')).toHaveText(/^201 to /);
    await expect(account.getByRole('button', { name: 'Older transactions' })).toBeDisabled();
    await account.getByRole('button', { name: 'Newer transactions' }).click();
    await expect(account.getByRole('status')).toHaveText('1 to 200');
    expect(await rows.first().innerText()).toBe(newest);
    await bankKind(page, 'Cards');
    await list(page).getByRole('button').first().click();
    await expect(account.getByRole('heading', { level: 2 })).toContainText('of Eirik Solbakken');
    await expect(rows.first()).toBeVisible();
  },
);

test(
  'the bank is stopped and started at another port, which survives a reload',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Bank');
    const form = page.getByRole('form', { name: 'Bank listener' });
    // From a port of its own: another workbench that starts meanwhile would like to have the usual one.
    await form.getByLabel('Port').fill(String(await freePort()));
    await form.getByRole('button', { name: 'Move' }).click();
    await expect(said(page)).toContainText('The bank is listening on port');
    await form.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('contentinfo')).toContainText('Bank stopped');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('alert')).toContainText('Start the bank, or check the base URL');
    await goTo(page, 'Bank');
    const port = await freePort();
    await form.getByLabel('Port').fill(String(port));
    await form.getByRole('button', { name: 'Start' }).click();
    await expect(said(page)).toContainText(`The bank is listening on port ${port}.`);
    await expect(page.getByRole('contentinfo')).toContainText(`:${port}`);
    await goTo(page, 'Requests');
    await send(page, '201 Created');
    await page.reload();
    await expect(page.getByRole('contentinfo')).toContainText(`:${port}`);
  },
);

/** Below the range from which systems give out ports by themselves: nobody takes it between here and its use. */
function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}

test("the local bank's page also opens in the system browser", async ({ workbench }) => {
  const { page, electron } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  const link = links(page).filter({ hasText: "Open the bank's page" });
  if (electron === null) {
    // Here the page itself is in a browser: there is one way, a tab.
    await expect(link.getByRole('button', { name: "Open the bank's page" })).toHaveCount(1);
    await expect(link.getByRole('button', { name: 'In the browser' })).toHaveCount(0);
    return;
  }
  // In place before the click: from then on the address is waited for.
  await electron.evaluate(({ shell }) => {
    const opened = new Promise<string>((resolve) =>
      Object.assign(shell, { openExternal: async (url: string) => resolve(url) }),
    );
    Reflect.set(globalThis, 'opened', opened);
  });
  await link.getByRole('button', { name: 'In the browser' }).click();
  const address = await electron.evaluate((): Promise<string> => Reflect.get(globalThis, 'opened'));
  // Plain HTTP on this machine: its browser does not know the simulator's authority.
  expect(address).toMatch(/^http:\/\/localhost:\d+\/sca\//);
  expect(await (await fetch(address)).text()).toContain('National identity number');
  await expect(page.getByRole('heading', { name: 'The PSU is at the bank' })).toBeVisible();
});

test(
  'a payment can be followed from its creation through hold and release to the batch that it waits for',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await signedPayment(workbench);
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await goTo(page, 'Bank');
    await list(page).getByRole('row').nth(1).getByRole('button').click();
    const pane = page.getByRole('region', { name: 'Payment' });
    // The whole life cycle is seen on a projector, and in a narrow pane, too.
    const beyond = () => pane.getByRole('figure').evaluate((one) => one.scrollWidth - one.clientWidth);
    for (const width of [1280, 1024, 368]) {
      await page.setViewportSize({ width, height: 720 });
      // Widths are rounded to whole pixels.
      await expect.poll(beyond).toBeLessThanOrEqual(1);
    }
    await page.setViewportSize(size);
    const path = pane.getByRole('list', { name: 'Status history' }).getByRole('listitem');
    await expect(path.first()).toContainText('RCVD');
    await expect(pane.getByRole('figure')).toHaveAttribute('aria-label', /History: RCVD, /);
    await pane.getByRole('button', { name: 'Hold' }).click();
    await expect(said(page)).toContainText('Payment held');
    await expect(path.last()).toContainText('BLCK');
    await pane.getByRole('button', { name: 'Release' }).click();
    await expect(said(page)).toContainText('Payment released.');
    await expect(pane).toContainText('The payment waits for the batch of ');
    await pane.getByRole('button', { name: 'Move the clock there' }).click();
    await expect(said(page)).toContainText('The clock is now at ');
    await expect(path.last()).toContainText('ACSC');
    await expect(pane.getByText('Only a signed payment that is not yet settled')).toBeVisible();
  },
);
