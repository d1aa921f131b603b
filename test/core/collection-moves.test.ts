/** Folders and steps are made, renamed, moved, copied and deleted: whole or not at all, and nothing is overwritten. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Collections } from '../../main/core/collections/collections.ts';
import { listed } from '../../main/core/collections/listing.ts';
import { fileNameFor } from '../../main/core/collections/names.ts';
import { readFolderFile } from '../../shared/collections/folder-file.ts';
import { aboveOf, allOf, type Item, treeOf } from '../../shared/collections/tree.ts';
import { schemaNamed, writeStepFile } from '../../shared/collections/step-file.ts';
import { coreForFile } from '../support/file-core.ts';
import { foldersForFile } from '../support/folders.ts';

const { all, next } = foldersForFile('collection-moves');

let root: string;
let collections: Collections;
beforeEach(() => {
  root = next();
  collections = new Collections(root);
});

const step = (path: string): Item => ({ kind: 'step', path });
const folder = (path: string): Item => ({ kind: 'folder', path });
const save = (...paths: string[]) => {
  for (const path of paths) {
    const name = path.split('/').at(-1) ?? '';
    collections.save(aboveOf(path), { name, pause: 1 }, null);
  }
};
const tree = () => Array.from(allOf(treeOf(listed(root))), ({ path }) => path).slice(1);
const text = (path: string) => readFileSync(join(root, path), 'utf8');
/** Gives a step as much text as a file may have, so that it cannot be written with any more. */
const swell = (path: string) => {
  const { step: whole } = listed(root).entries.find((entry) => `${entry.path}.step.json` === path) ?? {};
  if (!whole) throw new Error(`There is no step ${path}.`);
  const written = (skip: string) => writeStepFile({ ...whole, skip }, schemaNamed(text(path)));
  writeFileSync(join(root, path), written('x'.repeat(8 * 2 ** 20 - written('').length)));
};
/** Everything on the disk, to see that nothing has changed. */
const disk = () =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );

describe('a new folder', () => {
  it('is a collection at the top, and a folder inside', () => {
    expect(collections.makeFolder('', 'Suite')).toBe('Suite');
    expect(collections.makeFolder('Suite', 'Payments / SEPA')).toBe('Suite/Payments - SEPA');
    expect(text('Suite/collection.json')).toBe('{\n  "version": 1\n}\n');
    expect(readFolderFile(text('Suite/Payments - SEPA/folder.json'))).toMatchObject({
      name: 'Payments / SEPA',
    });
    expect(treeOf(listed(root)).children).toMatchObject([{ path: 'Suite', isCollection: true }]);
  });
  it.each(['CON', 'aux.txt', 'nul', 'Com1', 'LPT9.x', 'con .txt'])(
    '“%s” is refused: Windows reserves it',
    (name) => {
      expect(() => collections.makeFolder('', name)).toThrow('Windows reserves the name');
      expect(() => collections.save('', { name, pause: 1 }, null)).toThrow('Windows reserves the name');
      expect(() => collections.save(name, { name: 'x', pause: 1 }, null)).toThrow(
        'Windows reserves the name',
      );
      expect(readdirSync(root)).toEqual([]);
    },
  );
  it('has a name that Windows accepts, and shows the one that was given', () => {
    expect(collections.makeFolder('', 'Ends with a dot.')).toBe('Ends with a dot');
    expect(treeOf(listed(root)).children).toMatchObject([{ name: 'Ends with a dot.' }]);
    for (const name of ['console', 'a.con', 'communication', 'lpt']) expect(fileNameFor(name)).toBe(name);
  });
  it('is refused if one of that name is there in another case, or the folder above is gone', () => {
    collections.makeFolder('', 'Suite');
    expect(() => collections.makeFolder('', 'SUITE')).toThrow('“Suite” already exists');
    expect(() => collections.makeFolder('Nowhere', 'x')).toThrow('no longer exists');
    expect(() => collections.makeFolder('../..', 'x')).toThrow('is not a valid path');
  });
  it('takes a step that is saved under its name in another case', () => {
    collections.makeFolder('', 'Suite');
    expect(collections.save('suite', { name: 'One', pause: 1 }, null).path).toBe('Suite/One');
    expect(() => collections.save('Suite', { name: 'ONE', pause: 1 }, null)).toThrow(
      '“Suite/One” already exists',
    );
    // Its own name may change its case.
    expect(collections.save('Suite', { name: 'ONE', pause: 1 }, 'Suite/One').path).toBe('Suite/ONE');
    expect(readdirSync(join(root, 'Suite')).toSorted()).toEqual(['ONE.step.json', 'collection.json']);
  });
});

