/** Folders, flows, groups and steps are made, renamed, moved, copied and deleted: whole or not at all, and nothing is overwritten. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Collections } from '../../main/core/collections/collections.ts';
import { listed } from '../../main/core/collections/listing.ts';
import { fileNameFor } from '../../main/core/collections/names.ts';
import { TreeFiles } from '../../main/core/collections/tree-files.ts';
import { readFlow } from '../../shared/collections/flow-reader.ts';
import { NO_REPEATS, NO_SETTINGS } from '../../shared/collections/settings.ts';
import { allOf, type Item, treeOf } from '../../shared/collections/tree.ts';
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
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
/** A flow with pauses of these names; one in brackets is a group with a pause `in NAME`. */
const flow = (...names: string[]) =>
  `steps:\n${names
    .map((name) =>
      name.startsWith('[')
        ? `  - group: ${name.slice(1, -1)}\n    steps:\n      - name: in ${name.slice(1, -1)}\n        pause: 1\n`
        : `  # About ${name}\n  - name: ${name}\n    pause: 1 # ms\n`,
    )
    .join('')}`;
const tree = () => Array.from(allOf(treeOf(listed(root))), ({ path }) => path).slice(1);
const inside = (path: string) =>
  tree()
    .filter((one) => one.startsWith(`${path}/`))
    .map((one) => one.slice(path.length + 1));
const text = (path: string) => readFileSync(join(root, path), 'utf8');
/** Everything on the disk, to see that nothing has changed. */
const disk = () =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );
const expectRefused = (work: () => unknown, sentence: RegExp | string) => {
  const before = disk();
  expect(work).toThrow(sentence);
  expect(disk()).toEqual(before);
};
/** The disk is full from the n-th write on. */
const fillDisk = (after: number) => {
  let left = after;
  // Called by each write.
  const spy = vi.spyOn(TreeFiles.prototype, 'checkText').mockImplementation(() => {
    if (left-- === 0) throw new Error('ENOSPC');
  });
  return () => spy.mockRestore();
};

describe('a new folder, flow or group', () => {
  it('is where it was asked for', () => {
    expect(collections.makeFolder('', 'Suite', 'folder')).toBe('Suite');
    expect(collections.makeFolder('Suite', 'Payments / SEPA', 'folder')).toBe('Suite/Payments - SEPA');
    expect(collections.makeFolder('Suite', 'Pay / settle', 'flow')).toBe('Suite/Pay - settle.flow.yaml');
    expect(collections.makeFolder('Suite', 'pay.flow.yaml', 'flow')).toBe('Suite/pay.flow.yaml');
    const group = collections.makeFolder('Suite/pay.flow.yaml', 'Refused / 100 %', 'group');
    expect(group).toBe('Suite/pay.flow.yaml/Refused %2F 100 %25');
    expect(collections.makeFolder(group, 'Inner', 'group')).toBe(`${group}/Inner`);
    expect(text('Suite/collection.yaml')).toBe('');
    expect(text('Suite/Pay - settle.flow.yaml')).toBe('flow: Pay / settle\nsteps: []\n');
    expect(text('Suite/pay.flow.yaml')).toBe(
      'steps:\n  - group: Refused / 100 %\n    steps:\n      - group: Inner\n        steps: []\n',
    );
    const [suite] = treeOf(listed(root)).children;
    expect(suite).toMatchObject({ path: 'Suite', role: 'collection' });
    expect(tree()).toHaveLength(6);
  });
  it.each(['CON', 'aux.txt', 'nul', 'Com1', 'LPT9.x', 'con .txt'])(
    '“%s” is refused: Windows reserves it',
    (name) => {
      const reserved = 'Windows reserves the name';
      expect(() => collections.makeFolder('', name, 'folder')).toThrow(reserved);
      expect(() => collections.makeFolder('', name, 'flow')).toThrow(reserved);
      expect(() => collections.save('', { name, pause: 1 }, null)).toThrow(reserved);
      expect(() => collections.save(name, { name: 'x', pause: 1 }, null)).toThrow(reserved);
      expect(readdirSync(root)).toEqual([]);
    },
  );
  it('has a name that Windows accepts, and shows the one that was given', () => {
    expect(collections.makeFolder('', 'Ends with a dot.', 'folder')).toBe('Ends with a dot');
    expect(treeOf(listed(root)).children).toMatchObject([{ name: 'Ends with a dot.' }]);
    for (const name of ['console', 'a.con', 'communication', 'lpt']) expect(fileNameFor(name)).toBe(name);
  });
  it('is no folder that could be taken for a flow', () => {
    expect(collections.makeFolder('', 'a.flow.yaml', 'folder')).toBe('a-flow-yaml');
    expect(treeOf(listed(root)).children).toMatchObject([{ role: 'collection', name: 'a.flow.yaml' }]);
  });
  it('is refused if the name is taken, what is around it is gone or of another kind, or it is too deep', () => {
    collections.makeFolder('', 'Suite', 'folder');
    write('Suite/a.flow.yaml', flow('x', '[G]'));
    const deep = Array.from({ length: 32 }, () => 'd').join('/');
    for (const [around, name, role, sentence] of [
      ['', 'SUITE', 'folder', '“Suite” already exists'],
      ['Suite', 'A', 'flow', '“Suite/a.flow.yaml” already exists'],
      ['Suite/a.flow.yaml', 'x', 'group', 'The flow has another step or group named “x”'],
      ['Suite/a.flow.yaml/G', 'G', 'group', 'The flow has another step or group named “G”'],
      ['Nowhere', 'x', 'folder', 'no longer exists'],
      ['Nowhere', 'x', 'group', 'no longer exists'],
      ['Suite/a.flow.yaml/x', 'y', 'group', 'no longer exists'],
      ['Suite/a.flow.yaml', 'y', 'flow', 'flows and folders into a folder'],
      ['Suite/a.flow.yaml', 'y', 'folder', 'no longer exists'],
      ['../..', 'x', 'folder', 'is not a valid path'],
      ['../..', 'x', 'flow', 'is not a valid path'],
      ['../..', 'x', 'group', 'no longer exists'],
      [deep, 'x', 'flow', 'at most 32 deep'],
    ] as const)
      expectRefused(() => collections.makeFolder(around, name, role), sentence);
  });
});

describe('a collection, flow or group that changes', () => {
  const settings = {
    ...NO_SETTINGS,
    about: '# Out\n',
    variables: { amount: '1.00', pin: '' },
    secret: ['pin'],
  };
  const change = (name: string, more: object = {}) => ({ name, settings, repeats: NO_REPEATS, ...more });
  const seenOf = (path: string) => listed(root).folders.find((one) => one.path === path)?.fingerprint ?? '';

  it('has a new name and settings, and keeps its comments', () => {
    write('Suite/collection.yaml', '# Mine\nvolatile: [$.id] # ids\n');
    write('Suite/a.flow.yaml', `# Flow\n${flow('x', '[G]')}`);
    const volatile = { settings: { ...settings, volatile: ['$.id'] } };
    expect(collections.changeFolder('Suite', change('Out', volatile), seenOf('Suite'))).toBe('Out');
    expect(text('Out/collection.yaml')).toBe(
      '# Mine\nabout: |\n  # Out\nvariables: { amount: "1.00", pin: "" }\nsecret: [pin]\nvolatile: [$.id] # ids\n',
    );
    const path = 'Out/a.flow.yaml';
    expect(collections.changeFolder(path, change('b'), seenOf(path))).toBe('Out/b.flow.yaml');
    const group = { settings: { ...NO_SETTINGS, variables: { a: 1 } }, repeats: { tags: ['T'] } };
    const inFlow = 'Out/b.flow.yaml/G';
    expect(collections.changeFolder(inFlow, change('H / I', group), seenOf(inFlow))).toBe(
      'Out/b.flow.yaml/H %2F I',
    );
    expect(text('Out/b.flow.yaml')).toBe(
      `# Flow\nabout: |\n  # Out\nvariables: { amount: "1.00", pin: "" }\nsecret: [pin]\n${flow(
        'x',
        '[G]',
      ).replace('group: G\n', 'group: H / I\n    variables: { a: 1 }\n    tags: [T]\n')}`,
    );
  });
  it.each([
    ['S', 'S/collection.yaml', 'name: My suite # ours\n', 'My suite'],
    ['S/1-pay.flow.yaml', 'S/1-pay.flow.yaml', 'flow: Pay # ours\nsteps: []\n', 'Pay'],
  ])('%s that its file names keeps its place: the file gets the new name', (path, file, content, name) => {
    write(file, content);
    expect(collections.changeFolder(path, { ...change('Other'), settings: NO_SETTINGS }, null)).toBe(path);
    expect(text(file)).toBe(content.replace(name, 'Other'));
    const own = path === 'S' ? 'S' : '1-pay';
    expect(collections.changeFolder(path, { ...change(own), settings: NO_SETTINGS }, null)).toBe(path);
    expect(text(file)).not.toContain('Other');
  });
  it.each(['a&b.flow.yaml', 'Suite & co'])('%s keeps its place if only the settings change', (path) => {
    write(path.endsWith('yaml') ? path : `${path}/x.flow.yaml`, flow('x'));
    const { name } = listed(root).folders.find((one) => one.path === path) ?? { name: '' };
    expect(collections.changeFolder(path, change(name), null)).toBe(path);
  });
  it('is refused if another program has changed it, or it is damaged, and nothing changes', () => {
    for (const [path, file, before, content, sentence] of [
      ['S', 'S/collection.yaml', 'about: mine\n', 'about: theirs\n', 'changed by another program'],
      ['S', 'S/collection.yaml', 'about: mine\n', 'abuot: x\n', 'is damaged and was not overwritten'],
      ['a.flow.yaml', 'a.flow.yaml', flow('x'), `about: theirs\n${flow('x')}`, 'changed by another'],
      ['a.flow.yaml', 'a.flow.yaml', flow('x'), 'steps: [', 'is damaged and was not overwritten'],
      [
        'a.flow.yaml/G',
        'a.flow.yaml',
        flow('[G]'),
        flow('[G]').replace('G\n', 'G\n    skip: x\n'),
        'changed by',
      ],
    ] as const) {
      write(file, before);
      const seen = seenOf(path);
      write(file, content);
      expectRefused(
        () => collections.changeFolder(path, change('Other'), sentence.startsWith('is') ? null : seen),
        sentence,
      );
    }
  });
  it('may have changed elsewhere: only what it says about itself counts', () => {
    write('a.flow.yaml', flow('x', '[G]'));
    const seen = [seenOf('a.flow.yaml'), seenOf('a.flow.yaml/G')];
    write('a.flow.yaml', `# More\n${flow('y', '[G]', 'z')}`);
    expect(seen).toEqual([seenOf('a.flow.yaml'), seenOf('a.flow.yaml/G')]);
  });
  it('is refused if the name is taken, and no setting changes', () => {
    write('A/x.flow.yaml', flow('x', '[G]'));
    write('A/y.flow.yaml', flow('x'));
    write('B/x.flow.yaml', flow('x'));
    for (const [path, name, sentence] of [
      ['A', 'b', '“B” already exists'],
      ['A/x.flow.yaml', 'Y', '“A/y.flow.yaml” already exists'],
      ['A/x.flow.yaml/G', 'x', 'The flow has another step or group named “x”'],
      ['../..', 'x', 'is not a valid path'],
      ['', 'x', 'is not a valid path'],
      ['A/x.flow.yaml/x', 'y', 'no longer exists'],
    ] as const)
      expectRefused(() => collections.changeFolder(path, change(name), null), sentence);
  });
  it.each(['A', 'A/x.flow.yaml'])('%s keeps its settings if it cannot be renamed', (path) => {
    write('A/collection.yaml', 'about: mine\n');
    write('A/x.flow.yaml', flow('x'));
    const spy = vi.spyOn(TreeFiles.prototype, 'rename').mockImplementationOnce(() => {
      throw new Error('EBUSY');
    });
    expectRefused(() => collections.changeFolder(path, change('Other'), null), 'EBUSY');
    spy.mockRestore();
  });
});

