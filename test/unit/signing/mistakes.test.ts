/** SIG-14: the mistakes that are tried, how rare each is taken to be, and the texts that they lead to. */
import { expect, it } from 'vitest';
import { type Evidence, mistakesIn } from '../../../shared/signing/causes/clinic.ts';
import { rightPlan } from '../../../shared/signing/causes/plan.ts';

const HEADERS: Evidence['headers'] = [
  ['Host', 'bank.example:8443'],
  ['Date', 'Fri, 06 Nov 2026 09:42:07 GMT'],
  ['Digest', 'SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE='],
  ['X-Request-ID', '68076417-f6ca-4718-bac4-72cdf1169db1'],
  ['TPP-Redirect-URI', 'https://tpp.example/return?a=1#b'],
];
const NAMES = ['(request-target)', 'date', 'digest', 'x-request-id', 'tpp-redirect-uri'];
const EVIDENCE: Evidence = {
  method: 'POST',
  target: '/v1/payments/enc!!a%2Fb/status?a=1&b=%c3%b8+2',
  headers: HEADERS,
  body: Buffer.from('{"a": 1}\n'),
  names: NAMES,
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

function mistakes(changes: Partial<Evidence> = {}) {
  const evidence = { ...EVIDENCE, ...changes };
  const { method, target, headers } = evidence;
  const header = (name: string) => headers.find(([known]) => known.toLowerCase() === name)?.[1];
  const right = rightPlan(evidence.names, { method, target, header });
  return { right, all: mistakesIn(right, evidence) };
}

/** How many mistakes have a cause, by rarity: 1 for what many clients do, to 4 for what is only tried alone. */
function byRarity(changes: Partial<Evidence> = {}): Record<string, number[]> {
  const counts: Record<string, number[]> = {};
  for (const { cause, rarity } of mistakes(changes).all) {
    const count = (counts[cause.id] ??= [0, 0, 0, 0]);
    count[rarity - 1] = (count[rarity - 1] ?? 0) + 1;
  }
  return counts;
}

it('what many clients do is tried before what few do', () => {
  expect(byRarity()).toEqual({
    'newline-at-end': [1, 0, 0, 0],
    'crlf-at-end': [1, 0, 0, 0],
    'text-at-end': [0, 2, 5, 0],
    'newline-at-start': [0, 1, 0, 0],
    'byte-order-mark': [0, 1, 0, 0],
    crlf: [1, 0, 0, 0],
    'escaped-newline': [1, 0, 0, 0],
    'joined-by-nothing': [1, 0, 0, 0],
    'other-joiner': [1, 3, 5, 0],
    'no-space': [1, 0, 0, 0],
    'other-separator': [0, 1, 5, 0],
    'hashed-twice': [1, 0, 0, 0],
    'hash-in-hex': [1, 0, 2, 0],
    'hash-in-base64': [0, 1, 0, 0],
    'text-encoded': [0, 0, 4, 0],
    'utf-16': [0, 0, 4, 0],
    'names-as-sent': [1, 1, 1, 0],
    'names-in-upper-case': [1, 1, 0, 0],
    'no-names': [0, 1, 1, 0],
    'method-case': [1, 0, 1, 0],
    'no-method': [0, 1, 0, 0],
    'other-method': [0, 0, 5, 5],
    'no-query': [1, 0, 0, 0],
    'query-differs': [0, 7, 1, 0],
    'path-decoded': [1, 1, 0, 0],
    'path-encoded': [0, 3, 2, 0],
    'path-encoded-twice': [0, 2, 1, 0],
    'other-path': [1, 2, 4, 0],
    'host-in-front': [2, 2, 4, 0],
    'target-name': [0, 3, 0, 0],
    'target-without-name': [0, 1, 0, 0],
    'header-left-out': [5, 0, 0, 0],
    'one-line-only': [0, 0, 8, 0],
    'line-repeated': [0, 0, 0, 5],
    'header-added': [0, 1, 0, 5],
    'absent-header-signed': [0, 2, 8, 40],
    reversed: [1, 0, 0, 0],
    sorted: [1, 1, 1, 0],
    'order-as-sent': [0, 1, 0, 0],
    'other-order': [0, 0, 0, 114],
    'value-not-trimmed': [0, 0, 8, 8],
    'value-case': [0, 0, 6, 0],
    'value-encoded': [0, 0, 4, 0],
    'value-quoted': [0, 0, 4, 0],
    'value-missing': [0, 0, 16, 0],
    'date-differs': [0, 6, 0, 262],
    'date-format': [0, 0, 11, 0],
    'digest-format': [0, 2, 6, 0],
    'digest-of-nothing': [0, 1, 0, 0],
    'value-differs': [0, 2, 1, 0],
    'older-value': [0, 2, 0, 1],
    'earlier-request': [0, 2, 0, 4],
    'body-signed': [0, 4, 0, 0],
    'digest-signed': [0, 4, 0, 0],
    'nothing-signed': [0, 1, 0, 0],
    'list-signed': [0, 1, 0, 0],
    'word-signed': [0, 0, 5, 0],
  });
});
