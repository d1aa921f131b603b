/** `tpp-workbench import` and `export`, as a process. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../main/cli/command.ts';
import { exportCommand, importCommand, importing } from '../../../main/cli/interchange.ts';
import { type Reading, readingWithin } from '../../../main/cli/reading.ts';
import { readEnvironment } from '../../../main/cli/run/environment-file.ts';
import { listed } from '../../../main/core/collections/listing.ts';
import { TreeFiles } from '../../../main/core/collections/tree-files.ts';
import { writeAll } from '../../../main/core/collections/write-all.ts';
import type { ImportTask, PlanTask } from '../../../main/core/interchange/tasks.ts';
import { updateOf } from '../../../main/core/interchange/update.ts';
import { imported, updatePlan } from '../../../main/core/interchange/work.ts';
import { readFlow } from '../../../shared/collections/flow-reader.ts';
import { EXPORTS } from '../../../shared/interchange/model.ts';
import { ENCODINGS } from '../../support/encodings.ts';
import { folderForFile } from '../../support/folders.ts';
import { programFile } from '../../support/programs.ts';
import { request } from '../../support/run-steps.ts';
import { writeCollection } from '../../support/runs.ts';

const PROGRAM = programFile('cli');
const IMPORTS = join(import.meta.dirname, '../../support/imports');
const folder = folderForFile('interchange');

/** Paths in the arguments are below the folder. */
const at = (name: string) => join(folder, name);

/** Reads without a worker. */
const readHere = (async (task: ImportTask | PlanTask) =>
  task.kind === 'import' ? imported(task) : updatePlan(task)) as Reading;

/** As the program runs a command, without a process of its own. */
async function run(args: readonly string[]): Promise<{ stdout: string; stderr: string; status: number }> {
  const [name, ...rest] = args;
  const command = name === 'import' ? importing(readHere) : exportCommand;
  try {
    const result = await command.run(rest.filter((one) => one !== '--json'));
    return {
      stdout: args.includes('--json') ? JSON.stringify(result.json) : (result.text ?? ''),
      stderr: '',
      status: result.status,
    };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { stdout: '', stderr: error.message, status: 2 };
  }
}

