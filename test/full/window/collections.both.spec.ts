/** The tree of collections: steps that send no request, and what collections, flows and groups say about themselves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, send } from '../../window/steps.ts';
import {
  savedFlow,
  savedSteps,
  writeFlow,
  writeInCollections,
  writeSteps,
} from '../../window/collection-files.ts';

const STEPS = { steps: [{ name: 'One', request: 'GET /v1/accounts' }] };

const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' });

const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });

const names = (page: Page) => tree(page).getByRole('treeitem');

const panel = (page: Page) => page.getByRole('region', { name: 'Collections', exact: true });

test(
  'a step that is no request is made, edited with its problem named, saved, and follows a flow that is renamed',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Requests');
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    writeSteps(dataFolder, 'Suite/Main', 'Alfa', 'Beta');
    writeSteps(dataFolder, 'Suite/Sign', 'In');
    await item(page, 'GET Alfa').click();
    const make = async (kind: string) => {
      await panel(page).getByRole('button', { name: 'New…' }).click();
      const form = panel(page).getByRole('form', { name: 'New' });
      await form.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
      await form.getByRole('button', { name: 'Create' }).click();
    };
    const file = (name: string) => savedSteps(dataFolder, 'Suite/Main').find((step) => step.name === name);
    await make('SCA');
    // Nothing of the request that was sent before.
    await expect(response).toHaveText(/^This step is done in a run/);
    // After the step that was selected.
    await expect(names(page)).toHaveText(['Suite', 'Main', /Alfa/, /Approve/, /Beta/, 'Sign', /In/]);
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

    await make('Consent');
    await expect(step.getByLabel('Decision')).toHaveCount(0);
    await step.getByLabel('Test customer').fill('Ingrid Haugen');
    await step.getByLabel('Acts for').selectOption('A company');
    await step.getByLabel('Agreement').fill('Fjord');
    await step.getByLabel('Accounts to share').fill('86011100009');
    await save.click();
    await expect(save).toBeDisabled();
    expect(file('Consent')).toMatchObject({
      consent: { psu: 'Ingrid Haugen', context: 'CORPORATE', agreement: 'Fjord', accounts: ['86011100009'] },
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

    await make('Included flow');
    await expect(step.getByLabel('Flow to include')).toHaveValue('Sign.flow.yaml');
    // Changed outside while it is edited: said, and not overwritten.
    await step.getByLabel('Variables for it').fill('who = Ingrid');
    const theirs = savedSteps(dataFolder, 'Suite/Main').map((one) =>
      one.include === undefined ? one : { ...one, include: { ...one.include, variables: { who: 'them' } } },
    );
    writeFlow(dataFolder, 'Suite/Main', ...theirs);
    await expect(page.getByRole('alert')).toContainText('Another program has changed this step');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(step.getByLabel('Variables for it')).toHaveValue('who = them');

    await item(page, 'Sign').click();
    await page.keyboard.press('F2');
    await panel(page).getByRole('form').getByLabel('Name').fill('Sign in');
    await page.keyboard.press('Enter');
    await expect(step.getByLabel('Flow to include')).toHaveValue('Sign in.flow.yaml');
    expect(file('Include')).toMatchObject({
      include: { flow: 'Sign in.flow.yaml', variables: { who: 'them' } },
    });
  },
);

test(
  'what a flow says about itself is shown without its scripts, and edited with its variables and headers',
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
    const write = (head: Readonly<Record<string, JsonValue>>) =>
      writeInCollections(dataFolder, 'Suite.flow.yaml', `# Ours\n${renderYaml({ ...head, ...STEPS })}`);
    write({ about: hostile, variables: { amount: '1.00', times: 3 } });
    await item(page, 'Suite').click({ modifiers: ['ControlOrMeta'] });
    await panel(page).getByRole('button', { name: 'About and variables of Suite' }).click();
    const flow = page.getByRole('region', { name: 'Flow', exact: true });
    await expect(flow.getByRole('heading', { name: 'Payments' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toHaveText(
      /^A folder has no response of its own/,
    );
    await expect(flow).toContainText('<script>document.title = "owned"</script>');
    await expect(flow.getByRole('listitem')).toHaveText(['one', 'two']);
    await expect(flow.getByRole('link')).toHaveCount(0);
    await expect(flow.locator('img, script')).toHaveCount(0);
    await expect(flow.getByLabel('Value of variable 2')).toHaveValue('3');

    await flow
      .getByRole('textbox', { name: 'About (Markdown)' })
      .fill('# Our suite\n\nSee [the site](https://example.org/site).');
    await flow.getByLabel('Name of variable 1').fill('sum');
    await flow.getByLabel('Value of variable 2').fill('4');
    await flow.getByRole('button', { name: 'Add variable' }).click();
    await flow.getByLabel('Name of variable 3').fill('1pin');
    await flow.getByLabel('Variable 3 is secret').check();
    await expect(flow.getByLabel('Value of variable 3')).toBeDisabled();
    await flow.getByRole('button', { name: 'Save changes' }).click();
    await expect(flow.getByRole('alert')).toContainText('“1pin” cannot be the name of a variable');
    await flow.getByLabel('Name of variable 3').fill('pin');
    await flow.getByLabel('Headers').fill('TPP-Redirect-Preferred\nPSU-IP-Address: 203.0.113.9');
    await flow.getByRole('button', { name: 'Save changes' }).click();
    await expect(flow.getByRole('alert')).toContainText('“TPP-Redirect-Preferred” is not a header');
    await flow.getByLabel('Headers').fill('TPP-Redirect-Preferred:\nPSU-IP-Address: 203.0.113.9');
    await flow.getByRole('button', { name: 'Save changes' }).click();
    await expect(flow.getByRole('heading', { name: 'Our suite' })).toBeVisible();
    await expect(flow.getByLabel('Variable 3 is secret')).toBeChecked();
    await expect(flow.getByLabel('Headers')).toHaveValue(/PSU-IP-Address: 203\.0\.113\.9/);
    const text = () => readFileSync(join(dataFolder, 'collections/Suite.flow.yaml'), 'utf8');
    expect(savedFlow(dataFolder, 'Suite').head).toMatchObject({
      variables: { sum: '1.00', times: 4 },
      secret: ['pin'],
      headers: { 'TPP-Redirect-Preferred': null, 'PSU-IP-Address': '203.0.113.9' },
    });
    expect(text()).toMatch(/^# Ours\n/);

    // Changed outside while it is edited: said, and not overwritten.
    await flow.getByRole('textbox', { name: 'About (Markdown)' }).fill('mine');
    write({ about: 'theirs' });
    await flow.getByRole('button', { name: 'Save changes' }).click();
    await expect(flow.getByRole('alert')).toContainText('changed by another program');
    expect(text()).toContain('theirs');
    await flow.getByRole('button', { name: 'Cancel' }).click();
    await expect(flow).toContainText('theirs');
    expect(opened).toEqual([]);
    // Of a long one, only the beginning is formatted: the parser could not end in time.
    write({ about: `# Long\n\n${'[a](**a *😀'.repeat(2000)}\n\n# The *end*` });
    await expect(flow.getByRole('heading', { name: 'Long' })).toBeVisible();
    await expect(flow).toContainText('Only the first 5,000 characters are formatted. This is the rest:');
    await expect(flow).toContainText('# The *end*');
    // The request takes its place again.
    await item(page, 'GET One').click();
    await expect(page.getByRole('region', { name: 'Request', exact: true })).toBeVisible();

    // Of a file of somebody else, the first ones are shown.
    const variables = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`v${at}`, 'x']));
    write({ variables, secret: Object.keys(variables) });
    await item(page, 'Suite').click();
    await panel(page).getByRole('button', { name: 'About and variables of Suite' }).click();
    await expect(flow.getByRole('row', { name: 'And 4,500 more.' })).toBeVisible();
    await expect(flow.getByLabel('Name of variable 500')).toHaveValue('v499');
  },
);

test(
  'what a group says is shown and edited, and what only its file has stays',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Requests');
    writeInCollections(
      dataFolder,
      'Suite.flow.yaml',
      [
        'steps:',
        '  - group: Refused # why',
        '    tags: [SIG-1]',
        '    when: { bank: local }',
        '    each: [{ fault: no-date }, { fault: no-signature }]',
        '    steps:',
        '      - name: One',
        '        about: |',
        '          Without *date*.',
        '        request: GET /v1/accounts',
        '',
      ].join('\n'),
    );
    await item(page, 'Refused').click({ modifiers: ['ControlOrMeta'] });
    await panel(page).getByRole('button', { name: 'About and variables of Refused' }).click();
    const group = page.getByRole('region', { name: 'Group', exact: true });
    await expect(group).toContainText('Runs only when bank: local');
    await expect(group.getByLabel('Tags')).toHaveValue('SIG-1');
    await expect(group).toContainText('The rows stand in the file of the flow: edit them there.');
    await expect(group.getByLabel('Runs only when a step includes it')).toHaveCount(0);
    await group.getByLabel('Name', { exact: true }).fill('All refused');
    await group.getByLabel('Tags').fill('SIG-1, SIG-2');
    await group.getByLabel('Skip in runs because').fill('No time');
    await group.getByRole('button', { name: 'Save changes' }).click();
    await expect(group.getByText('Unsaved changes')).toHaveCount(0);
    await expect(group.getByLabel('Tags')).toHaveValue('SIG-1, SIG-2');
    expect(savedFlow(dataFolder, 'Suite').items[0]).toMatchObject({
      name: 'All refused',
      repeats: {
        tags: ['SIG-1', 'SIG-2'],
        skip: 'No time',
        when: [{ variable: 'bank', must: { is: 'equal', to: 'local' } }],
        each: [{ fault: 'no-date' }, { fault: 'no-signature' }],
      },
    });

    // What a step is about stands above its request, and stays when the request is saved.
    await item(page, 'GET One').click();
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await expect(request.getByText('Without date.')).toBeVisible();
    await page.getByLabel('PSU-IP-Address', { exact: true }).fill('198.51.100.7');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText('unsaved changes')).toHaveCount(0);
    expect(savedSteps(dataFolder, 'Suite')[0]).toMatchObject({
      about: 'Without *date*.\n',
      request: { headers: { 'psu-ip-address': '198.51.100.7' } },
    });
  },
);
