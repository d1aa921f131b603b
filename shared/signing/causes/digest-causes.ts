/** Why a Digest header does not match the body (SIG-11): another format of the right hash, or the hash of another text. */
import { binaryToBytes, bytesToBinary, encodeBase64, encodeBase64Url, utf8OrNull } from '../base64.ts';
import { withoutLast } from '../../linear-text.ts';
import { type Cause, causeOf, describeCause, type RawCause } from './cause.ts';
import { fromUtf8, type Hash, rawHash, toHex, toUtf8 } from './hash.ts';
import { MAX_BODY_NESTING, MAX_DIAGNOSED_BODY_BYTES, MAX_INDENTED_CHARS } from '../../limits.ts';

const INDENT = 2;

/** The cause of a wrong Digest; null if nothing matches. @param value of the header */
export function digestCause(value: string, body: Uint8Array, hash: Hash): Cause | null {
  const cause = find(value, body, hash);
  // No detail of a Digest quotes the request.
  return cause === null ? null : describeCause(cause, null);
}

function find(value: string, body: Uint8Array, hash: Hash): RawCause | null {
  if (body.length > MAX_DIAGNOSED_BODY_BYTES) return null;
  const sent = bytesToBinary(body);
  // Base64 without a name can consist of nothing but letters and digits, before the = at its end.
  const given = value.trim().replace(/^[A-Za-z0-9-]+=(?=[^=])/, '');
  const base64 = (bytes: string) => encodeBase64(binaryToBytes(bytes));
  const right = rawHash(hash, 'SHA-256', sent);
  const format = formatsOf(right, base64).find(([text]) => text === given);
  if (format) return causeOf('digest-written', format[1]);
  const other = OTHERS.find((name) => base64(rawHash(hash, name, sent)) === given);
  if (other !== undefined) return causeOf('digest-algorithm', other);
  const text = textsOf(sent).find(([one]) => base64(rawHash(hash, 'SHA-256', one)) === given);
  if (text) return causeOf('digest-of-other-text', text[1]);
  return base64(rawHash(hash, 'SHA-256', right)) === given ? causeOf('digest-of-digest') : null;
}

const OTHERS = ['SHA-1', 'SHA-384', 'SHA-512'] as const;

function formatsOf(hash: string, base64: (bytes: string) => string): [text: string, what: string][] {
  const hex = toHex(hash);
  const encoded = base64(hash);
  return [
    // First, because it can be base64url as well.
    [encoded, 'without the name of a supported algorithm'],
    [hex, 'in hexadecimal'],
    [hex.toUpperCase(), 'in hexadecimal'],
    [base64(hex), 'as the base64 of hexadecimal text'],
    [base64(hex.toUpperCase()), 'as the base64 of hexadecimal text'],
    [base64(encoded), 'in base64 twice'],
    [withoutLast(encoded, '='), 'without the = at its end'],
    [encodeBase64Url(binaryToBytes(hash)), 'in base64url'],
    [withoutLast(encodeBase64Url(binaryToBytes(hash)), '='), 'in base64url'],
    [`:${encoded}:`, 'between colons, as in the newer Content-Digest'],
    [`b'${encoded}'`, "in b'', as Python prints bytes"],
  ];
}

/** Texts that a client may have hashed instead of the body, one char per byte. */
function textsOf(sent: string): [text: string, what: string][] {
  const decoded = utf8OrNull(binaryToBytes(sent));
  return [
    ['', 'an empty body'],
    [`${sent}\n`, 'the body with a newline at its end'],
    [`${sent}\r\n`, 'the body with CRLF at its end'],
    [sent.trim(), 'the body without the space around it'],
    [sent.replaceAll('\r\n', '\n'), 'the body with newlines in place of CRLF'],
    [sent.replaceAll(/\r?\n/g, '\r\n'), 'the body with CRLF in place of newlines'],
    [sent.replaceAll(/\r?\n/g, ''), 'the body without its line breaks'],
    [`\xef\xbb\xbf${sent}`, 'the body with a byte order mark'],
    [sent.replace(/^\xef\xbb\xbf/, ''), 'the body without its byte order mark'],
    ...(decoded === null || decoded === sent
      ? []
      : [[latin1(decoded), 'the body in ISO-8859-1'] as [string, string]]),
    [toUtf8(sent), 'the body, encoded as UTF-8 twice'],
    ...rewritten(decoded),
    ...dumped(decoded),
    [toUtf8(JSON.stringify(decoded ?? sent)), 'the body as a JSON string'],
    [encodeBase64(binaryToBytes(sent)), 'the base64 of the body'],
    ['null', 'the word null'],
    ['undefined', 'the word undefined'],
    ['[object Object]', 'the text [object Object]'],
    ['{}', 'an empty JSON object'],
  ];
}

function latin1(text: string): string {
  return text.replaceAll(/[^\0-\xff]/g, '?');
}

/** A JSON body as other programs write it, one char per byte. @param body null if it is not UTF-8 */
export function rewritten(body: string | null): [text: string, what: string][] {
  try {
    const json: unknown = JSON.parse(body ?? '');
    const compact = JSON.stringify(json);
    return [
      [toUtf8(compact), 'the body as JSON without spaces'],
      ...(canBeIndented(compact)
        ? [[toUtf8(JSON.stringify(json, null, INDENT)), 'the body as indented JSON'] as [string, string]]
        : []),
    ];
  } catch {
    // Not JSON, or nested too deeply to be written.
    return [];
  }
}

/** A JSON body as programs write it by default that add spaces, escape letters or sort names; one char per byte. */
function dumped(body: string | null): [text: string, what: string][] {
  const [[compact] = []] = rewritten(body);
  // Sorting takes a call for each level.
  if (compact === undefined || !canBeIndented(compact)) return [];
  const json = fromUtf8(compact);
  const sorted = JSON.stringify(JSON.parse(json), inOrder);
  const forms: [text: string, what: string][] = [
    [json, ' without spaces'],
    [spaced(json), ' with spaces after commas and colons (json.dumps)'],
    [sorted, ' without spaces, with sorted names'],
    [spaced(sorted), ' with spaces after commas and colons, with sorted names'],
    [JSON.stringify(JSON.parse(sorted), null, INDENT), ', indented, with sorted names'],
  ];
  return forms.flatMap(([text, form]): [string, string][] => [
    [toUtf8(text), `the body as JSON${form}`],
    [escaped(text), `the body as JSON${form}, with \\u escapes`],
  ]);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param compact JSON without spaces */
function spaced(compact: string): string {
  return compact.replaceAll(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) =>
    token.startsWith('"') ? token : `${token} `,
  );
}

function escaped(text: string): string {
  return text.replaceAll(
    /[\x7f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Whether indented JSON stays small. Its length grows with the square of its depth: 60 KB of nested arrays would need hundreds of
 * megabytes. @param compact JSON without spaces
 */
function canBeIndented(compact: string): boolean {
  let depth = 0;
  let length = compact.length;
  for (const [token] of compact.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token !== ',') {
      if (token === ':') length += 1;
      continue;
    }
    length += 1 + INDENT * depth;
    if (depth > MAX_BODY_NESTING || length > MAX_INDENTED_CHARS) return false;
  }
  return true;
}
