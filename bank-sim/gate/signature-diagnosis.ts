/** Searches for the cause of a wrong signature (SIG-14), also among recent requests and certificates. */
import { hashText } from '../../shared/node/crypto.ts';
import { type Certificate, tppOf } from '../../shared/signing/certificate.ts';
import { examine } from '../../shared/signing/causes/diagnosis.ts';
import { printRfc2253 } from '../../shared/signing/distinguished-names.ts';
import type { SignatureParts } from '../../shared/signing/signature-header.ts';
import type { WrongSignature } from '../../shared/xs2a/explanation.ts';
import type { HeaderBag, RawRequest } from './raw.ts';
import { MAX_EXPLAINED_TEXT_CHARS } from '../../shared/limits.ts';

interface RecentRequest {
  tpp: string;
  raw: Pick<RawRequest, 'method' | 'target'> & { headers: HeaderBag };
}

/** Recent requests of all TPPs. */
const MAX_RECENT = 60;

export class SignatureDiagnosis {
  /** A ring buffer. */
  private readonly recent: RecentRequest[] = [];
  private next = 0;
  private readonly known: () => readonly Certificate[];

  /** @param known certificates whose key may have made a signature */
  constructor(known: () => readonly Certificate[]) {
    this.known = known;
  }

  /** Records a request: a later one may contain a value, or the signature, of this one. */
  record(tpp: string, { method, target, headers }: RawRequest): void {
    this.recent[this.next] = { tpp, raw: { method, target, headers } };
    this.next = (this.next + 1) % MAX_RECENT;
  }

  /** Why a signature is wrong. @param now milliseconds since 1970 */
  examine(
    raw: RawRequest,
    { certificate }: { certificate: Certificate },
    { headers: names, signature }: SignatureParts,
    now: number,
  ): WrongSignature {
    const { verdict, causes, signedText, digest, tried } = examine(
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
    );
    return {
      verdict,
      causes: [...causes],
      signedText: signedText?.slice(0, MAX_EXPLAINED_TEXT_CHARS) ?? null,
      digest,
      tried,
    };
  }

  /** Earlier requests of the same TPP, newest first. */
  private earlierOf(certificate: Certificate) {
    const tpp = tppOf(certificate).id;
    const inOrder = [...this.recent.slice(this.next), ...this.recent.slice(0, this.next)].reverse();
    return inOrder
      .filter((one) => one.tpp === tpp)
      .map(({ raw }) => ({
        method: raw.method,
        target: raw.target,
        header: (name: string) => raw.headers.get(name),
      }));
  }
}

function ownerOf(certificate: Certificate): string {
  return `SN=${certificate.serial}, ${certificate.organization ?? certificate.commonName ?? printRfc2253(certificate.subject)}`;
}

/** The causes as one clause. */
export function reasonOf({ causes }: WrongSignature): string {
  const clauses = causes.map(({ what }) => what);
  const last = clauses.pop();
  if (last === undefined) return 'it does not match the signing string that the bank built';
  return clauses.length === 0 ? last : `${clauses.join(', ')} and ${last}`;
}

export function adviceOf({ causes }: WrongSignature): string {
  return Array.from(new Set(causes.map(({ advice }) => advice))).join(' ');
}
