/** SIG-14: the hypotheses that are probed, how rare each is taken to be, and the texts that they lead to. */
import { describe, expect, it } from 'vitest';
import { type Evidence, hypothesesFor } from '../../../shared/signing/causes/diagnosis.ts';
import { hashText } from '../../../shared/node/crypto.ts';
import {
  bytesOf,
  type Candidate,
  correctCandidate,
  type Slot,
  textOf,
} from '../../../shared/signing/causes/search.ts';

/** A request with a body, whose path, query, Date and redirect can be written in several ways. */
const POST: Evidence = {
  method: 'POST',
  target: '/v1/payments/enc!!a%2Fb/status?a=1&b=%c3%b8+2',
  headers: [
    ['Host', 'bank.example:8443'],
    ['Date', 'Fri, 06 Nov 2026 09:42:07 GMT'],
    ['Digest', 'SHA-256=qU8BQ6cuDr8M0SlG3Ctq/Kht1OaIv0N+QvrkY5Z2CpU='],
    ['X-Request-ID', '68076417-f6ca-4718-bac4-72cdf1169db1'],
    ['TPP-Redirect-URI', 'https://tpp.example/return?a=1#b'],
  ],
  body: Buffer.from('{"a": 4}\n'),
  names: ['(request-target)', 'date', 'digest', 'x-request-id', 'tpp-redirect-uri'],
  signature: '',
  publicKey: new Uint8Array(),
  others: [],
  earlier: Array.from({ length: 3 }, (_, at) => ({
    method: 'GET',
    target: '/v1/accounts',
    header: (name: string) => (name === 'x-request-id' ? `earlier-${at}` : undefined),
  })),
  now: Date.parse('2026-11-20T09:42:07Z'),
};
/** A request without a body or a query, with letters outside ASCII, an empty header, and headers that are not signed. */
const GET: Evidence = {
  ...POST,
  method: 'GET',
  target: '/v1/accounts/ren\xc3\xa9/',
  headers: [
    ['host', 'bank.example'],
    ['TPP-Session-ID', ' session 1 '],
    ['X-Request-ID', ' Abc%20def '],
    ['PSU-ID', ''],
    ['date', 'Friday, 06-Nov-26 09:42:07 GMT'],
    ['Signature', 'x'],
    ['PSU-Corporate-ID', 'S\xc3\xb8r "1"'],
  ],
  body: new Uint8Array(),
  names: ['date', 'psu-id', '(request-target)', 'psu-corporate-id', 'x-request-id'],
  earlier: [
    { method: 'PUT', target: '/v1/baskets', header: (name) => (name === 'date' ? 'Thu, 05 Nov 2026 ' : ' ') },
    { method: 'GET', target: '/v1/accounts', header: (name) => `older ${name}` },
    { method: 'GET', target: '/v1/accounts', header: () => undefined },
    { method: 'GET', target: '/v1/accounts', header: (name) => `older ${name}` },
  ],
};
const BARE: Evidence = {
  ...POST,
  target: '/',
  headers: [
    ['Date', 'yesterday'],
    ['X-Request-ID', '1'],
    ['PSU-ID', '2'],
  ],
  names: ['date', 'x-request-id', 'psu-id'],
  body: Buffer.from('\xff', 'latin1'),
  earlier: [],
};

/** A target whose query, letters and percent-encodings can be written in many ways. */
const WRITTEN: Evidence = {
  ...POST,
  method: 'post',
  target: '/x/v1/%c3%AbC/%C3%B8/a*b/ren\xc3\xa9/\xe2\x82\xac/6/7/8/9/10?b=%c3%AbC%20+&a=%C3%B8',
  headers: [['Host', '[::1]:8443']],
  names: ['(request-target)'],
  body: new Uint8Array(),
  earlier: [],
};
/** A target that is not UTF-8, and one without a path. */
const LATIN: Evidence = { ...WRITTEN, target: '/ren\xe9/b?c=\xe9' };
const QUERY: Evidence = { ...WRITTEN, target: '?b=2&c=3&a=1' };

