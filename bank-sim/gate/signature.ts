/** Checks the request signature in the order of SVC-11, and records the findings of each step (SIG-1 to SIG-11, SIG-14, SIG-15). */
import { validityFault } from '../../shared/signing/certificate.ts';
import { digestCause } from '../../shared/signing/causes/digest-causes.ts';
import { readDigest, sameBytes, writeDigest } from '../../shared/signing/digest.ts';
import { readHttpDate } from '../../shared/signing/http-date.ts';
import { matchKeyId } from '../../shared/signing/key-id.ts';
import {
  readSignatureText,
  type SignatureParts,
  type SignatureReading,
  decodeHeaderText,
} from '../../shared/signing/signature-header.ts';
import { keyIdBy, type SignatureProfile } from '../../shared/signing/profile.ts';
import { headersPartFault, SIGNED_HEADERS, signingString } from '../../shared/signing/signing-string.ts';
import { SIGNATURE_NOT_VALID } from '../../shared/xs2a/refusals.ts';
import type { Explanation, WrongSignature, Check } from '../../shared/xs2a/explanation.ts';
import { MAX_CLOCK_DEVIATION } from '../../shared/xs2a/bank-limits.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import { hashOf, verifyRsaSha256, hashText } from '../../shared/node/crypto.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { Quirks } from '../quirks.ts';
import { memoizeLatest } from '../memoize-latest.ts';
import type { TppCertificate } from './certificate.ts';
import { adviceOf, reasonOf, type SignatureDiagnosis } from './signature-diagnosis.ts';
import { codingAdvice, type HeaderPlaces, type RawRequest } from './raw.ts';

/** The digest of an absent body. */
const EMPTY = writeDigest('SHA-256', hashOf('SHA-256', new Uint8Array()));

/** Requests of the same second have the same Date. */
const readDate = memoizeLatest((value: string, second: number) => readHttpDate(value, second * 1000));

/** For the explanation (SIG-14). */
export type Findings = Pick<
  Explanation,
  'notes' | 'digest' | 'expectedKeyId' | 'clockDifference' | 'notChecked' | 'wrongSignature'
> & {
  /** As built by the bank; null if a check before it failed. */
  signingString: string | null;
};

export function noFindings(): Findings {
  return {
    notes: [],
    signingString: null,
    digest: null,
    expectedKeyId: null,
    clockDifference: null,
    notChecked: [],
    wrongSignature: null,
  };
}

export function reported({
  signingString: built,
  ...findings
}: Findings): Omit<Findings, 'signingString'> & Pick<Explanation, 'signingLines'> {
  return { signingLines: built?.split('\n') ?? null, ...findings };
}

/** The explanation that SIG-14 requires. */
export function explain(refusal: Refusal, findings: Findings): Explanation {
  return {
    check: refusal.check,
    scripted: refusal.scripted ?? false,
    rule: refusal.rule,
    text: refusal.text,
    hint: refusal.hint ?? null,
    ...reported(findings),
  };
}

function invalid(check: Check, rule: RuleId, reason: string, hint?: string): Refusal {
  return refuse({
    check,
    rule,
    status: 400,
    code: 'SIGNATURE_INVALID',
    text: `${SIGNATURE_NOT_VALID}${reason} (step: ${check}).`,
    hint,
  });
}

/** The signature profile of a bank, which its operator changes. */
export interface SigningRule {
  /** Null for a bank that follows the specification. */
  profile: SignatureProfile | null;
}

export interface Strictness extends SigningRule {
  quirks: Pick<Quirks, 'strictMime' | 'keyIdSpelling'>;
}

const inProfile = ({ name }: SignatureProfile) => `The bank follows the signature profile “${name}”.`;

/** Runs the checks up to the first failure. */
export function checkSignature(
  raw: RawRequest,
  sender: TppCertificate,
  now: number,
  strict: Strictness,
  findings: Findings,
  diagnosis: Pick<SignatureDiagnosis, 'examine'>,
): Refusal | null {
  // First, because every explanation contains it.
  const expected = strict.profile === null ? sender.keyId : keyIdBy(strict.profile, sender.certificate);
  findings.expectedKeyId = expected;
  findings.notes.push(...sender.notes);
  const fault = validityFault(sender.certificate, now);
  // Only a sandbox gets as far as to accept it.
  if (fault !== null) findings.notes.push(`${fault} SIG-12 requires a valid one in production.`);
  const parts = checkSyntax(raw, strict, findings);
  if ('kind' in parts) return parts;
  return (
    checkKeyId(parts, sender, strict, expected, findings) ??
    checkDate(raw, now, findings) ??
    checkDigest(raw, strict.profile, findings) ??
    checkCryptography(raw, sender, parts, findings, () => diagnosis.examine(raw, sender, parts, now))
  );
}