describe('what is moved in flows', () => {
  it('is where it was put, with its comments', () => {
    write('a.flow.yaml', flow('a', 'b', 'c', 'd'));
    const move = (names: string[], before: string | null) =>
      collections.move(
        names.map((name) => step(`a.flow.yaml/${name}`)),
        'a.flow.yaml',
        before === null ? null : step(`a.flow.yaml/${before}`),
      );
    move(['d'], 'a');
    expect(text('a.flow.yaml')).toBe(flow('d', 'a', 'b', 'c'));
    move(['a'], null);
    expect(text('a.flow.yaml')).toBe(flow('d', 'b', 'c', 'a'));
    move(['a', 'c'], 'b');
    expect(text('a.flow.yaml')).toBe(flow('d', 'a', 'c', 'b'));
  });
  it('keeps the line breaks of the flow that it comes into', () => {
    write('a.flow.yaml', flow('a', 'b').replaceAll('\n', '\r\n'));
    write('b.flow.yaml', flow('c', 'd'));
    collections.move([step('b.flow.yaml/c')], 'a.flow.yaml', step('a.flow.yaml/b'));
    collections.move([step('a.flow.yaml/a')], 'b.flow.yaml', null);
    expect(text('a.flow.yaml')).toBe(flow('c', 'b').replaceAll('\n', '\r\n'));
    expect(text('b.flow.yaml')).toBe(flow('d', 'a'));
  });
  it('is a group with all that is in it, and into one', () => {
    write('S/a.flow.yaml', flow('x', '[G]', '[H]'));
    write('T/b.flow.yaml', flow('y'));
    const chosen = [folder('S/a.flow.yaml/G'), step('S/a.flow.yaml/G/in G')];
    expect(collections.move(chosen, 'T/b.flow.yaml', step('T/b.flow.yaml/y'))).toEqual([
      { kind: 'folder', from: 'S/a.flow.yaml/G', to: 'T/b.flow.yaml/G' },
    ]);
    collections.move([step('T/b.flow.yaml/y')], 'S/a.flow.yaml/H', null);
    expect(tree()).toEqual([
      'S',
      'S/a.flow.yaml',
      'S/a.flow.yaml/x',
      'S/a.flow.yaml/H',
      'S/a.flow.yaml/H/in H',
      'S/a.flow.yaml/H/y',
      'T',
      'T/b.flow.yaml',
      'T/b.flow.yaml/G',
      'T/b.flow.yaml/G/in G',
    ]);
  });
  it('is refused as a whole', () => {
    write('a.flow.yaml', flow('x', '[G]', 'free'));
    write('b.flow.yaml', flow('y', '[G]'));
    write('c.flow.yaml', flow('y'));
    write('bad.flow.yaml', 'steps: [');
    for (const [items, to, sentence] of [
      [[folder('a.flow.yaml/G')], 'a.flow.yaml/G', 'cannot be moved into itself'],
      [[step('a.flow.yaml/free'), folder('b.flow.yaml/G')], 'a.flow.yaml', 'another step or group named “G”'],
      [[step('b.flow.yaml/y'), step('c.flow.yaml/y')], 'a.flow.yaml', 'another step or group named “y”'],
      [[step('a.flow.yaml/free')], 'gone.flow.yaml', 'no longer exists'],
      [[step('a.flow.yaml/free')], 'b.flow.yaml/y', 'no longer exists'],
      [[step('a.flow.yaml/free'), step('a.flow.yaml/gone')], 'b.flow.yaml', 'no longer exists'],
      [[step('a.flow.yaml/free')], 'bad.flow.yaml', 'is damaged and was not overwritten'],
      [[step('a.flow.yaml/free')], 'Folder', 'no longer exists'],
      [[step('a.flow.yaml/free'), folder('b.flow.yaml')], 'c.flow.yaml', 'Steps and groups go into a flow'],
    ] as const)
      expectRefused(() => collections.move(items, to, null), sentence);
  });
  it.each([0, 1, 2])('is undone if the disk is full after %i flows', (count) => {
    for (const name of ['a', 'b', 'c']) write(`${name}.flow.yaml`, flow(name, `${name}2`));
    const end = fillDisk(count);
    expectRefused(
      () => collections.move([step('b.flow.yaml/b'), step('c.flow.yaml/c')], 'a.flow.yaml', null),
      'ENOSPC',
    );
    end();
  });
  it('never loses a step or a comment, and comes in the order that was asked for, whatever is moved where', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const move = fc.record({
      chosen: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
      to: fc.constantFrom('S.flow.yaml', 'T.flow.yaml', 'T.flow.yaml/G'),
      before: fc.option(fc.nat(4)),
    });
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 6 }), (moves) => {
        write('S.flow.yaml', flow(...names));
        write('T.flow.yaml', flow('[G]'));
        const steps = () => listed(root).entries.map(({ path }) => path);
        const children = (at: string) =>
          listed(root).entries.flatMap((one) => (one.folder === at ? one.path : []));
        for (const { chosen, to, before } of moves) {
          const items = chosen.map((at) => steps().find((path) => path.endsWith(`/${names[at]}`)) ?? '');
          const front =
            before === null ? undefined : children(to).filter((path) => !items.includes(path))[before];
          const moved = collections.move(items.map(step), to, front === undefined ? null : step(front));
          const order = items.map((path) => `${to}/${path.slice(-1)}`);
          expect(moved.map((one) => one.to)).toEqual(order);
          const after = children(to);
          expect(steps()).toHaveLength(names.length + 1);
          const end = front === undefined ? after.length : after.indexOf(front);
          expect(after.slice(end - order.length, end)).toEqual(order);
        }
        const now = text('S.flow.yaml') + text('T.flow.yaml');
        for (const name of names) expect(now.split(`# About ${name}\n`)).toHaveLength(2);
      }),
      { numRuns: 40 },
    );
  });
});

