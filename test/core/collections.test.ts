/** Saved requests are plain files: made for git, never half-written, never overwritten when damaged. */
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
import { writeStepFile } from '../../shared/collections/step-file.ts';
import type { Step } from '../../shared/collections/steps.ts';
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
const save = (change: Partial<SavedRequest> = {}, where = '', over: string | null = null) =>
  call('saved.save', { folder: where, step: stepOf(change), over, seen: null });
const fileOf = (path: string) => join(folder, 'collections', `${path}.step.json`);
const textOf = (change: Partial<SavedRequest> = {}) => writeStepFile(stepOf(change), null);

beforeAll(async () => {
  workbench = await startCore(folder);
});
afterAll(async () => {
  await workbench.stop();
});

it('a file has its keys in a fixed order, and a JSON body as JSON', async () => {
  const { path } = await save({}, 'Betalinger/SEPA');
  expect(path).toBe('Betalinger/SEPA/My payment');
  expect(readFileSync(fileOf(path), 'utf8')).toBe(`{
  "version": 2,
  "name": "My payment",
  "request": {
    "operation": "createPayment",
    "params": {
      "payment-product": "sepa-credit-transfers"
    },
    "headers": {
      "x-a": "{{word}}",
      "x-b": "2"
    },
    "json": {
      "a": "ø"
    }
  }
}
`);
  expect((await call('saved.list', {})).entries).toContainEqual(
    expect.objectContaining({ path, folder: 'Betalinger/SEPA', name: 'My payment', step: stepOf() }),
  );
});

it('a request is saved again, renamed and moved, and never replaces another', async () => {
  const { path } = await save({ name: 'First' });
  expect((await save({ name: 'First', body: '' }, '', path)).path).toBe(path);
  await expect(save({ name: 'First' })).rejects.toThrow('A saved request “First” already exists');
  const moved = await save({ name: 'Second' }, 'deep/er', path);
  expect(existsSync(fileOf(path))).toBe(false);
  await call('saved.remove', { items: [{ kind: 'step', path: moved.path }] });
  expect(existsSync(join(folder, 'collections/deep'))).toBe(false);
});

const ONE = { that: { of: 'status' }, must: { is: 'present' } };
const MANY = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`x${at}`, '']));

it('a damaged or newer file is shown as such and not overwritten', async () => {
  const { path } = await save({ name: 'Spoilt' });
  for (const [content, damage] of [
    ['{ "version": 2, ', 'The file is not valid JSON: '],
    ['{ "version": 3 }', 'The file has version 3; this workbench reads versions up to 2.'],
    ['{ "version": 2 }', 'The file is not a step of a collection: name: '],
    [
      '{ "version": 2, "name": "x" }',
      'A step is exactly one of request, sca, control, include, session and pause.',
    ],
    [
      JSON.stringify({ version: 2, name: 'x', request: { operation: 'listAccounts', headers: MANY } }),
      'A request has at most 500 headers',
    ],
    [
      JSON.stringify({ version: 2, name: 'x', pause: 0, warn: Array.from({ length: 201 }, () => ONE) }),
      'A step has at most 200 entries in each of expect, warn, keep and until.',
    ],
    ['{ "version": 1 }', 'The file is not a step of a collection: version: '],
    ['{}', 'its version is missing.'],
    ['[]', 'it is not a JSON object.'],
  ] as const) {
    writeFileSync(fileOf(path), content);
    const entry = (await call('saved.list', {})).entries.find((one) => one.path === path);
    expect(entry).toMatchObject({ name: 'Spoilt', step: null, damage: expect.stringContaining(damage) });
    await expect(save({ name: 'Spoilt' }, '', path)).rejects.toThrow('is damaged and was not overwritten');
    expect(readFileSync(fileOf(path), 'utf8')).toBe(content);
  }
});

it('an unreadable file hides none of the others', async () => {
  const { path } = await save({ name: 'Readable' });
  // A link to nowhere is listed, and gone when it is opened.
  symlinkSync('nowhere', fileOf('Dangling'));
  const { entries } = await call('saved.list', {});
  expect(entries.map((one) => one.path)).toContain(path);
  expect(entries.find((one) => one.path === 'Dangling')?.damage).toContain('The file cannot be read');
  rmSync(fileOf('Dangling'));
});

it.each([
  ['Chinese letters', '\u5e10'],
  ['rare letters', '\u{20000}'],
  ['emoji', '\u{1f600}'],
])('a name as long as is allowed, of %s, is saved and listed whole', async (_, character) => {
  const name = character.repeat(MAX_REQUEST_NAME_CHARS / character.length);
  const { path } = await save({ name }, character.repeat(100));
  const { entries } = await call('saved.list', {});
  expect(entries.find((one) => one.path === path)).toMatchObject({ name, damage: null });
  expect((await save({ name, body: '{}' }, character.repeat(100), path)).path).toBe(path);
  await call('saved.remove', { items: [{ kind: 'step', path }] });
});

