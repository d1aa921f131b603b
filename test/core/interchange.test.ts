/** Import and export for the window: in a process of its own, within limits, whole or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROCESS_MEMORY_MB } from '../../shared/limits.ts';
import type { WorkerProcess } from '../../main/core/worker-task.ts';
import type { Workbench } from '../../main/core/services.ts';
import { startNodeWorker } from '../../main/worker/node-worker.ts';
import { NO_SETTINGS } from '../../shared/collections/settings.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import type { Assertion } from '../../shared/collections/assertion.ts';
import { EXAMPLE_BASE_URL, newEnvironment } from '../../shared/contract/environments.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { bundleHead } from '../../shared/interchange/bundle.ts';
import { EXPORTS } from '../../shared/interchange/model.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { folderForFile } from '../support/folders.ts';
import { textSecret } from '../support/secrets.ts';
import { type CoreOptions, callCore, downloaded, startCore, startWorker } from '../support/workbench.ts';

const started = () => startWorker('interchange', PROCESS_MEMORY_MB);
const POSTMAN = readFileSync(join(import.meta.dirname, '../support/imports/postman-payments.json'), 'utf8');

const folder = folderForFile('interchange-core');
let workbench: Workbench;
let program: () => WorkerProcess = started;
const start = async (options: CoreOptions = {}) => {
  workbench = await startCore(folder, { startInterchange: () => program(), ...options });
};
beforeAll(() => start());
// Each test has its own tree.
beforeEach(() => {
  program = started;
  for (const path of readdirSync(join(folder, 'collections')))
    rmSync(join(folder, 'collections', path), { recursive: true });
});
afterAll(async () => {
  await workbench.stop();
});

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
/** Uploads files as the window does. */
function upload(files: Record<string, string>): string {
  const list = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const head = bundleHead(list.map(({ path, bytes }) => ({ path, size: bytes.length })));
  const bytes = Buffer.concat([Buffer.from(head), ...list.map((file) => file.bytes)]);
  return workbench.upload({ name: Object.keys(files).join(), bytes }, 'collection');
}
const onDisk = () =>
  readdirSync(join(folder, 'collections'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
/** What is being written. */
const aside = () =>
  readdirSync(join(folder, 'collections'), { encoding: 'utf8' }).filter((name) => name.startsWith('.'));

/** The real program, with its messages held back until something else has been done. */
function heldBack(meanwhile: () => void): WorkerProcess {
  const real = started();
  return {
    ...real,
    onMessage: (listener) =>
      real.onMessage((message) => {
        meanwhile();
        listener(message);
      }),
  };
}
/** A program that does a part of its work and then has no memory left. */
function ending(work: (task: unknown) => void): WorkerProcess {
  let exit = () => {};
  return {
    send: (task) => {
      work(task);
      exit();
    },
    onMessage: () => {},
    onExit: (listener) => (exit = () => listener({ ended: 'out-of-memory' })),
    kill: () => {},
  };
}

describe('import', () => {
  it('lists every item before anything is written, and saves under a name and place of choice', async () => {
    const files = upload({ 'postman.json': POSTMAN });
    const { name, formats, steps, report } = await call('interchange.read', { files });
    expect([name, formats, steps]).toEqual(['Nordic Bank PSD2', ['postman'], 5]);
    const { carried, changed, 'not carried': lost } = report.counts;
    expect(carried + changed + lost).toBe(report.items.length);
    expect(report.items).toContainEqual(
      expect.objectContaining({ name: 'Payments / Create a payment', result: 'changed' }),
    );
    expect(onDisk()).toEqual([]);

    const { path } = await call('interchange.save', { files, folder: '', name: 'My bank: 1' });
    expect(path).toBe('My bank- 1');
    const { entries, folders } = await call('saved.list', {});
    expect(entries.map((entry) => entry.path)).toContain('My bank- 1/1-payments.flow.yaml/Create a payment');
    expect(folders.every(({ damage }) => damage === null)).toBe(true);
    expect(folders.find((one) => one.path === path)).toMatchObject({
      role: 'collection',
      name: 'My bank: 1',
    });
    expect(aside()).toEqual([]);
    await expect(call('interchange.read', { files })).rejects.toThrow('Choose the file again.');
  });

  it('into a folder of a collection is a collection in it', async () => {
    await call('saved.makeFolder', { folder: '', name: 'Shop', role: 'folder' });
    const files = upload({ 'commands.sh': "curl 'https://bank.example/v1/accounts'" });
    expect(await call('interchange.save', { files, folder: 'Shop', name: 'Calls' })).toEqual({
      path: 'Shop/Calls',
    });
    expect(onDisk()).toEqual([
      'Shop',
      'Shop/Calls',
      'Shop/Calls/collection.yaml',
      'Shop/Calls/curl.flow.yaml',
      'Shop/collection.yaml',
    ]);
  });

  it('a name that is taken is refused, in whatever case, and also if it is taken meanwhile', async () => {
    await call('saved.makeFolder', { folder: '', name: 'Payments', role: 'folder' });
    const before = readFileSync(join(folder, 'collections/Payments/collection.yaml'), 'utf8');
    const files = upload({ 'postman.json': POSTMAN });
    const save = (name: string) => call('interchange.save', { files, folder: '', name });
    await expect(save('payments')).rejects.toThrow('“Payments” already exists. Choose another name.');
    program = () => heldBack(() => mkdirSync(join(folder, 'collections/Later')));
    await expect(save('Later')).rejects.toThrow('“Later” already exists. Choose another name.');
    expect(onDisk()).toEqual(['Later', 'Payments', 'Payments/collection.yaml']);
    expect(readFileSync(join(folder, 'collections/Payments/collection.yaml'), 'utf8')).toBe(before);
    expect(aside()).toEqual([]);
    // The files are still there for another name.
    program = started;
    expect(await save('Other')).toEqual({ path: 'Other' });
  });

  it('makes the environments of the source with it, all or nothing, and nothing is sent there yet', async () => {
    const environment = (base: string, psu: string) =>
      JSON.stringify({
        name: 'Dev',
        values: [
          { key: 'base', value: base },
          { key: 'psu', value: psu },
          { key: 'apiKey', value: 'c4nary' },
        ],
        _postman_variable_scope: 'environment',
      });
    const item = [{ name: 'A', request: { method: 'GET', url: '{{base}}/v1/accounts?psu={{psu}}' } }];
    const files = upload({
      'shop.json': JSON.stringify({ info: { name: 'Shop' }, item }),
      'dev.json': environment('https://dev.bank.example/psd2/', '1'),
      'live.json': environment('', '2'),
    });
    const { environments } = await call('interchange.read', { files });
    expect(environments).toEqual([
      { name: 'Dev', baseUrl: 'https://dev.bank.example/psd2', variables: ['psu'], secrets: ['apiKey'] },
      { name: 'Dev (2)', baseUrl: null, variables: ['psu'], secrets: ['apiKey'] },
    ]);
    const listed = async () =>
      (await call('environments.list', {})).environments.map(({ id, name, baseUrl, blocked }) => ({
        id,
        name,
        baseUrl,
        blocked,
      }));
    const before = await listed();
    program = () => heldBack(() => mkdirSync(join(folder, 'collections/Later')));
    await expect(call('interchange.save', { files, folder: '', name: 'Later' })).rejects.toThrow(
      'already exists',
    );
    expect(await listed()).toEqual(before);

    program = started;
    await call('environments.create', {
      form: {
        ...newEnvironment([], (await call('environments.list', {})).environments[0]?.certificateId ?? ''),
        name: 'Dev',
      },
    });
    await call('interchange.save', { files, folder: '', name: 'Shop' });
    const added = (await listed()).slice(before.length + 1);
    expect(added).toMatchObject([
      {
        name: 'Dev (2)',
        baseUrl: 'https://dev.bank.example/psd2',
        blocked: expect.stringContaining('Dev (2)'),
      },
      { name: 'Dev (2) (2)', baseUrl: EXAMPLE_BASE_URL, blocked: expect.stringContaining('Dev (2) (2)') },
    ]);
    expect(await call('variables.list', { id: added[0]?.id ?? '' })).toEqual({
      variables: [
        { name: 'apiKey', value: '', secret: true },
        { name: 'psu', value: '1', secret: false },
      ],
    });
    const { entries } = await call('saved.list', {});
    expect(entries.map((entry) => entry.path)).toEqual(['Shop/shop.flow.yaml/A']);
  });

  it('a damaged file is in the list with the reason, and nothing can be saved of it', async () => {
    const files = upload({ 'cut.json': POSTMAN.slice(0, 2000) });
    const { isEmpty, report } = await call('interchange.read', { files });
    expect(isEmpty).toBe(true);
    expect(report.items).toEqual([
      {
        kind: 'file',
        name: 'cut.json',
        result: 'not carried',
        notes: [expect.stringContaining('The file is not valid JSON: ')],
      },
    ]);
    await expect(call('interchange.save', { files, folder: '', name: 'Cut' })).rejects.toThrow(
      'The files contain nothing that can be imported into a collection.',
    );
    expect(onDisk()).toEqual([]);
  });

  it('a description that is too long is refused with a sentence, and nothing is left', async () => {
    const description = 'x'.repeat(8 * 1024 * 1024 + 1);
    const sentence = 'collection.yaml could not be read again. ';
    const files = upload({
      'postman.json': JSON.stringify({
        info: {
          name: 'Bank',
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
          description,
        },
        item: [{ name: 'Large', request: { method: 'POST', url: 'https://bank.example/v1/x' } }],
      }),
    });
    await expect(call('interchange.save', { files, folder: '', name: 'Bank' })).rejects.toThrow(sentence);
    expect(onDisk()).toEqual([]);
    expect(aside()).toEqual([]);
  });

  it('an upload for something else, or one that is too large, is refused', async () => {
    const file = workbench.upload({ name: 'a', bytes: Buffer.from('[["a",0]]\n') });
    await expect(call('interchange.read', { files: file })).rejects.toThrow('Choose the file again.');
    const large = { name: 'large', bytes: Buffer.alloc(69 * 1024 * 1024) };
    expect(() => workbench.upload(large, 'collection')).toThrow(
      'large is larger than 68 MB, too large for an import.',
    );
    const cut = workbench.upload({ name: 'a', bytes: Buffer.from('[["a",2]]\nx') }, 'collection');
    await expect(call('interchange.read', { files: cut })).rejects.toThrow(
      'Some of the files are incomplete',
    );
  });

  it('what takes too long, or more memory than there is, is ended, and the workbench goes on', async () => {
    await workbench.stop();
    await start({ longestInterchange: 1 });
    const files = upload({ 'postman.json': POSTMAN });
    await expect(call('interchange.read', { files })).rejects.toThrow('It took longer than 0.001 seconds');
    await expect(call('interchange.save', { files, folder: '', name: 'A' })).rejects.toThrow('was stopped');
    await workbench.stop();
    await start();
    const again = upload({ 'postman.json': POSTMAN });
    program = () => ending(() => {});
    await expect(call('interchange.read', { files: again })).rejects.toThrow('It needed more memory');
    program = started;
    expect(await call('interchange.read', { files: again })).toMatchObject({ steps: 5 });
  });

  it.each([
    ['process.abort()', 'It needed more memory than an import or export is given'],
    [`process.kill(process.pid, 'SIGKILL')`, 'was killed (SIGKILL), as the system does when the machine has'],
    ['process.exit(3)', 'ended unexpectedly (status 3). Nothing was saved.'],
  ])('%s in its process: the window is told how that ended', async (end, sentence) => {
    const file = join(folder, 'ending.mjs');
    writeFileSync(file, end);
    program = () => startNodeWorker(file, 'interchange', PROCESS_MEMORY_MB);
    const files = upload({ 'postman.json': POSTMAN });
    await expect(call('interchange.read', { files })).rejects.toThrow(sentence);
  });

  it('a process that cannot be started is said to be that', async () => {
    const { execPath } = process;
    program = () => {
      process.execPath = join(folder, 'missing');
      try {
        return started();
      } finally {
        process.execPath = execPath;
      }
    };
    const files = upload({ 'postman.json': POSTMAN });
    await expect(call('interchange.read', { files })).rejects.toThrow(
      / could not be started: .* ENOENT\. Nothing was saved\./,
    );
  });

  it('and its export are whole, however large they are', async () => {
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
    const body = { mode: 'raw', raw: 'x'.repeat(400_000) };
    const item = Array.from({ length: 10 }, (_, count) => ({
      name: `Step ${count}`,
      request: { method: 'POST', url: 'https://bank.example/v1/x', body },
    }));
    const files = upload({ 'postman.json': JSON.stringify({ info: { name: 'Large', schema }, item }) });
    const { path } = await call('interchange.save', { files, folder: '', name: 'Large' });
    const { download } = await call('interchange.export', { id: randomUUID(), path, format: 'har' });
    const { bytes } = downloaded(workbench, download);
    expect(bytes.toString().split(body.raw)).toHaveLength(item.length + 1);
  });

  it('that is cancelled ends its process, and the files are forgotten', async () => {
    const files = upload({ 'postman.json': POSTMAN });
    let killed = false;
    program = () => ({ ...ending(() => {}), send: () => {}, kill: () => (killed = true) });
    const reading = call('interchange.read', { files });
    await call('interchange.end', { id: files });
    await expect(reading).rejects.toThrow('It was cancelled. Nothing was saved.');
    expect(killed).toBe(true);
    await expect(call('interchange.read', { files })).rejects.toThrow('Choose the file again.');
  });

  it('a program that ends while it writes leaves nothing, and what a killed host left is deleted', async () => {
    const files = upload({ 'postman.json': POSTMAN });
    program = () =>
      ending((task) => {
        const { folder: path } = task as { folder: string };
        mkdirSync(path);
        writeFileSync(join(path, 'collection.yaml'), '{');
      });
    await expect(call('interchange.save', { files, folder: '', name: 'Half' })).rejects.toThrow(
      'was stopped',
    );
    expect(onDisk()).toEqual([]);
    expect(aside()).toEqual([]);
    mkdirSync(join(folder, 'collections/.importing-left'));
    await workbench.stop();
    await start();
    expect(aside()).toEqual([]);
  });

  it('at most three run at the same time', async () => {
    program = () => ({ ...ending(() => {}), send: () => {} });
    const uploads = [1, 2, 3, 4].map(() => upload({ 'postman.json': POSTMAN }));
    const [first, second, third, fourth] = uploads.map((files) =>
      call('interchange.read', { files }).catch(String),
    );
    expect(await fourth).toContain('3 imports and exports are in progress.');
    for (const files of uploads) await call('interchange.end', { id: files });
    for (const one of [first, second, third]) expect(await one).toContain('It was cancelled.');
  });
});

describe('update from a newer OpenAPI document', () => {
  const DOCUMENT = readFileSync(
    join(import.meta.dirname, '../support/imports/openapi-accounts.yaml'),
    'utf8',
  );
  const NEWER = DOCUMENT.replace('203.0.113.24', '203.0.113.25').replace(
    'paths:',
    'paths:\n  /v1/consents/{id}: { delete: { tags: [Consents], summary: End it, responses: {} } }',
  );
  const path = 'Bank';
  const texts = () =>
    Object.fromEntries(
      onDisk()
        .filter((file) => /\.\w+$/.test(file))
        .map((file) => [file, readFileSync(join(folder, 'collections', file), 'utf8')]),
    );
  const imported = () =>
    call('interchange.save', { files: upload({ 'bank.yaml': DOCUMENT }), folder: '', name: path });
  const compared = async (document: string) => {
    const files = upload({ 'bank.yaml': document });
    return { files, path, ...(await call('interchange.compare', { files, path })) };
  };

  it('lists what would change and writes nothing, and then does what is chosen', async () => {
    await imported();
    const before = texts();
    const { list, seen, files } = await compared(NEWER);
    expect(list.counts).toEqual({ added: 1, changed: 1, removed: 0, same: 3 });
    expect(list.items.slice(0, 2)).toMatchObject([
      { change: 'added', name: 'Consents / End it', isChosen: true },
      { change: 'changed', notes: ['Header psu-ip-address: "203.0.113.24" is now "203.0.113.25".'] },
    ]);
    expect(texts()).toEqual(before);
    // Without the new operation.
    const otherwise = list.items.filter(({ change }) => change === 'added').map(({ at }) => at);
    await call('interchange.update', { files, path, seen, otherwise });
    const after = texts();
    expect(Object.keys(after).filter((file) => after[file] !== before[file])).toEqual([
      'Bank/1-accounts.flow.yaml',
      'Bank/from-openapi.json',
    ]);
    await expect(compared(NEWER)).resolves.toMatchObject({ list: { counts: { added: 1, changed: 0 } } });
    const { folders } = await call('saved.list', {});
    expect(folders.filter(({ fromOpenApi }) => fromOpenApi).map((one) => one.path)).toEqual([path]);
  });

  it('writes nothing if anything in the folder has changed since the list was made', async () => {
    await imported();
    const { seen, files } = await compared(NEWER);
    const flow = 'Bank/1-accounts.flow.yaml';
    const change = () =>
      writeFileSync(join(folder, 'collections', flow), `${texts()[flow]}    about: Changed.\n`);
    change();
    const before = texts();
    const order = { files, path, seen, otherwise: [] };
    await expect(call('interchange.update', order)).rejects.toThrow('has changed since the list was made');
    expect(texts()).toEqual(before);
    // Even between reading and writing.
    const again = await compared(NEWER);
    program = () => heldBack(() => writeFileSync(join(folder, 'collections', flow), 'steps: []'));
    await expect(
      call('interchange.update', { ...order, files: again.files, seen: again.seen }),
    ).rejects.toThrow('1-accounts.flow.yaml has been changed since the list was made');
    expect(texts()).toEqual({ ...before, [flow]: 'steps: []' });
  });

  it('is refused as a whole if something stands in the way of a new file', async () => {
    await imported();
    const { seen, files } = await compared(NEWER);
    const before = texts();
    // Nobody lists such a file.
    const taken = join(folder, 'collections/Bank/3-consents.flow.yaml');
    program = () => heldBack(() => writeFileSync(taken, ''));
    await expect(call('interchange.update', { files, path, seen, otherwise: [] })).rejects.toThrow(
      '3-consents.flow.yaml',
    );
    rmSync(taken);
    expect(texts()).toEqual(before);
  });

  it('of a folder that is elsewhere, empty or gone, and from anything else, is refused', async () => {
    await imported();
    await call('saved.makeFolder', { folder: '', name: 'Empty', role: 'folder' });
    const from = (document: string, to: string) =>
      call('interchange.compare', { files: upload({ 'bank.yaml': document }), path: to });
    await expect(from(NEWER, '../bank')).rejects.toThrow('is not a valid path');
    await expect(from(NEWER, '')).rejects.toThrow('This folder has no steps.');
    await expect(from(NEWER, 'Empty')).rejects.toThrow('This folder has no steps.');
    await expect(from(NEWER, 'Gone')).rejects.toThrow('no longer exists');
    await expect(from(POSTMAN, path)).rejects.toThrow('This is not an OpenAPI document.');
    await expect(from('swagger: "1.2"', path)).rejects.toThrow('this is version 1.2.');
    const many = Array.from({ length: 5_001 }, (_, at) => [`/x/${at}`, { get: { responses: {} } }]);
    const large = JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(many) });
    await expect(from(large, path)).rejects.toThrow('The document is too large for a collection');
  });
});

