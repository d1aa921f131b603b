/** Flows are plain files: made for git, never half-written, never overwritten when damaged. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Collections } from '../../main/core/collections/collections.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import { fileOfStep } from '../../shared/collections/flow-step.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { aboveOf, flowOfPath, type Item } from '../../shared/collections/tree.ts';
import { renderYaml } from '../../shared/collections/yaml-text.ts';
import { type SavedRequest } from '../../shared/requests/request.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../shared/limits.ts';

const folder = folderForFile('collections');
let workbench: Workbench;
const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const request = (change: Partial<SavedRequest> = {}): SavedRequest => ({
  name: 'My payment',
  operation: 'createPayment',
  params: { 'payment-product': 'sepa-credit-transfers' },
  query: {},
  headers: { 'x-b': '2', 'x-a': '{{word}}' },
  body: '{\n  "a": "ø"\n}',
  fault: null,
  line: null,
  ...change,
});
const stepOf = (change: Partial<SavedRequest> = {}): Step => {
  const { name, ...composed } = request(change);
  return requestStep(name, { ...composed, raw: null });
};
/** Without a place, each step gets a flow of its name. */
const save = (change: Partial<SavedRequest> = {}, where = '', over: string | null = null) =>
  call('saved.save', { folder: where, step: stepOf(change), over, seen: null });
const fileOf = (path: string) => join(folder, 'collections', flowOfPath(path) ?? path);
const textOf = (change: Partial<SavedRequest> = {}) =>
  renderYaml({ steps: [fileOfStep(stepOf(change))].filter((one) => typeof one !== 'string') });
const stepAt = async (path: string) =>
  (await call('saved.list', {})).entries.find((one) => one.path === path)?.step;
const flowAt = async (path: string) =>
  (await call('saved.list', {})).folders.find((one) => one.path === path);

beforeAll(async () => {
  workbench = await startCore(folder);
});
afterAll(async () => {
  await workbench.stop();
});

it('a new flow is written as a person would write it', async () => {
  const { path } = await save({}, 'Betalinger/SEPA');
  expect(path).toBe('Betalinger/SEPA.flow.yaml/My payment');
  expect(readFileSync(fileOf(path), 'utf8')).toBe(`steps:
  - name: My payment
    request: POST /v1/payments/sepa-credit-transfers
    headers: { x-b: "2", x-a: "{{word}}" }
    body: { a: ø }
`);
  expect((await call('saved.list', {})).entries).toContainEqual(
    expect.objectContaining({
      path,
      folder: 'Betalinger/SEPA.flow.yaml',
      name: 'My payment',
      step: stepOf(),
    }),
  );
});

it('a step is saved again, renamed and moved, and never replaces another', async () => {
  const { path } = await save({ name: 'First' }, 'one');
  expect((await save({ name: 'First', body: '' }, 'one.flow.yaml', path)).path).toBe(path);
  await expect(save({ name: 'First' }, 'one')).rejects.toThrow(
    'The flow has another step or group named “First”',
  );
  const other = await save({ name: 'Other' }, 'ONE');
  expect(other.path).toBe('one.flow.yaml/Other');
  await expect(save({ name: 'First' }, 'one.flow.yaml', other.path)).rejects.toThrow('named “First”');
  const moved = await save({ name: 'Second' }, 'deep/er', path);
  expect(moved.path).toBe('deep/er.flow.yaml/Second');
  expect(await stepAt(path)).toBeUndefined();
  await call('saved.remove', { items: [{ kind: 'folder', path: 'deep/er.flow.yaml' }] });
  expect(existsSync(join(folder, 'collections/deep'))).toBe(false);
});

const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, value]));

const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`header x${at}`, 'present']));

