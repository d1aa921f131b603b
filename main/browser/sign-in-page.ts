/**
 * The file that lets this user, and nobody else on the machine, into a running browser host: a page that sends the key as a
 * form. Only the file's name is an argument of the browser, and so in the list of processes.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile, writeWholeFile } from '../../shared/node/plain-files.ts';
import { startErrorOf } from '../../shared/node/start-error.ts';
import { texts } from '../../shared/texts/texts.ts';
import { MAX_OWN_FILE_BYTES } from '../../shared/limits.ts';

const t = texts.core.server;

const NAME = 'open-workbench.html';

export interface SignInPage {
  /** Origin of the running host. */
  origin: string;
  key: string;
}

/** Replaces the file of an earlier start. @returns its path @throws StartError if something else is there */
export function writeSignInPage(dataFolder: string, { origin, key }: SignInPage): string {
  const file = join(dataFolder, NAME);
  const page = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>${t.opening}</title></head>`,
    `<body><form method="post" action="${origin}/open">`,
    `<input type="hidden" name="key" value="${key}">`,
    `<button>${t.open}</button></form><script>document.forms[0].submit()</script></body></html>`,
  ].join('\n');
  try {
    writeWholeFile(file, page, 0o600);
  } catch (error) {
    throw startErrorOf(error, file);
  }
  return file;
}

/** What the running host has written into a data folder; null if there is no such file. */
export function readSignInPage(dataFolder: string): (SignInPage & { file: string }) | null {
  const file = join(dataFolder, NAME);
  try {
    const found = /action="(http:\/\/127\.0\.0\.1:\d+)\/open".*value="([\w-]+)"/s.exec(
      readPlainFile(file, MAX_OWN_FILE_BYTES).toString('utf8'),
    );
    const [, origin, key] = found ?? [];
    return origin === undefined || key === undefined ? null : { file, origin, key };
  } catch {
    return null;
  }
}

export function removeSignInPage(dataFolder: string): void {
  try {
    rmSync(join(dataFolder, NAME), { force: true });
  } catch {
    // A folder has been put in its place. It lets nobody in, and must not keep the workbench from stopping.
  }
}