describe('flows and folders that are moved', () => {
  it('have all that is in them', () => {
    write('A/In/x.flow.yaml', flow('x'));
    write('A/In/rows.csv', 'a,b\n');
    write('B/y.flow.yaml', 'steps: [');
    collections.move([folder('A/In'), folder('A/In/x.flow.yaml'), folder('B/y.flow.yaml')], '', null);
    expect(text('In/rows.csv')).toBe('a,b\n');
    expect(tree()).toEqual(['A', 'B', 'In', 'In/x.flow.yaml', 'In/x.flow.yaml/x', 'y.flow.yaml']);
  });
  it('are refused as a whole: into themselves, onto another of their name, or two of one name', () => {
    write('A/In/x.flow.yaml', flow('x'));
    write('B/X.flow.yaml', flow('x'));
    write('C/x.flow.yaml', flow('x'));
    write('C/free.flow.yaml', flow('x'));
    for (const [items, to, sentence] of [
      [[folder('A')], 'A/In', 'cannot be moved into itself'],
      [[folder('C/free.flow.yaml'), folder('A/In/x.flow.yaml')], 'B', '“B/X.flow.yaml” already exists'],
      [[folder('A/In/x.flow.yaml'), folder('C/x.flow.yaml')], 'A', 'Two of the items are named “x”'],
      [[folder('C/free.flow.yaml')], 'Nowhere', 'no longer exists'],
      [[folder('C/free.flow.yaml')], '../..', 'is not a valid path'],
      [[folder('C/free.flow.yaml')], 'B/X.flow.yaml', 'flows and folders into a folder'],
    ] as const)
      expectRefused(() => collections.move(items, to, null), sentence);
  });
});