it.each([
  ['steps: [', 'line 1, column 9'],
  ['', 'line 1'],
  ['- pause: 1', 'line 1'],
  ['steps:\n  - paus: 1', '`paus`: did you mean `pause`?'],
  ['steps:\n  - name: a\n    pause: 1\n  - name: a\n    pause: 1', 'line 4'],
  [
    JSON.stringify({ steps: [{ request: 'GET /v1/accounts', headers: many(501, '') }] }),
    'at most 500 headers',
  ],
  [JSON.stringify({ steps: [{ pause: 1, tags: Object.keys(many(501, '')) }] }), 'tags'],
  [JSON.stringify({ steps: [{ include: 'x', variables: many(501, '') }] }), '500'],
  [
    JSON.stringify({ steps: [{ request: 'GET /v1/user', warn: headers(201) }] }),
    'at most 200 entries in each of expect',
  ],
  [JSON.stringify({ steps: [{ name: ' ', pause: 1 }] }), 'needs a name'],
  [JSON.stringify({ steps: [{ pause: 1, ['k'.repeat(2 ** 20)]: 1 }] }), 'k'],
  [`steps: ${'['.repeat(50_000)}${']'.repeat(50_000)}`, ''],
])('a damaged flow %# is shown as such and not overwritten', async (content, damage) => {
  const spoilt = 'Spoilt.flow.yaml';
  rmSync(fileOf(spoilt), { force: true });
  const { path } = await save({ name: 'Spoilt' }, 'Spoilt');
  writeFileSync(fileOf(path), content);
  const found = await flowAt(spoilt);
  expect(found).toMatchObject({
    name: 'Spoilt',
    role: 'flow',
    damage: expect.stringMatching(new RegExp(damage, 'i')),
  });
  expect(found?.damage?.length).toBeLessThan(1000);
  await expect(save({ name: 'Spoilt' }, spoilt, path)).rejects.toThrow('is damaged and was not overwritten');
  await expect(save({ name: 'New' }, spoilt)).rejects.toThrow('is damaged and was not overwritten');
  expect(readFileSync(fileOf(path), 'utf8')).toBe(content);
  await call('saved.remove', { items: [{ kind: 'folder', path: spoilt }] });
});

