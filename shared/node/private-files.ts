/** Files and folders that only their owner may read, also existing ones with other permissions, and damaged ones. */
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { kindOf, syncFolder } from './plain-files.ts';
import { homedir } from 'node:os';

/** Permissions of all but the owner, and the sticky bit of folders such as /tmp. */
const [OTHERS, STICKY] = [0o077, 0o1000];

/** Creates a private folder, or makes an existing one private. @throws Error of the file system */
export function privateFolder(path: string): void {
  makeFolder(path);
  tighten(path, 0o700);
}

/**
 * Creates a folder and its missing parents; does not change existing ones. Not by the recursion of Node.js, which never ends below /proc
 * and gives no reason on a read-only file system.
 * @throws Error of the file system
 */
export function makeFolder(path: string, mode = 0o700): void {
  const missing: string[] = [];
  for (let at = resolve(path); kindOf(at) === 'none'; at = dirname(at)) missing.unshift(at);
  for (const one of missing) {
    mkdirSync(one, { mode });
    syncFolder(dirname(one));
  }
  // Throws for a file, or a link to one.
  if (!statSync(path).isDirectory()) mkdirSync(path);
}

/** Creates an empty private file, or makes an existing one private. @throws Error of the file system */
export function privateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  tighten(path, 0o600);
}

/** Makes a folder and its files private, such as those of a backup. */
export function privateContents(folder: string): void {
  if (kindOf(folder) !== 'folder') return;
  tighten(folder, 0o700);
  for (const name of readdirSync(folder))
    if (kindOf(join(folder, name)) === 'file') tighten(join(folder, name), 0o600);
}

/** Leaves files of other users unchanged. */
function tighten(path: string, mode: number): void {
  if (process.platform === 'win32') return;
  const stat = statSync(path);
  if ((stat.mode & OTHERS) !== 0 && (stat.mode & STICKY) === 0 && stat.uid === process.getuid?.())
    chmodSync(path, mode);
}

/**
 * Renames a damaged file or folder and what belongs to it. Nothing is deleted.
 * @param beside suffixes of files beside it @param before paths that are useless without it, renamed first with the same suffix: after a
 * crash in between, nothing looks like an orphan
 * @returns the suffix of the new names
 */
export function setAsideWith(
  path: string,
  now: number,
  { beside = [], before = [] }: { beside?: readonly string[]; before?: readonly string[] },
): string {
  const stamp = `.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  const isTaken = (suffix: string) => [path, ...before].some((one) => kindOf(one + suffix) !== 'none');
  let aside = stamp;
  for (let at = 2; isTaken(aside); at++) aside = `${stamp}-${at}`;
  for (const one of before) if (kindOf(one) !== 'none') renameSync(one, one + aside);
  for (const suffix of ['', ...beside])
    if (kindOf(path + suffix) !== 'none') renameSync(path + suffix, path + aside + suffix);
  return aside;
}

/** The same without dependants. @returns the new name */
export function setAside(path: string, now: number, beside: readonly string[] = []): string {
  return path + setAsideWith(path, now, { beside });
}

/** The user's folder for this program's data, by the convention of the platform. */
export function userDataFolder(): string {
  if (process.platform === 'win32') return join(process.env['APPDATA'] ?? homedir(), 'tpp-workbench');
  if (process.platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'tpp-workbench');
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'tpp-workbench');
}