/** Where clients of other interfaces put their signature. */
function insteadOf({ headers }: RawRequest): string | undefined {
  if (/^\s*signature\s/i.test(headers.first('authorization') ?? ''))
    return 'The header Authorization has a signature. Send it as the header Signature, without the word Signature before keyId="…".';
  return headers.has('signature-input')
    ? 'The header Signature-Input belongs to RFC 9421 (HTTP Message Signatures). This interface uses the older draft-cavage-http-signatures: one header Signature with keyId, algorithm, headers and signature.'
    : undefined;
}

/** SIG-1, SIG-3, SIG-5, SIG-6, SIG-9, SIG-15. */
function checkSyntax(
  raw: RawRequest,
  { quirks: { strictMime }, profile }: Strictness,
  findings: Findings,
): SignatureParts | Refusal {
  const value = raw.headers.get('signature');
  if (value === undefined || value.trim() === '') {
    return refuse({
      check: 'presence',
      rule: 'SIG-1',
      status: 400,
      code: 'SIGNATURE_MISSING',
      text: 'The header Signature is missing. Every request must be signed (step: presence).',
      hint: insteadOf(raw),
    });
  }
  if (raw.headers.count('signature') > 1)
    return invalid('syntax', 'SIG-3', 'the header Signature is sent more than once');
  const twice = (profile?.headers ?? SIGNED_HEADERS).find((name) => raw.headers.count(name) > 1);
  if (twice !== undefined)
    return invalid('syntax', 'SIG-15', `the signed header ${twice} is sent more than once`);

  const decoded = decodeHeaderText(value.trim());
  if (!decoded.ok) return invalid('syntax', 'SIG-9', decoded.reason);
  const takesBytes = profile?.nonAscii === 'utf-8';
  if (takesBytes && decoded.wrapped)
    return invalid(
      'syntax',
      'SIG-9',
      'it is an RFC 2047 encoded word, but this bank takes the text as UTF-8',
      inProfile(profile),
    );
  if (decoded.rawUtf8 && !takesBytes) {
    if (strictMime)
      return invalid(
        'syntax',
        'SIG-9',
        'a value that is not ASCII must be sent as one RFC 2047 encoded word',
      );
    findings.notes.push('The Signature header contains raw UTF-8. SIG-9 requires one RFC 2047 encoded word.');
  }
  const reading = readParts(decoded.text);
  if (!reading.ok) return invalid('syntax', 'SIG-3', reading.reason);
  const { algorithm, headers } = reading.parts;
  const label = profile?.algorithm ?? 'rsa-sha256';
  const hint = profile === null ? undefined : inProfile(profile);
  if (algorithm !== label)
    return invalid('syntax', 'SIG-5', `the algorithm is "${algorithm}", not ${label}`, hint);
  const fault = namesFault(headers, raw.headers.places, profile?.headers);
  return fault === null ? reading.parts : invalid('syntax', ...fault, hint);
}

type NamesFault = readonly [rule: 'SIG-6' | 'SIG-15', text: string] | null;

/** Depends on names only, which most requests from a TPP have in common. */
const namesFault = memoizeLatest(
  (names: readonly string[], places: HeaderPlaces, own?: string[]): NamesFault => {
    const list = own && { headers: own, others: false };
    const fault = headersPartFault(names, (name) => places.has(name), list);
    if (fault !== null) return ['SIG-6', fault];
    // SIG-15: a header that only this request signs must not be joined either.
    const joined = names.find((name) => typeof places.get(name) === 'object');
    return joined === undefined ? null : ['SIG-15', `the signed header ${joined} is sent more than once`];
  },
);

/** How most clients begin the last part. */
const SIGNATURE = ',signature="';

/** The parts before the signature, which requests from a TPP have in common. */
const readBefore = memoizeLatest((before: string) => readSignatureText(`${before}${SIGNATURE}"`));

