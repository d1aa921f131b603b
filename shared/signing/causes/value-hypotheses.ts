/** Mistakes in the values of the signed headers: changed, in another format, or from an earlier request. */
import { binaryToBytes, decodeBase64, bytesToBinary, encodeBase64, encodeBase64Url } from '../base64.ts';
import { readHttpDate, writeHttpDate } from '../http-date.ts';
import { REQUEST_TARGET, type SignedMessage } from '../signing-string.ts';
import { causeOf } from './cause.ts';
import type { CauseId } from './catalogue.ts';
import { fromUtf8, toHex, toUtf8 } from './hash.ts';
import { withoutLast } from '../../linear-text.ts';
import { EMPTY_DIGEST } from './line-hypotheses.ts';
import { lines, type Hypothesis, type Candidate, withValue } from './search.ts';
import { MAX_DIAGNOSED_VALUE_CHARS } from '../../limits.ts';

/** Seconds around the Date that are probed, and those that are combined with other mistakes. */
const MAX_SECONDS = 120;
const COMMON_SECONDS = 3;
/** Earlier requests that are probed, and those that are combined with other mistakes. */
const MAX_EARLIER = 30;
const COMMON_EARLIER = 2;

/** @param earlier newest first @param now milliseconds, for the century of a Date */
export function valueHypotheses(
  correct: Candidate,
  earlier: readonly SignedMessage[],
  now: number,
): Hypothesis[] {
  const headers = correct.lines.filter(
    ({ name, value }) => name !== REQUEST_TARGET && value.length <= MAX_DIAGNOSED_VALUE_CHARS,
  );
  return [
    ...headers.flatMap(({ name, value }) => [
      ...general(name, value),
      ...(name === 'date' ? dates(value, now) : []),
      ...(name === 'digest' ? digests(value) : []),
      ...(name === 'host' ? hosts(value) : []),
    ]),
    ...fromEarlier(correct, earlier.slice(0, MAX_EARLIER)),
  ];
}

function variants(
  name: string,
  value: string,
  list: readonly (readonly [rarity: Hypothesis['rarity'], id: CauseId, value: string, detail?: string])[],
): Hypothesis[] {
  return list
    .filter(([, , other]) => other !== value)
    .map(([rarity, id, other, detail = name]) => ({
      slot: `value:${name}`,
      cause: causeOf(id, detail),
      rarity,
      change: withValue(name, other),
    }));
}

function general(name: string, value: string): Hypothesis[] {
  const missing = (word: string) => `${name} was ${word}`;
  const text = fromUtf8(value);
  return variants(name, value, [
    [3, 'value-not-trimmed', `${value} `],
    [3, 'value-not-trimmed', ` ${value}`],
    [4, 'value-not-trimmed', ` ${value} `],
    [4, 'value-not-trimmed', `${value}\r`],
    [3, 'value-case', toUtf8(text.toLowerCase())],
    [3, 'value-case', toUtf8(text.toUpperCase())],
    [3, 'value-encoded', encodeURIComponent(text)],
    [3, 'value-encoded', encodeURI(text)],
    [3, 'value-encoded', decoded(value)],
    [3, 'value-quoted', `"${value}"`],
    [3, 'value-missing', '', missing('empty')],
    [3, 'value-missing', 'null', missing('null')],
    [3, 'value-missing', 'undefined', missing('undefined')],
    [3, 'value-missing', 'None', missing('None')],
    ...urls(name, value),
  ]);
}

