/** Everything in one file, which is made as it is fetched. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { NO_SETTINGS } from '../../shared/collections/settings.ts';
import { NO_TESTS } from '../../shared/collections/step-tests.ts';
import { stepSchema } from '../../shared/collections/steps.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { fillDisk } from '../support/full-disk.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { callCore, chooseBank, downloaded, startCore } from '../support/workbench.ts';

let folder: string;
let workbench: Workbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-export-'));
  workbench = await startCore(folder);
});
afterEach(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sendTo = (path: string) =>
  callCore(workbench, 'requests.send', requestOf({ method: 'GET', path, headers: [], body: '' }));

interface Everything {
  environments: { name: string }[];
  history: { path: string; response: { body: string } }[];
}

it('the export has the whole history, oldest first, also if it is empty', async () => {
  const read = async () => {
    const { download } = await callCore(workbench, 'app.export', {});
    return JSON.parse(downloaded(workbench, download).bytes.toString()) as Everything;
  };
  const empty = await read();
  expect(empty.environments.map(({ name }) => name)).toEqual(['Local bank']);
  expect(empty.history).toEqual([]);
  await sendTo('/v1/accounts');
  await sendTo('/v1/user');
  const { history } = await read();
  expect(history.map(({ path }) => path)).toEqual(['/v1/accounts', '/v1/user']);
  expect(history[0]?.response.body).toContain('tppMessages');
});

it('an exchange whose response has no body is read again, by itself and in the export', async () => {
  const bank = await startTlsServer('Silent bank', (_, response) => response.writeHead(204).end());
  onTestFinished(bank.stop);
  await chooseBank(workbench, bank);
  const { id } = await sendTo('/v1/accounts');
  const again = await callCore(workbench, 'history.read', { id });
  expect(again?.response).toMatchObject({ status: 204, body: '', bodyBytes: 0 });
  const { download } = await callCore(workbench, 'app.export', {});
  const { history } = JSON.parse(downloaded(workbench, download).bytes.toString()) as Everything;
  expect(history).toMatchObject([{ id, path: '/v1/accounts', response: { status: 204, body: '' } }]);
});

it('one exchange is read at a time; one deleted before its turn is left out and the file is complete', async () => {
  await sendTo('/v1/accounts');
  await sendTo('/v1/user');
  const { download } = await callCore(workbench, 'app.export', {});
  const file = workbench.download(download);
  const text: string[] = [];
  for (const piece of file !== null && 'pieces' in file ? file.pieces : []) {
    text.push(piece.toString());
    if (text.at(-1)?.includes('"/v1/accounts"')) await callCore(workbench, 'history.clear', {});
  }
  const { history } = JSON.parse(text.join('')) as Everything;
  expect(history.map(({ path }) => path)).toEqual(['/v1/accounts']);
});

it('snapshots of the bank are in it whole; one without room is named, and a damaged one does not spoil the file', async () => {
  for (const name of ['Kurs: dag 1', 'Damaged', 'Large'])
    await callCore(workbench, 'bank.takeSnapshot', { name });
  const file = (name: string) => join(folder, 'snapshots', `${encodeURIComponent(name)}.snapshot.json`);
  writeFileSync(file('Damaged'), '{"half');
  truncateSync(file('Large'), 70_000_000);
  const { download, left } = await callCore(workbench, 'app.export', {});
  expect(left).toEqual([expect.stringMatching(/^The snapshot “Large” is not in the file/)]);
  const { bytes } = downloaded(workbench, download);
  const { snapshots } = JSON.parse(bytes.toString()) as { snapshots: { name: string; bank: object }[] };
  expect(snapshots.map(({ name }) => name)).toEqual(['Kurs: dag 1']);
  expect(snapshots[0]?.bank).toEqual(JSON.parse(readFileSync(file('Kurs: dag 1'), 'utf8')));
  const id = workbench.upload({ name: 'all.json', bytes }, 'work');
  expect(await callCore(workbench, 'app.import', { file: id })).toMatchObject({ snapshots: 1, left: [] });
  const after = await callCore(workbench, 'bank.snapshots', {});
  expect(after.snapshots.map(({ name }) => name)).toContain('Kurs: dag 1 (2)');
});

it('demonstrations of a person are in it; one that is there already is not added again, and another of its name gets a number', async () => {
  const mine = (text: string) =>
    JSON.stringify({
      name: 'Mine',
      summary: 'Of my own.',
      minutes: 1,
      start: '2026-10-05T10:00:00+02:00',
      steps: [{ title: 'One', text }],
    });
  const add = (text: string) =>
    callCore(workbench, 'demonstrations.add', {
      file: workbench.upload({ name: 'mine.demonstration.yaml', bytes: Buffer.from(mine(text)) }),
      replaces: false,
    });
  const { id } = await add('First.');
  writeFileSync(join(folder, 'demonstrations', 'spoilt.demonstration.yaml'), '{');
  const { download, left } = await callCore(workbench, 'app.export', {});
  expect(left).toEqual([expect.stringMatching(/^The demonstration own-spoilt has faults/)]);
  const { bytes } = downloaded(workbench, download);
  const bring = () =>
    callCore(workbench, 'app.import', { file: workbench.upload({ name: 'all.json', bytes }, 'work') });
  const own = async () =>
    (await callCore(workbench, 'demonstrations.list', {})).demonstrations
      .filter((one) => one.own && one.faults.length === 0)
      .map(({ name }) => name);
  expect(await bring()).toMatchObject({ demonstrations: 0 });
  expect(await own()).toEqual(['Mine']);
  await callCore(workbench, 'demonstrations.remove', { id: id ?? '' });
  await add('Another.');
  expect(await bring()).toMatchObject({ demonstrations: 1 });
  expect(await own()).toEqual(['Mine (2)', 'Mine']);
  expect(await bring()).toMatchObject({ demonstrations: 0 });
});

it('values of variables that a folder declares secret are left out, also in steps and in the history', async () => {
  const [text, other] = ['value-of-a-folder-1', 'value-of-an-environment-2'];
  await callCore(workbench, 'variables.set', {
    id: 'local',
    variable: { name: 'other', value: other, secret: false },
  });
  await sendTo(`/v1/accounts/${text}`);
  const { path } = await callCore(workbench, 'saved.makeFolder', {
    folder: '',
    name: 'Mine',
    role: 'folder',
  });
  await callCore(workbench, 'saved.changeFolder', {
    path,
    name: 'Mine',
    settings: {
      ...NO_SETTINGS,
      variables: { mine: text, number: 471_199, inner: { a: [text] }, plain: 'shown' },
      secret: ['mine', 'number', 'other', 'inner'],
    },
    repeats: {},
    seen: null,
  });
  const { download } = await callCore(workbench, 'app.export', {});
  const exported = downloaded(workbench, download).bytes.toString();
  for (const value of [text, '471199', other]) expect(exported).not.toContain(value);
  expect(exported).toContain('plain: shown');
});

it('texts of collections come back byte for byte, with their comments; only secrets are replaced', async () => {
  const root = join(folder, 'collections');
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const plain = `# Ours\r\nsteps:\r\n  - name: "One"   # first\r\n    pause: 1\r\n`;
  put('Mine/plain.flow.yaml', plain);
  put(
    'Mine/collection.yaml',
    '# About us\nvariables: { pin: 4711, word: "o\\"k" } # both\nsecret: [pin, word]\n',
  );
  const secret = `# Keep
variables: { own: canary-of-a-flow } # own
secret: [own]
steps:
  # Ask
  - request: GET /v1/accounts?pin=4711 # short
    headers: { Authorization: Bearer canary-of-a-header, X-B: 'o"k' }
    body: { a: 'canary-of-a-flow', b: kept }
    # canary-of-a-flow
  - group: G
    each: { n: [4711, "o\\"k"] }
    variables: { again: canary-of-a-flow } # again
    steps:
      - request: GET /v1/user
        expect: { $.a: canary-of-a-flow } # that
`;
  put('Mine/secret.flow.yaml', secret);
  put('Mine/bad.flow.yaml', 'steps:\n  - paus: 1 # canary-of-a-flow\n');
  const { download, left } = await callCore(workbench, 'app.export', {});
  expect(left).toEqual([
    'Mine/bad.flow.yaml has mistakes and is not in the file: nobody knows which of its values are secret. Mend it first.',
  ]);
  const { collections } = JSON.parse(downloaded(workbench, download).bytes.toString()) as {
    collections: { path: string; text: string }[];
  };
  const texts = Object.fromEntries(collections.map(({ path, text }) => [path, text]));
  expect(texts).toEqual({
    'Mine/plain.flow.yaml': plain,
    'Mine/collection.yaml': '# About us\nvariables: { pin: •••, word: "•••" } # both\nsecret: [pin, word]\n',
    'Mine/secret.flow.yaml': secret
      .replaceAll('canary-of-a-flow', '•••')
      .replaceAll('canary-of-a-header', '•••')
      .replace('pin=4711', `pin=${encodeURIComponent('•••')}`)
      .replace(`'o"k'`, "'•••'")
      .replace('[4711, "o\\"k"]', '[4711, "•••"]'),
  });
});

it('values of secret variables of every environment are left out, also if they were typed or became secret later', async () => {
  const [typed, later] = ['secret-that-was-typed-1/+', 'secret-only-later-2'];
  const set = (name: string, value: string, secret: boolean) =>
    callCore(workbench, 'variables.set', { id: 'local', variable: { name, value, secret } });
  await set('later', later, false);
  await sendTo('/v1/accounts?x={{later}}');
  await set('later', later, true);
  await set('typed', typed, true);
  await sendTo(`/v1/accounts/${encodeURIComponent(typed)}`);
  const request = {
    operation: 'x',
    line: `GET /v1/accounts/${encodeURIComponent(typed)}`,
    headers: { 'x-a': typed },
  };
  const step = stepSchema.parse({ name: 'Ask', request });
  await callCore(workbench, 'saved.save', { folder: '', step, over: null, seen: null });
  const { id } = await callCore(workbench, 'environments.create', {});
  await callCore(workbench, 'environments.choose', { id });

  const { download } = await callCore(workbench, 'app.export', {});
  const exported = JSON.parse(downloaded(workbench, download).bytes.toString()) as Record<string, unknown>;
  // The local bank has what it has received, or it could not be restored.
  for (const part of ['environments', 'collections', 'drafts', 'history', 'flow'])
    for (const value of [typed, encodeURIComponent(typed), later])
      expect(JSON.stringify(exported[part]), part).not.toContain(value);

  await callCore(workbench, 'vault.protect', { passphrase: 'eight or more', current: null });
  await callCore(workbench, 'vault.lock', {});
  await expect(callCore(workbench, 'app.export', {})).rejects.toThrow(
    'The vault is locked. Unlock it with your passphrase, then try again.',
  );
});

it('credentials in bodies, queries and headers are masked in steps, drafts and the history', async () => {
  const canaries = ['canary-of-a-password', 'canary-of-a-key', 'canary-of-a-token'];
  const [password = '', key = '', token = ''] = canaries;
  const request = requestOf({
    method: 'POST',
    path: `/v1/consents?api_key=${key}`,
    headers: [['authorization', `Bearer ${token}`]],
    body: JSON.stringify({ password, secret: '47#11', note: `again ${password}`, plain: 'shown' }),
  });
  await callCore(workbench, 'requests.send', request);
  await callCore(workbench, 'saved.save', {
    folder: 'Mine',
    step: stepSchema.parse({
      name: 'Mine',
      request: { operation: 'createConsent', json: { password, secret: '47#11', plain: 'shown' } },
    }),
    over: null,
    seen: null,
  });
  const tabs = [{ id: 'tab', path: null, seen: null, answerId: null, request, tests: NO_TESTS }];
  await callCore(workbench, 'drafts.save', { window: 'one', tabs, active: 'tab' });
  const { download } = await callCore(workbench, 'app.export', {});
  const exported = downloaded(workbench, download).bytes.toString();
  const { collections, drafts, history } = JSON.parse(exported) as Record<string, unknown>;
  for (const part of [collections, drafts, history]) {
    const text = JSON.stringify(part);
    for (const canary of canaries) expect(text).not.toContain(canary);
    expect(text).toContain('shown');
  }
  expect(JSON.stringify([collections, drafts, history])).not.toContain('47#11');
  // As other programs would find them.
  for (const canary of canaries) {
    expect(exported).not.toContain(encodeURIComponent(canary));
    expect(exported).not.toContain(Buffer.from(canary).toString('base64').slice(0, -4));
  }
});

it('an import adds to what is there: nothing is changed, and a name that is taken gets another', async () => {
  const upload = (text: string) => workbench.upload({ name: 'work.json', bytes: Buffer.from(text) }, 'work');
  await callCore(workbench, 'saved.makeFolder', { folder: '', name: 'Kurs', role: 'folder' });
  const { id } = await callCore(workbench, 'environments.create', {});
  await sendTo('/v1/accounts');
  const { download } = await callCore(workbench, 'app.export', {});
  const file = downloaded(workbench, download).bytes.toString();
  const report = await callCore(workbench, 'app.import', { file: upload(file) });
  // The same environment and exchange are there already.
  expect(report).toMatchObject({ environments: 0, variables: 0, exchanges: 0 });
  const { folders } = await callCore(workbench, 'saved.list', {});
  expect(folders.map(({ path }) => path)).toEqual(['Kurs', 'Kurs (2)']);
  const { environments } = await callCore(workbench, 'environments.list', {});
  expect(environments.map((one) => one.id)).toEqual(['local', id]);
  const { snapshots } = await callCore(workbench, 'bank.snapshots', {});
  expect(snapshots.map(({ name }) => name)).toEqual([report.snapshot]);
  const other = JSON.stringify({ ...(JSON.parse(file) as object), form: 2, program: 'TPP Workbench 0.0.9' });
  expect(await workbench.dispatch('app.import', { file: upload(other) })).toMatchObject({
    ok: false,
    error: {
      kind: 'refused',
      message: expect.stringMatching(/was written by TPP Workbench 0\.0\.9/) as string,
    },
  });
});

it('an import into a history without room adds everything else and says what was left out', async () => {
  await callCore(workbench, 'saved.makeFolder', { folder: '', name: 'Kurs', role: 'folder' });
  await sendTo('/v1/accounts');
  const { download } = await callCore(workbench, 'app.export', {});
  const bytes = Buffer.from(downloaded(workbench, download).bytes);
  await workbench.stop();
  workbench = await startCore(mkdtempSync(join(folder, 'full-')));
  const file = workbench.upload({ name: 'work.json', bytes }, 'work');
  const empty = fillDisk('history');
  const report = await callCore(workbench, 'app.import', { file }).finally(empty);
  expect(report).toMatchObject({
    exchanges: 0,
    left: [expect.stringMatching(/^The history was left out: the disk is full$/)],
  });
  const { folders } = await callCore(workbench, 'saved.list', {});
  expect(folders.map(({ path }) => path)).toEqual(['Kurs']);
  const { snapshots } = await callCore(workbench, 'bank.snapshots', {});
  expect(snapshots.map(({ name }) => name)).toEqual([report.snapshot]);
});
