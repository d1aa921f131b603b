/** Folders on the disk for the tests of one file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder that is deleted after the file's last test. */
export function folderForFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tpp-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder for the file, and empty ones in it: one for each test, for example. */
export function foldersForFile(name: string): { all: string; next: () => string } {
  const all = folderForFile(name);
  return { all, next: () => mkdtempSync(join(all, 'one-')) };
}