/** Like {@link readSignatureText}, but parses only the signature if the rest is cached. */
function readParts(text: string): SignatureReading {
  const at = text.lastIndexOf(SIGNATURE);
  const signature = text.slice(at + SIGNATURE.length, -1);
  if (at < 0 || !text.endsWith('"') || /["\\]/.test(signature)) return readSignatureText(text);
  const before = readBefore(text.slice(0, at));
  return before.ok ? { ok: true, parts: { ...before.parts, signature } } : readSignatureText(text);
}

/** SIG-4. */
function checkKeyId(
  parts: SignatureParts,
  sender: TppCertificate,
  strict: Strictness,
  expected: string,
  findings: Findings,
): Refusal | null {
  if (parts.keyId === expected) return null;
  if (strict.profile !== null) return otherForm(parts.keyId, expected, strict.profile);
  const match = matchKeyId(parts.keyId, sender.certificate, strict.quirks.keyIdSpelling);
  if (match.matches) {
    findings.notes.push(...match.notes);
    return null;
  }
  return refuse({
    check: 'key-id',
    rule: 'SIG-4',
    status: 400,
    code: 'CERTIFICATE_INVALID',
    text: match.text,
    hint: match.hint,
  });
}

function otherForm(keyId: string, expected: string, profile: SignatureProfile): Refusal {
  const is = `The KeyID is not matching the certificate (step: key-id): it is ${keyId.slice(0, 200)}.`;
  return refuse({
    check: 'key-id',
    rule: 'SIG-4',
    status: 400,
    code: 'CERTIFICATE_INVALID',
    text: `${is} Expected: ${expected}`,
    hint: inProfile(profile),
  });
}

/** SIG-10. In whole seconds, because a Date header has no fractions. */
function checkDate(raw: RawRequest, now: number, findings: Findings): Refusal | null {
  const value = raw.headers.get('date')?.trim();
  const wrong = (text: string, hint?: string) =>
    refuse({
      check: 'date',
      rule: 'SIG-10',
      status: 400,
      code: 'TIMESTAMP_INVALID',
      text: `${text} (step: date).`,
      hint,
    });
  if (value === undefined) return wrong('The header Date is missing');
  const date = readDate(value, Math.floor(now / 1000));
  if (!date.ok) return wrong(`The header Date cannot be read: ${date.reason}`);
  findings.notes.push(...date.notes);
  const difference = date.ms / 1000 - Math.floor(now / 1000);
  findings.clockDifference = difference;
  if (Math.abs(difference) > MAX_CLOCK_DEVIATION) {
    const side = difference < 0 ? 'behind' : 'ahead of';
    return wrong(
      `The header Date is ${Math.abs(difference)} seconds ${side} the bank's clock; at most ${MAX_CLOCK_DEVIATION} are allowed`,
      'Sign immediately before sending, with the time of that moment. Correct the clock of the signing machine if it is wrong.',
    );
  }
  return null;
}

/** SIG-11. */
function checkDigest(raw: RawRequest, profile: SignatureProfile | null, findings: Findings): Refusal | null {
  const algorithm = profile?.digestAlgorithm ?? 'SHA-256';
  const isEmpty = raw.body.length === 0;
  const hasOwn = isEmpty && algorithm === 'SHA-256';
  findings.digest = hasOwn ? EMPTY : writeDigest(algorithm, hashOf(algorithm, raw.body));
  const value = raw.headers.get('digest');
  const hint = profile === null ? undefined : inProfile(profile);
  if (value === undefined) {
    if (isEmpty && profile?.digestWithoutBody === true)
      return invalid(
        'digest',
        'SIG-11',
        'the Digest header is missing, which this bank requires of requests without a body, too',
        hint,
      );
    return isEmpty
      ? null
      : invalid('digest', 'SIG-11', 'the body has no Digest header, so it would be unsigned');
  }
  const reading = readDigest(value);
  const cause = () => digestCause(value, raw.body, hashText);
  if (!reading.ok) {
    const found = cause();
    return invalid(
      'digest',
      'SIG-11',
      [reading.reason, ...(found ? [found.what] : [])].join(': '),
      found?.advice,
    );
  }
  if (profile !== null && !reading.digests.some((digest) => digest.algorithm === algorithm))
    return invalid(
      'digest',
      'SIG-11',
      `the Digest header has no ${algorithm}, which this bank requires`,
      hint,
    );
  const wrong = reading.digests.find((digest) => !sameBytes(digest.hash, hashOf(digest.algorithm, raw.body)));
  if (wrong === undefined) return null;
  const mismatch = `the ${wrong.algorithm} digest does not match the ${raw.body.length} body bytes received`;
  const found = cause();
  if (found) return invalid('digest', 'SIG-11', `${mismatch}: ${found.what}`, found.advice);
  const advice = codingAdvice(raw) ?? 'Compute the digest over exactly the bytes that you send.';
  return invalid('digest', 'SIG-11', mismatch, advice);
}

/** SIG-7, SIG-8. @param examine called for a wrong signature only */
function checkCryptography(
  raw: RawRequest,
  sender: TppCertificate,
  parts: SignatureParts,
  findings: Findings,
  examine: () => WrongSignature,
): Refusal | null {
  const text = signingString(parts.headers, {
    method: raw.method,
    target: raw.target,
    header: (name) => raw.headers.get(name),
  });
  findings.signingString = text;
  const signature = Buffer.from(parts.signature, 'base64');
  // SIG-9: Node's decoder is lenient; its encoder writes strict base64.
  const isBase64 = signature.toString('base64') === parts.signature;
  // A header value has one character per byte, so latin1 restores the bytes that were sent.
  if (isBase64 && verifyRsaSha256(sender.key, Buffer.from(text, 'latin1'), signature)) return null;
  const wrong = examine();
  findings.wrongSignature = wrong;
  return invalid('cryptography', 'SIG-8', reasonOf(wrong), adviceOf(wrong));
}
