/** The first checks of a request, at their boundaries: route, media types, sizes (SVC-2, SVC-3, SVC-6, PAY-1). */
import { describe, expect, it } from 'vitest';
import { HeaderBag, pathOnly, queryOf } from '../../bank-sim/gate/raw.ts';
import { MAX_BODY, MAX_HEADERS } from '../../shared/xs2a/bank-limits.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { sendRaw, type Call, type Tpp } from '../support/tpp.ts';

const test = useBank();
const CUSTOMERS = { path: '/v1/sandbox/customers' };
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };

describe('SIG-15, HDR-10: headers as received', () => {
  const bag = new HeaderBag(['Date', 'a', 'X-One', '', 'date', 'b', 'DATE', 'c']);
  it('have every occurrence under the name in lower case, joined in order', () => {
    expect(bag.get('date')).toBe('a, b, c');
    expect(bag.get('x-one')).toBe('');
    expect(bag.get('Date')).toBeUndefined();
    expect([bag.first('date'), bag.first('x-one'), bag.first('x-two')]).toEqual(['a', '', undefined]);
    expect([bag.count('date'), bag.count('x-one'), bag.count('x-two')]).toEqual([3, 1, 0]);
    expect([bag.has('x-one'), bag.has('x-two')]).toEqual([true, false]);
  });
  it('are those of their own request, whatever the one before had', () => {
    const dates = (raw: string[]) => {
      const later = new HeaderBag(raw);
      return [later.get('date'), later.first('date'), later.get('x-one'), later.count('x-two')];
    };
    expect(dates(['Date', 'd', 'X-One', 'e', 'date', 'f', 'DATE', 'g'])).toEqual(['d, f, g', 'd', 'e', 0]);
    expect(dates(['Date', 'd', 'X-Two', 'e', 'date', 'f', 'DATE', 'g'])).toEqual([
      'd, f, g',
      'd',
      undefined,
      1,
    ]);
    expect(dates(['Date', 'd', 'X-Two', 'e'])).toEqual(['d', 'd', undefined, 1]);
    expect(dates([])).toEqual([undefined, undefined, undefined, 0]);
    expect([bag.get('date'), bag.count('x-two')]).toEqual(['a, b, c', 0]);
  });
  it.each([
    ['more of them', ['A', '1', 'B', '2'], ['A', '1', 'B', '2', 'C', '3']],
    ['another first one', ['A', '1', 'B', '2'], ['C', '1', 'B', '2']],
    ['another one, with the name as its value', ['A', '1', 'B', '2'], ['A', '1', 'C', 'B']],
  ])('a request with %s is read anew', (_, before, after) => {
    expect(new HeaderBag(before).has('c')).toBe(false);
    expect(new HeaderBag(after).has('c')).toBe(true);
  });
  it('keep their order and spelling', () => {
    expect(bag.pairs()).toEqual([
      ['Date', 'a'],
      ['X-One', ''],
      ['date', 'b'],
      ['DATE', 'c'],
    ]);
  });
});

describe('SVC-2, SVC-6: routes', () => {
  it.each([
    ['/v1/accounts', '/v1/accounts'],
    ['/v1/accounts?', '/v1/accounts'],
    ['/v1/accounts?a=b?c', '/v1/accounts'],
    ['?', ''],
  ])('the path of %s is %s', (target, path) => {
    expect(pathOnly({ target })).toBe(path);
  });
  it.each([
    ['/v1/accounts', ''],
    ['/v1/accounts?', ''],
    ['/v1/accounts?a=b&c=%3F?', 'a=b&c=%3F%3F'],
  ])('the query of %s is "%s"', (target, query) => {
    expect(queryOf({ target }).toString()).toBe(query);
  });
  it('a query is no part of the path; in the sandbox, sandbox operations exist', async () => {
    expect((await test.tpp().send({ path: '/v1/sandbox/customers?any=thing' })).status).toBe(200);
    await test.tpp().refused({ path: '/v1/nowhere?a=b' }, 404, 'RESOURCE_UNKNOWN', 'SVC-6');
  });
  it('production refuses only what lies below /v1/sandbox/', async () => {
    const production = await memoryBank({ quirks: { environment: 'production' } });
    try {
      const status = async (path: string) =>
        (await sendRaw(production, 'GET', path, [], Buffer.alloc(0))).status;
      expect(await status('/v1/sandbox/customers?any=thing')).toBe(404);
      expect(await status('/v1/accounts?from=/v1/sandbox/')).toBe(400);
    } finally {
      await production.stop();
    }
  });
  it('PAY-1: each kind of payment has its products, and no other path has one', async () => {
    const get = (path: string) => test.tpp().send({ path: `/v1/${path}/x` });
    const codes = async (path: string) => (await get(path)).body.tppMessages?.[0]?.code;
    expect(await codes('payments/sepa-credit-transfers')).toBe('RESOURCE_UNKNOWN');
    expect(await codes('bulk-payments/sepa-credit-transfers')).toBe('PRODUCT_UNKNOWN');
    expect(await codes('periodic-payments/sepa-credit-transfers')).toBe('PRODUCT_UNKNOWN');
    expect(await codes('periodic-payments/domestic-norway-credit-transfers')).toBe('RESOURCE_UNKNOWN');
    expect((await test.tpp().send(CUSTOMERS)).status).toBe(200);
    const { text } = await test
      .tpp()
      .refused({ path: '/v1/bulk-payments/sepa-credit-transfers/x' }, 404, 'PRODUCT_UNKNOWN', 'PAY-1');
    expect(text).toBe(
      'Unknown payment product "sepa-credit-transfers". Known here: domestic-norway-credit-transfers.',
    );
  });
});

