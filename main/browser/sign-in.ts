/**
 * Access to the browser host: a browser exchanges a code (in an address, valid once and for ten minutes) or the key (in a file that
 * only this user can read) for a session cookie, so that no address grants access permanently.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sameSecret } from '../../shared/node/crypto.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile, writeWholeFile } from '../../shared/node/plain-files.ts';
import { startErrorOf } from '../../shared/node/start-error.ts';
import { texts } from '../../shared/texts/texts.ts';
import { MAX_OWN_FILE_BYTES } from '../../shared/limits.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
const COOKIE = 'tpp-workbench';
const random = () => randomBytes(24).toString('base64url');

export class Admission {
  /**
   * Path of the workbench, with a slash at both ends. Not a secret; it is random because cookies ignore ports: without it, the
   * browser would send the cookie to every other program on 127.0.0.1.
   */
  readonly basePath = `/w-${random()}/`;
  /** Valid as long as the host runs. For {@link writeSignInPage} only. */
  readonly key = random();
  private readonly session = random();
  private readonly codes = new Map<string, number>();
  private readonly now: () => number;

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  newCode(): string {
    const now = this.now();
    for (const [code, until] of this.codes) if (until <= now) this.codes.delete(code);
    const code = random();
    this.codes.set(code, now + CODE_LIFETIME_MS);
    return code;
  }

  /** Whether the code is valid. Each can be used once. */
  useCode(code: string): boolean {
    const until = this.codes.get(code);
    this.codes.delete(code);
    return until !== undefined && this.now() < until;
  }

  isKey(given: string): boolean {
    return sameSecret(given, this.key);
  }

  cookie(): string {
    return `${COOKIE}=${this.session}; Path=${this.basePath}; HttpOnly; SameSite=Strict`;
  }

  /** Other programs on 127.0.0.1 may have set cookies of the same name. */
  hasCookie({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return cookies.some((pair) => sameSecret(pair, `${COOKIE}=${this.session}`));
  }
}

const t = texts.core.server;

const NAME = 'open-workbench.html';

/**
 * The sign-in page: a file that only this user can read, which posts the key to the running host. The list of processes shows only
 * its name.
 */
export interface SignInPage {
  origin: string;
  key: string;
}

/** @returns the path of the file @throws StartError if something else is there */
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

/** Null if the file does not exist. */
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
    // A folder in its place grants no access, and must not keep the workbench from stopping.
  }
}
