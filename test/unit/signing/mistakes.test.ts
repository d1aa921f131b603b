/** SIG-14: the mistakes that are tried, how rare each is taken to be, and the texts that they lead to. */
import { expect, it } from 'vitest';
import { type Evidence, mistakesIn } from '../../../shared/signing/causes/clinic.ts';
import { hashText } from '../../../shared/node/text-hash.ts';
import { bytesOf, type Plan, rightPlan, textOf } from '../../../shared/signing/causes/plan.ts';

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
  ],
  names: ['date', 'x-request-id'],
  body: Buffer.from('\xff', 'latin1'),
  earlier: [],
};

function mistakes(evidence: Evidence) {
  const { method, target, headers } = evidence;
  const header = (name: string) => headers.find(([known]) => known.toLowerCase() === name)?.[1];
  const right = rightPlan(evidence.names, { method, target, header });
  return { right, all: mistakesIn(right, evidence) };
}

const LINES = '①②③④⑤';
const VALUES = '❶❷❸❹❺';
/** Of a text, what is shown of it if it is long. */
const LONGEST = 300;

/** A text in which each right line, and then each right value, is a figure. */
function shortened(text: string, { lines }: Plan, right: string): string {
  let short = text;
  for (const [at, line] of right.split('\n').entries()) short = short.replace(line, LINES[at] ?? '');
  for (const [at, { value }] of lines.entries())
    if (value.length > 3) short = short.replace(value, VALUES[at] ?? '');
  return short.length <= LONGEST
    ? short
    : `${short.slice(0, 20)}… (${text.length} bytes, SHA-256 ${hashText('SHA-256', text).slice(0, 16)})`;
}

/** Rare mistakes that there are once for each place or order of the lines; the request with two lines has them all. */
const MANY: ReadonlySet<string> = new Set([
  'header-added',
  'absent-header-signed',
  'digest-of-nothing',
  'other-order',
]);

/** Each mistake in a line: rarity, what it changes, its cause, and what is signed instead. */
function written(evidence: Evidence): string {
  const { right, all } = mistakes(evidence);
  const text = textOf(right);
  const lines = all
    // Those in the seconds of a Date are many, and have a test of their own.
    .filter(({ cause }) => cause.id !== 'date-differs')
    .filter(({ cause, rarity }) => right.lines.length === 2 || rarity < 4 || !MANY.has(cause.id))
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
  ['with two lines and a Date that is none', 'bare', BARE],
])('each mistake in a request %s leads to its text', async (_, name, evidence) => {
  await expect(written(evidence)).toMatchFileSnapshot(`../../support/mistakes/${name}.txt`);
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
});