function mistakes(evidence: Evidence) {
  const { method, target, headers } = evidence;
  const header = (name: string) => headers.find(([known]) => known.toLowerCase() === name)?.[1];
  const right = correctCandidate(evidence.names, { method, target, header });
  return { right, all: hypothesesFor(right, evidence) };
}

const LINES = '①②③④⑤';
const VALUES = '❶❷❸❹❺';
/** Of a text, what is shown of it if it is long. */
const LONGEST = 300;

/** A text in which each right line, and then each right value, is a figure. */
function shortened(text: string, { lines }: Candidate, right: string): string {
  let short = text;
  for (const [at, line] of right.split('\n').entries()) short = short.replace(line, LINES[at] ?? '');
  for (const [at, { value }] of lines.entries())
    if (value.length > 3) short = short.replace(value, VALUES[at] ?? '');
  return short.length <= LONGEST
    ? short
    : `${short.slice(0, 20)}… (${text.length} bytes, SHA-256 ${hashText('SHA-256', text).slice(0, 16)})`;
}

/** Rare mistakes that there are once for each place or order of the lines; a request with few lines has them all. */
const MANY: ReadonlySet<string> = new Set([
  'header-added',
  'absent-header-signed',
  'digest-of-nothing',
  'other-order',
]);

/** Each mistake in a line: rarity, what it changes, its cause, and what is signed instead. */
function written(evidence: Evidence, slots?: readonly Slot[]): string {
  const { right, all } = mistakes(evidence);
  const text = textOf(right);
  const lines = all
    // Those in the seconds of a Date are many, and have a test of their own.
    .filter(({ cause }) => cause.id !== 'date-differs')
    .filter(({ cause, rarity }) => right.lines.length <= 3 || rarity < 4 || !MANY.has(cause.id))
    .filter(({ slot }) => slots === undefined || slots.includes(slot))
    .map(({ rarity, slot, cause, change }) => {
      const signed = shortened(bytesOf(change(right), hashText, 'SHA-256'), right, text);
      const detail = cause.detail === '' ? '' : ` (${cause.detail})`;
      return `${rarity} ${slot} ${cause.id}${JSON.stringify(detail).slice(1, -1)}: ${JSON.stringify(signed)}`;
    });
  const head = text.split('\n').map((line, at) => `${LINES[at]} ${line}`);
  return [...head, '', ...lines, ''].join('\n');
}

it.each([
  ['with a body', 'post', POST],
  ['without a body, with letters outside ASCII and an empty header', 'get', GET],
  ['with three lines and a Date that is none', 'bare', BARE],
])('each mistake in a request %s leads to its text', async (_, name, evidence) => {
  await expect(written(evidence)).toMatchFileSnapshot(`../../support/mistakes/${name}.txt`);
});

it.each([
  ['can be written in many ways', 'written', WRITTEN],
  ['is not UTF-8', 'latin', LATIN],
  ['has no path', 'query', QUERY],
])('each mistake in a target that %s leads to its text', async (_, name, evidence) => {
  const slots: readonly Slot[] = ['method', 'path', 'encode'];
  await expect(written(evidence, slots)).toMatchFileSnapshot(`../../support/mistakes/${name}.txt`);
});

