/** The causes for which a bank may say no, each checked on this machine as far as it can be. */
import { hashOf } from '../../../bank-sim/index.ts';
import type { Cause, Prepared } from '../../../shared/contract/exchange.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { readHttpDate } from '../../../shared/signing/http-date.ts';
import { keyIdOf, matchKeyId } from '../../../shared/signing/key-id.ts';
import { spellingsOf } from '../../../shared/signing/key-id-spellings.ts';
import { decodeHeaderText } from '../../../shared/signing/mime-word.ts';
import { readSignatureText } from '../../../shared/signing/signature-header.ts';
import { headersPartFault } from '../../../shared/signing/signing-string.ts';
import { MAX_CLOCK_DEVIATION } from '../../../shared/xs2a/limits.ts';
import type { Operation } from '../../../shared/xs2a/operations.ts';
import { digestFault, signatureFits } from './signature-check.ts';

export interface Refused {
  status: number;
  /** Code of the first tppMessage, or null. */
  code: string | null;
  responseHeaders: readonly (readonly [string, string])[];
  prepared: Prepared;
  method: string;
  /** Path with query, as sent. */
  target: string;
  body: Uint8Array;
  certificate: Certificate;
  /** Whether the built-in test authority issued it. */
  madeHere: boolean;
  operation: Operation | null;
  /** This machine's clock, milliseconds. */
  now: number;
}

export type Group = 'time' | 'certificate' | 'signature' | 'role';
export type Found = Cause & { group: Group };

const found = (group: Group, check: Cause['check'], title: string, text: string, rule: string): Found => ({
  group,
  check,
  title,
  text,
  rule,
});

const header = ({ prepared }: Refused, name: string) =>
  prepared.headers.find((one) => one.name.toLowerCase() === name)?.value;

function clock(refused: Refused): Found {
  const sent = readHttpDate(header(refused, 'date') ?? '', refused.now);
  const said = refused.responseHeaders.find(([name]) => name.toLowerCase() === 'date')?.[1];
  const bank = said === undefined ? null : readHttpDate(said, refused.now);
  if (!sent.ok)
    return found(
      'time',
      'wrong',
      'The Date header is missing or cannot be read',
      `${sent.reason}.`,
      'SIG-10',
    );
  if (bank === null || !bank.ok)
    return found(
      'time',
      'possible',
      'The clocks may differ',
      'The answer has no Date to compare with.',
      'SIG-10',
    );
  const seconds = Math.round((sent.ms - bank.ms) / 1000);
  return Math.abs(seconds) > MAX_CLOCK_DEVIATION
    ? found(
        'time',
        'wrong',
        'The clocks differ',
        `The Date that was signed is ${Math.abs(seconds)} seconds ${seconds < 0 ? 'behind' : 'ahead of'} the bank's. Set this machine's clock.`,
        'SIG-10',
      )
    : found('time', 'right', 'The clocks agree', `They differ by ${Math.abs(seconds)} seconds.`, 'SIG-10');
}

function presence(refused: Refused): Found | null {
  const missing = ['signature', 'tpp-signature-certificate'].filter(
    (name) => header(refused, name) === undefined,
  );
  if (missing.length === 0) return null;
  return found(
    'signature',
    'wrong',
    'A header of the signature is not sent',
    `Missing: ${missing.join(', ')}.`,
    'SIG-1',
  );
}

/** The Signature header as it was sent, read again. */
function sentSignature(refused: Refused) {
  const text = decodeHeaderText(header(refused, 'signature') ?? '');
  const reading = text.ok ? readSignatureText(text.text) : null;
  return reading?.ok ? reading.parts : null;
}

/** The signature against the message as it left, with the key of the certificate that went with it. */
function cryptography(refused: Refused): Found | null {
  const parts = sentSignature(refused);
  if (parts === null)
    return header(refused, 'signature') === undefined
      ? null
      : found(
          'signature',
          'wrong',
          'The Signature header cannot be read',
          'It is not of the form that the interface asks for.',
          'SIG-3',
        );
  let fits = false;
  try {
    const { method, target, certificate } = refused;
    fits = signatureFits(parts, { method, target, header: (name) => header(refused, name) }, certificate);
  } catch {
    // A name in the list that the request does not carry: told by the check of the list.
  }
  return fits
    ? found(
        'signature',
        'right',
        'The signature fits the request and the certificate',
        'It was verified here over what was sent.',
        'SIG-8',
      )
    : found(
        'signature',
        'wrong',
        'The signature does not fit what was sent',
        'A header, the path or the key was changed between signing and sending. Sign again, last of all.',
        'SIG-8',
      );
}

function digest(refused: Refused): Found | null {
  const value = header(refused, 'digest');
  if (value === undefined)
    return refused.body.length === 0
      ? null
      : found(
          'signature',
          'wrong',
          'The body has no Digest',
          'Send Digest: SHA-256=… and sign it.',
          'SIG-11',
        );
  return digestFault(value, (algorithm) => hashOf(algorithm, refused.body)) === null
    ? found('signature', 'right', 'The digest fits the body', `${refused.body.length} bytes.`, 'SIG-11')
    : found(
        'signature',
        'wrong',
        'The digest does not fit the body',
        'Compute it over exactly the bytes that are sent.',
        'SIG-11',
      );
}

