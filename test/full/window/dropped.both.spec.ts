/** Files that are dropped on the window, whatever view is shown. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeIdentity } from '../../support/identity.ts';
import { expect, test } from '../../window/fixtures.ts';
import { drop, goTo, savedFile } from '../../window/steps.ts';

/** An export with that many open requests, no two the same. */
function withTabs(text: string, count: number): string {
  const work = JSON.parse(text) as { drafts: { tabs: { request: object }[] } };
  const [tab] = work.drafts.tabs;
  work.drafts.tabs = Array.from({ length: count }, (_, at) => ({
    ...tab,
    request: { ...tab?.request, body: `request ${at}` },
  }));
  return JSON.stringify(work);
}

test('a certificate, a collection, a flow, a demonstration, a snapshot and an export are dropped anywhere and open where they belong', async ({
  workbench,
}) => {
  const { page, dataFolder } = workbench;
  await goTo(page, 'Environments');
  const identity = await makeIdentity();
  await drop(page, { 'tpp.pem': identity.pem, 'tpp.key': identity.keyPem });
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeAttached();
  // The key of a test certificate needs no passphrase.
  await expect(
    page.getByRole('region', { name: 'Certificate', exact: true }).getByText('Imported'),
  ).toBeVisible();

  await goTo(page, 'Bank');
  await drop(page, {
    'commands.sh': "curl -X GET 'https://api.bank.example/v1/accounts' -H 'Accept: application/json'",
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeAttached();
  await expect(page.getByRole('region', { name: 'Import' })).toContainText('commands.sh');

  await goTo(page, 'Bank');
  await drop(page, { 'Mine.flow.yaml': '# Mine\nsteps:\n  - session: mine\n' });
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeAttached();
  const tree = page.getByRole('tree', { name: 'Collections' });
  await expect(tree.getByRole('treeitem', { name: 'Mine', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  expect(readFileSync(join(dataFolder, 'collections/Mine.flow.yaml'), 'utf8')).toMatch(/^# Mine\n/);
  await goTo(page, 'Bank');
  await drop(page, { 'Wrong.flow.yaml': 'steps:\n  - sesion: mine\n' });
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong.flow.yaml' })).toContainText(
    'was not added: line 2, column 5',
  );

  await goTo(page, 'Bank');
  await drop(page, { 'My class.demonstration.yaml': 'name: Mine\n' });
  await expect(page.getByRole('heading', { level: 1, name: 'Flow' })).toBeAttached();
  const refusal = page.getByRole('region', { name: 'Demonstrations' }).getByRole('alert');
  await expect(refusal).toContainText('My class.demonstration.yaml');
  await expect(refusal).toBeInViewport();

  await goTo(page, 'Settings');
  const everything = await savedFile(workbench, () =>
    page.getByRole('button', { name: 'Export everything' }).click(),
  );
  await goTo(page, 'Flow');
  await drop(page, { 'work.json': everything.toString() });
  // Nothing is added before the person has said so.
  const question = page.getByRole('region', { name: 'Add work.json?' });
  // What there is none of is not listed.
  await expect(question).toContainText(
    /with 1 environment, 1 step of collections, 1 snapshot and \d open requests?\./,
  );
  await expect(question.getByRole('button', { name: 'Add', exact: true })).toBeInViewport();
  // Its sentences are below each other.
  const widths = await question
    .locator('p')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThan(500);
  expect(existsSync(join(dataFolder, 'snapshots'))).toBe(false);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await drop(page, { 'work.json': withTabs(everything.toString(), 25) });
  await question.getByRole('button', { name: 'Add', exact: true }).click();
  const imported = page.getByRole('region', { name: 'Imported' });
  await expect(imported).toContainText('The bank of the file is the snapshot');
  await expect(imported).toBeInViewport();
  await expect(imported).toContainText(
    /1 snapshot.* Open requests of the file: 20 opened.* and 5 not open yet\./,
  );
  // However many requests were open there, a few are opened here, and the others wait.
  await imported.getByText('Requests that are not open yet: 5').click();
  const waiting = imported.getByRole('list', { name: 'Not open yet' }).getByRole('button');
  await expect(waiting).toHaveCount(5);
  await waiting.first().click();
  await expect(waiting).toHaveCount(4);

  const kept = readdirSync(join(dataFolder, 'snapshots'));
  const snapshot = kept.find((file) => file.endsWith('.snapshot.json')) ?? '';
  await drop(page, { 'bank.snapshot.json': readFileSync(join(dataFolder, 'snapshots', snapshot), 'utf8') });
  await expect(page.getByText('Snapshot “bank” added.')).toBeVisible();
});