it('a Date is tried with the seconds around it and with the hours of other zones', () => {
  const { all } = mistakes(POST);
  const found = all.filter(({ cause }) => cause.id === 'date-differs');
  const seconds = Array.from({ length: 120 }, (_, at) => at + 1);
  const hours = Array.from({ length: 14 }, (_, at) => at + 1);
  const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
  expect(found.map(({ cause }) => cause.detail)).toEqual([
    ...seconds.flatMap((count) => [`${unit(count, 'second')} before`, `${unit(count, 'second')} after`]),
    ...hours.flatMap((count) => [`${unit(count, 'hour')} after`, `${unit(count, 'hour')} before`]),
  ]);
  expect(found.map(({ rarity }) => rarity)).toEqual([
    ...Array.from({ length: 6 }, () => 2),
    ...Array.from({ length: 262 }, () => 4),
  ]);
  const { right } = mistakes(POST);
  const dates = found.map(({ change }) => change(right).lines.find(({ name }) => name === 'date')?.value);
  const at = Date.parse('2026-11-06T09:42:07Z');
  const moved = (ms: number) => new Date(at + ms).toUTCString();
  expect(dates).toEqual([
    ...seconds.flatMap((count) => [moved(-count * 1000), moved(count * 1000)]),
    ...hours.flatMap((count) => [moved(count * 3_600_000), moved(-count * 3_600_000)]),
  ]);
});

it('up to five lines are tried in every order, and more with each line at another place', () => {
  const orders = (evidence: Evidence) =>
    mistakes(evidence)
      .all.filter(({ slot }) => slot === 'order')
      .map(({ cause }) => cause.detail);
  const five = orders(POST);
  expect(new Set(five).size).toBe(119);
  for (const order of five) expect(order.split(' ').toSorted()).toEqual(POST.names.toSorted());
  expect(five).not.toContain(POST.names.join(' '));
  const headers: Evidence['headers'] = [...POST.headers, ['PSU-ID', '1']];
  const six = orders({ ...POST, headers, names: [...POST.names, 'psu-id'] });
  const moved = POST.names.toSpliced(3, 0, 'psu-id').join(' ');
  expect(six).toContain(moved);
  expect(six.length).toBeLessThan(119);
  for (const order of six) expect(order.split(' ').toSorted()).toEqual([...POST.names, 'psu-id'].toSorted());
});

