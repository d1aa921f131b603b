/** What is typed in a form and not saved stays, with a mark, whatever is shown meanwhile. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { writeFlow } from '../../window/collection-files.ts';
import { goTo } from '../../window/steps.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Collections', exact: true });
const item = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Collections' }).getByRole('treeitem', { name, exact: true });

function write(dataFolder: string): void {
  const sca = { psu: 'Eirik Solbakken', decision: 'approve' } as const;
  writeFlow(dataFolder, 'Class', { name: 'One', sca }, { name: 'Two', sca });
}

test(
  'what is typed in the forms of a flow and a step stays until it is saved or given up',
  {
    tag: '@page',
  },
  async ({ workbench: { page, dataFolder } }) => {
    await goTo(page, 'Requests');
    write(dataFolder);
    const describe = panel(page).getByRole('button', { name: /^About and variables of / });
    const flow = page.getByRole('region', { name: 'Flow', exact: true });
    const about = flow.getByRole('textbox', { name: 'About (Markdown)' });
    await item(page, 'Class').click({ modifiers: ['ControlOrMeta'] });
    await describe.click();
    await about.fill('For the class');
    await flow.getByRole('button', { name: 'Add variable' }).click();
    await flow.getByLabel('Name of variable 1').fill('amount');
    await expect(flow.getByText('Unsaved changes')).toBeVisible();
    await goTo(page, 'Bank');
    await goTo(page, 'Requests');
    await expect(about).toHaveValue('For the class');

    // Another step, edited too; both are marked in the tree, and a folded flow for what is in it.
    await item(page, 'SCA One').click();
    const step = page.getByRole('region', { name: 'Step', exact: true });
    await step.getByLabel('Decision').selectOption('Abort');
    await item(page, 'SCA Two').click();
    await expect(step.getByLabel('Decision')).toHaveValue('approve');
    await expect(step.getByText('Unsaved changes')).toHaveCount(0);
    await goTo(page, 'Bank');
    await goTo(page, 'Requests');
    await item(page, 'SCA One , unsaved changes').click();
    await expect(step.getByLabel('Decision')).toHaveValue('abort');
    await expect(step.getByText('Unsaved changes')).toBeVisible();

    // They follow a new name of the flow.
    await item(page, 'Class , unsaved changes').click();
    await describe.click();
    await expect(about).toHaveValue('For the class');
    await expect(flow.getByLabel('Name of variable 1')).toHaveValue('amount');
    await flow.getByLabel('Name', { exact: true }).fill('Monday');
    await flow.getByRole('button', { name: 'Save changes' }).click();
    await expect(flow).toContainText('For the class');
    await expect(flow.getByText('Unsaved changes')).toHaveCount(0);
    await expect(item(page, 'Monday , unsaved changes')).toHaveAttribute('aria-expanded', 'false');
    await item(page, 'Monday , unsaved changes').click();
    await item(page, 'SCA One , unsaved changes').click();
    await expect(step.getByLabel('Decision')).toHaveValue('abort');
    await step.getByRole('button', { name: 'Cancel' }).click();
    await expect(step.getByLabel('Decision')).toHaveValue('approve');
    await expect(item(page, 'SCA One')).toBeVisible();
  },
);

test(
  'what is typed in the form of an environment stays until it is saved or given up',
  {
    tag: '@page',
  },
  async ({ workbench: { page } }) => {
    await goTo(page, 'Environments');
    const form = page.getByRole('form', { name: 'Environment' });
    const pane = page.getByRole('region', { name: 'Environment', exact: true });
    await form.getByLabel('Header defaults').fill('X-Class: monday');
    await goTo(page, 'History');
    await goTo(page, 'Environments');
    await expect(form.getByLabel('Header defaults')).toHaveValue('X-Class: monday');

    // A new one, before it is saved; the other is marked meanwhile.
    await page.getByRole('button', { name: 'New environment' }).first().click();
    await form.getByLabel('Name', { exact: true }).fill('Nordbank');
    await page
      .getByRole('button', { name: /^Local bank/ })
      .filter({ hasText: 'Unsaved changes' })
      .click();
    await expect(form.getByLabel('Header defaults')).toHaveValue('X-Class: monday');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
    await expect(pane.getByText('Unsaved changes')).toHaveCount(0);
    await page.getByRole('button', { name: /^New environment.+Not saved yet/ }).click();
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Nordbank');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByLabel('Name', { exact: true })).not.toHaveValue('Nordbank');
  },
);

test(
  'what is typed for a new test certificate stays until it is made or given up',
  {
    tag: '@page',
  },
  async ({ workbench: { page } }) => {
    await goTo(page, 'Certificates');
    const begin = page.getByRole('button', { name: 'New test certificate' });
    await begin.click();
    const form = page.getByRole('region', { name: 'New test certificate' });
    await form.getByLabel('Organisation', { exact: true }).fill('Klasse AS');
    await goTo(page, 'Bank');
    await goTo(page, 'Certificates');
    await begin.click();
    await expect(form.getByLabel('Organisation', { exact: true })).toHaveValue('Klasse AS');
    await expect(form.getByText('Unsaved changes')).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByLabel('Organisation', { exact: true })).not.toHaveValue('Klasse AS');
    await expect(form.getByText('Unsaved changes')).toHaveCount(0);
  },
);