describe('export', () => {
  /** Of an environment, the second too short to be looked for in other texts. */
  const [CANARY, SHORT] = ['cAnArY 51b7/+="ø', 'q7Wz'];
  /** Of a variable that the collection calls secret, and written into a header. */
  const [INNER, WRITTEN] = ['iNnEr 83c1/+="ø', 'wRiTtEn-77d2/+='];
  /** Secret by the name of a variable, inside one, by use, in a cookie, in a body, in an assertion and in an address. */
  const NAMED = {
    variable: 'nAmEd-variable-5e',
    inside: 'nAmEd-inside-5e',
    byUse: 'nAmEd-by-use-5e',
    cookie: 'nAmEd-cookie-5e',
    body: 'nAmEd-body-5e',
    expected: 'nAmEd-expected-5e',
    userinfo: 'nAmEd-userinfo-5e',
    around: 'nAmEd-around-5e',
  };

  /** A folder with the canary wherever a step and a folder can have a value. */
  async function withCanary(): Promise<void> {
    const { environments } = await call('environments.list', {});
    const { id = '' } = environments[0] ?? {};
    for (const [name, value] of Object.entries({ key: CANARY, pin: SHORT }))
      await call('variables.set', { id, variable: { name, value, secret: true } });
    await call('saved.makeFolder', { folder: '', name: 'Shop', role: 'folder' });
    await call('saved.changeFolder', {
      path: 'Shop',
      name: 'Shop',
      // A folder inside gives the secret of the collection a value.
      settings: {
        ...NO_SETTINGS,
        variables: { open: 'seen' },
        secret: ['inner'],
        headers: { 'x-around': CANARY, 'x-api-key': NAMED.around },
      },
      repeats: {},
      seen: null,
    });
    await call('saved.makeFolder', { folder: 'Shop', name: 'Inner', role: 'flow' });
    await call('saved.changeFolder', {
      path: 'Shop/Inner.flow.yaml',
      name: 'Inner',
      settings: {
        ...NO_SETTINGS,
        about: `Uses ${CANARY}.`,
        variables: {
          inner: INNER,
          apiToken: NAMED.variable,
          login: { user: 'seen', password: NAMED.inside },
          key1: NAMED.byUse,
        },
      },
      repeats: {},
      seen: null,
    });
    const request = fresh('createPayment');
    const step = {
      ...requestStep('Pay', {
        ...request,
        query: { q: CANARY },
        headers: {
          'x-open': '{{open}}',
          'x-request': CANARY,
          'x-pin': SHORT,
          authorization: `Bearer ${WRITTEN}`,
          cookie: `sid=${NAMED.cookie}`,
          'subscription-key': '{{key1}}',
        },
        body: JSON.stringify({
          remittance: `for ${CANARY}`,
          base64: Buffer.from(CANARY).toString('base64'),
          literal: INNER,
          password: NAMED.body,
          again: NAMED.inside,
          address: `https://ola:${NAMED.userinfo}@tpp.example/back`,
        }),
      }),
      expect: [assertion('$.access_token', NAMED.expected), assertion('$.note', NAMED.variable)],
      tags: ['PAY-1'],
    };
    await call('saved.save', { folder: 'Shop/Inner.flow.yaml', step, over: null, seen: null });
  }

  function assertion(path: string, to: string): Assertion {
    return { that: { of: 'body', path }, must: { is: 'equal', to } };
  }

  it('has no secret in any format, and lists what it does not carry', async () => {
    await withCanary();
    const found: Buffer[] = [];
    for (const format of EXPORTS) found.push(...(await foundAfter(format)));
    expect(found).toEqual([]);
  });

  /** The forms of the canary in the file and in the list. */
  async function foundAfter(format: (typeof EXPORTS)[number]): Promise<Buffer[]> {
    const path = 'Shop/Inner.flow.yaml';
    const [{ report }, { download }] = await Promise.all([
      call('interchange.preview', { id: randomUUID(), path, format }),
      call('interchange.export', { id: randomUUID(), path, format }),
    ]);
    expect(report.items.map((item) => item.kind)).toEqual(expect.arrayContaining(['collection', 'step']));
    expect(report.items.at(-1)).toMatchObject({ kind: 'values', result: 'changed' });
    const { name, bytes } = downloaded(workbench, download);
    expect(name).toMatch(/^Inner\.(?:postman_collection\.json|har|sh|yml)$/);
    // The request is there, with the variables of the collection around the folder where the format has variables.
    expect(bytes.toString()).toContain('/v1/payments/domestic-norway');
    expect(bytes.includes('seen')).toBe(['postman', 'opencollection'].includes(format));
    const everything = Buffer.concat([bytes, Buffer.from(JSON.stringify(report))]);
    const forms = [CANARY, INNER, WRITTEN, ...Object.values(NAMED)].flatMap(
      (secret) => textSecret('canary', secret).forms,
    );
    return [Buffer.from(SHORT), ...forms].filter((form) => everything.includes(form));
  }

  it('is refused with a sentence while the vault is locked, and nothing is made of it', async () => {
    const own = mkdtempSync(join(tmpdir(), 'tpp-locked-export-'));
    let processes = 0;
    const core = await startCore(own, {
      startInterchange: () => {
        processes++;
        return started();
      },
    });
    try {
      const variable = { name: 'key', value: CANARY, secret: true };
      await callCore(core, 'variables.set', { id: 'local', variable });
      const step = requestStep('Ask', { ...fresh('listAccounts'), query: { q: CANARY } });
      await callCore(core, 'saved.save', { folder: 'Shop', step, over: null, seen: null });
      await callCore(core, 'vault.protect', { passphrase: 'eight or more', current: null });
      await callCore(core, 'vault.lock', {});
      const files = () => readdirSync(own, { recursive: true, encoding: 'utf8' }).toSorted();
      const before = files();
      const sentence = 'The vault is locked. Unlock it with your passphrase, then try again.';
      for (const format of EXPORTS) {
        const order = { id: randomUUID(), path: 'Shop.flow.yaml', format };
        await expect(callCore(core, 'interchange.preview', order)).rejects.toThrow(sentence);
        await expect(callCore(core, 'interchange.export', order)).rejects.toThrow(sentence);
      }
      // Not in part, and not for a moment.
      expect(processes).toBe(0);
      expect(files()).toEqual(before);

      await callCore(core, 'vault.unlock', { passphrase: 'eight or more' });
      const order = { id: randomUUID(), path: 'Shop.flow.yaml', format: 'har' } as const;
      const { download } = await callCore(core, 'interchange.export', order);
      const { bytes } = downloaded(core, download);
      expect(bytes.toString()).toContain('/v1/accounts');
      expect(textSecret('canary', CANARY).forms.filter((form) => bytes.includes(form))).toEqual([]);
    } finally {
      await core.stop();
      rmSync(own, { recursive: true, force: true });
    }
  });

  it('of a folder that is empty, damaged, gone or elsewhere is refused with a sentence', async () => {
    await call('saved.makeFolder', { folder: '', name: 'Shop', role: 'folder' });
    const to = (path: string) => call('interchange.preview', { id: randomUUID(), path, format: 'har' });
    await expect(to('Shop')).rejects.toThrow('The folder “Shop” has no steps to export.');
    await expect(to('Gone')).rejects.toThrow('The folder “Gone” no longer exists.');
    await expect(to('../bank')).rejects.toThrow('is not a valid path');
    await expect(to('../bank.flow.yaml')).rejects.toThrow('is not a valid path');
    await expect(to('Shop/gone.flow.yaml/Group')).rejects.toThrow('has no steps to export');
    await expect(to('')).rejects.toThrow('has no steps to export');
    await call('saved.save', {
      folder: 'Shop',
      step: requestStep('A', fresh('listAccounts')),
      over: null,
      seen: null,
    });
    writeFileSync(join(folder, 'collections/Shop/collection.yaml'), '{');
    await expect(to('Shop')).rejects.toThrow(
      'Shop was not exported, because its description is damaged, so it is unknown which',
    );
  });
});