describe('a copy', () => {
  it('of a step is behind it, with a name of its own', () => {
    write('a.flow.yaml', flow('a', 'b'));
    const copy = () => collections.duplicate(step('a.flow.yaml/a'));
    expect([copy(), copy()]).toEqual(['a.flow.yaml/a copy', 'a.flow.yaml/a copy 2']);
    expect(inside('a.flow.yaml')).toEqual(['a', 'a copy 2', 'a copy', 'b']);
    expect(text('a.flow.yaml').split('# About a\n')).toHaveLength(4);
  });
  it('of a group has other names inside; a step without one stays without', () => {
    write(
      'a.flow.yaml',
      `steps:
  - group: G
    each: { n: [1, 2] }
    steps:
      - pause: 1
      - name: x
        request: POST /v1/any
        body: { name: x, steps: [{ name: x }] } # as it is
      - group: H
        steps: []
`,
    );
    expect(collections.duplicate(folder('a.flow.yaml/G'))).toBe('a.flow.yaml/G copy');
    expect(text('a.flow.yaml').slice(text('a.flow.yaml').indexOf('  - group: G copy')))
      .toBe(`  - group: G copy
    each: { n: [1, 2] }
    steps:
      - pause: 1
      - name: x copy
        request: POST /v1/any
        body: { name: x, steps: [{ name: x }] } # as it is
      - group: H copy
        steps: []
`);
  });
  it.each([
    ['step', 'x'.repeat(80)],
    ['step', '\u{1f600}'.repeat(40)],
    ['flow', '\u5e10'.repeat(66)],
    ['folder', '\u5e10'.repeat(66)],
  ])('of a %s with the longest name %# has a name that can be read', (what, name) => {
    const path =
      what === 'step' ? 'a.flow.yaml' : what === 'flow' ? `${name}.flow.yaml` : `${name}/x.flow.yaml`;
    write(path, flow(what === 'step' ? name : 'x'));
    const item = what === 'step' ? step(`${path}/${name}`) : folder(what === 'flow' ? path : name);
    const copies = [collections.duplicate(item), collections.duplicate(item)];
    for (const copy of copies) expect(tree()).toContain(copy);
    expect(new Set(copies).size).toBe(2);
    expect(
      listed(root)
        .folders.map(({ damage }) => damage)
        .filter(Boolean),
    ).toEqual([]);
  });
  it('of a flow or folder has all that is in it, and follows no link', () => {
    write('S/collection.yaml', 'name: My suite # ours\n');
    write('S/1-pay.flow.yaml', `flow: Pay # ours\n${flow('a')}`);
    write('S/bad.flow.yaml', 'steps: [');
    symlinkSync('/etc/passwd', join(root, 'S/link.flow.yaml'));
    expect(collections.duplicate(folder('S'))).toBe('S copy');
    expect(readdirSync(join(root, 'S copy')).toSorted()).toEqual([
      '1-pay.flow.yaml',
      'bad.flow.yaml',
      'collection.yaml',
    ]);
    expect(text('S copy/collection.yaml')).toBe('name: My suite copy # ours\n');
    expect(collections.duplicate(folder('S copy/1-pay.flow.yaml'))).toBe('S copy/1-pay copy.flow.yaml');
    expect(text('S copy/1-pay copy.flow.yaml')).toBe(`flow: Pay copy # ours\n${flow('a')}`);
    expect(collections.duplicate(folder('S copy/bad.flow.yaml'))).toBe('S copy/bad copy.flow.yaml');
    expect(readdirSync(root).toSorted()).toEqual(['S', 'S copy']);
  });
});

