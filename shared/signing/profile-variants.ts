/** Signature profiles that differ in one point from the one that a bank has refused: forms to try, most likely first. */
import type { KeyIdSource } from './key-id.ts';
import { certificateValue, differingSettings, keyIdBy, PRESETS, type SignatureProfile } from './profile.ts';
import { isAscii } from './signature-header.ts';
import { REQUEST_TARGET } from './signing-string.ts';

export interface ProfileVariant {
  id: string;
  title: string;
  /** Who wants it, or what it changes. */
  why: string;
  /** The part that changes, before and after; null if the lines of the signing string show it. */
  change: { was: string; is: string } | null;
  profile: SignatureProfile;
}

/** The refused request, as far as a profile concerns it. */
export interface Refused {
  certificate: KeyIdSource & { der: Uint8Array };
  /** Names of its headers in lower case. */
  headers: readonly string[];
  /** The text of its Signature header before encoding. */
  signatureText: string;
  /** What the bank said: code and text. */
  words: string;
}

interface Point {
  id: string;
  title: string;
  why: string;
  /** What a bank that wants this form may say. */
  words: RegExp;
  change: Partial<SignatureProfile>;
  applies?: boolean;
}

const KEY_ID = /key-?_?id|serial|issuer|certificate/i;
const HEADERS = /headers? part|signed headers?/i;
const CERTIFICATE = /certificate|pem|base64/i;
const SAME_SIGNATURE = 'The signature stays RSA with SHA-256.';

