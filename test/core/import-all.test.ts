/** An import of all work from a file that anybody may have written. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { NO_TESTS } from '../../shared/collections/step-tests.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { callCore, downloaded, startCore } from '../support/workbench.ts';

let folder: string;
let workbench: Workbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-import-'));
  workbench = await startCore(folder);
});
afterEach(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Work {
  environments: { variables: object[] }[];
  collections: object[];
  drafts: { tabs: object[] };
  history: object[];
  snapshots: object[];
}

/** What is here as “Export everything” writes it, with changes. @returns the id of its upload */
async function changed(change: (work: Work) => void): Promise<string> {
  const { download } = await callCore(workbench, 'app.export', {});
  const work = JSON.parse(downloaded(workbench, download).bytes.toString()) as Work;
  change(work);
  return workbench.upload({ name: 'work.json', bytes: Buffer.from(JSON.stringify(work)) }, 'work');
}

/** Puts an exchange into the history. */
const sendOne = () =>
  callCore(workbench, 'requests.send', requestOf({ method: 'GET', path: '/v1/user', headers: [], body: '' }));

const variables = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `v${at}`, value: 'plain', secret: false }));
const flowAt = (path: string, steps = 1) => ({
  path,
  text: `# Ours\nsteps:\n${'  - pause: 1\n'.repeat(steps)}`,
});
const environment = (name: string, at: number, baseUrl = `https://bank-${at}.example`) => ({
  kind: 'bank',
  name,
  baseUrl,
  certificateId: 'none',
  tlsCertificateId: null,
  roots: '',
  redirectUri: null,
  psuIpAddress: '192.0.2.1',
  headers: '',
  missingCertificate: null,
  missingTlsCertificate: null,
  variables: variables(3),
});

it('a large file is added as a whole', async () => {
  const file = await changed((work) => {
    work.environments[0]?.variables.push(...variables(10_050));
    work.environments.push(...Array.from({ length: 20 }, (_, at) => environment('Bank', at)));
    const tab = {
      id: 'tab',
      path: null,
      seen: null,
      answerId: null,
      request: fresh('createConsent'),
      tests: NO_TESTS,
    };
    work.drafts.tabs = Array.from({ length: 250 }, () => tab);
    work.collections = [flowAt('Big/Inner/1.flow.yaml', 299), flowAt('One.flow.yaml')];
  });
  const preview = await callCore(workbench, 'app.importPreview', { file });
  expect(preview).toMatchObject({ environments: 21, variables: 10_110, steps: 300, snapshots: 1, tabs: 250 });
  const report = await callCore(workbench, 'app.import', { file });
  expect(report).toMatchObject({ environments: 20, variables: 10_110, steps: 300 });
  expect(report.tabs).toHaveLength(250);
  const { environments } = await callCore(workbench, 'environments.list', {});
  expect(environments.at(-1)?.name).toBe('Bank (20)');
  const { entries, folders } = await callCore(workbench, 'saved.list', {});
  expect(entries).toHaveLength(300);
  expect(folders.map(({ path }) => path).toSorted()).toEqual([
    'Big',
    'Big/Inner',
    'Big/Inner/1.flow.yaml',
    'One.flow.yaml',
  ]);
});

it('what is damaged is left out by itself, and numbers that no history can store are damaged', async () => {
  await sendOne();
  const file = await changed((work) => {
    const [sent] = work.history;
    work.history = [1e300, 0.5, 7].map((at) => ({ ...sent, id: `at ${at}`, at }));
    work.environments.push({ variables: [] }, environment('Bank', 1));
    work.collections = [
      flowAt('Mine/Good.flow.yaml'),
      { path: 'Mine/Bad.flow.yaml', text: 5 },
      { path: 'Large.flow.yaml', text: 'x'.repeat(8 * 2 ** 20 + 1) },
    ];
  });
  const report = await callCore(workbench, 'app.import', { file });
  expect(report).toMatchObject({ environments: 1, variables: 3, steps: 1, exchanges: 1 });
  expect(report.left).toEqual(
    expect.arrayContaining([
      'Environments: one is damaged and was left out.',
      'Files of collections: 2 are damaged and were left out.',
      'Exchanges: 2 are damaged and were left out.',
    ]),
  );
});