function list(refused: Refused): Found | null {
  const parts = sentSignature(refused);
  if (parts === null) return null;
  const fault = headersPartFault(parts.headers, (name) => header(refused, name) !== undefined);
  return fault === null
    ? found(
        'signature',
        'right',
        'Every header that must be signed is signed',
        parts.headers.join(' '),
        'SIG-6',
      )
    : found('signature', 'wrong', 'The list of signed headers is not right', `${fault}.`, 'SIG-6');
}

function keyId(refused: Refused): Found | null {
  const parts = sentSignature(refused);
  if (parts === null) return null;
  const match = matchKeyId(parts.keyId, refused.certificate);
  if (!match.matches)
    return found(
      'certificate',
      'wrong',
      'The keyId is not that of the certificate',
      match.hint ?? match.text,
      'SIG-4',
    );
  return parts.keyId === keyIdOf(refused.certificate)
    ? found('certificate', 'right', 'The keyId is in the reference form', parts.keyId, 'SIG-4a')
    : found(
        'certificate',
        'wrong',
        'The keyId is spelled unusually',
        `A strict bank takes only ${keyIdOf(refused.certificate)}.`,
        'SIG-4a',
      );
}

function validity({ certificate, now }: Refused): Found {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  if (now > certificate.notAfter)
    return found(
      'certificate',
      'wrong',
      'The certificate has run out',
      `It ended on ${day(certificate.notAfter)}. Renew it.`,
      'SIG-12',
    );
  if (now < certificate.notBefore)
    return found(
      'certificate',
      'wrong',
      'The certificate is not yet valid',
      `It begins on ${day(certificate.notBefore)}.`,
      'SIG-12',
    );
  return found(
    'certificate',
    'right',
    'The certificate is within its validity',
    `Until ${day(certificate.notAfter)}.`,
    'SIG-12',
  );
}

function authority({ madeHere, certificate }: Refused): Found {
  if (madeHere)
    return found(
      'certificate',
      'wrong',
      "The certificate comes from the workbench's own test authority",
      "No other bank trusts it. Import a certificate from an authority on the bank's list, or ask the bank for one for its sandbox.",
      'SIG-12',
    );
  return found(
    'certificate',
    'possible',
    'The bank may not trust the authority, or not know the TPP',
    `Ask whether it has registered ${certificate.organizationIdentifier ?? 'this certificate'} and trusts its issuer.`,
    'SIG-12',
  );
}

function role({ certificate, operation }: Refused): Found | null {
  const wanted = operation?.role ?? null;
  if (wanted === null) return null;
  return certificate.roles.includes(wanted)
    ? found('role', 'right', `The certificate has the role ${wanted}`, certificate.roles.join(', '), 'SIG-12')
    : found(
        'role',
        'wrong',
        `The certificate lacks the role ${wanted}`,
        `It has ${certificate.roles.join(', ') || 'none'}; this service needs ${wanted}.`,
        'SIG-12',
      );
}

/** Where the issuer's name has something in it that programs write in different ways. */
function spelling({ certificate }: Refused): Found | null {
  const others = spellingsOf(certificate).filter(({ id }) =>
    ['openssl-rfc2253', 'java-string', 'dotnet'].includes(id),
  );
  if (others.length === 0) return null;
  return found(
    'certificate',
    'possible',
    'The bank may compare the keyId with another spelling',
    `The issuer's name can be written in several ways. Some banks expect ${others.map(({ keyId }) => keyId).join('   or   ')}.`,
    'SIG-4',
  );
}

function word(refused: Refused): Found | null {
  if (!(header(refused, 'signature') ?? '').startsWith('=?')) return null;
  return found(
    'signature',
    'possible',
    'The bank may not read RFC 2047 words',
    'The Signature header holds letters outside ASCII and travels as one encoded word. An issuer with an ASCII name avoids the question.',
    'SIG-9',
  );
}

function path({ target }: Refused): Found | null {
  const odd = /[!'()*=,;:@$&+]|%[0-9a-f]{2}/.exec(target.split('?', 1)[0] ?? '')?.[0];
  if (odd === undefined && !target.includes('?')) return null;
  return found(
    'signature',
    'possible',
    'Something on the way may rewrite the path',
    `(request-target) is the path as the bank receives it. Gateways re-encode signs such as ${odd ?? '?'}, strip a prefix, or order the query anew.`,
    'SIG-7',
  );
}

function profile({ certificate }: Refused): Found | null {
  if (certificate.qcType === 'seal') return null;
  return found(
    'certificate',
    'possible',
    certificate.qcType === 'web' ? 'The certificate is a QWAC' : 'The certificate is no QSealC',
    'Requests are signed with a QSealC; a QWAC is for TLS.',
    'SIG-12',
  );
}

/** All of them; null where a cause has nothing to do with the request. */
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
  profile,
];