function urls(name: string, value: string): [2 | 3, CauseId, string, string][] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return [];
  const [bare = ''] = value.split(/[?#]/, 1);
  return [
    [
      2,
      'value-differs',
      value.endsWith('/') ? value.slice(0, -1) : `${value}/`,
      `${name} had a slash more or less at its end`,
    ],
    [2, 'value-differs', bare, `${name} was signed without its query`],
    [3, 'value-differs', value.replace(/^[^:]+:\/\//, ''), `${name} was signed without its scheme`],
  ];
}

function decoded(value: string): string {
  try {
    return toUtf8(decodeURIComponent(fromUtf8(value)));
  } catch {
    return value;
  }
}

function hosts(value: string): Hypothesis[] {
  return variants('host', value, [
    [2, 'value-differs', value.replace(/:\d+$/, ''), 'host was signed without its port'],
    [3, 'value-differs', `${value}:443`, 'host was signed with the port 443'],
  ]);
}

function dates(value: string, now: number): Hypothesis[] {
  const read = readHttpDate(value, now);
  if (!read.ok) return [];
  const moved = (
    seconds: number,
    rarity: Hypothesis['rarity'],
  ): [Hypothesis['rarity'], CauseId, string, string] => [
    rarity,
    'date-differs',
    writeHttpDate(read.ms + seconds * 1000),
    distance(seconds),
  ];
  const seconds = Array.from({ length: MAX_SECONDS }, (_, at) => at + 1);
  const hours = Array.from({ length: 14 }, (_, at) => (at + 1) * 3600);
  const iso = new Date(read.ms).toISOString();
  const imf = writeHttpDate(read.ms);
  const formats = [
    iso,
    iso.replace('.000Z', 'Z'),
    iso.replace('.000Z', '+00:00'),
    iso.replace('.000Z', ''),
    imf,
    imf.replace('GMT', 'UTC'),
    imf.replace('GMT', '+0000'),
    imf.replace('GMT', '+00:00'),
    imf.replace(/, 0/, ', '),
    String(read.ms / 1000),
    String(read.ms),
    iso.slice(0, 10),
  ];
  return [
    ...variants('date', value, [
      ...seconds.flatMap((count) => {
        const rarity = count <= COMMON_SECONDS ? 2 : 4;
        return [moved(-count, rarity), moved(count, rarity)];
      }),
      ...hours.flatMap((count) => [moved(count, 4), moved(-count, 4)]),
    ]),
    ...variants(
      'date',
      value,
      formats.map((format) => [3, 'date-format', format, format]),
    ),
  ];
}

function distance(seconds: number): string {
  const count = Math.abs(seconds);
  const [number, unit] = count >= 3600 ? [count / 3600, 'hour'] : [count, 'second'];
  return `${number} ${unit}${number === 1 ? '' : 's'} ${seconds < 0 ? 'before' : 'after'}`;
}

function digests(value: string): Hypothesis[] {
  const mark = value.indexOf('=');
  const [name, encoded] = [value.slice(0, mark), value.slice(mark + 1)];
  const bytes = decodeBase64(encoded);
  if (mark < 1 || bytes === null) return [];
  const hex = toHex(bytesToBinary(bytes));
  return variants('digest', value, [
    [2, 'digest-format', encoded, 'without its algorithm'],
    [2, 'digest-format', `${name.toLowerCase()}=${encoded}`, 'with its algorithm in lower case'],
    [3, 'digest-format', `${name.replace('-', '')}=${encoded}`, `as ${name.replace('-', '')}`],
    [3, 'digest-format', `${name}=:${encoded}:`, 'as a structured field, between colons'],
    [3, 'digest-format', `${name}=${hex}`, 'in hexadecimal'],
    [3, 'digest-format', hex, 'in hexadecimal, without its algorithm'],
    [3, 'digest-format', `${name}=${encodeBase64(binaryToBytes(hex))}`, 'as base64 of hexadecimal'],
    [3, 'digest-format', `${name}=${encodeBase64Url(bytes)}`, 'in base64url'],
    [3, 'digest-format', `${name}=${withoutLast(encoded, '=')}`, 'without its padding'],
    [2, 'digest-of-nothing', EMPTY_DIGEST],
  ]);
}

/** Headers whose value is new in each request. */
const ONCE_ONLY: ReadonlySet<string> = new Set(['date', 'digest', 'x-request-id']);

function fromEarlier(correct: Candidate, earlier: readonly SignedMessage[]): Hypothesis[] {
  const found: Hypothesis[] = [];
  const seen = new Set<string>();
  for (const [at, request] of earlier.entries()) {
    const rarity = at < COMMON_EARLIER ? 2 : 4;
    const id = request.header('x-request-id')?.trim() ?? '';
    for (const { name, value } of correct.lines) {
      const old = name === REQUEST_TARGET ? undefined : request.header(name)?.trim();
      if (old === undefined || old === value || seen.has(`${name}: ${old}`)) continue;
      seen.add(`${name}: ${old}`);
      const cause = ONCE_ONLY.has(name)
        ? causeOf('older-value', `${name} is that of an earlier request: ${old}`)
        : causeOf('value-changed', `${name} changed after signing; the signed value is ${old}`);
      found.push({ slot: `value:${name}`, cause, rarity, change: withValue(name, old) });
    }
    found.push({
      slot: 'lines',
      cause: causeOf('earlier-request', id),
      rarity,
      change: (candidate) => ({
        ...asEarlier(candidate, request),
        method: request.method.toLowerCase(),
        path: request.target,
      }),
    });
    found.push({
      slot: 'lines',
      cause: causeOf('earlier-request', id),
      rarity: 4,
      change: (candidate) => asEarlier(candidate, request),
    });
  }
  return found;
}

/** The listed headers with their values of an earlier request. */
function asEarlier(candidate: Candidate, request: SignedMessage): Candidate {
  return lines((all) =>
    all.flatMap((line) => {
      const value = line.name === REQUEST_TARGET ? line.value : request.header(line.name)?.trim();
      return value === undefined ? [] : [{ ...line, value }];
    }),
  )(candidate);
}
