/** Mistakes in which lines are signed and in which order, and texts without lines. */
import { namesToSign, REQUEST_TARGET, SIGNED_HEADERS } from '../signing-string.ts';
import { causeOf } from './cause.ts';
import { type Line, lines, type Hypothesis, type Candidate, set } from './search.ts';
import { bytesToBinary, decodeBase64, utf8OrNull } from '../base64.ts';
import { rewritten } from './digest-causes.ts';
import { toHex } from './hash.ts';
import { MAX_DIAGNOSED_BODY_BYTES } from '../../limits.ts';

/** Maximum number of headers probed as additional lines. */
const MAX_ADDED = 12;
/** Number of lines up to which every order is probed. */
const MAX_PERMUTED = 5;
/** The Digest of an empty body (SHA-256). */
export const EMPTY_DIGEST = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

interface SentHeader {
  name: string;
  value: string;
}

/** @param sent headers in the order of sending, with lower-case names */
export function lineHypotheses(correct: Candidate, sent: readonly SentHeader[]): Hypothesis[] {
  return [...leftOut(correct), ...added(correct, sent), ...inOrder(correct, sent)];
}

function leftOut({ lines: all }: Candidate): Hypothesis[] {
  const found: Hypothesis[] = [];
  for (const { name, value } of all) {
    if (all.length > 1)
      found.push({
        slot: 'lines',
        cause: causeOf('header-left-out', name),
        rarity: 1,
        change: lines((lines) => lines.filter((line) => line.name !== name)),
      });
    if (all.length > 2)
      found.push({
        slot: 'lines',
        cause: causeOf('one-line-only', name),
        rarity: 3,
        change: lines((lines) => lines.filter((line) => line.name === name)),
      });
    if (value === '' && name !== REQUEST_TARGET)
      found.push({
        slot: `value:${name}`,
        cause: causeOf('empty-header', name),
        rarity: 1,
        // The separator is a part of the line, so the whole line becomes its name.
        change: lines((lines) =>
          lines.map((line) => (line.name === name ? { ...line, label: '', value: `${line.label}:` } : line)),
        ),
      });
    found.push({
      slot: 'lines',
      cause: causeOf('line-repeated', name),
      rarity: 4,
      change: lines((lines) => lines.flatMap((line) => (line.name === name ? [line, line] : [line]))),
    });
  }
  return found;
}

function added({ lines: all }: Candidate, sent: readonly SentHeader[]): Hypothesis[] {
  const listed = new Set(all.map(({ name }) => name));
  const unlisted = sent.filter(({ name }) => !listed.has(name) && name !== 'signature').slice(0, MAX_ADDED);
  const absent = SIGNED_HEADERS.filter((name) => !sent.some((header) => header.name === name));
  const lineOf = (name: string, value: string): Line => ({ name, label: name, value });
  const found: Hypothesis[] = [];
  const everywhere = (line: Line, cause: Hypothesis['cause'], rarity: 2 | 3 = 2) => {
    for (let at = all.length; at >= 0; at--)
      found.push({
        slot: 'lines',
        cause,
        rarity: at === all.length ? rarity : 4,
        change: lines((lines) => lines.toSpliced(at, 0, line)),
      });
  };
  if (!listed.has(REQUEST_TARGET))
    everywhere(lineOf(REQUEST_TARGET, ''), causeOf('header-added', REQUEST_TARGET));
  for (const { name, value } of unlisted)
    everywhere(lineOf(name, value.trim()), causeOf('header-added', name));
  for (const name of absent) {
    const values = name === 'digest' ? ['', EMPTY_DIGEST] : ['', 'null', 'undefined', 'None'];
    for (const value of values) {
      const id = value === EMPTY_DIGEST ? 'digest-of-nothing' : 'absent-header-signed';
      everywhere(lineOf(name, value), causeOf(id, `${name}: ${value}`), value === '' ? 2 : 3);
    }
    found.push({
      slot: 'lines',
      cause: causeOf('absent-header-signed', `${name}:`),
      rarity: 3,
      change: lines((lines) => [...lines, { name, label: '', value: `${name}:` }]),
    });
  }
  return found;
}