describe('what is copied and pasted', () => {
  it('has its comments, and other names only where they are taken', () => {
    write('a.flow.yaml', flow('a', '[G]', 'b'));
    write('b.flow.yaml', flow('b', 'z'));
    const copied = collections.copied(
      ['b', 'G', 'G/in G'].map((name) => (name === 'G' ? folder : step)(`a.flow.yaml/${name}`)),
    );
    expect(copied).toBe(
      '# About b\n- name: b\n  pause: 1 # ms\n- group: G\n  steps:\n    - name: in G\n      pause: 1\n',
    );
    expect(collections.paste('b.flow.yaml', step('b.flow.yaml/z'), copied)).toEqual([
      'b.flow.yaml/b copy',
      'b.flow.yaml/G',
    ]);
    expect(inside('b.flow.yaml')).toEqual(['b', 'b copy', 'G', 'G/in G', 'z']);
    expect(text('b.flow.yaml')).toContain('  # About b\n  - name: b copy\n    pause: 1 # ms\n');
  });
  it.each([
    ['a whole flow', `flow: Theirs\n${flow('c', 'd')}`],
    ['a list in Windows', '- name: c\r\n  pause: 1\r\n- name: d\r\n  pause: 1\r\n'],
    ['JSON', '[{ "name": "c", "pause": 1 }, { "name": "d", "pause": 1 }]'],
  ])('may be %s', (_, given) => {
    write('a.flow.yaml', flow('[G]'));
    expect(collections.paste('a.flow.yaml/G', null, given)).toEqual(['a.flow.yaml/G/c', 'a.flow.yaml/G/d']);
    expect(text('a.flow.yaml')).not.toContain('\r');
    expect(readFlow(text('a.flow.yaml'))).toHaveProperty('items');
  });
  it.each([
    ['', 'The clipboard has no steps'],
    ['Hello', 'The clipboard has no steps'],
    ['steps: []', 'The clipboard has no steps'],
    ['- [', 'line 1'],
    ['- paus: 1', 'Nothing was saved: “a.flow.yaml” could not be read again.'],
    ['- name: x\n  pause: 1\n- 5', 'Nothing was saved'],
  ])('is refused if it is %j', (given, sentence) => {
    write('a.flow.yaml', flow('a'));
    expectRefused(() => collections.paste('a.flow.yaml', null, given), new RegExp(sentence, 'i'));
    expectRefused(() => collections.paste('gone.flow.yaml', null, '- pause: 1'), 'no longer exists');
    expectRefused(() => collections.copied([folder('a.flow.yaml')]), 'Steps and groups go into a flow');
  });
});

