/** A power cut after an acknowledgement takes no name away: the folder around a new or replaced file or folder is flushed, too. */
import type * as FileSystem from 'node:fs';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeWholeFile } from '../../shared/node/plain-files.ts';
import { makeFolder } from '../../shared/node/private-files.ts';
import { foldersForFile } from '../support/folders.ts';

const flushed: number[] = [];
vi.mock('node:fs', async (original) => {
  const actual = await original<typeof FileSystem>();
  const fsyncSync = (file: number) => {
    flushed.push(actual.fstatSync(file).ino);
    actual.fsyncSync(file);
  };
  return { ...actual, fsyncSync };
});

const folders = foldersForFile('flushed-folders');

it.runIf(process.platform !== 'win32')('the folder of a file that was replaced is flushed last', () => {
  const folder = folders.next();
  writeWholeFile(join(folder, 'file'), 'x', 0o600);
  expect(flushed.splice(0)).toEqual([statSync(join(folder, 'file')).ino, statSync(folder).ino]);
});

it.runIf(process.platform !== 'win32')('the folder around each new one is flushed', () => {
  const folder = folders.next();
  makeFolder(join(folder, 'new', 'deep'));
  expect(flushed.splice(0)).toEqual([statSync(folder).ino, statSync(join(folder, 'new')).ino]);
});
