/** What is exported on one machine is imported on another: a second workbench with an empty data folder. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import {
  expect,
  type HostProcess,
  startHost,
  stopHost,
  test,
  type Workbench,
} from '../../window/fixtures.ts';
import {
  chooseOperation,
  drop,
  getAccounts,
  giveConsent,
  goTo,
  restoreSnapshot,
  snapshotMenu,
  savedFile,
  send,
  showDemonstrations,
} from '../../window/steps.ts';
import { violations } from '../../window/violations.ts';

let folder: string;
let host: HostProcess;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-another-machine-'));
  host = await startHost(folder);
});
test.afterEach(async () => {
  await stopHost(host);
  rmSync(folder, { recursive: true, force: true });
});

const list = (page: Page) => page.getByRole('region', { name: 'List', exact: true });

test('a snapshot of a bank is saved as a file and restored on another machine', async ({
  workbench,
  browserPage,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await page.getByRole('textbox', { name: 'Snapshot name' }).fill('Kurs: dag 1');
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect(page.getByText(/contains all data of the bank.*contains no private keys/)).toBeVisible();
  const saved = await savedFile(workbench, () => snapshotMenu(page, 'Kurs: dag 1', 'Save as file…'));
  expect(saved.toString()).not.toMatch(/PRIVATE KEY|BEGIN/);

  const other = await browserPage();
  await other.goto(host.url);
  await goTo(other, 'Bank');
  await expect(list(other)).not.toContainText('RCVD');
  await other.getByRole('button', { name: /^Snapshots/ }).click();
  const files = other.getByLabel('Snapshot files');
  await files.setInputFiles({ name: 'notes.json', mimeType: '', buffer: Buffer.from('{"version":1}') });
  await expect(other.getByRole('alert')).toContainText('notes.json is not a snapshot of a bank.');
  await files.setInputFiles({ name: 'from.snapshot.json', mimeType: '', buffer: saved });
  await expect(other.getByText('Snapshot “Kurs: dag 1” added.')).toBeVisible();
  await restoreSnapshot(other);
  await expect(list(other)).toContainText('RCVD');
});

const STEPS = [{ title: 'One', text: 'One.' }];

/** The parts of an export that are the same on every machine. */
interface Exported {
  settings: object;
  environments: { name: string; baseUrl: string; headers: string; variables: object[] }[];
  collections: object;
  drafts: { tabs: { request: object }[] };
  history: { id: string; path: string; status: number; response: object; requestBody: string }[];
  flow: { kind: string; at: number; about: object[] }[];
  bank: { tables: Record<string, object[]> };
}

/** What the user has, without what belongs to one machine: ids, ports, positions. */
const workOf = ({ settings, environments, collections, drafts, history, flow }: Exported) => ({
  settings,
  environments: environments
    .filter(({ name }) => name !== 'Local bank')
    .map(({ name, baseUrl, headers, variables }) => ({ name, baseUrl, headers, variables })),
  variables: environments.find(({ name }) => name === 'Local bank')?.variables,
  collections,
  drafts: drafts.tabs.map(({ request }) => request),
  history: history.map(({ id, path, status, response, requestBody }) => ({
    id,
    path,
    status,
    response,
    requestBody,
  })),
  flow: flow.map(({ kind, at, about }) => ({ kind, at, about })),
});

async function exported(page: Page, save: (click: () => Promise<void>) => Promise<Buffer>): Promise<Buffer> {
  await goTo(page, 'Settings');
  return save(() => page.getByRole('button', { name: 'Export everything' }).click());
}

