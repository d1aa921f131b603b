/** The possible causes of a refusal, each checked on this machine as far as possible. */
import { lengthText } from '../../../shared/flow/diagram-text.ts';
import { hashOf, hashText } from '../../../shared/node/crypto.ts';
import type { Cause } from '../../../shared/contract/exchange.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import { binaryToBytes, utf8OrNull } from '../../../shared/signing/base64.ts';
import { examine } from '../../../shared/signing/causes/diagnosis.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { readHttpDate } from '../../../shared/signing/http-date.ts';
import { keyIdOf, matchKeyId } from '../../../shared/signing/key-id.ts';
import { spellingsOf } from '../../../shared/signing/key-id-spellings.ts';
import { keyIdBy, ownProfile, type SignatureProfile } from '../../../shared/signing/profile.ts';
import { readSignatureText, decodeHeaderText } from '../../../shared/signing/signature-header.ts';
import { headersPartFault } from '../../../shared/signing/signing-string.ts';
import { MAX_CLOCK_DEVIATION } from '../../../shared/xs2a/bank-limits.ts';
import type { Operation } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { digestFault, signatureFits } from './signature-check.ts';

const t = texts.core.causes;

export interface Refused {
  status: number;
  /** Code of the first tppMessage, or null. */
  code: string | null;
  responseHeaders: readonly (readonly [string, string])[];
  prepared: Prepared;
  method: string;
  /** Path with query as sent. */
  target: string;
  body: Uint8Array;
  certificate: Certificate;
  /** By which the request was signed. */
  profile: SignatureProfile;
  /** Whether the built-in test authority issued it. */
  madeHere: boolean;
  operation: Operation | null;
  /** The values in the path, such as a payment-id. */
  ids: readonly string[];
  /** The name of another environment whose bank has returned this id; null for none. */
  idOfOther: (id: string) => string | null;
  /** This machine's clock, in milliseconds. */
  now: number;
  /** Removes secrets from a text of the request. */
  masked: (text: string) => string;
}

export type Group = 'time' | 'certificate' | 'signature' | 'role' | 'access';
export type Found = Cause & { group: Group };

/** A cause that was checked. */
export const found = (
  group: Group,
  check: Cause['check'],
  title: string,
  text: string,
  rule: RuleId,
): Found => ({
  group,
  check,
  title,
  text,
  rule,
});

/** A header of the request. @param name in lower case */
export const header = ({ prepared }: Refused, name: string): string | undefined =>
  prepared.headers.find((one) => one.name.toLowerCase() === name)?.value;

function clock(refused: Refused): Found {
  const sent = readHttpDate(header(refused, 'date') ?? '', refused.now);
  const dateHeader = refused.responseHeaders.find(([name]) => name.toLowerCase() === 'date')?.[1];
  const bank = dateHeader === undefined ? null : readHttpDate(dateHeader, refused.now);
  if (!sent.ok) return found('time', 'wrong', t.dateUnreadable, `${sent.reason}.`, 'SIG-10');
  if (bank === null || !bank.ok)
    return found('time', 'possible', t.clocksUnknown, t.noDateToCompare, 'SIG-10');
  const seconds = Math.round((sent.ms - bank.ms) / 1000);
  return Math.abs(seconds) > MAX_CLOCK_DEVIATION
    ? found(
        'time',
        'wrong',
        t.clocksDiffer,
        t.setClock((seconds < 0 ? t.dateBehind : t.dateAhead)(lengthText(Math.abs(seconds) * 1000))),
        'SIG-10',
      )
    : found('time', 'right', t.clocksAgree, t.differBy(Math.abs(seconds)), 'SIG-10');
}

function presence(refused: Refused): Found | null {
  const missing = ['signature', refused.profile.certificateHeader.toLowerCase()].filter(
    (name) => header(refused, name) === undefined,
  );
  if (missing.length === 0) return null;
  return found('signature', 'wrong', t.headerNotSent, t.missing(missing.join(', ')), 'SIG-1');
}

/** Parses the Signature header as it was sent. */
function sentSignature(refused: Refused) {
  const text = decodeHeaderText(header(refused, 'signature') ?? '');
  const reading = text.ok ? readSignatureText(text.text) : null;
  return reading?.ok ? reading.parts : null;
}

/** Verifies the signature against the message as it was sent, with the key of the certificate in it, and looks for the cause. */
function cryptography(refused: Refused): Found | null {
  const parts = sentSignature(refused);
  if (parts === null)
    return header(refused, 'signature') === undefined
      ? null
      : found('signature', 'wrong', t.headerUnreadable, t.headerForm, 'SIG-3');
  const { method, target, body, certificate, prepared, now, masked } = refused;
  let fits = false;
  try {
    fits = signatureFits(parts, { method, target, header: (name) => header(refused, name) }, certificate);
  } catch {
    // A listed header that the request does not carry is reported by the check of the list.
    return found('signature', 'wrong', t.signatureDoesNotFit, t.changedAfterSigning, 'SIG-8');
  }
  if (fits) return found('signature', 'right', t.signatureFits, t.verifiedHere, 'SIG-8');
  const { causes } = examine(
    {
      method,
      target,
      headers: [
        ...prepared.headers.map(({ name, value }) => [name, value] as const),
        ['host', new URL(prepared.url).host],
      ],
      body,
      names: parts.headers,
      signature: parts.signature,
      publicKey: certificate.publicKey,
      others: [],
      earlier: [],
      now,
    },
    hashText,
    // A header's value has one char per byte, and secrets are texts.
    { masked: (detail) => masked(utf8OrNull(binaryToBytes(detail)) ?? detail) },
  );
  const text = causes.map(({ what, advice }) => `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${advice}`);
  return found('signature', 'wrong', t.signatureDoesNotFit, text.join(' '), 'SIG-8');
}

