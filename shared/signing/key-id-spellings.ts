/** The spellings of a keyId by common programs, and how banks judge each. */
import { bytesToBinary } from './base64.ts';
import { hex } from './der.ts';
import { type KeyIdMatch, keyIdOf, type KeyIdSource, type KeyIdSpelling, matchKeyId } from './key-id.ts';
import {
  type Attribute,
  type Name,
  NAME_KEYWORDS,
  ORGANIZATION_IDENTIFIER,
  printRfc2253,
  printUnreversed,
} from './distinguished-names.ts';

export interface Spelling {
  id: string;
  title: string;
  keyId: string;
  /** The verdict of a bank with each value of the quirk `keyIdSpelling`, and why. */
  banks: Readonly<Record<KeyIdSpelling, { verdict: Verdict; why: string }>>;
}

type Verdict = 'passes' | 'note' | 'refused';

interface Form {
  id: string;
  title: string;
  /** As in the reference form if left out. */
  serial?: (serial: string) => string;
  issuer?: (issuer: Name) => string;
}

/** OpenSSL 3's short names for attributes that SIG-4a writes as OID. */
export const OPENSSL_NAMES: ReadonlyMap<string, string> = new Map([
  [ORGANIZATION_IDENTIFIER, 'organizationIdentifier'],
  ['2.5.4.5', 'serialNumber'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
  ['2.5.4.15', 'businessCategory'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.42', 'GN'],
  ['2.5.4.12', 'title'],
]);

/** Additional short names in Java's default format. */
const JAVA_NAMES = new Map([
  ['2.5.4.4', 'SURNAME'],
  ['2.5.4.5', 'SERIALNUMBER'],
  ['2.5.4.12', 'T'],
  ['2.5.4.42', 'GIVENNAME'],
  ['1.2.840.113549.1.9.1', 'EMAILADDRESS'],
]);

const nameIn = (oid: string, other: (oid: string) => string) => NAME_KEYWORDS.get(oid) ?? other(oid);
const opensslName = (oid: string) => nameIn(oid, (known) => OPENSSL_NAMES.get(known) ?? known);
const javaName = (oid: string) => nameIn(oid, (known) => JAVA_NAMES.get(known) ?? `OID.${known}`);

/** A function that formats a name attribute by attribute. */
function written(style: {
  reversed: boolean;
  separator: string;
  equals?: string;
  /** Whether the value of a type without a name is in hexadecimal, too (RFC 2253, 2.4). */
  numbersInHex?: boolean;
  /** Java writes hexadecimal digits in lower case, OpenSSL in upper case. */
  hexInLowerCase?: boolean;
  type: (oid: string) => string;
  value: (text: string) => string;
}): (name: Name) => string {
  const hexadecimal = (der: Uint8Array) =>
    style.hexInLowerCase === true ? hex(der).toLowerCase() : hex(der);
  const attribute = ({ oid, text, raw }: Attribute) => {
    const type = style.type(oid);
    const isHex = text === null || (style.numbersInHex === true && type === oid);
    return `${type}${style.equals ?? '='}${isHex ? `#${hexadecimal(raw)}` : style.value(text)}`;
  };
  return (name) => {
    const rdns = style.reversed ? [...name].reverse() : name;
    return rdns.map((rdn) => rdn.map(attribute).join('+')).join(style.separator);
  };
}

/** The escapes of RFC 2253, in the form that OpenSSL's `-nameopt RFC2253` and Java use when they keep letters. */
function escaped(text: string): string {
  return text.replaceAll(/[,+<>;"\\]/g, String.raw`\$&`).replaceAll(/^[ #]|(?!^) $/g, String.raw`\$&`);
}

/** OpenSSL writes non-ASCII letters as the bytes of their UTF-8. */
function escapedBytes(text: string): string {
  return escaped(text).replaceAll(/[^\x20-\x7e]/gu, (char) =>
    Array.from(
      new TextEncoder().encode(char),
      (byte) => `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}

/** Java's default format and .NET quote a value with special characters. */
function quoted(text: string): string {
  return /[,+=\n<>#;"\\]|^ | $/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : text;
}

/** Forms of an issuer's name in a keyId: as RFC 2253 writes it, as `openssl x509 -issuer` prints it, in the order of the certificate, or with percent-encoded values. */
export type IssuerForm = 'rfc2253' | 'openssl' | 'as-issued' | 'percent-encoded';
/** Whether attribute types without a keyword of RFC 2253 are numbers, with a value in hexadecimal, or names. */
export type AttributeTypes = 'oid' | 'name';

const byName = { separator: ',', type: opensslName } as const;
const ISSUERS = {
  rfc2253: written({ ...byName, reversed: true, value: escaped }),
  openssl: written({ ...byName, reversed: false, separator: ', ', equals: ' = ', value: quoted }),
  'as-issued': written({ ...byName, reversed: false, value: escaped }),
  // As in the example of the Berlin Group's Implementation Guidelines.
  'percent-encoded': written({ ...byName, reversed: true, value: encodeURIComponent }),
};

/** An issuer's name in one of the forms that banks ask for. */
export function issuerAs(form: IssuerForm, types: AttributeTypes, issuer: Name): string {
  if (types === 'oid' && form === 'rfc2253') return printRfc2253(issuer);
  if (types === 'oid' && form === 'as-issued') return printUnreversed(issuer);
  return ISSUERS[form](issuer);
}

const padded = (serial: string) => (serial.length % 2 === 0 ? serial : `0${serial}`);

const FORMS: readonly Form[] = [
  { id: 'reference', title: "RFC 2253, as Java's X500Principal.getName(RFC2253) writes it" },
  {
    id: 'openssl-rfc2253',
    title: 'OpenSSL: x509 -issuer -nameopt RFC2253',
    issuer: written({
      reversed: true,
      separator: ',',
      numbersInHex: true,
      type: opensslName,
      value: escapedBytes,
    }),
  },
  {
    id: 'java-string',
    title: 'Java: X500Principal.toString()',
    issuer: written({ reversed: true, separator: ', ', hexInLowerCase: true, type: javaName, value: quoted }),
  },
  {
    id: 'dotnet',
    title: '.NET: X509Certificate2.Issuer',
    issuer: written({ reversed: true, separator: ', ', type: dotnetName, value: quoted }),
  },
  {
    id: 'openssl-oneline',
    title: 'OpenSSL: x509 -issuer',
    issuer: ISSUERS.openssl,
  },
  {
    id: 'node',
    title: 'Node.js: X509Certificate.issuer, lines joined with commas',
    issuer: ISSUERS['as-issued'],
  },
  {
    id: 'forge',
    title: 'node-forge: issuer.attributes in their order, letters as bytes',
    issuer: written({ reversed: false, separator: ',', type: forgeName, value: asBytes }),
  },
  { id: 'unreversed', title: 'Reference format, not reversed', issuer: printUnreversed },
  { id: 'lower-case', title: 'Serial in lower case', serial: (serial) => serial.toLowerCase() },
  {
    id: 'leading-zeros',
    title: "Serial with DER's sign byte or a leading zero",
    serial: (serial) => (serial.length % 2 === 0 ? '00' : '0') + serial,
  },
  {
    id: 'colons',
    title: 'Serial with colons, as openssl x509 -text prints it',
    serial: (serial) =>
      padded(serial)
        .toLowerCase()
        .replaceAll(/..(?=.)/g, '$&:'),
  },
  {
    id: 'decimal',
    title: 'Serial in decimal, as BigInteger.toString() prints it',
    serial: (serial) => String(BigInt(`0x${serial}`)),
  },
];

/** forge has seven short names; attributes of other types have none. */
function forgeName(oid: string): string {
  if (oid === '1.2.840.113549.1.9.1') return 'E';
  const keyword = NAME_KEYWORDS.get(oid) ?? '';
  return ['CN', 'C', 'L', 'ST', 'O', 'OU'].includes(keyword) ? keyword : 'undefined';
}

/** forge treats each UTF-8 byte as a letter. */
function asBytes(text: string): string {
  return bytesToBinary(new TextEncoder().encode(text));
}

/** Windows' own short names; other types as `OID.` followed by the number. */
function dotnetName(oid: string): string {
  const own = new Map([
    ['2.5.4.8', 'S'],
    ['1.2.840.113549.1.9.1', 'E'],
    ['2.5.4.5', 'SERIALNUMBER'],
    ['2.5.4.12', 'T'],
    ['2.5.4.42', 'G'],
    ['2.5.4.4', 'SN'],
  ]);
  return own.get(oid) ?? javaName(oid);
}

/**
 * All distinct spellings of the keyId of a certificate, each with the titles of all forms that come out so: the one that is sent, the
 * reference, the others.
 * @param sent by a signature profile; null for the reference
 */
export function spellingsOf(
  certificate: KeyIdSource,
  sent: Pick<Spelling, 'title' | 'keyId'> | null = null,
): Spelling[] {
  const reference = keyIdOf(certificate);
  const others = FORMS.map(({ id, title, serial = (digits) => digits, issuer = printRfc2253 }: Form) => ({
    id,
    title,
    keyId: `SN=${serial(certificate.serial)},CA=${issuer(certificate.issuer)}`,
  }));
  const all = sent === null ? others : [{ id: 'profile', ...sent }, ...others];
  return [...Map.groupBy(all, ({ keyId }) => keyId)].map(([keyId, forms]) => {
    const at = (spelling: KeyIdSpelling) => {
      const { verdict, why } = judged(matchKeyId(keyId, certificate, spelling), keyId === reference);
      return {
        verdict,
        why: keyId === (sent?.keyId ?? reference) ? `${why} The workbench sends this one.` : why,
      };
    };
    return {
      id: forms[0]?.id ?? '',
      title: forms.map(({ title }) => title).join('; '),
      keyId,
      banks: { specified: at('specified'), lenient: at('lenient'), reference: at('reference') },
    };
  });
}

/** The bank's own comparison (SIG-4) in words. */
function judged(match: KeyIdMatch, isReference: boolean): { verdict: Verdict; why: string } {
  if (isReference) return { verdict: 'passes', why: 'The reference form.' };
  if (match.matches) return { verdict: 'note', why: match.notes.join(' ') };
  return { verdict: 'refused', why: match.hint ?? match.text };
}