test('Export everything is imported into an empty data folder, and the two are the same', async ({
  workbench,
  browserPage,
}) => {
  const { page } = workbench;
  await giveConsent(workbench);
  await goTo(page, 'Environments');
  const variable = page.getByRole('form', { name: 'New variable' });
  await variable.getByLabel('Variable name').fill('ip');
  await variable.getByLabel('Value').fill('198.51.100.9');
  await variable.getByRole('button', { name: 'Set variable' }).click();
  await variable.getByLabel('secret').check();
  await variable.getByLabel('Variable name').fill('apiKey');
  await variable.getByLabel('Value').fill('svært-hemmelig');
  await variable.getByRole('button', { name: 'Set variable' }).click();
  await page.getByRole('button', { name: 'New environment' }).first().click();
  const form = page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Name', { exact: true }).fill('Nordbank');
  await form.getByLabel('Base URL').fill('https://nordbank.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await page.getByRole('textbox', { name: 'Body' }).fill('{ "mine": true }');
  await page.getByRole('button', { name: 'Save…' }).click();
  const saving = page.getByRole('form', { name: 'Save request' });
  await saving.getByLabel('Name').fill('Mine');
  await saving.getByLabel('Flow').fill('Kurs/Dag 1');
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saving).toBeHidden();
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await page.getByRole('textbox', { name: 'Snapshot name' }).fill('Kurs: dag 1');
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect(page.getByText('Snapshot “Kurs: dag 1” taken.')).toBeVisible();
  await showDemonstrations(page);
  const demonstration = {
    name: 'Kurs',
    summary: 'Of my own.',
    minutes: 1,
    start: '2026-10-05T10:00:00+02:00',
    steps: STEPS,
  };
  await page.getByLabel('Add a file…').setInputFiles({
    name: 'kurs.demonstration.yaml',
    mimeType: '',
    buffer: Buffer.from(renderYaml(demonstration)),
  });
  await expect(page.getByRole('button', { name: 'Play: Kurs' })).toBeVisible();
  const file = await exported(page, (click) => savedFile(workbench, click));
  expect(file.toString()).not.toContain('svært-hemmelig');

  const other = await browserPage();
  await other.goto(host.url);
  await goTo(other, 'Settings');
  const input = other.getByLabel('File of “Export everything”');
  await input.setInputFiles({ name: 'notes.json', mimeType: '', buffer: Buffer.from('{}') });
  await expect(other.getByRole('alert')).toContainText('notes.json is not an export of all work.');
  await input.setInputFiles({ name: 'work.json', mimeType: '', buffer: file });
  const question = other.getByRole('region', { name: 'Add work.json?' });
  await expect(question).toContainText(
    /2 environments, 2 variables, 1 step of collections, \d+ exchanges?, 2 snapshots, /,
  );
  await expect(question).toContainText('Runs of collections and their baselines are not in the file.');
  await question.getByRole('button', { name: 'Add', exact: true }).click();
  const imported = other.getByRole('region', { name: 'Imported' });
  await expect(imported).toContainText(
    /Added: 1 environment, 1 variable, 1 step of collections, \d+ exchanges?, 2 snapshots /,
  );
  await expect(imported).toContainText('Runs of collections and their baselines are not in the file.');
  // What was opened from a saved request goes on with the one that was imported with it.
  await goTo(other, 'Requests');
  const tab = other
    .getByRole('navigation', { name: 'Open requests' })
    .getByRole('button', { name: 'POST Mine' });
  await expect(tab).toBeVisible();
  await goTo(other, 'Settings');
  await expect(imported).toContainText('the value of the secret variable apiKey is not in the file');
  const again = await exported(other, async (click) => {
    const [download] = await Promise.all([other.waitForEvent('download'), click()]);
    return readFileSync(await download.path());
  });
  const [before, after] = [file, again].map((text) => JSON.parse(text.toString()) as Exported);
  if (before === undefined || after === undefined) throw new Error('Two files were exported.');
  const [was, is] = [workOf(before), workOf(after)];
  // The secret value is not in the file, and drafts of this window come first.
  expect({ ...is, drafts: [] }).toEqual({ ...was, drafts: [], variables: [was.variables?.[1]] });
  expect(is.drafts).toEqual(expect.arrayContaining(was.drafts));
  expect(was.history.length).toBeGreaterThan(0);
  expect(was.flow.length).toBeGreaterThan(0);
  await expect(imported).toContainText(/, 2 snapshots and 1 demonstration\./);
  // What was signed with a key that is not here is not signed with another.
  await goTo(other, 'Environments');
  await other
    .getByRole('button', { name: /^Nordbank/ })
    .first()
    .click();
  const environment = other.getByRole('form', { name: 'Environment' });
  await expect(environment).toContainText('“Nordbank” was imported without its certificate');
  await expect(environment.getByLabel('Signing certificate').locator('option:checked')).toHaveText(
    'not imported yet',
  );
  await showDemonstrations(other);
  await expect(other.getByRole('button', { name: 'Play: Kurs' })).toBeVisible();
  // Its bank is a snapshot, which is restored, and so are those that were taken of it.
  await goTo(other, 'Bank');
  await other.getByRole('button', { name: /^Snapshots/ }).click();
  const snapshot = (name: string | RegExp) =>
    other.getByRole('list', { name: 'Snapshots' }).getByRole('listitem').filter({ hasText: name });
  await restoreSnapshot(snapshot(/^Export of/));
  await expect(other.getByText(/Snapshot “Export of .*” restored/)).toBeVisible();
  await other.getByRole('button', { name: /^Snapshots/ }).click();
  await restoreSnapshot(snapshot('Kurs: dag 1'));
  await expect(other.getByText(/Snapshot “Kurs: dag 1” restored/)).toBeVisible();
  await other
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('button', { name: /Consents/ })
    .click();
  await expect(list(other)).toContainText('Eirik Solbakken');
});