it('steps without a name have one each, up to the number that a window lists', () => {
  const own = mkdtempSync(join(tmpdir(), 'tpp-many-'));
  try {
    const write = (name: string, count: number) =>
      writeFileSync(join(own, name), `steps:\n${'  - { pause: 1 }\n'.repeat(count)}`);
    write('a.flow.yaml', 2000);
    write('b.flow.yaml', 8001);
    const { entries, folders } = new Collections(own).list();
    const listed = folders.filter(({ role, damage }) => role === 'flow' && damage === null);
    expect(listed).toHaveLength(1);
    expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
    expect(folders.find(({ damage }) => damage !== null)?.damage).toContain('more than 10000');
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
});

it('an unreadable file hides none of the others', async () => {
  const { path } = await save({ name: 'Readable' });
  // A link to nowhere is listed, and gone when it is opened.
  symlinkSync('nowhere', fileOf('Dangling.flow.yaml'));
  mkdirSync(fileOf('Folder.flow.yaml'));
  expect(await stepAt(path)).toBeDefined();
  for (const name of ['Dangling', 'Folder'])
    expect((await flowAt(`${name}.flow.yaml`))?.damage).toContain('The file cannot be read');
  for (const name of ['Dangling', 'Folder']) rmSync(fileOf(`${name}.flow.yaml`), { recursive: true });
});

it.each([
  ['Chinese letters', '\u5e10'],
  ['rare letters', '\u{20000}'],
  ['emoji', '\u{1f600}'],
])('a name as long as is allowed, of %s, is saved and listed whole', async (_, character) => {
  const name = character.repeat(MAX_REQUEST_NAME_CHARS / character.length);
  const { path } = await save({ name }, `${character.repeat(100)}/${name}`);
  expect((await stepAt(path))?.name).toBe(name);
  expect((await save({ name, body: '{}' }, aboveOf(path), path)).path).toBe(path);
  await call('saved.remove', { items: [{ kind: 'folder', path: aboveOf(path) }] });
});

it.each(['..', '. .', '.'])('the name “%s” is refused with a sentence', async (name) => {
  await expect(save({ name })).rejects.toThrow('cannot be the name of a file');
  await expect(save({ name: 'x' }, name)).rejects.toThrow('cannot be the name of a file');
});

it('a snapshot whose name is too long for a file is refused with a sentence', async () => {
  for (const name of ['\u{1f600}'.repeat(30), '\u5e10'.repeat(60)])
    await expect(call('bank.takeSnapshot', { name })).rejects.toThrow('too long for a file');
  const half = `${'\u{1f600}'.repeat(10)}\ud83d`;
  await expect(call('bank.takeSnapshot', { name: half })).rejects.toThrow('whole characters');
});

it('a folder that cannot be read is named, and hides no request outside it', async () => {
  const { path } = await save({ name: 'Beside it' }, 'readable');
  // Too deep for any path: what root may read too, a system refuses.
  const name = 'x'.repeat(200);
  execFileSync('sh', ['-c', `for i in $(seq 30); do mkdir ${name} && cd -P ${name} || exit 1; done`], {
    cwd: join(folder, 'collections'),
  });
  try {
    const { entries, folders } = await call('saved.list', {});
    expect(entries.map((entry) => entry.path)).toContain(path);
    const unreadable = folders.filter(({ damage }) => damage?.startsWith('The folder cannot be read'));
    expect(unreadable).toEqual([expect.objectContaining({ path: expect.stringContaining(name) })]);
  } finally {
    execFileSync('rm', ['-rf', join(folder, 'collections', name)]);
  }
});

it('of 100 flows with 4 damaged ones, 96 can be used and the 4 show what is wrong', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tpp-hundred-'));
  try {
    const write = (name: string, content: string | Buffer) =>
      writeFileSync(join(own, `${name}.flow.yaml`), content);
    const named = (name: string) => `# Ours\n${textOf({ name })}`;
    for (let at = 0; at < 96; at++) write(`Right ${at}`, named(`Right ${at}`));
    const damaged: Record<string, [content: string | Buffer, reason: string]> = {
      'No name': [named(''), 'name'],
      'Long name': [named('x'.repeat(81)), 'name'],
      Binary: [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0xfe]), 'line 1'],
      Large: ['#'.repeat(8 * 2 ** 20 + 1), 'it is larger than 8 MB'],
    };
    for (const [name, [content]] of Object.entries(damaged)) write(name, content);
    const collections = new Collections(own);
    const { entries, folders } = collections.list();
    expect(entries).toHaveLength(96);
    const reasons = Object.fromEntries(
      folders.flatMap(({ name, damage }) => (damage === null ? [] : [[name, damage.toLowerCase()]])),
    );
    expect(reasons).toEqual(
      Object.fromEntries(
        Object.entries(damaged).map(([name, [, reason]]) => [
          name,
          expect.stringContaining(reason.toLowerCase()),
        ]),
      ),
    );
    // One of the 96 is saved as it stands: not a byte changes.
    const entry = entries.find(({ name }) => name === 'Right 7');
    if (!entry) throw new Error('It was listed a moment ago.');
    const { path: over, step, fingerprint: seen } = entry;
    collections.save(entry.folder, step, over, seen);
    expect(readFileSync(join(own, 'Right 7.flow.yaml'), 'utf8')).toBe(named('Right 7'));
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
});

it('a name that is not allowed for a file is refused', async () => {
  await expect(save({ name: 'x'.repeat(MAX_REQUEST_NAME_CHARS + 1) })).rejects.toThrow(
    'at most 80 characters',
  );
  const name = 'x'.repeat(MAX_REQUEST_NAME_CHARS);
  expect((await save({ name })).path).toBe(`${name}.flow.yaml/${name}`);
});

it('no path leads out of the folder', async () => {
  const { path } = await save({ name: '../../outside' });
  expect(path).toBe('-..-outside.flow.yaml/..%2F..%2Foutside');
  expect(existsSync(fileOf(path))).toBe(true);
  await expect(save({}, '../..')).rejects.toThrow('cannot be the name of a file');
  for (const outside of ['../../workbench', '../../x.flow.yaml', '../../x.flow.yaml/step']) {
    const items: Item[] = [{ kind: 'step', path: outside }];
    const invalid = 'is not a valid path for a saved request';
    await expect(call('saved.remove', { items })).rejects.toThrow(invalid);
    await expect(save({}, '', outside)).rejects.toThrow(invalid);
    if (outside !== '../../x.flow.yaml/step') continue;
    await expect(call('saved.duplicate', { kind: 'step', path: outside })).rejects.toThrow(invalid);
    await expect(call('saved.copied', { items })).rejects.toThrow(invalid);
    await expect(call('saved.move', { items, folder: path, before: null })).rejects.toThrow(invalid);
  }
  await expect(save({ name: '   ' })).rejects.toThrow('saved request needs a name');
});