/** The forms of a profile's settings, except for those that it has. */
function pointsOf(profile: SignatureProfile, { headers, signatureText }: Refused): Point[] {
  const has = (name: string) => headers.includes(name);
  const signs = (name: string) => profile.headers.includes(name);
  const withoutName = (name: string) => profile.headers.filter((one) => one !== name);
  const all: Point[] = [
    {
      id: 'digest-without-body',
      ...(profile.digestWithoutBody
        ? { title: 'No Digest without a body', why: 'Some banks want a Digest only with a body.' }
        : {
            title: 'Digest, also without a body',
            why: 'Many banks of the Berlin Group want a Digest on every request: of the empty body, if there is none.',
          }),
      words: /digest/i,
      change: { digestWithoutBody: !profile.digestWithoutBody },
      applies: !has('content-type'),
    },
    {
      id: 'non-ascii',
      title:
        profile.nonAscii === 'utf-8' ? 'One RFC 2047 word' : 'The header as UTF-8, not as an RFC 2047 word',
      why: 'The header has letters outside ASCII.',
      // A bank that does not decode it does not find the certificate.
      words: /2047|utf|encod|key-?_?id|serial|issuer|certificate/i,
      change: { nonAscii: profile.nonAscii === 'utf-8' ? 'encoded-word' : 'utf-8' },
      applies: !isAscii(signatureText),
    },
    {
      id: 'psu-ip-address',
      ...(signs('psu-ip-address')
        ? {
            title: 'psu-ip-address not signed',
            why: 'The list of the Berlin Group does not have it.',
            change: { headers: withoutName('psu-ip-address') },
          }
        : {
            title: 'psu-ip-address signed',
            why: 'Some banks want every header of the PSU to be signed.',
            change: { headers: [...profile.headers, 'psu-ip-address'] },
          }),
      words: new RegExp(`psu-ip|${HEADERS.source}`, 'i'),
      applies: has('psu-ip-address'),
    },
    {
      id: 'decimal',
      title: 'The serial number in decimal',
      why: 'As BigInteger.toString() writes it.',
      words: KEY_ID,
      change: { serial: 'decimal' },
    },
    {
      id: 'upper-case',
      title: 'The serial number in upper-case hexadecimal',
      why: 'As OpenSSL prints it.',
      words: KEY_ID,
      change: { serial: 'upper-hex' },
    },
    {
      id: 'openssl',
      title: 'The issuer as OpenSSL prints it',
      why: 'In the order of the certificate, with spaces.',
      words: KEY_ID,
      change: { issuer: 'openssl' },
    },
    {
      id: 'rfc2253',
      title: 'The issuer as RFC 2253 writes it',
      why: 'The last part of the name first, without spaces.',
      words: KEY_ID,
      change: { issuer: 'rfc2253' },
    },
    {
      id: 'names',
      ...(profile.attributeTypes === 'name'
        ? {
            title: 'organizationIdentifier by number',
            why: 'Attribute types without a keyword of RFC 2253 by number, their values in hexadecimal.',
            change: { attributeTypes: 'oid' },
          }
        : {
            title: 'organizationIdentifier by name',
            why: 'Attribute types by name instead of number, their values as text.',
            change: { attributeTypes: 'name' },
          }),
      words: KEY_ID,
    },
    {
      id: 'as-issued',
      title: 'The issuer in the order of the certificate',
      why: 'Without the reversal of RFC 2253.',
      words: KEY_ID,
      change: { issuer: 'as-issued' },
    },
    {
      id: 'percent-encoded',
      title: 'The issuer percent-encoded',
      why: "As in the example of the Berlin Group's Implementation Guidelines.",
      words: KEY_ID,
      change: { issuer: 'percent-encoded' },
    },
    {
      id: 'lower-case',
      title: 'The serial number in lower-case hexadecimal',
      why: 'As many libraries write it.',
      words: KEY_ID,
      change: { serial: 'lower-hex' },
    },
    {
      id: 'base64',
      title: 'The certificate as base64 of its DER encoding',
      why: 'Without the lines BEGIN and END.',
      words: CERTIFICATE,
      change: { certificateForm: 'base64' },
    },
    {
      id: 'pem-line',
      title: 'The certificate as PEM on one line',
      why: 'With the lines BEGIN and END, without line breaks.',
      words: CERTIFICATE,
      change: { certificateForm: 'pem-line' },
    },
    {
      id: 'pem-base64',
      title: 'The certificate as base64 of its PEM text',
      why: 'Encoded twice.',
      words: CERTIFICATE,
      change: { certificateForm: 'pem-base64' },
    },
    {
      id: 'pem-percent-encoded',
      title: 'The certificate as percent-encoded PEM',
      why: 'As proxies pass client certificates on.',
      words: CERTIFICATE,
      change: { certificateForm: 'pem-percent-encoded' },
    },
    {
      id: 'sha-512',
      title: profile.digestAlgorithm === 'SHA-512' ? 'Digest with SHA-256' : 'Digest with SHA-512',
      why: 'The Berlin Group allows both.',
      words: /digest|sha-?\d/i,
      change: { digestAlgorithm: profile.digestAlgorithm === 'SHA-512' ? 'SHA-256' : 'SHA-512' },
      applies: has('digest'),
    },
    {
      id: 'request-target',
      ...(signs(REQUEST_TARGET)
        ? {
            title: 'Without (request-target)',
            why: 'The list of the Berlin Group does not have it.',
            change: { headers: withoutName(REQUEST_TARGET) },
          }
        : {
            title: '(request-target) signed',
            why: 'The drafts of HTTP signatures have it.',
            change: { headers: [REQUEST_TARGET, ...profile.headers] },
          }),
      words: new RegExp(`request-?target|${HEADERS.source}`, 'i'),
      applies: profile.headers.length > 1 || !signs(REQUEST_TARGET),
    },
    {
      id: 'hs2019',
      ...(profile.algorithm === 'hs2019'
        ? {
            title: 'Algorithm label rsa-sha256',
            why: `Earlier drafts of HTTP signatures name it so. ${SAME_SIGNATURE}`,
            change: { algorithm: 'rsa-sha256' },
          }
        : {
            title: 'Algorithm label hs2019',
            why: `Later drafts of HTTP signatures name it so. ${SAME_SIGNATURE}`,
            change: { algorithm: 'hs2019' },
          }),
      words: /algorithm|hs2019/i,
    },
  ];
  return all.filter(
    ({ applies = true, change }) =>
      applies && differingSettings(profile, { ...profile, ...change }).length > 0,
  );
}

/** Forms to try after a refusal; those that the bank's words suggest come first. @param named for a form that is no preset */
export function variantsOf(profile: SignatureProfile, refused: Refused, named: string): ProfileVariant[] {
  const { certificate, words } = refused;
  const keyId = keyIdBy(profile, certificate);
  return pointsOf(profile, refused)
    .flatMap((point) => {
      const { id, title, why } = point;
      const changed = { ...profile, ...point.change, name: named };
      const preset = PRESETS.find((one) => differingSettings(one, changed).length === 0);
      const { certificateForm: form } = changed;
      const [is, isForm] = [keyIdBy(changed, certificate), certificateValue(form, certificate.der)];
      const wasForm = certificateValue(profile.certificateForm, certificate.der);
      const change =
        is !== keyId ? { was: keyId, is } : isForm !== wasForm ? { was: wasForm, is: isForm } : null;
      // A serial or an issuer that is written alike in both forms.
      const isNothing =
        change === null && ['serial', 'issuer', 'attributeTypes'].some((key) => key in point.change);
      const rank = point.words.test(words) ? 0 : 1;
      return isNothing ? [] : [{ rank, variant: { id, title, why, change, profile: preset ?? changed } }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ variant }) => variant);
}