/** A workbench that a trainee has started: as the steps of journeys want it. */
async function traineeAt(page: Page, url: string, dataFolder: string): Promise<Workbench> {
  await page.goto(url);
  return {
    kind: 'browser',
    page,
    dataFolder,
    electron: null,
    url,
    psuPage: async (open) => (await Promise.all([page.context().waitForEvent('page'), open()]))[0],
  };
}

test('four workbenches join the banks of a class by their links; one is reset, and the others keep everything', async ({
  workbench,
  browserPage,
}) => {
  const { page } = workbench;
  await page.getByRole('button', { name: 'Search or run a command' }).click();
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('class');
  await page.getByRole('option', { name: 'Class' }).first().click();
  const names = ['Anna', 'Bjørn', 'Carl', 'Dina'];
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Names').fill(names.join('\n'));
  await page.getByRole('button', { name: 'Start the class' }).click();
  const banks = page.getByRole('region', { name: 'Banks' });
  await expect(banks).toContainText('0 of 4 have joined');
  const linkOf = async (name: string) => {
    await banks.getByRole('button', { name: `Show the bank of ${name}` }).click();
    const shown = page.getByRole('complementary', { name: `Bank of ${name}` });
    return (await shown.getByText(/^tpp-workbench:/).textContent()) ?? '';
  };
  const links = new Map<string, string>();
  for (const name of names) links.set(name, await linkOf(name));
  const file = await savedFile(workbench, () => page.getByRole('button', { name: 'Save as file…' }).click());
  const tokens = names.map((name) => /#([\w-]+)\./.exec(links.get(name) ?? '')?.[1] ?? '?');
  expect(tokens.filter((token) => file.includes(token))).toEqual([tokens[3]]);

  // Three clicks at most: the palette, its command, Join.
  const folders = names.map(() => mkdtempSync(join(tmpdir(), 'tpp-trainee-')));
  const hosts = await Promise.all(folders.map((one) => startHost(one)));
  const trainees: Workbench[] = [];
  for (const [at, name] of names.entries()) {
    const trainee = await traineeAt(await browserPage(), hosts[at]?.url ?? '', folders[at] ?? '');
    trainees.push(trainee);
    if (name === 'Dina') await drop(trainee.page, { 'Dina.class.json': file.toString() });
    else {
      await trainee.page.getByRole('button', { name: 'Search or run a command' }).click();
      await trainee.page.getByRole('combobox').fill(links.get(name) ?? '');
      await trainee.page.getByRole('option', { name: `Join the bank of ${name}` }).click();
    }
    const question = trainee.page.getByRole('dialog', { name: 'Join the bank of a class' });
    await expect(question).toContainText(/https:\/\/localhost:\d+/);
    await expect(question).toContainText(/Fingerprint of the CA([0-9A-F]{2}:){31}[0-9A-F]{2}/);
    await expect(question).toContainText(name);
    if (name === 'Anna') expect(await violations(trainee.page)).toEqual([]);
    await question.getByRole('button', { name: 'Join' }).click();
    await expect(trainee.page.getByRole('heading', { name: `Class: ${name}` })).toBeVisible();
  }
  await expect(banks).toContainText('4 of 4 have joined');

  const rowOf = (name: string) => banks.getByRole('row').filter({ hasText: name });
  const done = (name: string) => rowOf(name).getByTitle('done');
  const [anna, bjorn] = trainees;
  if (anna === undefined || bjorn === undefined) throw new Error('There are four trainees.');
  for (const trainee of [anna, bjorn]) {
    await giveConsent(trainee);
    await getAccounts(trainee.page);
  }
  await expect(done('Anna')).toHaveCount(4);
  await expect(done('Bjørn')).toHaveCount(4);
  expect(await violations(page)).toEqual([]);
  await expect(rowOf('Bjørn')).toContainText('200 GET /v1/accounts');
  // The bank's inner events are in the trainee's own diagram.
  await goTo(anna.page, 'Flow');
  await anna.page.getByText('List', { exact: true }).click();
  await expect(anna.page.getByRole('main')).toContainText(/approves/i);

  await banks.getByRole('button', { name: 'Show the bank of Anna' }).click();
  const shown = page.getByRole('complementary', { name: 'Bank of Anna' });
  await shown.getByRole('button', { name: 'Reset…' }).click();
  await shown.getByRole('button', { name: 'Reset this bank' }).click();
  await expect(done('Anna')).toHaveCount(0);
  await expect(done('Bjørn')).toHaveCount(4);
  await goTo(bjorn.page, 'Requests');
  await send(bjorn.page, '200 OK');
  await banks.getByRole('button', { name: 'Show the bank of Bjørn' }).click();
  await expect(page.getByRole('complementary', { name: 'Bank of Bjørn' })).toContainText('Requests3');
  // Anna's workbench knows that its PSU is gone.
  await expect(anna.page.getByRole('contentinfo')).toContainText('No PSU yet');
  await Promise.all(hosts.map((one) => stopHost(one)));
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});