function digest(refused: Refused): Found | null {
  const value = header(refused, 'digest');
  if (value === undefined)
    return refused.body.length === 0 ? null : found('signature', 'wrong', t.noDigest, t.sendDigest, 'SIG-11');
  return digestFault(value, (algorithm) => hashOf(algorithm, refused.body)) === null
    ? found('signature', 'right', t.digestFits, t.bytes(refused.body.length), 'SIG-11')
    : found('signature', 'wrong', t.digestDoesNotFit, t.computeDigest, 'SIG-11');
}

function list(refused: Refused): Found | null {
  const parts = sentSignature(refused);
  if (parts === null) return null;
  const own = ownProfile(refused.profile);
  const listed = own === null ? undefined : { headers: own.headers, others: false };
  const fault = headersPartFault(parts.headers, (name) => header(refused, name) !== undefined, listed);
  return fault === null
    ? found('signature', 'right', t.allSigned, parts.headers.join(' '), 'SIG-6')
    : found('signature', 'wrong', t.listNotRight, `${fault}.`, 'SIG-6');
}

function keyId(refused: Refused): Found | null {
  const parts = sentSignature(refused);
  if (parts === null) return null;
  const { certificate, profile } = refused;
  if (ownProfile(profile) !== null && parts.keyId === keyIdBy(profile, certificate))
    return found('certificate', 'right', t.keyIdOfProfile(profile.name), parts.keyId, 'SIG-4');
  const match = matchKeyId(parts.keyId, certificate);
  if (!match.matches)
    return found('certificate', 'wrong', t.keyIdOfAnother, match.hint ?? match.text, 'SIG-4');
  return parts.keyId === keyIdOf(refused.certificate)
    ? found('certificate', 'right', t.keyIdReference, parts.keyId, 'SIG-4a')
    : found('certificate', 'wrong', t.keyIdUnusual, t.strictBank(keyIdOf(refused.certificate)), 'SIG-4a');
}

function validity({ certificate, now }: Refused): Found {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  if (now > certificate.notAfter)
    return found('certificate', 'wrong', t.certificateEnded, t.endedOn(day(certificate.notAfter)), 'SIG-12');
  if (now < certificate.notBefore)
    return found('certificate', 'wrong', t.notYetValid, t.beginsOn(day(certificate.notBefore)), 'SIG-12');
  return found('certificate', 'right', t.valid, t.until(day(certificate.notAfter)), 'SIG-12');
}

function authority({ madeHere, certificate }: Refused): Found {
  if (madeHere) return found('certificate', 'wrong', t.ownAuthority, t.ownAuthorityText, 'SIG-12');
  return found(
    'certificate',
    'possible',
    t.notTrusted,
    t.askForTrust(certificate.organizationIdentifier ?? t.thisCertificate),
    'SIG-12',
  );
}

function role({ certificate, operation }: Refused): Found | null {
  const wanted = operation?.role ?? null;
  if (wanted === null) return null;
  return certificate.roles.includes(wanted)
    ? found('role', 'right', t.hasRole(wanted), certificate.roles.join(', '), 'SIG-12')
    : found(
        'role',
        'wrong',
        t.lacksRole(wanted),
        t.rolesHeld(certificate.roles.join(', ') || t.noRoles, wanted),
        'SIG-12',
      );
}

/** Whether programs write the issuer's name in different ways. */
function spelling({ certificate }: Refused): Found | null {
  const others = spellingsOf(certificate).filter(({ id }) =>
    ['openssl-rfc2253', 'java-string', 'dotnet'].includes(id),
  );
  if (others.length === 0) return null;
  return found(
    'certificate',
    'possible',
    t.otherSpelling,
    t.otherSpellingText(others.map(({ keyId }) => keyId).join(t.or)),
    'SIG-4',
  );
}

function word(refused: Refused): Found | null {
  if (!(header(refused, 'signature') ?? '').startsWith('=?')) return null;
  return found('signature', 'possible', t.encodedWord, t.encodedWordText, 'SIG-9');
}

function path({ target }: Refused): Found | null {
  const odd = /[!'()*=,;:@$&+]|%[0-9a-f]{2}/.exec(target.split('?', 1)[0] ?? '')?.[0];
  if (odd === undefined && !target.includes('?')) return null;
  return found('signature', 'possible', t.pathRewritten, t.pathRewrittenText(odd ?? '?'), 'SIG-7');
}

function certificateType({ certificate }: Refused): Found | null {
  if (certificate.qcType === 'seal') return null;
  return found(
    'certificate',
    'possible',
    certificate.qcType === 'web' ? t.isQwac : t.noQsealc,
    t.qsealcText,
    'SIG-12',
  );
}

/** All checks. Each returns null if its cause cannot apply to the request. */
export const CHECKS: readonly ((refused: Refused) => Found | null)[] = [
  clock,
  presence,
  cryptography,
  digest,
  list,
  keyId,
  validity,
  authority,
  role,
  spelling,
  word,
  path,
  certificateType,
];