function inOrder({ lines: all }: Candidate, sent: readonly SentHeader[]): Hypothesis[] {
  const names = all.map(({ name }) => name);
  const plain = (name: string) => name.replaceAll(/[()]/g, '');
  const compare = (a: string, b: string) => (a < b ? -1 : 1);
  const wire = sent.map(({ name }) => name).filter((name) => names.includes(name));
  const reference = namesToSign((name) => names.includes(name)).filter((name) => names.includes(name));
  const rest = names.filter((name) => name !== REQUEST_TARGET);
  const target = names.filter((name) => name === REQUEST_TARGET);
  const others = names.filter((name) => !reference.includes(name));
  const orders: [
    Hypothesis['rarity'],
    'reversed' | 'sorted' | 'order-as-sent' | 'other-order',
    readonly string[],
  ][] = [
    [1, 'reversed', names.toReversed()],
    [1, 'sorted', names.toSorted(compare)],
    [2, 'sorted', names.toSorted((a, b) => compare(plain(a), plain(b)))],
    [3, 'sorted', names.toSorted((a, b) => compare(plain(b), plain(a)))],
    [1, 'order-as-sent', [...target, ...wire]],
    [2, 'order-as-sent', [...wire, ...target]],
    [2, 'other-order', [...rest, ...target]],
    [2, 'other-order', [...target, ...rest]],
    [2, 'other-order', [...reference, ...others]],
    ...(names.length > MAX_PERMUTED ? neighbours(names) : permutations(names)).map(
      (order): [4, 'other-order', readonly string[]] => [4, 'other-order', order],
    ),
  ];
  const seen = new Set([names.join(' ')]);
  return orders.flatMap(([rarity, id, order]): Hypothesis[] => {
    const key = order.join(' ');
    if (seen.has(key)) return [];
    seen.add(key);
    const places = new Map(order.map((name, at) => [name, at]));
    // Added lines stay at the end.
    const place = ({ name }: Line) => places.get(name) ?? names.length;
    return [
      {
        slot: 'order',
        cause: causeOf(id, key),
        rarity,
        change: lines((lines) => lines.toSorted((a, b) => place(a) - place(b))),
      },
    ];
  });
}

function permutations(names: readonly string[]): string[][] {
  if (names.length < 2) return [[...names]];
  return names.flatMap((name, at) => permutations(names.toSpliced(at, 1)).map((rest) => [name, ...rest]));
}

/** Orders in which one name has moved. */
function neighbours(names: readonly string[]): string[][] {
  return names.flatMap((name, at) => {
    const rest = names.toSpliced(at, 1);
    return names.map((_, to) => rest.toSpliced(to, 0, name));
  });
}

/** @param names of the headers part */
export function wholeTextHypotheses(
  correct: Candidate,
  names: readonly string[],
  body: Uint8Array,
): Hypothesis[] {
  const digest = correct.lines.find(({ name }) => name === 'digest')?.value ?? null;
  const date = correct.lines.find(({ name }) => name === 'date')?.value ?? null;
  const whole = (rarity: Hypothesis['rarity'], cause: Hypothesis['cause'], text: string): Hypothesis => ({
    slot: 'whole',
    cause,
    rarity,
    change: set('whole', text),
  });
  return [
    ...bodies(body).map(([text, detail]) => whole(2, causeOf('body-signed', detail), text)),
    ...digestTexts(digest).map((text) => whole(2, causeOf('digest-signed'), text)),
    whole(2, causeOf('nothing-signed'), ''),
    whole(2, causeOf('list-signed'), names.join(' ')),
    ...['undefined', 'null', 'None', '[object Object]', 'System.Byte[]'].map((word) =>
      whole(3, causeOf('word-signed', word), word),
    ),
    ...(date === null ? [] : [whole(3, causeOf('one-line-only', 'date'), date)]),
    whole(3, causeOf('one-line-only', '(request-target)'), `${correct.method} ${correct.path}`),
    whole(3, causeOf('one-line-only', '(request-target)'), correct.path),
  ];
}

function digestTexts(digest: string | null): string[] {
  if (digest === null) return [];
  const encoded = digest.slice(digest.indexOf('=') + 1);
  const bytes = decodeBase64(encoded);
  if (bytes === null) return [digest];
  const hash = bytesToBinary(bytes);
  return [digest, encoded, hash, toHex(hash)];
}

/** The body as sent, and as a client may have had it before sending. */
function bodies(body: Uint8Array): [text: string, detail: string][] {
  if (body.length === 0 || body.length > MAX_DIAGNOSED_BODY_BYTES) return [];
  const sent = bytesToBinary(body);
  return [
    [sent, 'the body'],
    [sent.trim(), 'the body without the space around it'],
    ...rewritten(utf8OrNull(body)),
  ];
}