describe('a folder that changes', () => {
  const settings = { variables: { amount: '1.00', pin: '' }, secret: ['pin'], volatile: ['$.id'], order: 2 };
  it('has a new name, variables and documentation', () => {
    save('Suite/In/x');
    writeFileSync(join(root, 'Suite/In/folder.json'), '{"$schema":"../s.json","version":1}');
    const path = collections.changeFolder(
      'Suite/In',
      { name: 'Out', settings, documentation: '# Out\n' },
      null,
    );
    expect(path).toBe('Suite/Out');
    expect(tree()).toEqual(['Suite', 'Suite/Out', 'Suite/Out/x']);
    expect(text('Suite/Out/README.md')).toBe('# Out\n');
    expect(JSON.parse(text('Suite/Out/folder.json'))).toEqual({
      $schema: '../s.json',
      version: 1,
      ...settings,
    });
    collections.changeFolder('Suite/Out', { name: 'Out', settings, documentation: '' }, null);
    expect(existsSync(join(root, 'Suite/Out/README.md'))).toBe(false);
  });
  it('is refused if another program has changed it, or it is damaged, and nothing changes', () => {
    save('Suite/x');
    collections.changeFolder('Suite', { name: 'Suite', settings, documentation: 'a' }, null);
    const seen = listed(root).folders[0]?.fingerprint ?? '';
    for (const [file, content, sentence] of [
      ['README.md', 'theirs', 'changed by another program'],
      ['folder.json', '{"version":1}', 'changed by another program'],
      ['folder.json', '{', 'is damaged and was not overwritten'],
    ] as const) {
      writeFileSync(join(root, 'Suite', file), content);
      const before = disk();
      const change = { name: 'Other', settings, documentation: 'mine' };
      expect(() => collections.changeFolder('Suite', change, seen)).toThrow(sentence);
      expect(disk()).toEqual(before);
    }
  });
  it('is refused if the name is taken', () => {
    save('A/x', 'B/x');
    const change = { name: 'b', settings, documentation: '' };
    const before = disk();
    expect(() => collections.changeFolder('A', change, null)).toThrow('“B” already exists');
    expect(disk()).toEqual(before);
  });
});

