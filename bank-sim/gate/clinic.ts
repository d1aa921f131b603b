/** Searches the cause of a wrong signature (SIG-14), with what the bank has just seen and within a share of the processor's time. */
import { hashText } from '../../shared/node/text-hash.ts';
import { type Certificate, tppOf } from '../../shared/signing/certificate.ts';
import type { Cause } from '../../shared/signing/causes/cause.ts';
import { examine } from '../../shared/signing/causes/clinic.ts';
import { digestCause } from '../../shared/signing/causes/digest-causes.ts';
import { printRfc2253 } from '../../shared/signing/names.ts';
import type { SignatureParts } from '../../shared/signing/signature-header.ts';
import type { WrongSignature } from '../../shared/xs2a/explanation.ts';
import type { HeaderBag, RawRequest } from './raw.ts';

/** What the clinic remembers of a request. */
interface Seen {
  tpp: string;
  raw: Pick<RawRequest, 'method' | 'target'> & { headers: HeaderBag };
}

/** Requests of all TPPs that are remembered. */
const REMEMBERED = 60;
/**
 * Milliseconds of processor time for searching at once, and the share of the time afterwards: a client that sends wrong
 * signatures all day must not slow down the bank.
 */
const AT_ONCE = 1000;
const SHARE = 0.1;
/** Chars of the signed text in an explanation. */
const LONGEST_TEXT = 16_384;

const NOT_SEARCHED: WrongSignature = {
  verdict: 'not-searched',
  causes: [],
  signedText: null,
  digest: null,
  tried: 0,
};

/** The time for searching: of one bank, or of all banks of a process, since they share its processor. */
export class SearchTime {
  private left = AT_ONCE;
  private at = performance.now();

  /** The result of work for which there is time, or null. */
  within<Result>(work: () => Result): Result | null {
    const now = performance.now();
    this.left = Math.min(AT_ONCE, this.left + (now - this.at) * SHARE);
    this.at = now;
    if (this.left <= 0) return null;
    const start = busy();
    const result = work();
    this.left -= busy() - start;
    return result;
  }
}

export class SignatureClinic {
  private readonly seen: Seen[] = [];
  private next = 0;
  private readonly known: () => readonly Certificate[];
  private readonly time: SearchTime;

  /** @param known certificates whose key may have made a signature @param time of its own if left out */
  constructor(known: () => readonly Certificate[], time = new SearchTime()) {
    this.known = known;
    this.time = time;
  }

  /** Remembers a request: a later one may carry a value, or the signature, of this one. */
  note(tpp: string, { method, target, headers }: RawRequest): void {
    this.seen[this.next] = { tpp, raw: { method, target, headers } };
    this.next = (this.next + 1) % REMEMBERED;
  }

  /** Why a signature is wrong. @param now milliseconds since 1970 */
  examine(
    raw: RawRequest,
    { certificate }: { certificate: Certificate },
    { headers: names, signature }: SignatureParts,
    now: number,
  ): WrongSignature {
    const found = this.time.within(() =>
      examine(
        {
          method: raw.method,
          target: raw.target,
          headers: raw.headers.pairs(),
          body: raw.body,
          names,
          signature,
          publicKey: certificate.publicKey,
          others: this.known().map((other) => ({ whose: ownerOf(other), publicKey: other.publicKey })),
          earlier: this.earlierOf(certificate),
          now,
        },
        hashText,
      ),
    );
    if (found === null) return NOT_SEARCHED;
    const { verdict, causes, signedText, digest, tried } = found;
    return {
      verdict,
      causes: [...causes],
      signedText: signedText?.slice(0, LONGEST_TEXT) ?? null,
      digest,
      tried,
    };
  }

  /** Why a Digest header does not match the body; null if nothing fits, or there is no time to search. */
  causeOfDigest(value: string, body: Uint8Array): Cause | null {
    return this.time.within(() => digestCause(value, body, hashText));
  }

  /** Earlier requests of the same TPP, newest first. */
  private earlierOf(certificate: Certificate) {
    const tpp = tppOf(certificate).id;
    const inOrder = [...this.seen.slice(this.next), ...this.seen.slice(0, this.next)].reverse();
    return inOrder
      .filter((one) => one.tpp === tpp)
      .map(({ raw }) => ({
        method: raw.method,
        target: raw.target,
        header: (name: string) => raw.headers.get(name),
      }));
  }
}

/** Milliseconds of processor time. Elapsed time would count the work of other programs, too. */
function busy(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The certificate's serial number and owner. */
function ownerOf(certificate: Certificate): string {
  return `SN=${certificate.serial}, ${certificate.organization ?? certificate.commonName ?? printRfc2253(certificate.subject)}`;
}

/** The cause as the reason of a refusal: a clause. */
export function reasonOf({ causes }: WrongSignature): string {
  const clauses = causes.map(({ what }) => what);
  const last = clauses.pop();
  if (last === undefined) return 'it does not match the signing string that the bank built';
  return clauses.length === 0 ? last : `${clauses.join(', ')} and ${last}`;
}

/** What to do about it. */
export function adviceOf({ verdict, causes }: WrongSignature): string {
  if (verdict === 'not-searched')
    return 'The bank did not search for the cause, because many wrong signatures arrived within a short time. Send the request again in a few seconds.';
  return Array.from(new Set(causes.map(({ advice }) => advice))).join(' ');
}
