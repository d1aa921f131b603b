/** Mistakes in how the lines are written, joined and encoded. */
import { binaryToBytes, bytesToBinary, encodeBase64 } from '../base64.ts';
import { isAscii } from '../signature-header.ts';
import { causeOf } from './cause.ts';
import type { CauseId } from './catalogue.ts';
import { fromHex, fromUtf8, toHex, toUtf8 } from './hash.ts';
import { lines, type Hypothesis, type Candidate, set, type Slot, textOf } from './search.ts';

type Row<Value> = readonly [rarity: Hypothesis['rarity'], id: CauseId, value: Value, detail?: string];

const AFTER: readonly Row<string>[] = [
  [1, 'newline-at-end', '\n'],
  [1, 'crlf-at-end', '\r\n'],
  [2, 'text-at-end', '\n\n', 'an empty line'],
  [2, 'text-at-end', ' ', 'a space'],
  [3, 'text-at-end', ',', 'a comma'],
  [3, 'text-at-end', '\0', 'a zero byte'],
  [3, 'text-at-end', '\r\n\r\n', 'an empty line'],
  [3, 'text-at-end', '\r', 'a carriage return'],
  [3, 'text-at-end', '\\n', 'a backslash and an n'],
];

const BEFORE: readonly Row<string>[] = [
  [2, 'newline-at-start', '\n'],
  [2, 'byte-order-mark', '\xef\xbb\xbf'],
];

const JOINERS: readonly Row<string>[] = [
  [1, 'crlf', '\r\n'],
  [1, 'escaped-newline', '\\n'],
  [1, 'joined-by-nothing', ''],
  [1, 'other-joiner', ',', 'a comma'],
  [2, 'other-joiner', ', ', 'a comma and a space'],
  [2, 'other-joiner', ' ', 'a space'],
  [2, 'other-joiner', '\n\n', 'two newlines'],
  [3, 'other-joiner', ';', 'a semicolon'],
  [3, 'other-joiner', '&', 'an ampersand'],
  [3, 'other-joiner', '|', 'a vertical bar'],
  [3, 'other-joiner', '\r', 'a carriage return'],
  [3, 'other-joiner', '\n ', 'a newline and a space'],
];

const SEPARATORS: readonly Row<string>[] = [
  [1, 'no-space', ':'],
  [2, 'other-separator', '=', 'an equals sign'],
  [3, 'other-separator', ' : ', 'a colon between spaces'],
  [3, 'other-separator', ' ', 'a space'],
  [3, 'other-separator', ':  ', 'a colon and two spaces'],
  [3, 'other-separator', ':\t', 'a colon and a tab'],
  [3, 'other-separator', '', 'nothing'],
];

type Label = (name: string) => string;

const upper: Label = (name) => name.toUpperCase();
const capitals: Label = (name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
const nothing: Label = () => '';
/** Leaves `(request-target)` unchanged. */
const butTarget =
  (label: Label): Label =>
  (name) =>
    name.startsWith('(') ? name : label(name);

const NAMES: readonly Row<Label>[] = [
  [1, 'names-in-upper-case', upper],
  [2, 'names-in-upper-case', butTarget(upper)],
  [2, 'names-as-sent', capitals],
  [3, 'names-as-sent', butTarget(capitals)],
  [2, 'no-names', nothing],
  [3, 'no-names', butTarget(nothing)],
];

const base64 = (text: string) => encodeBase64(binaryToBytes(text));

const WRAPS: readonly Row<NonNullable<Candidate['wrap']>>[] = [
  [1, 'hashed-twice', (text, hash) => fromHex(hash(text))],
  [1, 'hash-in-hex', (text, hash) => hash(text)],
  [2, 'hash-in-base64', (text, hash) => base64(fromHex(hash(text)))],
  [3, 'hash-in-hex', (text, hash) => hash(text).toUpperCase()],
  [3, 'hash-in-hex', (text, hash) => `${hash(text)}\n`],
  [3, 'text-encoded', base64, 'base64'],
  [3, 'text-encoded', toHex, 'hexadecimal'],
  [3, 'text-encoded', (text) => JSON.stringify(text), 'a JSON string'],
  [3, 'text-encoded', encodeURIComponent, 'part of a URL'],
];

const UTF_16: readonly Row<NonNullable<Candidate['encode']>>[] = [
  [3, 'utf-16', (text) => utf16(text, 'little')],
  [3, 'utf-16', (text) => `\xff\xfe${utf16(text, 'little')}`],
  [3, 'utf-16', (text) => utf16(text, 'big')],
  [3, 'utf-16', (text) => `\xfe\xff${utf16(text, 'big')}`],
];

/** @param spelling how the request spells a header's name */
export function formHypotheses(correct: Candidate, spelling: Label): Hypothesis[] {
  return [
    ...fields('after', AFTER),
    ...fields('before', BEFORE),
    ...fields('joiner', JOINERS),
    ...fields('separator', SEPARATORS),
    ...fields('wrap', WRAPS),
    ...fields('encode', [...UTF_16, ...charsets(textOf(correct))]),
    ...[[1, 'names-as-sent', spelling] as const, ...NAMES].map(labelled),
  ];
}

/** Hypotheses that set one field of the candidate. */
function fields<Key extends keyof Candidate & Slot>(
  key: Key,
  rows: readonly Row<Candidate[Key]>[],
): Hypothesis[] {
  return rows.map(([rarity, id, value, detail]) => ({
    slot: key,
    cause: causeOf(id, detail),
    rarity,
    change: set(key, value),
  }));
}

function labelled([rarity, id, label]: Row<Label>): Hypothesis {
  const labels = new Map<string, string>();
  const labelOf = (name: string) => {
    const known = labels.get(name) ?? label(name);
    labels.set(name, known);
    return known;
  };
  const change = lines((all) => all.map((line) => ({ ...line, label: labelOf(line.name) })));
  return { slot: 'names', cause: causeOf(id), rarity, change };
}

/** The other charset, for a text with letters outside ASCII. */
function charsets(text: string): Row<NonNullable<Candidate['encode']>>[] {
  if (isAscii(text)) return [];
  const isLatin1 = !/[^\x00-\xff]/.test(fromUtf8(text));
  return [
    [1, 'other-charset', toUtf8, 'UTF-8'],
    ...(isLatin1 ? [[1, 'other-charset', fromUtf8, 'ISO-8859-1'] as const] : []),
  ];
}

function utf16(text: string, order: 'little' | 'big'): string {
  const units = fromUtf8(text);
  const bytes = new DataView(new ArrayBuffer(2 * units.length));
  for (let at = 0; at < units.length; at++) bytes.setUint16(2 * at, units.charCodeAt(at), order === 'little');
  return bytesToBinary(new Uint8Array(bytes.buffer));
}