it.each([
  '../outside.flow.yaml',
  '/etc/outside.flow.yaml',
  'a/../../outside.flow.yaml',
  'Mine/.git/hooks.flow.yaml',
  'Mine/run.sh',
  'collection.yaml',
  'Mine.flow.yaml/inner.flow.yaml',
  'con.flow.yaml',
  `${'d/'.repeat(40)}x.flow.yaml`,
])(
  'the file %s is none of a collection: nothing of its collection is added, and the others are',
  async (path) => {
    const file = await changed((work) => {
      work.collections = [flowAt(path), flowAt('Good/1.flow.yaml')];
    });
    const { steps, left } = await callCore(workbench, 'app.import', { file });
    expect([steps, left.length]).toEqual([1, 1]);
    expect(left[0]).toMatch(/was left out: |at most 32 deep/);
    expect(readdirSync(join(folder, 'collections'))).toEqual(['Good']);
  },
);

it('a flow and a collection whose names are taken get others', async () => {
  const file = await changed((work) => {
    work.collections = [
      flowAt('One.flow.yaml'),
      flowAt('Mine/1.flow.yaml'),
      { path: 'Mine/collection.yaml', text: 'name: Ours # x\nabout: y\n' },
    ];
  });
  await callCore(workbench, 'app.import', { file });
  const again = await changed((work) => {
    expect(work.collections).toHaveLength(3);
  });
  expect(await callCore(workbench, 'app.import', { file: again })).toMatchObject({ steps: 2, left: [] });
  const root = join(folder, 'collections');
  expect(readdirSync(root).toSorted()).toEqual(['Mine', 'Mine (2)', 'One (2).flow.yaml', 'One.flow.yaml']);
  expect(readFileSync(join(root, 'One (2).flow.yaml'), 'utf8')).toBe(flowAt('').text);
  // It is shown with its number.
  expect(readFileSync(join(root, 'Mine (2)/collection.yaml'), 'utf8')).toBe('about: y\n');
});

it('an environment that no form would accept does not take the others away', async () => {
  const file = await changed((work) => {
    const headers = ['X-A: 1', 'no header', `X-B: ${'b'.repeat(30_000)}`, 'X-C: 1\nX-D: ••••••'];
    const long = `https://h.example/${'/'.repeat(500_000)}x`;
    const added: Work['environments'] = [
      ...headers.map((text, at) => ({ ...environment(`Headers ${at}`, at), headers: text })),
      environment('Long', 9, long),
    ];
    work.environments.push(...added);
  });
  const report = await callCore(workbench, 'app.import', { file });
  expect(report.environments).toBe(4);
  expect(report.left).toEqual(
    expect.arrayContaining([
      'Environments: one is damaged and was left out.',
      '“Headers 1”: the header defaults in the file cannot be used and were left out. Enter them again.',
      '“Headers 2”: the header defaults in the file cannot be used and were left out. Enter them again.',
      '“Headers 3”: secret values in header defaults are not in the file. Enter them again.',
    ]),
  );
  const { environments } = await callCore(workbench, 'environments.list', {});
  expect(environments.filter(({ kind }) => kind === 'bank').map(({ headers }) => headers)).toEqual([
    'X-A: 1',
    '',
    '',
    'X-C: 1',
  ]);
});

it('exchanges keep their origin', async () => {
  await sendOne();
  const file = await changed((work) => {
    const [sent] = work.history;
    work.history = [
      { ...sent, id: 'own' },
      { ...sent, id: 'through', origin: 'proxy' },
      { ...sent, id: 'unknown', origin: 'elsewhere' },
    ];
  });
  const { left } = await callCore(workbench, 'app.import', { file });
  expect(left).toContain('Exchanges: one is damaged and was left out.');
  const { download } = await callCore(workbench, 'app.export', {});
  const { history } = JSON.parse(downloaded(workbench, download).bytes.toString()) as {
    history: { id: string; origin: unknown }[];
  };
  const origins = Object.fromEntries(history.map(({ id, origin }) => [id, origin]));
  expect(origins).toMatchObject({ own: null, through: 'proxy' });
  expect(origins).not.toHaveProperty('unknown');
});

it('an import ends at once when the workbench stops, and leaves no part of a collection', async () => {
  const file = await changed((work) => {
    work.collections = Array.from({ length: 3000 }, (_, at) => flowAt(`Big/${at}.flow.yaml`));
  });
  const collections = join(folder, 'collections');
  const importing = workbench.dispatch('app.import', { file });
  const second = await changed(() => undefined);
  expect(await workbench.dispatch('app.import', { file: second })).toMatchObject({
    ok: false,
    error: { message: 'Another import is under way. Wait until it is done.' },
  });
  const isWriting = () =>
    existsSync(collections) && readdirSync(collections).some((name) => name.startsWith('.'));
  while (!isWriting()) await setImmediate();
  await workbench.stop();
  expect(await importing).toMatchObject({
    ok: false,
    error: { kind: 'refused', message: expect.stringMatching(/^The workbench stopped/) as string },
  });
  expect(readdirSync(collections)).toEqual([]);
});