it.each(['..', '. .', '.'])('the name “%s” is refused with a sentence', async (name) => {
  await expect(save({ name })).rejects.toThrow('cannot be the name of a file');
  const { entries } = await call('saved.list', {});
  expect(entries.filter(({ path }) => path === '')).toEqual([]);
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
    const { entries } = await call('saved.list', {});
    expect(entries.find((entry) => entry.path === path)?.step).not.toBeNull();
    const unreadable = entries.filter(({ damage }) => damage?.startsWith('The folder cannot be read'));
    expect(unreadable).toEqual([
      expect.objectContaining({ step: null, path: expect.stringContaining(name) }),
    ]);
  } finally {
    execFileSync('rm', ['-rf', join(folder, 'collections', name)]);
  }
});

it('of 100 files with 5 damaged ones, 95 can be used and the 5 show what is wrong', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tpp-hundred-'));
  const many = await startCore(own);
  try {
    mkdirSync(join(own, 'collections'), { recursive: true });
    const write = (name: string, content: string | Buffer) =>
      writeFileSync(join(own, 'collections', `${name}.step.json`), content);
    const right = textOf();
    const named = (name: string) => right.replace('"My payment"', JSON.stringify(name));
    for (let at = 0; at < 95; at++) write(`Right ${at}`, named(`Right ${at}`));
    const damaged: Record<string, [content: string | Buffer, reason: string]> = {
      'No name': [named(''), 'name: A saved request needs a name.'],
      'Long name': [named('x'.repeat(81)), 'name: The name must have at most 80 characters.'],
      Newer: [right.replace('"version": 2', '"version": 7'), 'has version 7'],
      Binary: [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0xfe]), 'The file is not valid JSON: '],
      'Too deep': [
        right.replace('"a": "ø"', `"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}`),
        'its values are nested more than 200 deep.',
      ],
    };
    for (const [name, [content]] of Object.entries(damaged)) write(name, content);
    const { entries } = await callCore(many, 'saved.list', {});
    expect(entries).toHaveLength(100);
    expect(entries.filter((entry) => entry.step !== null && entry.damage === null)).toHaveLength(95);
    const reasons = Object.fromEntries(
      entries.flatMap(({ name, damage }) => (damage === null ? [] : [[name, damage]])),
    );
    expect(reasons).toEqual(
      Object.fromEntries(
        Object.entries(damaged).map(([name, [, reason]]) => [name, expect.stringContaining(reason)]),
      ),
    );
    // One of the 95 is saved as it stands: not a byte changes.
    const entry = entries.find(({ name }) => name === 'Right 7');
    if (!entry?.step) throw new Error('It was listed a moment ago.');
    const { path: over, step, fingerprint: seen } = entry;
    await callCore(many, 'saved.save', { folder: '', step, over, seen });
    expect(readFileSync(join(own, 'collections', 'Right 7.step.json'), 'utf8')).toBe(named('Right 7'));
  } finally {
    await many.stop();
    rmSync(own, { recursive: true, force: true });
  }
});

it('a name that is not allowed for a file is refused', async () => {
  await expect(save({ name: 'x'.repeat(MAX_REQUEST_NAME_CHARS + 1) })).rejects.toThrow(
    'at most 80 characters',
  );
  expect((await save({ name: 'x'.repeat(MAX_REQUEST_NAME_CHARS) })).path).toHaveLength(
    MAX_REQUEST_NAME_CHARS,
  );
});

it('no path leads out of the folder', async () => {
  const { path } = await save({ name: '../../outside' });
  expect(path).toBe('-..-outside');
  expect(existsSync(fileOf(path))).toBe(true);
  await expect(save({}, '../..')).rejects.toThrow('cannot be the name of a file');
  await expect(call('saved.remove', { items: [{ kind: 'step', path: '../../workbench' }] })).rejects.toThrow(
    'is not a valid path for a saved request',
  );
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
  await call('saved.remove', { items: [{ kind: 'step', path: moved.path }] });
  // Whatever the watch has to say of these is said before it tells of a later change from outside.
  const outside = new Promise<void>((resolve) => {
    const done = workbench.onEvent((name) => {
      if (name !== 'saved.changed' || told < 5) return;
      done();
      resolve();
    });
  });
  writeFileSync(fileOf('Outside'), textOf({ name: 'Outside' }));
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
      () => collections.remove([{ kind: 'step', path }]),
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
    const { entries } = await call('saved.list', {});
    expect(entries.find((one) => one.path === path)?.step?.request?.json).toBe(at);
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
    const { entries } = await call('saved.list', {});
    const found = entries.find((one) => one.path === path)?.step?.request;
    expect(found?.json).toEqual({ a: content.includes('å') ? 'å' : 'ø' });
  }
});
