/** Several files of a folder change together: all of them or none. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { TreeFiles } from '../../main/core/collections/tree-files.ts';
import { writeAll } from '../../main/core/collections/write-all.ts';
import { folderForFile } from '../support/folders.ts';

const root = folderForFile('write-all');

/** The disk is full from the n-th write on. */
class FullDisk extends TreeFiles {
  private left: number;

  constructor(left: number) {
    super(root);
    this.left = left;
  }

  override write(file: string, text: string): void {
    if (this.left-- === 0) throw new Error('ENOSPC');
    super.write(file, text);
  }
}

const WRITES = [
  { path: 'changed.flow.yaml', before: 'a', text: 'b' },
  { path: 'new/one.flow.yaml', before: null, text: 'c' },
  { path: 'gone.flow.yaml', before: 'd', text: null },
  { path: 'collection.yaml', before: 'e', text: 'f' },
];
const made = () => {
  rmSync(join(root, 'shop'), { recursive: true, force: true });
  mkdirSync(join(root, 'shop'));
  for (const { path, before } of WRITES) if (before !== null) writeFileSync(join(root, 'shop', path), before);
};
const onDisk = () =>
  readdirSync(join(root, 'shop'), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => `${name}: ${readFileSync(join(parentPath, name), 'utf8')}`)
    .sort();
const BEFORE = ['changed.flow.yaml: a', 'collection.yaml: e', 'gone.flow.yaml: d'];

it('writes, replaces and deletes', () => {
  made();
  writeAll(new TreeFiles(root), 'shop', WRITES);
  expect(onDisk()).toEqual(['changed.flow.yaml: b', 'collection.yaml: f', 'one.flow.yaml: c']);
});

it.each([0, 1, 2])('a write that fails after %i others is undone', (count) => {
  made();
  expect(() => writeAll(new FullDisk(count), 'shop', WRITES)).toThrow('ENOSPC');
  expect(onDisk()).toEqual(BEFORE);
  expect(readdirSync(join(root, 'shop'))).not.toContain('new');
});

it.each([
  ['changed', { path: 'changed.flow.yaml', before: 'other', text: 'b' }],
  ['made', { path: 'gone.flow.yaml', before: null, text: 'b' }],
  ['deleted', { path: 'missing.flow.yaml', before: 'a', text: null }],
])('nothing is written if a file has been %s meanwhile', (_, write) => {
  made();
  expect(() => writeAll(new TreeFiles(root), 'shop', [...WRITES, write])).toThrow(
    'has been changed since the list was made',
  );
  expect(onDisk()).toEqual(BEFORE);
});

it.each([
  ['leads out of the tree', '../../x.json', 'is not a valid path'],
  ['is too deep', `${'a/'.repeat(40)}x.json`, 'at most 32 deep'],
])('a path that %s is refused', (_, path, sentence) => {
  made();
  expect(() => writeAll(new TreeFiles(root), 'shop', [...WRITES, { path, before: null, text: 'x' }])).toThrow(
    sentence,
  );
  expect(onDisk()).toEqual(BEFORE);
});

it('a file that somebody changes while the others are written is not overwritten, and neither is one that was', () => {
  made();
  const files = new TreeFiles(root);
  const write = vi.spyOn(files, 'write').mockImplementation((file, text) => {
    write.mockRestore();
    files.write(file, text);
    writeFileSync(join(root, 'shop/changed.flow.yaml'), 'mine');
    writeFileSync(join(root, 'shop/collection.yaml'), 'mine');
  });
  expect(() => writeAll(files, 'shop', WRITES)).toThrow('collection.yaml has been changed');
  expect(onDisk()).toEqual(['changed.flow.yaml: mine', 'collection.yaml: mine', 'gone.flow.yaml: d']);
});