describe('what is moved', () => {
  it('is where it was put, in its folder', () => {
    save('S/a', 'S/b', 'S/c', 'S/d');
    collections.move([step('S/d')], 'S', step('S/a'));
    expect(tree()).toEqual(['S', 'S/d', 'S/a', 'S/b', 'S/c']);
    collections.move([step('S/a')], 'S', null);
    expect(tree()).toEqual(['S', 'S/d', 'S/b', 'S/c', 'S/a']);
    collections.move([step('S/a'), step('S/c')], 'S', step('S/b'));
    expect(tree()).toEqual(['S', 'S/d', 'S/c', 'S/a', 'S/b']);
  });
  it('changes no file that need not change', () => {
    save('S/a', 'S/b', 'S/c', 'S/d');
    const before = disk();
    collections.move([step('S/d')], 'S', step('S/b'));
    const now = disk();
    expect(
      Object.keys(now)
        .filter((file) => now[file] !== before[file])
        .map((file) => file.slice(-11)),
    ).toEqual(expect.arrayContaining(['a.step.json', 'd.step.json']));
    expect(now[join(root, 'S/c.step.json')]).toBe(before[join(root, 'S/c.step.json')]);
  });
  it('is a folder with all that is in it, into another one', () => {
    save('A/In/x', 'B/y');
    writeFileSync(join(root, 'A/In/rows.csv'), 'a,b\n');
    expect(collections.move([folder('A/In'), step('A/In/x')], 'B', null)).toEqual([
      { kind: 'folder', from: 'A/In', to: 'B/In' },
    ]);
    expect(tree()).toEqual(['B', 'B/In', 'B/In/x', 'B/y']);
    expect(text('B/In/rows.csv')).toBe('a,b\n');
    expect(existsSync(join(root, 'A'))).toBe(false);
  });
  it('is refused as a whole: into itself, onto another of its name, or two of one name', () => {
    save('A/In/x', 'B/X', 'C/x', 'C/free');
    const before = disk();
    for (const [items, to, sentence] of [
      [[folder('A')], 'A/In', 'cannot be moved into itself'],
      [[step('C/free'), step('A/In/x')], 'B', '“B/X” already exists'],
      [[step('A/In/x'), step('C/x')], 'A', 'Two of the items are named “x”'],
      [[step('C/free')], 'Nowhere', 'no longer exists'],
      [[step('C/free')], '../..', 'is not a valid path'],
    ] as const) {
      expect(() => collections.move(items, to, null)).toThrow(sentence);
      expect(disk()).toEqual(before);
    }
  });
  it('is undone if it fails half-way', () => {
    save('A/a', 'A/b', 'B/c', 'B/d');
    // With the number that it gets, the step is larger than a file may be.
    swell('B/d.step.json');
    const before = disk();
    const files = readdirSync(join(root, 'B'));
    expect(() => collections.move([step('A/a'), step('B/d')], 'B', step('B/c'))).toThrow('larger than 8 MB');
    expect(disk()).toEqual(before);
    expect(readdirSync(join(root, 'B'))).toEqual(files);
  });
  it('may be damaged', () => {
    mkdirSync(join(root, 'A'));
    writeFileSync(join(root, 'A/bad.step.json'), '{');
    save('B/y');
    collections.move([step('A/bad')], 'B', null);
    expect(readdirSync(join(root, 'B')).toSorted()).toEqual(['bad.step.json', 'y.step.json']);
  });
  it('never loses a step, and comes in the order that was asked for, whatever is moved where', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const move = fc.record({
      chosen: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
      to: fc.constantFrom('S', 'T'),
      before: fc.option(fc.nat(4)),
    });
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 6 }), (moves) => {
        rmSync(root, { recursive: true, force: true });
        for (const at of ['S', 'T']) {
          mkdirSync(join(root, at), { recursive: true });
          writeFileSync(join(root, at, 'folder.json'), '{"version":1}');
        }
        save(...names.map((name) => `S/${name}`));
        const inside = (at: string) => tree().filter((path) => path.startsWith(`${at}/`));
        for (const { chosen, to, before } of moves) {
          const now = tree().filter((path) => path.includes('/'));
          const items = chosen.map((at) => now.find((path) => path.endsWith(`/${names[at]}`)) ?? '');
          const front =
            before === null ? undefined : inside(to).filter((path) => !items.includes(path))[before];
          collections.move(items.map(step), to, front === undefined ? null : step(front));
          const order = now.filter((path) => items.includes(path)).map((path) => `${to}/${path.slice(2)}`);
          const after = inside(to);
          expect(tree().filter((path) => path.includes('/'))).toHaveLength(names.length);
          const end = front === undefined ? null : after.indexOf(front);
          expect(end === null ? order : after.slice(end - order.length, end)).toEqual(order);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('a copy', () => {
  it('of a step has a name of its own', () => {
    save('S/a');
    expect([collections.duplicate(step('S/a')), collections.duplicate(step('S/a'))]).toEqual([
      'S/a copy',
      'S/a copy 2',
    ]);
    expect(tree()).toEqual(['S', 'S/a', 'S/a copy', 'S/a copy 2']);
  });
  it('of a folder has all that is in it, and follows no link', () => {
    save('S/In/a');
    writeFileSync(join(root, 'S/folder.json'), '{"version":1,"name":"My suite"}');
    symlinkSync('/etc/passwd', join(root, 'S/In/link.step.json'));
    expect(collections.duplicate(folder('S'))).toBe('My suite copy');
    expect(readdirSync(join(root, 'My suite copy/In'))).toEqual(['a.step.json']);
    expect(readdirSync(root).toSorted()).toEqual(['My suite copy', 'S']);
    expect(treeOf(listed(root)).children.map(({ name }) => name)).toEqual(['My suite', 'My suite copy']);
  });
});

it('several are deleted together, and a link in a folder leads nowhere', () => {
  save('S/In/a', 'S/b', 'T/c');
  writeFileSync(join(all, 'outside'), 'theirs');
  symlinkSync(join(all, 'outside'), join(root, 'S/In/link'));
  collections.remove([folder('S/In'), step('T/c')]);
  expect(tree()).toEqual(['S', 'S/b']);
  expect(readdirSync(root)).toEqual(['S']);
  expect(readFileSync(join(all, 'outside'), 'utf8')).toBe('theirs');
  for (const path of ['', '../..', 'Nowhere'])
    expect(() => collections.remove([folder(path)])).toThrow(/is not a valid path|no longer exists/);
  expect(existsSync(dirname(root))).toBe(true);
});

const core = coreForFile('collection-moves');
it('all of this is there through the contract', async () => {
  const { call } = core;
  const { path } = await call('saved.makeFolder', { folder: '', name: 'Suite' });
  const saved = await call('saved.save', {
    folder: path,
    step: { name: 'a', pause: 1 },
    over: null,
    seen: null,
  });
  const copy = await call('saved.duplicate', step(saved.path));
  const made = await call('saved.makeFolder', { folder: path, name: 'In' });
  const { moved } = await call('saved.move', { items: [step(copy.path)], folder: made.path, before: null });
  expect(moved).toEqual([{ kind: 'step', from: 'Suite/a copy', to: 'Suite/In/a copy' }]);
  const settings = { variables: {}, secret: [], volatile: [] };
  const change = { path, name: 'Renamed', settings, documentation: '# Yes', seen: null };
  expect(await call('saved.changeFolder', change)).toEqual({ path: 'Renamed' });
  await call('saved.remove', { items: [folder('Renamed/In')] });
  const { entries, folders } = await call('saved.list', {});
  expect(entries.map((entry) => entry.path)).toEqual(['Renamed/a']);
  expect(folders).toMatchObject([{ path: 'Renamed', documentation: '# Yes' }]);
});

describe('a step that includes a folder', () => {
  const include = (path: string, target: string) =>
    collections.save(
      aboveOf(path),
      { name: path.split('/').at(-1) ?? '', include: { folder: target } },
      null,
    );
  const included = () =>
    Object.fromEntries(
      listed(root).entries.flatMap(({ path, step: one }) =>
        one?.include ? [[path, one.include.folder]] : [],
      ),
    );
  const settings = { variables: {}, secret: [], volatile: [] };
  const rename = (path: string, name: string) =>
    collections.changeFolder(path, { name, settings, documentation: '' }, null);
  beforeEach(() => {
    collections.makeFolder('', 'S');
    save('S/sign/one', 'S/more/deep/two');
    include('S/a', 'sign');
    include('S/more/b', 'more/deep');
    collections.makeFolder('', 'Other');
    save('Other/sign/x');
    include('Other/c', 'sign');
  });

  it('follows the folder, or one around it, when that is renamed; the same name in another collection does not matter', () => {
    rename('S/sign', 'In');
    expect(included()).toEqual({ 'S/a': 'In', 'S/more/b': 'more/deep', 'Other/c': 'sign' });
    rename('S/more', 'Most');
    expect(included()).toEqual({ 'S/a': 'In', 'S/Most/b': 'Most/deep', 'Other/c': 'sign' });
    // The path is counted from the collection.
    const before = text('S/a.step.json');
    rename('S', 'T');
    expect(text('T/a.step.json')).toBe(before);
  });
  it('follows the folder when that is moved in its collection, and moves with it elsewhere', () => {
    collections.move([folder('S/sign')], 'S/more', null);
    expect(included()).toMatchObject({ 'S/a': 'more/sign', 'Other/c': 'sign' });
    collections.makeFolder('', 'New');
    collections.move([folder('S/more')], 'New', null);
    // What left the collection cannot be included from it: the step says what is missing, as it did.
    expect(included()).toEqual({ 'S/a': 'more/sign', 'New/more/b': 'more/deep', 'Other/c': 'sign' });
  });
  it('stays as it was if the move fails', () => {
    include('S/z', 'sign');
    // With the longer path, the step is larger than a file may be.
    swell('S/z.step.json');
    const before = disk();
    expect(() => rename('S/sign', 'Inside')).toThrow('larger than 8 MB');
    expect(disk()).toEqual(before);
    expect(() => collections.move([folder('S/sign')], 'S/more', null)).toThrow('larger than 8 MB');
    expect(disk()).toEqual(before);
  });
});
