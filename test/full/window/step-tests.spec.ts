/** What a run expects and keeps of a step that sends no request is seen, added, changed and removed in its form. */
import type { Step } from '../../../shared/collections/steps.ts';
import { expect, test } from '../../window/fixtures.ts';
import { savedSteps, writeFlow } from '../../window/collection-files.ts';
import { goTo } from '../../window/steps.ts';
import { violations } from '../../window/violations.ts';

test('assertions, variables, repetition and tags of an SCA, a control call and a pause are edited like those of a request', async ({
  workbench,
}) => {
  const { page, dataFolder } = workbench;
  await goTo(page, 'Requests');
  const file = (name: string) => savedSteps(dataFolder, 'Suite').find((step) => step.name === name);
  const context = { of: 'redirect', name: 'context' } as const;
  const approve: Step = {
    name: 'Approve',
    sca: { psu: 'Eirik Solbakken', decision: 'approve' },
    warn: [{ that: context, must: { is: 'equal', to: 'PRIVATE' } }],
    when: [{ variable: 'bank', must: { is: 'equal', to: 'local' } }],
  };
  const batch: Step = { name: 'Batch', control: { method: 'POST', path: '/control/batch' } };
  writeFlow(dataFolder, 'Suite', approve, batch, { name: 'Rest', pause: 0 });

  const open = (name: string) =>
    page
      .getByRole('tree', { name: 'Collections' })
      .getByRole('treeitem', { name: new RegExp(`${name}$`) })
      .click();
  const form = page.getByRole('form', { name: 'Step' });
  const rows = (list: string) => form.getByRole('list', { name: list }).getByRole('listitem');
  const saved = async () => {
    await page.keyboard.press('ControlOrMeta+s');
    await expect(form.getByRole('button', { name: 'Save step' })).toBeDisabled();
  };

  // An SCA brings the PSU's return, and nothing else.
  await open('Approve');
  const [first, second] = [rows('Assertions').nth(0), rows('Assertions').nth(1)];
  await expect(first.getByLabel('Compared with')).toHaveValue('PRIVATE');
  await expect(first.getByLabel('only warns')).toBeChecked();
  await expect(first.getByLabel('What is checked').getByRole('option')).toHaveText([
    'Redirect parameter',
    'Error code',
  ]);
  await expect(form.getByLabel('Repeat until')).toHaveCount(0);
  await form.getByRole('button', { name: 'Add an assertion' }).click();
  await first.getByLabel('Name', { exact: true }).fill('');
  await expect(first).toContainText('Enter the name.');
  // With a field that says nothing yet, the step is not saved; the field is where one goes on.
  await page.keyboard.press('ControlOrMeta+s');
  await expect(first.getByLabel('Name', { exact: true })).toBeFocused();
  expect(file('Approve')).not.toHaveProperty('expect');
  await first.getByLabel('Name', { exact: true }).fill('psu-id');
  await first.getByLabel('Comparison').selectOption('is present');
  await expect(second.getByLabel('Compared with')).toHaveValue('PRIVATE');
  await form.getByRole('button', { name: 'Add a variable' }).click();
  await rows('Kept as variables').getByLabel('Name of the variable').fill('who');
  await rows('Kept as variables').getByLabel('What of it is kept').selectOption('part of the path');
  await rows('Kept as variables').getByLabel('Number of the part').fill('0');
  await expect(rows('Kept as variables')).toContainText('1 is the first, -1 the last');
  await rows('Kept as variables').getByLabel('Number of the part').fill('2');
  await expect(form).toContainText('Runs only when bank: local');
  await form.getByLabel('Tags').fill('SCA-2, return');
  await saved();
  expect(file('Approve')).toMatchObject({
    tags: ['SCA-2', 'return'],
    when: [{ variable: 'bank', must: { is: 'equal', to: 'local' } }],
    sca: { psu: 'Eirik Solbakken', decision: 'approve' },
    expect: [{ that: { of: 'redirect', name: 'psu-id' }, must: { is: 'present' } }],
    warn: [{ that: context, must: { is: 'equal', to: 'PRIVATE' } }],
    keep: [{ as: 'who', from: { of: 'redirect', name: 'psu-id' }, pick: { segment: 2 } }],
  });
  expect(await violations(page)).toEqual([]);
  await second.getByRole('button', { name: 'Remove assertion 2' }).click();
  await saved();
  expect(file('Approve')).not.toHaveProperty('warn');

  // A control call brings a response without a schema and a signature.
  await open('Batch');
  await form.getByRole('button', { name: 'Add an assertion' }).click();
  await expect(first.getByLabel('What is checked').getByRole('option')).toHaveText([
    'Status',
    'Body at',
    'Header',
    'Time in ms',
    'Whole body',
  ]);
  await first.getByLabel('What is checked').selectOption('Body at');
  await first.getByLabel('JSONPath', { exact: true }).fill('$.state');
  await first.getByLabel('Comparison').selectOption('is present');
  await first.getByLabel('every member').check();
  await form.getByLabel('Repeat until').check();
  await form.getByLabel('Maximum attempts').fill('3');
  await saved();
  expect(file('Batch')).toMatchObject({
    expect: [{ that: { of: 'body', path: '$.state' }, must: { is: 'every', must: [{ is: 'present' }] } }],
    until: { expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 200 } }], rounds: 3 },
  });

  // A pause brings nothing to check; like every step, it may be repeated for each of several values.
  await open('Rest');
  await expect(form.getByRole('button', { name: 'Add an assertion' })).toHaveCount(0);
  await form.getByLabel('Skip in runs because').fill('No need');
  await form.getByLabel('Run for each').selectOption('of these values');
  await form.getByLabel('Values, one per line').fill('1\n"2"\nthree');
  await form.getByLabel('Name for each value').fill('number');
  await saved();
  expect(file('Rest')).toMatchObject({ pause: 0, skip: 'No need', each: { number: [1, '2', 'three'] } });
  await form.getByLabel('Run for each').selectOption('row of a file');
  await form.getByLabel('File in the collection').fill('numbers.csv');
  await saved();
  expect(file('Rest')).toMatchObject({ each: 'numbers.csv' });
});

test(
  'a list that was read before a save does not bring the old step back',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    const write = (name: string) => writeFlow(dataFolder, name, { name: `${name} here`, pause: 0 });
    await goTo(page, 'Requests');
    write('Rest');
    const tree = page.getByRole('tree', { name: 'Collections' });
    await tree.getByRole('treeitem', { name: /Rest here$/ }).click();
    const form = page.getByRole('form', { name: 'Step' });
    const skip = form.getByLabel('Skip in runs because');
    await skip.fill('No need');

    const [early, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [isRead, isReadAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let lists = 0;
    await page.route('**/rpc/saved.list', async (route) => {
      lists++;
      const response = await route.fetch();
      (lists === 1 ? isRead : isReadAgain).resolve();
      await (lists === 1 ? early : late).promise;
      await route.fulfill({ response });
    });
    write('Another');
    await isRead.promise;
    await page.keyboard.press('ControlOrMeta+s');
    await expect(form.getByRole('button', { name: 'Save step' })).toBeDisabled();
    early.resolve();
    await isReadAgain.promise;
    await expect(skip).toHaveValue('No need');
    late.resolve();
    await expect(tree.getByRole('treeitem', { name: /Another here$/ })).toBeVisible();
    await expect(skip).toHaveValue('No need');
  },
);