it('several are deleted together or not at all, and a link in a folder leads nowhere', () => {
  write('S/In/a.flow.yaml', flow('a'));
  write('S/b.flow.yaml', flow('x', '[G]', 'y'));
  write('T/c.flow.yaml', 'steps: [');
  writeFileSync(join(all, 'outside'), 'theirs');
  symlinkSync(join(all, 'outside'), join(root, 'S/In/link'));
  for (const gone of ['', '../..', 'Nowhere', 'T/gone.flow.yaml', 'S/b.flow.yaml/gone', 'T/c.flow.yaml/x'])
    expectRefused(
      () => collections.remove([folder('S/In'), step('S/b.flow.yaml/x'), folder(gone)]),
      /is not a valid path|no longer exists|is damaged/,
    );
  collections.remove([
    folder('S/In'),
    step('S/b.flow.yaml/x'),
    folder('S/b.flow.yaml/G'),
    folder('T/c.flow.yaml'),
  ]);
  expect(tree()).toEqual(['S', 'S/b.flow.yaml', 'S/b.flow.yaml/y']);
  expect(text('S/b.flow.yaml')).toBe(flow('y'));
  expect(readdirSync(root)).toEqual(['S']);
  expect(readFileSync(join(all, 'outside'), 'utf8')).toBe('theirs');
  expect(existsSync(dirname(root))).toBe(true);
});

