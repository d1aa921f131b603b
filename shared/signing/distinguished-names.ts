/** Distinguished names in DER and as RFC 2253 text. Crypto libraries differ: OpenSSL (Node), BoringSSL (Electron) (SIG-4a). */
import {
  derChildren,
  DerError,
  type DerNode,
  expectTag,
  fromHex,
  hex,
  oidText,
  readDer,
  stringText,
  TAG,
} from './der.ts';

/** One attribute of a name. `text` is null if the value is not a string type. */
export interface Attribute {
  oid: string;
  raw: Uint8Array;
  text: string | null;
}
/** A relative distinguished name: one attribute, or several (multi-valued). */
export type Rdn = Attribute[];
/** RDNs in the order of the certificate's encoding, usually country first. */
export type Name = Rdn[];

export const ORGANIZATION_IDENTIFIER = '2.5.4.97';

/** The keywords of Java's `X500Principal.getName(RFC2253)`; every other attribute is written as OID and hex (SIG-4a). */
export const NAME_KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
]);

/** Names that other programs write for an attribute type (SIG-4: name and OID are equivalent). */
const READ_KEYWORDS = new Map([
  ...Array.from(NAME_KEYWORDS, ([oid, keyword]) => [keyword, oid] as const),
  ['S', '2.5.4.8'],
  ['SP', '2.5.4.8'],
  ['SN', '2.5.4.4'],
  ['SURNAME', '2.5.4.4'],
  ['SERIALNUMBER', '2.5.4.5'],
  ['T', '2.5.4.12'],
  ['TITLE', '2.5.4.12'],
  ['BUSINESSCATEGORY', '2.5.4.15'],
  ['POSTALCODE', '2.5.4.17'],
  ['GN', '2.5.4.42'],
  ['GIVENNAME', '2.5.4.42'],
  ['INITIALS', '2.5.4.43'],
  ['DNQ', '2.5.4.46'],
  ['DNQUALIFIER', '2.5.4.46'],
  ['ORGANIZATIONIDENTIFIER', ORGANIZATION_IDENTIFIER],
  ['ORGID', ORGANIZATION_IDENTIFIER],
  ['E', '1.2.840.113549.1.9.1'],
  ['EMAIL', '1.2.840.113549.1.9.1'],
  ['EMAILADDRESS', '1.2.840.113549.1.9.1'],
]);

/** Reads a DER `Name`. @throws DerError */
export function readName(node: DerNode): Name {
  return derChildren(expectTag(node, TAG.sequence, 'A name')).map((rdn) =>
    derChildren(expectTag(rdn, TAG.set, 'A relative distinguished name')).map((attribute) => {
      const [type, value] = derChildren(expectTag(attribute, TAG.sequence, 'A name attribute'));
      const oid = oidText(expectTag(type, TAG.oid, 'An attribute type').value);
      if (!value) throw readNameError(oid);
      return { oid, raw: value.raw, text: stringText(value) };
    }),
  );
}

function readNameError(oid: string): Error {
  return new DerError(`The name attribute ${oid} has no value.`);
}

/** The first text of an attribute type in a name, or null. */
export function attributeText(name: Name, oid: string): string | null {
  for (const rdn of name) for (const attribute of rdn) if (attribute.oid === oid) return attribute.text;
  return null;
}

/** The reference format of SIG-4a: as Java prints an `X500Principal` according to RFC 2253. */
export function printRfc2253(name: Name): string {
  return [...name].reverse().map(printRdn).join(',');
}

/** Without the reversal that RFC 2253 requires, a frequent mistake (SIG-4). */
export function printUnreversed(name: Name): string {
  return name.map(printRdn).join(',');
}

function printRdn(rdn: Rdn): string {
  return rdn
    .map((attribute) => {
      const keyword = NAME_KEYWORDS.get(attribute.oid);
      if (keyword === undefined || attribute.text === null) {
        return `${keyword ?? attribute.oid}=#${hex(attribute.raw).toLowerCase()}`;
      }
      return `${keyword}=${escapeValue(attribute.text)}`;
    })
    .join('+');
}