describe('what is tried depends on the request', () => {
  const sent = (headers: Evidence['headers'], names = headers.map(([name]) => name.toLowerCase())) =>
    mistakes({ ...BARE, headers, names }).all;
  const ids = (all: ReturnType<typeof sent>) => all.map(({ cause }) => cause.id);
  const count = (all: ReturnType<typeof sent>, id: string) => ids(all).filter((one) => one === id).length;

  it('lines are left out if others remain, and stand alone if more than one other is there', () => {
    const of = (names: readonly string[]) => sent(names.map((name) => [name, 'x']));
    expect([1, 2, 3].map((lines) => count(of(['a', 'b', 'c'].slice(0, lines)), 'header-left-out'))).toEqual([
      0, 2, 3,
    ]);
    // Also as one of the texts that are something else than the lines.
    expect([1, 2, 3].map((lines) => count(of(['a', 'b', 'c'].slice(0, lines)), 'one-line-only'))).toEqual([
      2, 2, 5,
    ]);
  });
  it('mistakes in single lines are tried for up to 24 lines', () => {
    const of = (lines: number) => sent(Array.from({ length: lines }, (_, at) => [`X-${at}`, 'y']));
    expect([24, 25].map((lines) => count(of(lines), 'header-left-out'))).toEqual([24, 0]);
    expect([24, 25].map((lines) => count(of(lines), 'value-quoted'))).toEqual([24, 0]);
  });
  it('twelve headers that are not listed are added', () => {
    const others = Array.from({ length: 14 }, (_, at): [string, string] => [`X-${at}`, 'y']);
    const added = sent([['Date', 'x'], ...others], ['date']).filter(
      ({ cause, rarity }) => cause.id === 'header-added' && rarity === 2,
    );
    expect(added.map(({ cause }) => cause.detail)).toEqual([
      '(request-target)',
      ...Array.from({ length: 12 }, (_, at) => `x-${at}`),
    ]);
  });
  it('an added line stays at the end when the others are sorted', () => {
    const { right, all } = mistakes(POST);
    const [reversed] = all.filter(({ cause }) => cause.id === 'reversed');
    // In front of all the others.
    const host = all.findLast(({ cause }) => cause.id === 'header-added');
    const both = host && reversed?.change(host.change(right));
    expect(both?.lines.map(({ name }) => name)).toEqual([...POST.names.toReversed(), 'host']);
  });
  it('host names are put in front if there is a Host header', () => {
    const headers = POST.headers.filter(([name]) => name !== 'Host');
    expect(count(mistakes({ ...POST, headers }).all, 'host-in-front')).toBe(0);
  });
  it('queries of up to 20 parameters are reordered', () => {
    const query = (parameters: number) =>
      mistakes({
        ...WRITTEN,
        target: `/?${Array.from({ length: parameters }, (_, at) => 99 - at).join('&')}`,
      }).all;
    // Sorted, which is also reversed; each parameter left out; the question mark alone.
    expect([count(query(20), 'query-differs'), count(query(21), 'query-differs')]).toEqual([22, 1]);
  });
  it('values of up to 2048 characters are tried in other formats', () => {
    const quoted = (length: number) => count(sent([['PSU-ID', 'x'.repeat(length)]]), 'value-quoted');
    expect([quoted(2048), quoted(2049)]).toEqual([1, 0]);
  });
  it('only a Date is read as a date, and only a Digest as a digest', () => {
    const date = 'Fri, 06 Nov 2026 09:42:07 GMT';
    const digest = 'SHA-256=qU8BQ6cuDr8M0SlG3Ctq/Kht1OaIv0N+QvrkY5Z2CpU=';
    const other = sent([
      ['PSU-ID', date],
      ['X-Request-ID', digest],
    ]);
    for (const id of ['date-differs', 'date-format', 'digest-format', 'digest-signed'])
      expect(ids(other)).not.toContain(id);
    expect(other.some(({ cause }) => cause.id === 'one-line-only' && cause.detail === 'date')).toBe(false);
    const formats = (value: string) => count(sent([['Digest', value]]), 'digest-format');
    expect(['abc', '=YQ==', 'x=YQ==', 'SHA-256=?'].map(formats)).toEqual([0, 0, 6, 0]);
    const whole = sent([['Digest', 'SHA-256=?']]).filter(({ cause }) => cause.id === 'digest-signed');
    expect(whole.map(({ change }) => change(mistakes(POST).right).whole)).toEqual(['SHA-256=?']);
  });
  it('a URL is tried with and without its slash, query and scheme', () => {
    const differs = (value: string) =>
      sent([['TPP-Redirect-URI', value]])
        .filter(({ cause }) => cause.id === 'value-differs')
        .map(
          ({ change }) =>
            change(
              mistakes({ ...BARE, headers: [['TPP-Redirect-URI', value]], names: ['tpp-redirect-uri'] })
                .right,
            ).lines[0]?.value,
        );
    expect(differs('HTTPS://tpp.example/a/?b')).toEqual([
      'HTTPS://tpp.example/a/?b/',
      'HTTPS://tpp.example/a/',
      'tpp.example/a/?b',
    ]);
    expect(differs('my-app.x+y://a/')).toEqual(['my-app.x+y://a', 'a/']);
    expect(differs('to https://tpp.example')).toEqual([]);
  });
  it('thirty earlier requests are tried', () => {
    const earlier = Array.from({ length: 31 }, () => ({
      method: 'GET',
      target: '/',
      header: () => undefined,
    }));
    expect(count(mistakes({ ...BARE, earlier }).all, 'earlier-request')).toBe(60);
  });
  it('bodies of up to 64 KiB are tried', () => {
    const body = (length: number) =>
      count(mistakes({ ...BARE, body: new Uint8Array(length) }).all, 'body-signed');
    expect([body(0), body(65_536), body(65_537)]).toEqual([0, 2, 0]);
  });
});