const core = coreForFile('collection-moves');
it('all of this is there through the contract', async () => {
  const { call } = core;
  const { path } = await call('saved.makeFolder', { folder: '', name: 'Suite', role: 'folder' });
  const made = await call('saved.makeFolder', { folder: path, name: 'Pay', role: 'flow' });
  const a = { name: 'a', pause: 1 };
  const saved = await call('saved.save', { folder: made.path, step: a, over: null, seen: null });
  const copy = await call('saved.duplicate', step(saved.path));
  const group = await call('saved.makeFolder', { folder: made.path, name: 'In', role: 'group' });
  const { moved } = await call('saved.move', { items: [step(copy.path)], folder: group.path, before: null });
  expect(moved).toEqual([
    { kind: 'step', from: 'Suite/Pay.flow.yaml/a copy', to: 'Suite/Pay.flow.yaml/In/a copy' },
  ]);
  const { text: copied } = await call('saved.copied', { items: [step(saved.path)] });
  expect(await call('saved.paste', { folder: group.path, before: null, text: copied })).toEqual({
    paths: ['Suite/Pay.flow.yaml/In/a copy 2'],
  });
  const settings = { ...NO_SETTINGS, about: '# Yes' };
  const change = { path, name: 'Renamed', settings, repeats: NO_REPEATS, seen: null };
  expect(await call('saved.changeFolder', change)).toEqual({ path: 'Renamed' });
  await call('saved.remove', { items: [folder('Renamed/Pay.flow.yaml/In')] });
  const { entries, folders } = await call('saved.list', {});
  expect(entries.map((entry) => entry.path)).toEqual(['Renamed/Pay.flow.yaml/a']);
  expect(folders.find((one) => one.path === 'Renamed')?.settings.about).toBe('# Yes');
});

