/** Command lines of curl. No command is run, and no file that one names is read. */
import { interchange as t } from '../../texts/interchange.ts';
import { type ForeignAuth, type ForeignBody, type Pair, type Part } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { shown } from '../report.ts';
import { type Command, commandsOf } from './shell-words.ts';
import { ownValue } from '../../own-value.ts';

/** Whether the first line that is no comment is a command of curl. */
export function isCurl(text: string): boolean {
  for (const line of text.slice(0, 20_000).split('\n')) {
    const command = line.trim();
    if (command !== '' && !command.startsWith('#'))
      return /^(?:[$>] )?(?:[^\s"']*[/\\])?curl(?:\.exe)?(?:[\s^]|$)/.test(command);
  }
  return false;
}

export function readCurl(importing: Importing, root: Folder, text: string): string {
  // As copied from a page, with the prompt.
  for (const command of commandsOf(text.replaceAll(/^[$>] (?=curl\b)/gm, ''))) one(importing, root, command);
  return 'curl';
}

/** What one part of a command says, up to `--next`. */
interface Reading {
  urls: string[];
  method: string | null;
  headers: Pair[];
  /** Pieces of the body; `&` goes between those of forms. */
  data: string[];
  json: boolean;
  /** Whether the data goes into the address. */
  get: boolean;
  head: boolean;
  parts: Part[];
  file: string | null;
  query: string[];
  auth: ForeignAuth | null;
  notes: string[];
}

const nothing = (): Reading => ({
  urls: [],
  method: null,
  headers: [],
  data: [],
  json: false,
  get: false,
  head: false,
  parts: [],
  file: null,
  query: [],
  auth: null,
  notes: [],
});

function one(importing: Importing, root: Folder, { words, comment, notes }: Command): void {
  const [program = '', ...args] = words;
  if (!/^(?:.*[/\\])?curl(?:\.exe)?$/.test(program)) {
    importing.out.lost('command', [program], t.command(shown(program)));
    return;
  }
  const readings = readArguments(args);
  const ofCommand = notes.map(sentenceOf);
  for (const [at, reading] of readings.entries()) {
    const urls = reading.urls.length === 0 ? [''] : reading.urls;
    for (const url of urls) {
      const method =
        reading.method ?? (reading.head ? 'HEAD' : hasBody(reading) && !reading.get ? 'POST' : 'GET');
      const name = comment === '' ? `${method} ${pathOf(url)}` : comment;
      const step = importing.request(root, [], {
        name: urls.length * readings.length > 1 && comment !== '' ? `${name} ${at + 1}` : name,
        method,
        url: withQuery(url, reading),
        headers: reading.headers,
        body: reading.get ? null : bodyOf(reading),
        auth: reading.auth,
      });
      for (const sentence of [...reading.notes, ...ofCommand]) step?.entry.changed(sentence);
    }
  }
}

function sentenceOf({ kind, text }: Command['notes'][number]): string {
  if (kind === 'unfinished') return t.unfinished;
  return kind === 'substitution' ? t.substitution(shown(text)) : t.redirection(shown(text));
}

const hasBody = ({ data, parts, file }: Reading) => data.length > 0 || parts.length > 0 || file !== null;

/** The path of an address without its query, as a name. */
export const pathOf = (url: string) =>
  url.replace(/^(?:[a-z]+:\/\/)?[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/';

function withQuery(url: string, { get, data, query }: Reading): string {
  const more = [...query, ...(get ? data : [])].filter((part) => part !== '');
  return more.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${more.join('&')}`;
}

function bodyOf({ data, json, parts, file, headers }: Reading): ForeignBody | null {
  if (parts.length > 0) return { kind: 'multipart', parts };
  if (file !== null && data.length === 0) return { kind: 'file', name: file };
  if (data.length === 0) return null;
  const given = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? null;
  const text = data.join(json ? '' : '&');
  return {
    kind: 'text',
    text,
    type: given ?? (json ? 'application/json' : 'application/x-www-form-urlencoded'),
  };
}

type Act = (reading: Reading, value: string, option: string) => void;

const header = (reading: Reading, name: string, value: string) => reading.headers.push({ name, value });

function data(reading: Reading, value: string, option: string): void {
  if (value.startsWith('@') && option !== '--data-raw') {
    reading.file = value.slice(1);
    reading.notes.push(t.bodyFile(shown(value.slice(1))));
    return;
  }
  // A file loses its line breaks this way, and a text does not.
  reading.data.push(value);
}

function encodedData(reading: Reading, value: string): void {
  const [, name = '', sign = '', content = ''] = /^([^=@]*)([=@])?(.*)$/s.exec(value) ?? [];
  if (sign === '@') {
    reading.file = content;
    reading.notes.push(t.bodyFile(shown(content)));
  } else if (sign === '') reading.data.push(encodeURIComponent(name.toWellFormed()));
  else reading.data.push(`${name === '' ? '' : `${name}=`}${encodeURIComponent(content.toWellFormed())}`);
}

function part(reading: Reading, value: string, option: string): void {
  const [, name = '', content = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
  const isText = option === '--form-string';
  const isFile = !isText && /^[@<]/.test(content);
  const written = isFile ? content.slice(1) : content;
  // In quotation marks a semicolon is part of the text.
  const [whole, quoted] = (isText ? null : /^"((?:[^"\\]|\\.)*)"/s.exec(written)) ?? [''];
  const [text = '', ...more] = isText ? [content] : written.slice(whole.length).split(PART_SAYS);
  const type =
    more
      .find((one) => one.startsWith('type='))
      ?.slice('type='.length)
      .trim() ?? null;
  const read = quoted === undefined ? text : quoted.replaceAll(/\\(["\\])/g, '$1');
  reading.parts.push({ name, value: isFile ? '' : read, type, file: isFile ? read : null });
}

/** What stands behind the text of a part. */
const PART_SAYS = /;\s{0,9}(?=(?:type|filename|headers|encoder)=)/;

function headerLine(reading: Reading, value: string): void {
  const [, name = '', sign = '', content = ''] = /^([^:;]*)([:;])?(.*)$/s.exec(value) ?? [];
  if (value.startsWith('@')) reading.notes.push(t.bodyFile(shown(value.slice(1))));
  else if (sign === '') reading.notes.push(t.headerName(shown(value)));
  else header(reading, name, content.trim());
}

/** Options with a value that say something about the request. */
const ACTS: Readonly<Record<string, Act>> = {
  '--url': (reading, value) => reading.urls.push(value),
  '--request': (reading, value) => (reading.method = value),
  '--header': headerLine,
  '--data': data,
  '--data-ascii': data,
  '--data-binary': data,
  '--data-raw': data,
  '--data-urlencode': encodedData,
  '--json': (reading, value, option) => {
    // Once: a command may have the option thousands of times.
    const isFirst = !reading.json;
    reading.json = true;
    for (const name of ['Content-Type', 'Accept'])
      if (isFirst && !reading.headers.some((one) => one.name.toLowerCase() === name.toLowerCase()))
        header(reading, name, 'application/json');
    data(reading, value, option);
  },
  '--url-query': (reading, value) => reading.query.push(value.replace(/^\+/, '')),
  '--form': part,
  '--form-string': part,
  '--upload-file': (reading, value) => {
    reading.file = value;
    reading.method ??= 'PUT';
  },
  '--user': (reading) => (reading.auth = { kind: 'basic', value: '' }),
  '--oauth2-bearer': (reading, value) => (reading.auth = { kind: 'bearer', value }),
  '--cookie': (reading) => reading.notes.push(t.cookies),
  '--user-agent': (reading, value) => header(reading, 'User-Agent', value),
  '--referer': (reading, value) => header(reading, 'Referer', value),
  '--cert': (reading) => reading.notes.push(t.certificates),
  '--key': (reading) => reading.notes.push(t.certificates),
};

/** Options without a value. Those that say how curl works or what it prints are left out silently: they are not part of the request. */
const SWITCHES: Readonly<Record<string, Act | null>> = {
  '--get': (reading) => (reading.get = true),
  '--head': (reading) => (reading.head = true),
  '--silent': null,
  '--show-error': null,
  '--verbose': null,
  '--include': null,
  '--location': null,
  '--globoff': null,
  '--path-as-is': null,
  '--fail': null,
  '--compressed': null,
  '--no-buffer': null,
  '--no-progress-meter': null,
  '--progress-bar': null,
  '--http1.1': null,
  '--http2': null,
};

/** Options with a value that have no counterpart. */
const WITH_VALUE = new Set(
  (
    '--output --write-out --max-time --connect-timeout --retry --retry-delay --retry-max-time --cacert --capath --cert-type --key-type --pass ' +
    '--proxy --proxy-user --resolve --connect-to --interface --dump-header --cookie-jar --config --ciphers --tls-max --tls13-ciphers --max-redirs ' +
    '--limit-rate --range --stderr --trace --trace-ascii --unix-socket --dns-servers --doh-url --local-port --netrc-file --noproxy --pinnedpubkey ' +
    '--aws-sigv4 --time-cond --max-filesize --parallel-max --request-target --variable --expand-data --expand-header --expand-url --engine --etag-save ' +
    '--etag-compare --keepalive-time --mail-from --mail-rcpt --preproxy --quote --socks5 --socks5-hostname --speed-limit --speed-time --output-dir'
  ).split(' '),
);

const SHORT: Readonly<Record<string, string>> = {
  X: '--request',
  H: '--header',
  d: '--data',
  F: '--form',
  T: '--upload-file',
  u: '--user',
  b: '--cookie',
  A: '--user-agent',
  e: '--referer',
  E: '--cert',
  G: '--get',
  I: '--head',
  s: '--silent',
  S: '--show-error',
  v: '--verbose',
  i: '--include',
  L: '--location',
  g: '--globoff',
  f: '--fail',
  N: '--no-buffer',
  '#': '--progress-bar',
  o: '--output',
  w: '--write-out',
  m: '--max-time',
  x: '--proxy',
  U: '--proxy-user',
  D: '--dump-header',
  c: '--cookie-jar',
  K: '--config',
  r: '--range',
  z: '--time-cond',
  k: '--insecure',
};

function readArguments(args: readonly string[]): Reading[] {
  const readings = [nothing()];
  const current = () => readings.at(-1) ?? nothing();
  const left = [...args].reverse();
  let onlyUrls = false;
  for (let word = left.pop(); word !== undefined; word = left.pop()) {
    if (onlyUrls || !word.startsWith('-') || word === '-') current().urls.push(word);
    else if (word === '--') onlyUrls = true;
    else if (word === '--next' || word === '-:') readings.push(nothing());
    else if (word.startsWith('--')) option(current(), word, () => left.pop() ?? '');
    else shortOptions(current(), word.slice(1), () => left.pop() ?? '');
  }
  return readings;
}

/** `-sXPOST` is `-s -X POST`. */
function shortOptions(reading: Reading, letters: string, next: () => string): void {
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? '';
    const long = ownValue(SHORT, letter) ?? '';
    const takesValue = Object.hasOwn(ACTS, long) || WITH_VALUE.has(long);
    const rest = letters.slice(at + 1);
    option(reading, long === '' ? `-${letter}` : long, () => (rest === '' ? next() : rest));
    if (takesValue) return;
  }
}

function option(reading: Reading, name: string, value: () => string): void {
  const act = ownValue(ACTS, name);
  const flag = ownValue(SWITCHES, name);
  if (act !== undefined) act(reading, value(), name);
  else if (flag !== undefined) flag?.(reading, '', name);
  else if (WITH_VALUE.has(name)) {
    value();
    reading.notes.push(t.option(name));
  } else reading.notes.push(name === '--insecure' ? t.option(name) : t.unknownOption(shown(name)));
}
