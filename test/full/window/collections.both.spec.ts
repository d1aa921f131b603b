/** The tree of collections: folders, order, several at once, documentation, variables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, send } from '../../window/steps.ts';
import { writeInCollections, writeSteps } from '../../window/collection-files.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' });

const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });

const names = (page: Page) => tree(page).getByRole('treeitem');

const panel = (page: Page) => page.getByRole('region', { name: 'Collections', exact: true });

test(
  'a step that is no request is made, edited with its problem named, saved, and follows a folder that is renamed',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Requests');
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    writeInCollections(dataFolder, 'Suite/collection.json', '{"version":1}');
    writeSteps(dataFolder, 'Suite', 'Alfa', 'Beta');
    writeSteps(dataFolder, 'Suite/Sign', 'In');
    await item(page, 'GET Alfa').click();
    const make = async (kind: string) => {
      await panel(page).getByRole('button', { name: 'New step…' }).click();
      const form = panel(page).getByRole('form', { name: 'New step' });
      await form.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
      await form.getByRole('button', { name: 'Create step' }).click();
    };
    const file = (name: string) =>
      JSON.parse(readFileSync(join(dataFolder, `collections/Suite/${name}.step.json`), 'utf8')) as object;
    await make('SCA');
    // Nothing of the request that was sent before.
    await expect(response).toHaveText(/^This step is done in a run/);
    // After the step that was selected.
    await expect(names(page)).toHaveText(['Suite', /Alfa/, /Approve/, /Beta/, 'Sign', /In/]);
    const step = page.getByRole('form', { name: 'Step' });
    const save = step.getByRole('button', { name: 'Save step' });
    await step.getByLabel('Test customer').fill('');
    await expect(step.getByText('Enter the test customer who acts.')).toBeVisible();
    await expect(save).toBeDisabled();
    await step.getByLabel('Test customer').fill('Ingrid Haugen');
    await step.getByLabel('Decision').selectOption('Abort');
    await step.getByLabel('Acts for').selectOption('A company');
    await step.getByLabel('Accounts to share').fill('86011100009\n{{iban}}');
    await step.getByLabel('Name', { exact: true }).fill('Ingrid aborts');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(item(page, 'SCA Ingrid aborts')).toHaveAttribute('aria-current', 'true');
    expect(file('Ingrid aborts')).toMatchObject({
      sca: {
        psu: 'Ingrid Haugen',
        decision: 'abort',
        context: 'CORPORATE',
        accounts: ['86011100009', '{{iban}}'],
      },
    });

    await make('Control call');
    await step
      .getByRole('combobox', { name: 'Control call' })
      .selectOption('Move clock: Forward by an ISO 8601 duration of weeks, days, hours, minutes and seconds');
    await expect(step.getByLabel('JSON body')).toHaveValue(/PT1H/);
    await step.getByLabel('JSON body').fill('{ "advance": ');
    await expect(step.getByText('This is not JSON')).toBeVisible();
    await step.getByLabel('JSON body').fill('{ "advance": "P1D" }');
    await save.click();
    await expect(save).toBeDisabled();
    expect(file('Control call')).toMatchObject({
      control: { method: 'POST', path: '/control/clock', json: { advance: 'P1D' } },
    });

    await make('Included folder');
    await expect(step.getByLabel('Folder to include')).toHaveValue('Sign');
    // Changed outside while it is edited: said, and not overwritten.
    await step.getByLabel('Variables for it').fill('who = Ingrid');
    writeInCollections(
      dataFolder,
      'Suite/Include.step.json',
      '{"version":2,"name":"Include","include":{"folder":"Sign","variables":{"who":"them"}}}',
    );
    await expect(page.getByRole('alert')).toContainText('Another program has changed this step');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(step.getByLabel('Variables for it')).toHaveValue('who = them');

    await item(page, 'Sign').click();
    await page.keyboard.press('F2');
    await panel(page).getByRole('form').getByLabel('Name').fill('Sign in');
    await page.keyboard.press('Enter');
    await expect(step.getByLabel('Folder to include')).toHaveValue('Sign in');
    expect(file('Include')).toMatchObject({ include: { folder: 'Sign in', variables: { who: 'them' } } });
  },
);

test(
  'the documentation of a folder is shown without its scripts, and edited with its variables',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    const opened: string[] = [];
    await page.context().route('https://example.org/**', (route) => {
      opened.push(route.request().url());
      return route.fulfill({ body: 'opened' });
    });
    await goTo(page, 'Requests');
    const hostile = [
      '# Payments',
      '<script>document.title = "owned"</script><img src=x onerror="document.title=1">',
      '[bad](javascript:document.title=1) ![pixel](https://example.org/pixel.png)',
      '- one\n- **two**',
      '| a | b |\n| - | - |\n| 1 | 2 |',
    ].join('\n\n');
    writeSteps(dataFolder, 'Suite', 'One');
    writeInCollections(dataFolder, 'Suite/README.md', hostile);
    writeInCollections(
      dataFolder,
      'Suite/collection.json',
      '{"version":1,"variables":{"amount":"1.00","times":3}}',
    );
    await item(page, 'Suite').click({ modifiers: ['ControlOrMeta'] });
    await panel(page).getByRole('button', { name: 'Documentation and variables of Suite' }).click();
    const folder = page.getByRole('region', { name: 'Folder', exact: true });
    await expect(folder.getByRole('heading', { name: 'Payments' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toHaveText(
      /^A folder has no response of its own/,
    );
    await expect(folder).toContainText('<script>document.title = "owned"</script>');
    await expect(folder.getByRole('listitem')).toHaveText(['one', 'two']);
    await expect(folder.getByRole('link')).toHaveCount(0);
    await expect(folder.locator('img, script')).toHaveCount(0);
    await expect(folder.getByRole('row', { name: 'times 3' })).toBeVisible();

    await folder.getByRole('button', { name: 'Edit' }).click();
    await folder
      .getByRole('textbox', { name: 'Documentation (Markdown)' })
      .fill('# Our suite\n\nSee [the site](https://example.org/site).');
    await folder.getByLabel('Name of variable 1').fill('sum');
    await folder.getByLabel('Value of variable 2').fill('4');
    await folder.getByRole('button', { name: 'Add variable' }).click();
    await folder.getByLabel('Name of variable 3').fill('1pin');
    await folder.getByLabel('Variable 3 is secret').check();
    await expect(folder.getByLabel('Value of variable 3')).toBeDisabled();
    await folder.getByRole('button', { name: 'Save folder' }).click();
    await expect(folder.getByRole('alert')).toContainText('“1pin” cannot be the name of a variable');
    await folder.getByLabel('Name of variable 3').fill('pin');
    await folder.getByRole('button', { name: 'Save folder' }).click();
    await expect(folder.getByRole('heading', { name: 'Our suite' })).toBeVisible();
    await expect(
      folder.getByRole('row', { name: 'pin from the environment or the command line' }),
    ).toBeVisible();
    expect(JSON.parse(readFileSync(join(dataFolder, 'collections/Suite/collection.json'), 'utf8'))).toEqual({
      version: 1,
      variables: { sum: '1.00', times: 4 },
      secret: ['pin'],
    });

    // Changed outside while it is edited: said, and not overwritten.
    await folder.getByRole('button', { name: 'Edit' }).click();
    await folder.getByRole('textbox', { name: 'Documentation (Markdown)' }).fill('mine');
    writeInCollections(dataFolder, 'Suite/README.md', 'theirs');
    await folder.getByRole('button', { name: 'Save folder' }).click();
    await expect(folder.getByRole('alert')).toContainText('changed by another program');
    expect(readFileSync(join(dataFolder, 'collections/Suite/README.md'), 'utf8')).toBe('theirs');
    await folder.getByRole('button', { name: 'Cancel' }).click();
    await expect(folder).toContainText('theirs');
    expect(opened).toEqual([]);
    // Of a long one, only the beginning is formatted: the parser could not end in time.
    writeInCollections(
      dataFolder,
      'Suite/README.md',
      `# Long\n\n${'[a](**a *😀'.repeat(2000)}\n\n# The *end*`,
    );
    await expect(folder.getByRole('heading', { name: 'Long' })).toBeVisible();
    await expect(folder).toContainText('Only the first 5,000 characters are formatted. This is the rest:');
    await expect(folder).toContainText('# The *end*');
    // The request takes its place again.
    await item(page, 'GET One').click();
    await expect(page.getByRole('region', { name: 'Request', exact: true })).toBeVisible();

    // Of a file of somebody else, the first ones are shown.
    const variables = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`v${at}`, 'x']));
    writeSteps(dataFolder, 'Many', 'One');
    const file = { version: 1, variables, secret: Object.keys(variables) };
    writeInCollections(dataFolder, 'Many/collection.json', JSON.stringify(file));
    await item(page, 'Many').click();
    await panel(page).getByRole('button', { name: 'Documentation and variables of Many' }).click();
    await expect(folder.getByRole('row', { name: 'And 4,500 more.' })).toBeVisible();
    await expect(folder.getByRole('row', { name: 'v499 from the environment' })).toBeVisible();
  },
);
