/**
 * Who may use the browser host. Two things let a browser in: a code in an address, once and within a minute, or the key in
 * a file that only this user can read. Either is exchanged for a session cookie, so that no address lets anyone in.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sameSecret } from '../../shared/node/crypto.ts';

/** Milliseconds for which a code can be used. */
const CODE_LIFE = 60_000;

const COOKIE = 'tpp-workbench';

const random = () => randomBytes(24).toString('base64url');

export class Admission {
  /**
   * Where the workbench is, with a slash at both ends. It is random because cookies know no ports: without this path, the
   * browser would send the cookie to every other program on 127.0.0.1, too. It lets nobody in.
   */
  readonly place = `/w-${random()}/`;
  /** Lets a browser in for as long as the host runs. For {@link writeSignInPage} only. */
  readonly key = random();
  private readonly session = random();
  /** The time until which each code can be used. */
  private readonly codes = new Map<string, number>();
  private readonly now: () => number;

  /** @param now milliseconds that only increase */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  newCode(): string {
    const now = this.now();
    for (const [code, until] of this.codes) if (until <= now) this.codes.delete(code);
    const code = random();
    this.codes.set(code, now + CODE_LIFE);
    return code;
  }

  /** Whether this code lets a browser in. It never does again. */
  useCode(code: string): boolean {
    const until = this.codes.get(code);
    this.codes.delete(code);
    return until !== undefined && this.now() < until;
  }

  isKey(given: string): boolean {
    return sameSecret(given, this.key);
  }

  /** The value of Set-Cookie for a browser that has been let in. */
  cookie(): string {
    return `${COOKIE}=${this.session}; Path=${this.place}; HttpOnly; SameSite=Strict`;
  }

  /** Whether a request has the cookie. Other programs on 127.0.0.1 may have set further ones of the same name. */
  isLetIn({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return cookies.some((pair) => sameSecret(pair, `${COOKIE}=${this.session}`));
  }
}