/** RFC 2253 section 2.4, with `=` and `#` escaped everywhere as Java does. */
function escapeValue(text: string): string {
  const escaped = text.replaceAll(/[,=+<>#;"\\]/g, String.raw`\$&`).replaceAll('\u0000', String.raw`\00`);
  // Blanks at either end. An expression for those at the end would take quadratic time.
  const start = /^[ \r]*/.exec(escaped)?.[0].length ?? 0;
  let end = escaped.length;
  while (end > start && ' \r'.includes(escaped.charAt(end - 1))) end -= 1;
  const blanks = (text: string) => text.replaceAll(/[ \r]/g, String.raw`\$&`);
  return blanks(escaped.slice(0, start)) + escaped.slice(start, end) + blanks(escaped.slice(end));
}

/** An attribute in a text: its type resolved if known, its value as text or as DER. */
interface WrittenAttribute {
  oid: string | null;
  type: string;
  text: string | null;
  der: Uint8Array | null;
}
export type WrittenName = WrittenAttribute[][];

/**
 * Parses the text of a distinguished name in the forms that RFC 2253 allows, and the quoted ones of RFC 1779 (SIG-4).
 * @returns RDNs in the order of the text, or null if it is not a name.
 */
export function parseRfc2253(text: string): WrittenName | null {
  const rdns: WrittenName = [[]];
  let at = 0;
  const skipBlanks = () => {
    while (text[at] === ' ') at++;
  };
  while (at <= text.length) {
    skipBlanks();
    const equals = text.indexOf('=', at);
    if (equals < 0) return null;
    const type = text.slice(at, equals).trim();
    if (!/^(?:OID\.|oid\.)?(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)*)$/.test(type)) return null;
    at = equals + 1;
    skipBlanks();
    const value = readValue(text, at);
    if (!value) return null;
    at = value.end;
    skipBlanks();
    const bare = type.replace(/^oid\./i, '');
    const oid = /^\d/.test(bare) ? bare : (READ_KEYWORDS.get(bare.toUpperCase()) ?? null);
    rdns.at(-1)?.push({ oid, type, text: value.text, der: value.der });
    const separator = text[at++];
    if (separator === undefined) return rdns;
    if (separator === ',' || separator === ';') rdns.push([]);
    else if (separator !== '+') return null;
  }
  return null;
}

interface WrittenValue {
  end: number;
  text: string | null;
  der: Uint8Array | null;
}

/** Reads the value of an attribute: hexadecimal DER, quoted or escaped text (SIG-4). */
function readValue(text: string, start: number): WrittenValue | null {
  if (text[start] === '#') {
    const digits = /^#([0-9a-fA-F]+)/.exec(text.slice(start))?.[1];
    const der = digits === undefined ? null : fromHex(digits);
    if (digits === undefined || der === null) return null;
    let decoded: string | null = null;
    try {
      decoded = stringText(readDer(der));
    } catch {
      return null;
    }
    return { end: start + 1 + digits.length, text: decoded, der };
  }
  const quoted = text[start] === '"';
  const bytes: number[] = [];
  let keep = 0;
  let at = quoted ? start + 1 : start;
  const encoder = new TextEncoder();
  for (;;) {
    const char = text[at];
    if (char === undefined) {
      if (quoted) return null;
      break;
    }
    if (quoted ? char === '"' : ',;+'.includes(char)) break;
    if (char === '\\') {
      const pair = /^[0-9a-fA-F]{2}/.exec(text.slice(at + 1))?.[0];
      const next = text.codePointAt(at + 1);
      if (pair !== undefined) bytes.push(Number.parseInt(pair, 16));
      else if (next !== undefined) bytes.push(...encoder.encode(String.fromCodePoint(next)));
      else return null;
      at += pair === undefined ? 1 + String.fromCodePoint(next ?? 0).length : 3;
      keep = bytes.length;
      continue;
    }
    if (!quoted && char === '"') return null;
    const point = String.fromCodePoint(text.codePointAt(at) ?? 0);
    bytes.push(...encoder.encode(point));
    at += point.length;
    if (point !== ' ') keep = bytes.length;
  }
  // Trailing blanks belong to the value only if they are escaped or quoted.
  const content = Uint8Array.from(quoted ? bytes : bytes.slice(0, keep));
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return { end: quoted ? at + 1 : at, text: decoded, der: null };
  } catch {
    return null;
  }
}

/** Whether a written name means the certificate's name, with the RDNs in RFC 2253's reversed order (SIG-4). */
export function sameName(written: WrittenName, name: Name): boolean {
  return matches([...written].reverse(), name);
}

/** Whether a written name would match with the RDNs unreversed. */
export function sameNameUnreversed(written: WrittenName, name: Name): boolean {
  return matches(written, name);
}

function matches(written: WrittenName, name: Name): boolean {
  return written.length === name.length && written.every((rdn, at) => sameRdn(rdn, name[at] ?? []));
}

/** SIG-4: attributes of an RDN up to which any order is accepted; real ones have one or two. */
const MAX_UNORDERED = 16;

function sameRdn(written: WrittenAttribute[], rdn: Rdn): boolean {
  if (written.length !== rdn.length) return false;
  if (rdn.length > MAX_UNORDERED)
    return written.every((attribute, at) => {
      const other = rdn[at];
      return other !== undefined && sameAttribute(attribute, other);
    });
  // A multi-valued RDN is a set, so its attributes may be in any order.
  const left = [...rdn];
  for (const attribute of written) {
    const at = left.findIndex((candidate) => sameAttribute(attribute, candidate));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

function sameAttribute(written: WrittenAttribute, attribute: Attribute): boolean {
  if (written.oid !== attribute.oid) return false;
  if (written.text !== null && attribute.text !== null) return written.text === attribute.text;
  return written.der !== null && hex(written.der) === hex(attribute.raw);
}