describe('a step that includes a flow', () => {
  const including = (...files: string[]) =>
    `steps:\n${files.map((file) => `  - include: ${file} # ours\n`).join('')}`;
  const included = () =>
    Object.fromEntries(
      listed(root).entries.flatMap(({ path, step: { include } }) =>
        include ? [[path.slice(0, path.indexOf('.flow.yaml')), include.flow]] : [],
      ),
    );
  const rename = (path: string, name: string) =>
    collections.changeFolder(path, { name, settings: NO_SETTINGS, repeats: NO_REPEATS }, null);
  beforeEach(() => {
    write('S/sign/in.flow.yaml', flow('one'));
    write('S/a.flow.yaml', including('sign/in.flow.yaml', 'more/b'));
    write('S/more/b.flow.yaml', including('../sign/in.flow.yaml'));
    write('Other/a.flow.yaml', including('sign/in.flow.yaml'));
  });

  it('follows the flow, or a folder around it, when that is renamed; the same name elsewhere does not matter', () => {
    rename('S/sign/in.flow.yaml', 'first');
    expect(text('S/a.flow.yaml')).toBe(including('sign/first.flow.yaml', 'more/b'));
    expect(text('Other/a.flow.yaml')).toBe(including('sign/in.flow.yaml'));
    rename('S/sign', 'Sign');
    rename('S/more', 'Most');
    expect(text('S/a.flow.yaml')).toBe(including('Sign/first.flow.yaml', 'Most/b.flow.yaml'));
    expect(text('S/Most/b.flow.yaml')).toBe(including('../Sign/first.flow.yaml'));
    const before = text('S/a.flow.yaml');
    rename('S', 'T');
    expect(text('T/a.flow.yaml')).toBe(before);
  });
  it('follows the flow when that is moved, and includes the same when it is moved itself', () => {
    collections.move([folder('S/sign')], 'S/more', null);
    expect(included()).toMatchObject({ 'S/a': 'more/b', 'S/more/b': 'sign/in.flow.yaml' });
    collections.move([folder('S/more/b.flow.yaml')], 'Other', null);
    expect(text('Other/b.flow.yaml')).toBe(including('../S/more/sign/in.flow.yaml'));
    expect(text('S/a.flow.yaml')).toBe(including('more/sign/in.flow.yaml', '../Other/b.flow.yaml'));
  });
  it('includes the same, and takes the same rows, in a flow of another folder, alone or in a group', () => {
    write(
      'S/g.flow.yaml',
      `steps:\n  - group: G\n    each: people.csv # rows\n    steps:\n      - name: signs\n        include: sign/in.flow.yaml # ours\n`,
    );
    write('S/more/c.flow.yaml', 'steps: []\n');
    collections.move([folder('S/g.flow.yaml/G')], 'S/more/c.flow.yaml', null);
    expect(text('S/more/c.flow.yaml')).toContain('each: ../people.csv # rows\n');
    expect(text('S/more/c.flow.yaml')).toContain('include: ../sign/in.flow.yaml # ours\n');
    const { path, step: whole } = listed(root).entries.find(({ name }) => name === 'signs') ?? {};
    if (!whole || path === undefined) throw new Error('It was listed a moment ago.');
    expect(collections.save('Other/a.flow.yaml', whole, path).path).toBe('Other/a.flow.yaml/signs');
    expect(text('Other/a.flow.yaml')).toContain('include: ../S/sign/in.flow.yaml # ours\n');
  });
  it.each([0, 1])('stays as it was if the disk is full after %i flows', (count) => {
    const end = fillDisk(count);
    expectRefused(() => rename('S/sign', 'Inside'), 'ENOSPC');
    end();
    const again = fillDisk(count);
    expectRefused(() => collections.move([folder('S/sign')], 'S/more', null), 'ENOSPC');
    again();
  });
});