it('an external change is noticed', async () => {
  const { path } = await save({ name: 'Watched' });
  const noticed = new Promise<void>((resolve) => {
    workbench.onEvent((name) => name === 'saved.changed' && resolve());
  });
  writeFileSync(fileOf(path), textOf({ name: 'Watched by git' }));
  await noticed;
  expect((await call('saved.list', {})).entries.map(({ name }) => name)).toContain('Watched by git');
});

it('a save, a rename and a deletion are each reported once; the file watch does not repeat them', async () => {
  let told = 0;
  const end = workbench.onEvent((name) => {
    if (name === 'saved.changed') told++;
  });
  const { path } = await save({ name: 'Once' }, 'quite/new');
  await save({ name: 'Once', body: 'changed' }, 'quite/new', path);
  const moved = await save({ name: 'Twice' }, 'other/new', path);
  await call('saved.remove', { items: [{ kind: 'folder', path: aboveOf(moved.path) }] });
  // Whatever the watch has to say of these is said before it tells of a later change from outside.
  const outside = new Promise<void>((resolve) => {
    const done = workbench.onEvent((name) => {
      if (name !== 'saved.changed' || told < 5) return;
      done();
      resolve();
    });
  });
  writeFileSync(fileOf('Outside.flow.yaml'), textOf({ name: 'Outside' }));
  await outside;
  expect(told).toBe(5);
  end();
});

it('the file watch reports every external change, and nothing that the workbench itself writes', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tpp-collections-watch-'));
  const outside = ['a', 'b', 'c', 'd', 'e'];
  for (const file of outside) writeFileSync(join(own, file), '');
  // Each change is reported at once: if they were gathered, a report too many could hide in another.
  const collections = new Collections(own, (report) => {
    report();
    return () => undefined;
  });
  const reported: string[] = [];
  let heard = () => {};
  const end = collections.onChange((path) => {
    reported.push(path);
    heard();
  });
  const told = (path: string) =>
    new Promise<void>((resolve) => (heard = () => reported.includes(path) && resolve()));
  try {
    let path = '';
    const steps = [
      () => ({ path } = collections.save('quite/new', stepOf({ name: 'Once' }), null)),
      () => collections.save('quite/new', stepOf({ name: 'Once', body: 'changed' }), path),
      () => ({ path } = collections.save('other/new', stepOf({ name: 'Twice' }), path)),
      () => collections.remove([{ kind: 'folder', path: aboveOf(path) }]),
      () => undefined,
    ];
    for (const [at, file] of outside.entries()) {
      steps[at]?.();
      // The system tells of the step before it tells of this.
      rmSync(join(own, file));
      await told(file);
    }
    expect(reported).toEqual(outside);
  } finally {
    end();
    rmSync(own, { recursive: true, force: true });
  }
});

it('a file is replaced again and again, as git and editors do, and each time it is noticed', async () => {
  const { path } = await save({ name: 'Replaced' });
  for (let at = 0; at < 4; at++) {
    const noticed = new Promise<void>((resolve) => {
      const end = workbench.onEvent((name) => {
        if (name !== 'saved.changed') return;
        end();
        resolve();
      });
    });
    const beside = join(folder, `beside-${at}`);
    writeFileSync(beside, textOf({ name: 'Replaced', body: `${at}` }));
    renameSync(beside, fileOf(path));
    await noticed;
    expect((await stepAt(path))?.request?.json).toBe(at);
  }
});

it('a file saved here, changed externally and restored is reported both times', async () => {
  const { path } = await save({ name: 'Back and forth' });
  const text = readFileSync(fileOf(path), 'utf8');
  const noticed = () =>
    new Promise<void>((resolve) => {
      const end = workbench.onEvent((name) => {
        if (name !== 'saved.changed') return;
        end();
        resolve();
      });
    });
  for (const content of [text.replace('ø', 'å'), text]) {
    const seen = noticed();
    writeFileSync(fileOf(path), content);
    await seen;
    expect((await stepAt(path))?.request?.json).toEqual({ a: content.includes('å') ? 'å' : 'ø' });
  }
});
