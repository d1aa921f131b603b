/** Chooses and checks the data folder before Electron uses it: Electron itself would exit without a message. */
import { accessSync, constants, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../../shared/node/start-error.ts';
import { texts } from '../../shared/texts/texts.ts';
import { makeFolder, userDataFolder } from '../../shared/node/private-files.ts';

const t = texts.core.server;

/** The absolute folder of `--data DIR` or `--data=DIR`, otherwise the user's. @throws StartError if no folder follows */
export function dataFolder(args: readonly string[]): string {
  const at = args.findIndex((argument) => argument === '--data' || argument.startsWith('--data='));
  const argument = args[at];
  if (argument === undefined) return userDataFolder();
  const given = argument === '--data' ? (args[at + 1] ?? '') : argument.slice('--data='.length);
  if (given === '' || (argument === '--data' && given.startsWith('-'))) throw new StartError(t.noFolderGiven);
  return resolve(given);
}

/** Creates the folder for Chromium's own files. @throws StartError if it is not writable */
export function chromiumFolder(folder: string): string {
  const chromium = join(folder, 'electron');
  try {
    makeFolder(chromium);
    for (const each of [folder, chromium]) accessSync(each, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(t.unusableFolder(folder, error instanceof Error ? error.message : String(error)));
  }
  return chromium;
}

/**
 * Electron does not report why it did not get its lock. On Linux and macOS the lock is a link: without it, no other instance runs.
 * @throws StartError if there is no other instance to hand over to
 */
export function expectOtherInstance(folder: string): void {
  if (process.platform === 'win32') return;
  const locked = lstatSync(join(folder, 'electron', 'SingletonLock'), { throwIfNoEntry: false });
  if (locked === undefined) throw new StartError(t.unusableFolder(folder, t.noLock));
}