/** Runs a command with a module that is loaded before its programs. */
function runWith(module: string, args: readonly string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` },
  });
}

const filesBelow = (path: string) =>
  readdirSync(join(folder, path), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(folder, path).length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

describe('import', () => {
  it('writes the files of a new collection and prints the report', async () => {
    const { stdout, status } = await run([
      'import',
      join(IMPORTS, 'postman-payments.json'),
      '--out',
      at('new/payments'),
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain('changed      request Payments / Create a payment');
    expect(stdout).toMatch(/payments: 4 files\. \d+ carried over, \d+ changed, \d+ not carried over\.$/);
    expect(filesBelow('new/payments')).toEqual([
      '1-payments.flow.yaml',
      '2-accounts.flow.yaml',
      'collection.yaml',
      'environments/Nordic-Bank-PSD2.json',
    ]);
    const flow = readFlow(readFileSync(join(folder, 'new/payments/1-payments.flow.yaml'), 'utf8'));
    expect(flow).toMatchObject({
      head: { flow: 'Payments', about: 'Norwegian and SEPA payments.' },
      items: [{}, { step: { name: 'Status', request: { operation: 'readPaymentStatus' } } }, {}],
    });
    expect(readFileSync(join(folder, 'new/payments/collection.yaml'), 'utf8')).toBe(
      'name: Nordic Bank PSD2\nabout: Payments and accounts of the **sandbox**.\n' +
        'variables: { debtor_iban: NO9386011117947, limit: 25 }\n' +
        'secret: [Authorization, api_key, client_secret, token]\n',
    );
    for (const file of filesBelow('new/payments'))
      expect(readFileSync(join(folder, 'new/payments', file), 'utf8')).not.toContain('canary');
  });

  it.each(ENCODINGS)('%s: reads a file, named or from standard input', async (title, written) => {
    const bytes = written(readFileSync(join(IMPORTS, 'postman-payments.json'), 'utf8'));
    const file = at(`encoded ${title}.json`);
    writeFileSync(file, bytes);
    const read = await run(['import', file, '--out', at(`encoded ${title}`)]);
    expect(read).toMatchObject({ stderr: '', status: 0 });
    expect(filesBelow(`encoded ${title}`)).toHaveLength(4);
    const piped = spawnSync(process.execPath, [PROGRAM, 'import', '-', '--out', at(`piped ${title}`)], {
      input: bytes,
      encoding: 'utf8',
    });
    expect(piped).toMatchObject({ stderr: '', status: 0 });
    expect(filesBelow(`piped ${title}`)).toEqual(filesBelow(`encoded ${title}`));
  });

  it('reads a folder of Bruno and several files; --json prints data', async () => {
    expect(
      JSON.parse((await run(['import', join(IMPORTS, 'bruno-yaml'), '--out', at('bruno'), '--json'])).stdout),
    ).toMatchObject({ formats: ['opencollection'] });
    const several = await run([
      'import',
      join(IMPORTS, 'postman-environment.json'),
      join(IMPORTS, 'insomnia-v5.yaml'),
      '--out',
      at('several'),
      '--json',
    ]);
    expect(JSON.parse(several.stdout)).toMatchObject({ formats: ['postman', 'insomnia'] });
    expect(filesBelow('several')).toEqual([
      'collection.yaml',
      'environments/Production.json',
      'environments/Sandbox.json',
      'environments/Test.json',
      'payments.flow.yaml',
    ]);
  });

  it('writes each environment of the source as a file that a run reads', async () => {
    const source = at('two banks');
    mkdirSync(join(source, 'environments'), { recursive: true });
    const files = {
      'opencollection.yml':
        'opencollection: 1.0.0\ninfo: { name: Two banks }\nrequest:\n  headers: [{ name: X-Everywhere, value: "{{channel}}" }]\n',
      'accounts.yml':
        'info: { name: accounts, type: http }\nhttp:\n  method: GET\n  url: "{{base}}/v1/accounts"\n  auth: { type: bearer, token: "{{apiToken}}" }\n',
      'environments/dev.yml':
        'name: dev\nvariables:\n  - { name: base, value: "https://dev.bank.example/psd2/" }\n  - { name: channel, value: dev }\n  - { name: apiToken, secret: true }\n',
      'environments/prod.yml':
        'name: prod\nvariables:\n  - { name: base, value: "https://prod.bank.example/psd2" }\n  - { name: channel, value: prod }\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(source, name), text);
    expect(await run(['import', source, '--out', at('banks')])).toMatchObject({ status: 0 });
    const json = (name: string): unknown =>
      JSON.parse(readFileSync(at(`banks/environments/${name}.json`), 'utf8'));
    const secrets = { apiToken: { from: 'API_TOKEN' } };
    expect([json('dev'), json('prod')]).toEqual([
      { baseUrl: 'https://dev.bank.example/psd2', variables: { channel: 'dev' }, secrets },
      { baseUrl: 'https://prod.bank.example/psd2', variables: { channel: 'prod' }, secrets },
    ]);
    expect(readEnvironment(at('banks/environments/dev.json')).baseUrl).toBe('https://dev.bank.example/psd2');
    expect(readFileSync(at('banks/collection.yaml'), 'utf8')).toContain('x-everywhere: "{{channel}}"');
    // They are no part of the collection.
    const { entries, folders } = listed(at('banks'));
    expect(entries.map(({ path }) => path)).toEqual(['two-banks.flow.yaml/accounts']);
    expect(folders.every(({ damage }) => damage === null)).toBe(true);
  });

  it('is a command of the program, reads standard input, and ends with status 0 or 2', () => {
    const program = (...args: string[]) =>
      spawnSync(process.execPath, [PROGRAM, ...args], {
        cwd: folder,
        input: 'curl https://bank.example/v1/accounts',
        encoding: 'utf8',
        timeout: 60_000,
      });
    expect(program('import', '-', '--out', at('piped')).status).toBe(0);
    expect(filesBelow('piped')).toEqual(['collection.yaml', 'curl.flow.yaml', 'environments/curl.json']);
    expect(program('export', 'piped', '--to', 'har', '--out', 'piped.har', '--json')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('"format":"har"'),
    });
    expect(program('import', '-', '--out', at('piped'))).toMatchObject({ status: 2, stdout: '' });
  });

  it.each(EXPORTS)(
    'an export to %s has no value of a secret variable, wherever it stands',
    async (format) => {
      const collection = join(folder, `given-${format}`);
      writeCollection(collection, {
        'collection.yaml': {
          variables: { key: 'canary-declared', plain: 'seen' },
          secret: ['key'],
          headers: { 'X-Api-Key': 'canary-around' },
        },
        '1.flow.yaml': [
          {
            name: 'Ask',
            about: 'Is canary-declared.',
            request: request('createConsent', {
              headers: { cookie: 'sid=canary-cookie' },
              json: { note: 'canary-declared' },
            }),
            change: { password: 'canary-changed' },
            each: [{ apiToken: 'canary-row' }],
          },
        ],
      });
      const out = at(`given.${format}`);
      expect(await run(['export', collection, '--to', format, '--out', out])).toMatchObject({ status: 0 });
      // Bruno has a folder with a file for each request.
      const files = statSync(out).isDirectory()
        ? readdirSync(out, { recursive: true, encoding: 'utf8' }).map((path) => join(out, path))
        : [out];
      const text = files.map((path) => (statSync(path).isFile() ? readFileSync(path, 'utf8') : '')).join();
      expect(text).toContain('/v1/bank-offered-consents');
      expect(text).not.toContain('canary');
    },
  );

  it('never writes into a folder with files, and leaves nothing when it refuses', async () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/mine.txt'), 'mine');
    const refused = await run(['import', join(IMPORTS, 'commands.sh'), '--out', at('full')]);
    expect(refused).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `${at('full')} exists already and is not an empty folder. Choose another folder.`,
    });
    expect(filesBelow('full')).toEqual(['mine.txt']);
    mkdirSync(join(folder, 'empty'));
    expect((await run(['import', join(IMPORTS, 'commands.sh'), '--out', at('empty')])).status).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('gives files names that every file system accepts, each once', async () => {
    const names = ['CON', 'aux.txt', 'a/b', 'A/B', '..', 'x'.repeat(80), 'dot.', 'Ærlig', ' '];
    const item = names.map((name) => ({ name, item: [{ request: { method: 'GET', url: '/v1/accounts' } }] }));
    writeFileSync(join(folder, 'names.json'), JSON.stringify({ info: { name: '../evil' }, item }));
    expect((await run(['import', at('names.json'), '--out', at('names')])).status).toBe(0);
    expect(filesBelow('names')).toEqual([
      '1-con.flow.yaml',
      '2-aux.txt.flow.yaml',
      '3-a-b.flow.yaml',
      '4-a-b.flow.yaml',
      '5-flow.flow.yaml',
      `6-${'x'.repeat(60)}.flow.yaml`,
      '7-dot.flow.yaml',
      '8-ærlig.flow.yaml',
      '9-unnamed.flow.yaml',
      'collection.yaml',
    ]);
    // A device of Windows, whatever follows.
    writeFileSync(at('device.json'), JSON.stringify({ info: { name: 'Aux' }, item: item[0]?.item }));
    expect((await run(['import', at('device.json'), '--out', at('device')])).status).toBe(0);
    expect(filesBelow('device')).toEqual(['1-aux.flow.yaml', 'collection.yaml']);
    expect(existsSync(join(folder, '../evil'))).toBe(false);
  });

  it.each([
    [['import'], 'Give the files to import.'],
    [['import', 'x.json'], 'Give the folder of the new collection: --out FOLDER.'],
    [['import', 'missing.json', '--out', at('x')], 'missing.json cannot be read: '],
    [
      ['import', join(IMPORTS, 'commands.sh'), '--out', at('x'), '--from', 'excel'],
      '--from must be postman, ',
    ],
    [['import', join(IMPORTS, 'commands.sh'), '--out', at('x'), '--from', 'har'], 'Nothing was imported.'],
    [['export', 'x'], 'Give the format: --to postman'],
    [['export', 'missing', '--to', 'har', '--out', at('y')], 'missing is not a folder.'],
    [
      ['export', '.', '--to', 'word', '--out', at('y')],
      '--to must be postman, har, curl, opencollection, not "word".',
    ],
  ])('%j is refused with a sentence and status 2', async (args, sentence) => {
    const { stderr, status } = await run(args);
    expect(stderr).toContain(sentence);
    expect(status).toBe(2);
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });
});

describe('import --update', () => {
  const first = join(IMPORTS, 'openapi-accounts.yaml');
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  const all = (path: string) =>
    Object.fromEntries(filesBelow(path).map((file) => [file, text(`${path}/${file}`)]));
  const made = async (name: string) => {
    expect((await run(['import', first, '--out', at(name)])).status).toBe(0);
    const newer = readFileSync(first, 'utf8')
      .replace('203.0.113.24', '203.0.113.25')
      .replace('All accounts of the PSU.', 'Every account of the PSU.')
      .replace('  /v1/accounts/{account-id}/transactions:', '  /v1/other/{account-id}:')
      .replace('operationId: initiate', 'operationId: start')
      .replace(
        'paths:',
        'paths:\n  /v1/consents/{id}: { delete: { tags: [Consents], summary: End it, responses: {} } }',
      );
    writeFileSync(at(`${name}.yaml`), newer);
    return all(name);
  };

  it('adds, renews and lists what is gone; --dry-run writes nothing; the second time changes nothing', async () => {
    const before = await made('updated');
    const update = ['import', at('updated.yaml'), '--update', at('updated')];
    const { stdout, status } = await run([...update, '--dry-run']);
    expect(status).toBe(0);
    expect(stdout).toContain('added        Consents / End it: DELETE /v1/consents/{id}');
    expect(stdout).toContain('changed      Accounts / List accounts: GET /v1/accounts (getAccounts)');
    expect(stdout).toContain('Header psu-ip-address: "203.0.113.24" is now "203.0.113.25".');
    expect(stdout).toMatch(
      /removed {6}Accounts \/ Transactions: .* \(kept\)\n.*\n\n.*2 added, 3 changed, 1 removed, 0 the same. Nothing was written\.$/,
    );
    expect(all('updated')).toEqual(before);

    expect(JSON.parse((await run([...update, '--json'])).stdout)).toMatchObject({
      written: true,
      counts: { added: 2, changed: 3, removed: 1, same: 0 },
    });
    const after = all('updated');
    expect(Object.keys(after)).toEqual([...Object.keys(before), '3-consents.flow.yaml'].sort());
    const accounts = readFlow(after['1-accounts.flow.yaml'] ?? '');
    expect(accounts).toMatchObject({
      items: [
        { step: { name: 'List accounts', about: 'Every account of the PSU.' } },
        { step: { name: 'Transactions' } },
        {
          step: {
            name: 'Transactions (2)',
            request: { line: expect.stringMatching(/^GET .*\/v1\/other\//) },
          },
        },
      ],
    });
    // All the rest is the same, byte for byte.
    const lines = (text = '') => text.split('\n').filter((line) => !/Every|All acc|203\.0\.113/.test(line));
    const kept = lines(before['1-accounts.flow.yaml']).slice(0, -1);
    expect(lines(after['1-accounts.flow.yaml']).slice(0, kept.length)).toEqual(kept);
    expect(readFlow(after['2-xs2a-accounts.flow.yaml'] ?? '')).toMatchObject({
      items: [{ step: { name: 'initiate (sepa)', openapi: { id: 'start', example: 'sepa' } } }, {}],
    });
    expect((await run(update)).stdout).toMatch(
      /0 added, 0 changed, 1 removed, 5 the same\. 0 files changed\.$/,
    );
    expect(all('updated')).toEqual(after);
    expect((await run([...update, '--delete-removed'])).status).toBe(0);
    expect(readFlow(text('updated/1-accounts.flow.yaml'))).toMatchObject({
      items: [{ step: { name: 'List accounts' } }, { step: { name: 'Transactions (2)' } }],
    });
  });

  it('finds steps that were renamed, moved and given tests, and leaves those alone', async () => {
    await made('mine');
    const moved = `# Mine, with a comment.
steps:
  - group: Here
    steps:
      - name: Mine # not the document's
        request: GET /v1/accounts?withBalance=false
        from: { id: getAccounts, operation: GET /v1/accounts }
        headers: { Authorization: "Bearer {{accessToken}}", PSU-IP-Address: 203.0.113.24 }
        expect: 201
`;
    const own = text('mine/1-accounts.flow.yaml');
    writeFileSync(
      at('mine/1-accounts.flow.yaml'),
      own.replace(/ {2}- name: List[^]*?(?=\n {2}- name)\n/, ''),
    );
    mkdirSync(at('mine/Moved'));
    writeFileSync(at('mine/Moved/my.flow.yaml'), moved);
    chmodSync(at('mine/Moved/my.flow.yaml'), 0o600);
    expect((await run(['import', at('mine.yaml'), '--update', at('mine')])).status).toBe(0);
    expect(text('mine/Moved/my.flow.yaml').replace(/\n *about: Every account of the PSU\.$/m, '')).toContain(
      moved.replace('203.0.113.24', '203.0.113.25').split('        expect')[0],
    );
    expect(statSync(at('mine/Moved/my.flow.yaml')).mode & 0o777).toBe(0o600);
    expect(text('mine/1-accounts.flow.yaml')).not.toContain('List accounts');
  });

  it('that a crash has interrupted anywhere goes on from there', async () => {
    await made('whole');
    const newer = readFileSync(at('whole.yaml'), 'utf8').replace(
      'responses: {} } }',
      'parameters: [{ name: x-client-secret, in: header, required: true, example: s }], responses: {} } }',
    );
    writeFileSync(at('whole.yaml'), newer);
    cpSync(at('whole'), at('start'), { recursive: true });
    expect((await run(['import', at('whole.yaml'), '--update', at('whole')])).status).toBe(0);
    const whole = all('whole');
    expect(whole['3-consents.flow.yaml']).toContain('secret: [x-client-secret]');
    const files = [{ path: 'whole.yaml', bytes: readFileSync(at('whole.yaml')) }];
    for (let count = 0; ; count++) {
      rmSync(at('crashed'), { recursive: true, force: true });
      cpSync(at('start'), at('crashed'), { recursive: true });
      const { update, writes } = updateOf(at('crashed'), files);
      const every = writes((item) => update.items[item]?.isChosen ?? false);
      writeAll(new TreeFiles(at('crashed')), '', every.slice(0, count));
      expect((await run(['import', at('whole.yaml'), '--update', at('crashed')])).status).toBe(0);
      expect(all('crashed'), `after ${count} files`).toEqual(whole);
      if (count > every.length) break;
    }
  });

  it('without what the earlier document said, it still finds the steps; if that is damaged, nothing is touched', async () => {
    await made('alone');
    writeFileSync(at('alone/from-openapi.json'), '{');
    const update = ['import', at('alone.yaml'), '--update', at('alone')];
    const before = all('alone');
    expect(await run(update)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('from-openapi.json is damaged'),
    });
    expect(all('alone')).toEqual(before);
    rmSync(at('alone/from-openapi.json'));
    const flow = text('alone/1-accounts.flow.yaml');
    writeFileSync(at('alone/1-accounts.flow.yaml'), 'steps: [');
    expect((await run(update)).stderr).toContain('1-accounts.flow.yaml is damaged');
    writeFileSync(at('alone/1-accounts.flow.yaml'), flow);
    expect((await run(update)).stdout).toContain(
      '! Header psu-ip-address is "203.0.113.25" in the document and different in your step. Yours is kept.',
    );
    expect(filesBelow('alone')).toContain('from-openapi.json');
  });

  it('from a document in several files', async () => {
    mkdirSync(at('several/schemas'), { recursive: true });
    const root = (version: string) => `openapi: 3.0.0
info: { title: Several, version: '1' }
paths:
  /v2/things:
    post:
      requestBody: { content: { application/json: { schema: { $ref: './schemas/thing.${version}.json' } } } }
      responses: {}`;
    const names = ['bank.yaml', 'bank-2.yaml', 'schemas/thing.1.json', 'schemas/thing.2.json'];
    const texts = [root('1'), root('2'), '{"default":{"a":"1"}}', '{"default":{"a":"2"}}'];
    for (const [index, text] of texts.entries()) writeFileSync(at(`several/${names[index]}`), text);
    const given = (one: string, other: string) => ['import', at(`several/${one}`), at(`several/${other}`)];
    const older = await run([...given('bank.yaml', 'schemas/thing.1.json'), '--out', at('from-several')]);
    expect(older.stdout).toContain('0 not carried over.');
    const newer = [...given('bank-2.yaml', 'schemas/thing.2.json'), '--update', at('from-several')];
    expect((await run(newer)).stdout).toContain('Body field a: "1" is now "2".');
    expect((await run(newer)).stdout).toContain('1 the same. 0 files changed.');
    expect((await run([...given('bank.yaml', 'bank-2.yaml'), '--update', at('from-several')])).stderr).toBe(
      'Choose one OpenAPI document, with the files that it refers to.',
    );
  });

  it.each([
    [['--update', at('missing')], first, 'is not a folder.'],
    [['--update', at('x'), '--out', at('y')], first, 'Give either --out or --update.'],
    [['--dry-run', '--out', at('y')], first, '--dry-run and --delete-removed need --update FOLDER.'],
    [['--update', at('made'), '--from', 'har'], first, 'Only an OpenAPI document can update a folder'],
    [['--update', at('made')], join(IMPORTS, 'commands.sh'), 'This is not an OpenAPI document.'],
    [['--update', at('made')], join(IMPORTS, 'bruno-yaml'), 'This is not an OpenAPI document.'],
    [['--update', at('made')], join(IMPORTS, 'openapi-files'), 'other.yaml: The format is unknown.'],
    [['--update', at('bare')], first, 'This folder has no steps.'],
  ])('%j with another file is refused, and nothing changes', async (args, file, sentence) => {
    await made('made');
    mkdirSync(at('bare'), { recursive: true });
    const { stderr, status } = await run(['import', file, ...args]);
    expect([stderr, status]).toEqual([expect.stringContaining(sentence), 2]);
    expect(filesBelow('bare')).toEqual([]);
    rmSync(at('made'), { recursive: true });
  });
});

describe('what others have written is read by a worker', () => {
  const file = join(IMPORTS, 'bruno-yaml');
  const within = (deadline: number, memory: number, args: readonly string[]) =>
    importing(readingWithin({ deadline, memory })).run(args);
  it('with the same result', async () => {
    const [here, apart] = [at('read-here'), at('read-apart')];
    await run(['import', file, '--out', here]);
    expect(await within(60_000, 512, [file, '--out', apart])).toMatchObject({ status: 0 });
    const all = (path: string) => filesBelow(path).map((name) => readFileSync(join(at(path), name), 'utf8'));
    expect(all('read-apart')).toEqual(all('read-here'));
  });
  it('and handed back whole, however large it is', async () => {
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
    const body = { mode: 'raw', raw: 'x'.repeat(400_000) };
    const item = Array.from({ length: 10 }, (_, count) => ({
      name: `Step ${count}`,
      request: { method: 'POST', url: 'https://bank.example/v1/x', body },
    }));
    writeFileSync(at('large.json'), JSON.stringify({ info: { name: 'Large', schema }, item }));
    const { text } = await within(60_000, 512, [at('large.json'), '--out', at('large')]);
    expect(text).toContain('large: 3 files. ');
    expect(readFileSync(at('large/large.flow.yaml'), 'utf8').split(body.raw)).toHaveLength(11);
  });
  it.each([
    [`process.kill(process.pid, 'SIGKILL')`, 'was killed (SIGKILL), as the system does when the machine has'],
    [`process.kill(process.pid, 'SIGTERM')`, 'ended unexpectedly (SIGTERM). Nothing was saved. Try again'],
    [`process.exit(3)`, 'ended unexpectedly (status 3). Nothing was saved.'],
    [`throw new RangeError('Odd')`, 'ended unexpectedly (status 1: RangeError: Odd). Nothing was saved.'],
    [`console.error('Odd'); process.exit(3)`, 'ended unexpectedly (status 3: Odd). Nothing was saved.'],
  ])('%s in it: the command says how it ended, and nothing is written', (end, sentence) => {
    const ended = runWith(`if (process.argv[2] === 'interchange') { ${end} }`, [
      'import',
      file,
      '--out',
      at('ended'),
    ]);
    expect(ended).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(existsSync(at('ended'))).toBe(false);
  });
  it.each([
    ['too long', 1, 512, 'Reading the files took longer than 0.001 seconds, so it was stopped.'],
    ['too much memory', 60_000, 8, 'Reading the files needed more than 8 MB of memory, so it was stopped.'],
  ])('%s: a sentence, and nothing is written', async (_, deadline, memory, sentence) => {
    const out = at(`limited-${memory}`);
    const end = within(deadline, memory, [file, '--out', out]);
    await expect(end).rejects.toThrow(new UsageError(`${sentence} Nothing was written. Divide the files.`));
    expect(existsSync(out)).toBe(false);
    const update = within(deadline, memory, [join(IMPORTS, 'bruno-yaml'), '--update', folder]);
    await expect(update).rejects.toThrow(UsageError);
  });
  it('as the command does, which says so if that process cannot be started', async () => {
    const { execPath } = process;
    const start = () => importCommand.run([file, '--out', at('program')]);
    process.execPath = at('missing');
    const missing = start();
    process.execPath = execPath;
    await expect(missing).rejects.toThrow(/ could not be started: .* ENOENT\. Nothing was saved\./);
    expect(await start()).toMatchObject({ status: 0 });
  });
});

describe('export', () => {
  it.each(['postman', 'har', 'curl'])(
    'to %s can be imported again, and overwrites only if asked',
    async (format) => {
      const source = at(`source-${format}`);
      expect((await run(['import', join(IMPORTS, 'bruno-yaml'), '--out', source])).status).toBe(0);
      const file = at(`out.${format}`);
      const { stdout, status } = await run(['export', source, '--to', format, '--out', file]);
      expect([status, stdout]).toEqual([0, expect.stringContaining('step Consents / Create a consent')]);
      const back = await run(['import', file, '--out', at(`back-${format}`), '--json']);
      expect(JSON.parse(back.stdout)).toMatchObject({ formats: [format] });
      const before = readFileSync(file, 'utf8');
      expect((await run(['export', source, '--to', format, '--out', file])).stderr).toBe(
        `${file} exists already. Choose another file, or add --overwrite.`,
      );
      writeFileSync(file, 'changed');
      expect((await run(['export', source, '--to', format, '--out', file, '--overwrite'])).status).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(before);
    },
  );

  it('to opencollection makes a new folder, which can be imported again', async () => {
    const source = at('source-bruno');
    expect((await run(['import', join(IMPORTS, 'bruno-yaml'), '--out', source])).status).toBe(0);
    const made = at('out-bruno');
    const order = ['export', source, '--to', 'opencollection', '--out', made];
    expect((await run(order)).status).toBe(0);
    expect(readdirSync(made)).toContain('opencollection.yml');
    expect((await run(['import', made, '--out', at('back-bruno')])).status).toBe(0);
    const refusal = `${made} exists already and is not an empty folder. Choose another folder.`;
    expect((await run([...order, '--overwrite'])).stderr).toBe(refusal);
  });

  it('makes requests of every step, and says why it leaves one out and what needs it', async () => {
    const source = join(folder, 'expanded');
    writeCollection(source, {
      'collection.yaml': { variables: { amount: '12.00', people: ['Eirik Solbakken'] } },
      '1.flow.yaml': [
        'steps:',
        '  - { name: Clock, control: POST /control/reset, body: { clock: 2027-03-10T08:00:00+01:00 } }',
        '  - { name: Later, control: POST /control/clock, body: { advance: P1WT30M } }',
        '  - { name: Consent, consent: "{{psu}}", each: { psu: "{{people}}" } }',
        '  - { name: Dated, request: "GET /v1/accounts?dateFrom={{$today-1}}", keep: { all: "$.accounts[*].bban" } }',
        '  - { name: Each, request: "GET /v1/accounts/{{one}}", each: { one: "{{all}}" }, keep: { last: $.a } }',
        '  - { name: After, request: "GET /v1/accounts/{{last}}" }',
        '  - { name: Sum, request: "GET /v1/accounts?a={{amount * 2}}&b={{all - 1}}" }',
        '  - { name: Double, request: "GET /v1/accounts?a={{amount * 2}}&b={{amount}}" }',
        '  - { name: Only EUR, request: GET /v1/accounts, when: { amount: "1.00" } }',
        '  - { name: Broken, request: GET /v1/accounts, fault: no-date }',
        '  - { name: Waited, request: GET /v1/accounts, until: { expect: { status: 404 }, rounds: 3, between: { pause: 5 } } }',
        '  - { name: Act, control: "POST /control/consents/{{last}}/revoke" }',
        '  - { name: In another bank, request: GET /v1/accounts }',
      ].join('\n'),
    });
    const file = at('expanded.json');
    const { stdout } = await run(['export', source, '--to', 'postman', '--out', file]);
    const lines = stdout.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
    const notes = lines.flatMap((line, index) =>
      line.startsWith('not carried') ? [`${line.split(' / ').at(-1)}: ${lines[index + 1]}`] : [],
    );
    expect(notes).toEqual([
      'Each: It repeats for each value of a list that only a run knows.',
      'After: It needs {{last}} of “Each”, which is left out or in another flow.',
      'Sum: {{all - 1}} is calculated from values that only a run knows.',
      expect.stringMatching(/^Only EUR: Its condition does not hold: /),
      'Broken: The step breaks its request on purpose (“no-date”), and there only right ones are sent.',
      'Act: It needs {{last}} of “Each”, which is left out or in another flow.',
      'In another bank: It comes after “Act”, which is left out and changes the bank.',
    ]);
    const text = readFileSync(file, 'utf8');
    const addresses = Array.from(text.matchAll(/"raw": "(\{\{[^"]*)"/g), ([, address]) => address);
    expect(addresses).toEqual([
      '{{controlUrl}}/control/reset',
      '{{controlUrl}}/control/clock',
      '{{baseUrl}}/v1/bank-offered-consents',
      '{{controlUrl}}/control/sca/{{scaId}}',
      '{{redirectUri}}',
      '{{baseUrl}}/v1/accounts?dateFrom=2027-03-16',
      '{{baseUrl}}/v1/accounts?a=24.00&b=12.00',
      '{{baseUrl}}/v1/accounts',
      '{{baseUrl}}/v1/accounts',
    ]);
    expect(text).toContain('Status is at most 399');
    expect(text).toContain('pm.execution.setNextRequest(\\"Waited: until it holds\\")');
  });
});
