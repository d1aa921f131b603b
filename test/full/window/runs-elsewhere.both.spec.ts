/** A run at a bank that is not a simulator: the window says that a person must act at the bank, and the run goes on afterwards. */
import { readFileSync } from 'node:fs';
import { approveAt } from '../../support/psu-browser.ts';
import { requestStep } from '../../../shared/collections/request-step.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { type BankProcess, startProcess } from '../../support/process.ts';
import { expect, test } from '../../window/fixtures.ts';
import { writeFlow } from '../../window/collection-files.ts';
import { chooseOperation, goTo, pageElsewhere } from '../../window/steps.ts';

let bank: BankProcess;
test.beforeAll(async () => {
  bank = await startProcess('--psu-http', '--data', ':memory:');
});
test.afterAll(() => bank.child.kill());

const STEPS: readonly Step[] = [
  requestStep('Ask for consent', fresh('createConsent')),
  { name: 'Eirik approves', sca: { psu: 'Eirik Solbakken', decision: 'approve' } },
  requestStep('Read the accounts', fresh('listAccounts')),
];

test(
  'the run waits while the PSU is at the bank, and goes on with what the PSU brings back',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    writeFlow(dataFolder, 'Accounts/Reading', ...STEPS);
    await goTo(page, 'Environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    const form = page.getByRole('form', { name: 'Environment' });
    await form.getByLabel('Name', { exact: true }).fill('Nordbank');
    await form.getByLabel('Base URL').fill(bank.ready.apiBaseUrl);
    await form.getByLabel('Trusted roots').fill(readFileSync(bank.ready.caFile, 'utf8'));
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Send requests here' }).click();
    await expect(page.getByRole('contentinfo')).toContainText('Nordbank');

    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    const redirectUri = await page.getByRole('textbox', { name: 'TPP-Redirect-URI' }).inputValue();

    await goTo(page, 'Runs');
    await page.getByRole('combobox', { name: 'What to run' }).selectOption('Accounts');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const waiting = page.getByRole('region', { name: 'SCA at the bank' });
    await expect(waiting).toContainText('until you have approved as Eirik Solbakken');
    await expect(page.getByRole('region', { name: 'Runs of collections' })).toContainText(
      'waits for you at the bank',
    );
    const opened = await pageElsewhere(workbench, () =>
      waiting.getByRole('button', { name: "Open the bank's page" }).click(),
    );
    expect(opened).toContain(bank.ready.psuBaseUrl);
    await expect(waiting).toBeVisible();

    // What a person does there, and the way back.
    const psu = {
      psu: 'Eirik Solbakken',
      decision: 'approve',
      context: null,
      agreement: null,
      accounts: null,
    } as const;
    const { signal } = new AbortController();
    const way = { origins: [new URL(opened).origin], redirectUri, ca: '', signal };
    await fetch((await approveAt(opened, psu, way)).redirect);
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('3 of 3 steps');
    await expect(waiting).toBeHidden();
    await expect(page.getByRole('tree', { name: 'Steps' }).getByRole('treeitem')).toHaveCount(3);
    await expect(page.getByRole('group', { name: 'Show' })).toContainText('Passed 3');

    // It was the run's SCA, not that of the request on screen.
    await goTo(page, 'Requests');
    await expect(page.getByRole('button', { name: 'Sign and send' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The PSU is at the bank' })).toBeHidden();
  },
);