describe('SVC-3: media types', () => {
  const sent = (type: string | null): Call => ({ ...CONSENT, body: '{}', headers: { 'Content-Type': type } });
  it.each([
    'application/json',
    'Application/JSON',
    ' application/json ; charset=utf-8 ',
    'application/json;charset="UTF-8"',
    'application/json; profile=x; charset=utf-8',
    'application/json; profile=x',
  ])('a body of type "%s" is accepted', async (type) => {
    expect((await test.tpp().send(sent(type))).status).toBe(201);
  });
  it.each([
    ['text/plain', 'this one is text/plain.'],
    ['application/json; x=1; charset=utf-16', 'this one is application/json; x=1; charset=utf-16.'],
    ['', 'this one is without Content-Type.'],
    [null, 'this one is without Content-Type.'],
  ])('a body of type %j is refused with 415', async (type, end) => {
    const { text } = await test.tpp().refused(sent(type), 415, 'FORMAT_ERROR', 'SVC-3');
    expect(text).toContain(end);
  });
  it('a request without a body needs no type, and the type of a body is checked before its size', async () => {
    expect((await test.tpp().send({ ...CUSTOMERS, headers: { 'Content-Type': 'text/plain' } })).status).toBe(
      200,
    );
    const huge = { ...sent('text/plain'), body: 'a'.repeat(MAX_BODY + 1) };
    await test.tpp().refused(huge, 415, 'FORMAT_ERROR', 'SVC-3');
  });
  it.each([
    ['', true],
    ['  ', true],
    ['application/json', true],
    ['APPLICATION/JSON', true],
    [' text/html , application/json ', true],
    ['application/json;v=1 ; Q=0.001', true],
    ['application/json;q=1', true],
    ['application/*', true],
    ['*/*', true],
    ['*/json', false],
    ['text/html', false],
    ['application/json;q=0.0', false],
    ['application/json;x=1;q=0', false],
    // The most specific range decides, wherever it stands.
    ['application/json, application/*;q=0, */*;q=0', true],
    ['*/*;q=0, application/*;q=0, application/json', true],
    ['application/json;q=0, application/*, */*', false],
    ['application/*;q=0, */*', false],
    ['*/*, application/*;q=0', false],
    ['application/*, */*;q=0', true],
    ['*/*;q=0, application/*', true],
    // Of equal ranges, the last one.
    ['*/*;q=0, */*', true],
    ['*/*, */*;q=0', false],
  ])('Accept "%s" allows the answer: %s', async (Accept, isAllowed) => {
    const { status } = await test.tpp().send({ ...CUSTOMERS, headers: { Accept } });
    expect(status).toBe(isAllowed ? 200 : 406);
  });
});

describe('SVC-6: sizes', () => {
  /** The bytes of the headers as the bank counts them, each with its separator and line break. */
  const bytesOf = (tpp: Tpp, call: Call) =>
    [...tpp.prepare(call), ['Host', new URL(test.bank.apiBaseUrl).host], ['Connection', 'close']]
      .flat()
      .reduce((sum, text) => sum + text.length + 2, 0);
  it('headers of 16 KiB are accepted; one byte more returns 431 with the size', async () => {
    const tpp = test.tpp();
    const padded = (size: number) => ({ ...CUSTOMERS, headers: { 'X-Padding': 'a'.repeat(size) } });
    const room = MAX_HEADERS - bytesOf(tpp, padded(0));
    expect(MAX_HEADERS).toBe(16_384);
    expect((await tpp.send(padded(room))).status).toBe(200);
    const { text } = await tpp.refused(padded(room + 1), 431, 'FORMAT_ERROR', 'SVC-6');
    expect(text).toBe('The headers have 16385 bytes. The bank accepts at most 16384.');
  });
});
