/** Section 3 of the contract: the other headers, over HTTPS. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { somePath } from '../support/links.ts';
import { bodyOf, pathOfProduct } from '../support/payments.ts';
import { advance, Tpp } from '../support/tpp.ts';

const test = useBank();
const CUSTOMERS = { path: '/v1/sandbox/customers' };
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };

/** Sends a header with each value and expects 400 for the wrong ones, 201 for the right ones. */
async function judge(
  header: string,
  rule: string,
  right: (string | null)[],
  wrong: (string | null)[],
): Promise<void> {
  for (const value of right)
    expect((await test.tpp().send({ ...CONSENT, headers: { [header]: value } })).status, `${value}`).toBe(
      201,
    );
  for (const value of wrong) {
    const { text } = await test
      .tpp()
      .refused({ ...CONSENT, headers: { [header]: value } }, 400, 'FORMAT_ERROR', rule);
    expect(text).toContain(header);
  }
}

describe('HDR-1: X-Request-ID', () => {
  it('has 1 to 64 characters', () =>
    judge('X-Request-ID', 'HDR-1', ['x', 'a'.repeat(64), randomUUID()], [null, '', 'a'.repeat(65)]));
  it('a refusal says what to send', async () => {
    const call = { ...CUSTOMERS, headers: { 'X-Request-ID': null } };
    const { explanation } = await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'HDR-1');
    expect(explanation.hint).toContain(
      'Send a new UUID with each request, also when you send the same one again.',
    );
  });
  it('may be repeated; with rejectReusedRequestId it may not for 24 hours', async () => {
    const again = { ...CUSTOMERS, headers: { 'X-Request-ID': 'again' } };
    expect((await test.tpp().send(again)).status).toBe(200);
    expect((await test.tpp().send(again)).status).toBe(200);
    const strict = await memoryBank({ quirks: { rejectReusedRequestId: true } });
    try {
      const tpp = new Tpp(strict, test.identity);
      expect((await tpp.send(again)).status).toBe(200);
      expect((await tpp.send(CUSTOMERS)).status).toBe(200);
      await advance(strict, 'PT23H59M59S');
      const { explanation } = await tpp.refused(again, 400, 'FORMAT_ERROR', 'HDR-1');
      expect(explanation.hint).toContain('X-Request-ID is no idempotency key');
      expect(explanation.hint).toContain('rejectReusedRequestId');
      expect(
        (await new Tpp(strict, await makeIdentity({ organizationNumber: 'PSDNO-FSA-2' })).send(again)).status,
      ).toBe(200);
      await advance(strict, 'PT1S');
      expect((await tpp.send(again)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

it('HDR-2: TPP-Redirect-URI is an absolute https, http or app URL', () =>
  judge(
    'TPP-Redirect-URI',
    'HDR-2',
    [
      'https://tpp.example/a?b=c',
      'HTTPS://tpp.example/',
      'http://127.0.0.1:9/x',
      'no.fjordpay.app://sca',
      'fjordpay:/return',
    ],
    [
      null,
      '/relative',
      'hello',
      'https://',
      'https:tpp.example/return',
      'https:tpp.example/https://a',
      'http:/tpp.example',
      'https:///tpp.example',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:https://a/b',
      'about:blank',
      'vbscript:x',
      'view-source:https://a/b',
      'https://a/"><script>',
      'http://a/"><script>',
      'https://a/b c',
      'https://a/ø',
      'fjordpay:/ø',
    ],
  ));

it('HDR-3: TPP-Session-ID has 1 to 64 printable characters', () =>
  judge('TPP-Session-ID', 'HDR-3', ['x', 'a b', 'a'.repeat(64)], [null, '', 'a'.repeat(65), 'tab\there']));

it('HDR-2, HDR-3: every request needs both, except those to the sandbox and the TPP dialogue', async () => {
  const isExcepted = (path: string) => /^\/v1\/(sandbox|tpps)\//.test(path);
  for (const name of ['TPP-Redirect-URI', 'TPP-Session-ID']) {
    const send = (operation: (typeof OPERATIONS)[number]) => {
      const headers = { 'x-accept-fix': 'amount-as-string', [name]: null };
      return test.tpp().send({ method: operation.method, path: somePath(operation), headers });
    };
    for (const operation of OPERATIONS.filter(({ path }) => isExcepted(path)))
      expect((await send(operation)).text, operation.id).not.toContain(name);
    for (const operation of OPERATIONS.filter(({ path }) => !isExcepted(path))) {
      const { status, body } = await send(operation);
      expect([status, body.tppMessages?.[0]?.text], operation.id).toEqual([
        400,
        `The header ${name} is missing. Every request needs it.`,
      ]);
    }
  }
});

it('HDR-4: TPP-Redirect-Preferred is true or false', () =>
  judge('TPP-Redirect-Preferred', 'HDR-4', [null, 'true', ' false\t'], ['', 'TRUE', 'yes', 'true\u00a0']));

it('HDR-7: PSU-IP-Address and PSU-IP-Port are checked', async () => {
  await judge(
    'PSU-IP-Address',
    'HDR-7',
    ['203.0.113.24', '2001:db8::1', '::1'],
    ['', '203.0.113', '203.0.113.256', 'localhost', '2001:db8::g'],
  );
  await judge(
    'PSU-IP-Port',
    'HDR-7',
    ['1', '65535', '00443'],
    ['', '0', '65536', '-1', 'http', '4e3', '0x1bb', '000443', '443x', 'x443'],
  );
});

it('HDR-7: payments and baskets need PSU-IP-Address; reading does not', async () => {
  const absent = { 'PSU-IP-Address': null };
  const body = JSON.stringify(bodyOf('NDCT'));
  const pay = { method: 'POST', path: pathOfProduct('NDCT'), body };
  const { text } = await test.tpp().refused({ ...pay, headers: absent }, 400, 'FORMAT_ERROR', 'HDR-7');
  expect(text).toContain('PSU-IP-Address is missing');
  expect((await test.tpp().send(pay)).status).toBe(201);
  expect((await test.tpp().send({ ...CONSENT, headers: absent })).status).toBe(201);
});

it('HDR-8: headers that are forwarded from the PSU are checked', async () => {
  await judge('PSU-HTTP-Method', 'HDR-8', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], ['get', 'HEAD', '']);
  await judge(
    'PSU-Device-ID',
    'HDR-8',
    [randomUUID(), randomUUID().toUpperCase()],
    ['', 'phone', randomUUID().slice(1), `x${randomUUID()}`, `${randomUUID()}x`],
  );
  await judge(
    'PSU-Geo-Location',
    'HDR-8',
    ['GEO:59.91,10.75', 'GEO:-90,180', 'GEO:90.0;-180.0', 'GEO:1,2'],
    [
      '59.91,10.75',
      'GEO:90.1,0',
      'GEO:0,180.1',
      'GEO:0',
      'geo:1,1',
      'xGEO:1,1',
      'GEO:1,1x',
      'GEO:0001,1',
      'GEO:1,0001',
      'GEO:-90.1,0',
      'GEO:0,-180.1',
      'GEO:1.,1',
      'GEO:1,1.',
    ],
  );
});

describe('HDR-9: x-accept-fix', () => {
  it('contains known values, separated by commas', async () => {
    for (const value of [
      'amount-as-string',
      'longer-names, cash-account-type-iso',
      'cardaccount-switch-originalamount-and-transactionamount',
    ]) {
      expect((await test.tpp().send({ ...CUSTOMERS, headers: { 'x-accept-fix': value } })).status).toBe(200);
    }
  });
  it('amount-as-string is needed to create a basket, and nowhere else', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const basket = (value: string | null) => ({
      method: 'POST',
      path: '/v1/signing-baskets',
      body: '{}',
      headers: { 'x-accept-fix': value },
    });
    for (const value of [null, 'longer-names']) {
      const { text } = await tpp.refused(basket(value), 400, 'FORMAT_ERROR', 'HDR-9');
      expect(text).toBe('x-accept-fix must contain amount-as-string here.');
    }
    for (const value of ['amount-as-string', 'longer-names, amount-as-string']) {
      const reply = await tpp.send(basket(value));
      expect(reply.body.tppMessages?.[0]?.path, reply.text).toBe('paymentIds');
    }
  });
  it('unknown values are refused before any other header is checked', async () => {
    for (const value of ['', 'amount-as-strings', 'longer-names,']) {
      await test
        .tpp()
        .refused(
          { ...CONSENT, headers: { 'x-accept-fix': value, 'TPP-Redirect-URI': null } },
          400,
          'PARAMETER_NOT_SUPPORTED',
          'HDR-9',
        );
    }
  });
});

it('HDR-10: header names are accepted in any case', async () => {
  const shouted = {
    after: (headers: [string, string][]) =>
      headers.map(([name, value]): [string, string] => [name.toUpperCase(), value]),
  };
  expect((await test.tpp().send({ ...CONSENT, ...shouted })).status).toBe(201);
});

it('SBX-6, HDR-2, HDR-3: sandbox requests need no PSU, session or redirect headers', async () => {
  const bare = { 'TPP-Redirect-URI': null, 'TPP-Session-ID': null, 'PSU-IP-Address': null };
  expect((await test.tpp().send({ ...CUSTOMERS, headers: bare })).status).toBe(200);
});

describe('HDR-5: PSU-ID', () => {
  it('is needed for a basket, whose PSU must be known: 400 without a redirect', async () => {
    const call = { path: '/v1/signing-baskets/x' };
    const { reply, text } = await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'HDR-5');
    expect(text).toContain('A signing basket is always created for a PSU.');
    expect(reply.body._links).toBeUndefined();
  });
  it('to identify the PSU, its absence returns 401 with scaRedirect', async () => {
    const call = { path: '/v1/user' };
    const { reply } = await test.tpp().refused(call, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
    expect(reply.body._links?.['scaRedirect']).toBeDefined();
  });
  it('may be left out of payments; it is read in any case of letters, and only where a PSU has a part', async () => {
    const tpp = test.tpp();
    const pay = { method: 'POST', path: pathOfProduct('NDCT') };
    const body = () => JSON.stringify(bodyOf('NDCT'));
    expect((await tpp.send({ ...pay, body: body() })).status).toBe(201);
    const headers = (id: string) => ({ headers: { 'PSU-ID': id } });
    await tpp.refused({ ...pay, ...headers('eirik'), body: body() }, 400, 'FORMAT_ERROR', 'HDR-5');
    expect((await tpp.send({ ...CUSTOMERS, ...headers('eirik') })).status).toBe(200);
    await tpp.consent();
    const id = tpp.psuId ?? '';
    for (const spelling of [id, id.toUpperCase()])
      expect((await tpp.send({ path: '/v1/accounts', ...headers(spelling) })).status).toBe(200);
    for (const malformed of [`x${id}`, `${id}x`, id.slice(1), id.slice(0, -1), id.replaceAll('-', '')])
      await tpp.refused({ path: '/v1/accounts', ...headers(malformed) }, 400, 'FORMAT_ERROR', 'HDR-5');
  });
  it('a malformed one returns 400; one never issued to this TPP returns 401 with scaRedirect', async () => {
    await test
      .tpp()
      .refused({ path: '/v1/accounts', headers: { 'PSU-ID': 'eirik' } }, 400, 'FORMAT_ERROR', 'HDR-5');
    const { reply } = await test
      .tpp()
      .refused(
        { path: '/v1/accounts', headers: { 'PSU-ID': randomUUID() } },
        401,
        'PSU_CREDENTIALS_INVALID',
        'HDR-5',
      );
    expect(reply.body._links?.['scaRedirect']?.verbs).toEqual(['GET']);
    const tpp = test.tpp();
    await tpp.consent();
    const other = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-3' }));
    other.psuId = tpp.psuId;
    await other.refused({ path: '/v1/accounts' }, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
  });
  it('the explanation says whether another TPP has the PSU-ID, in any spelling, or nobody', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const other = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-3' }));
    const hintFor = async (id: string) => {
      const call = { path: '/v1/accounts', headers: { 'PSU-ID': id } };
      return (await other.refused(call, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5')).explanation.hint;
    };
    const id = tpp.psuId ?? '';
    for (const spelling of [id, id.toUpperCase()])
      expect(await hintFor(spelling)).toBe(
        `The PSU-ID was issued to ${tpp.identity.tppId}, but the certificate belongs to PSDNO-FSA-3. Use the certificate of ${tpp.identity.tppId}, or let the PSU complete an SCA with this one.`,
      );
    expect(await hintFor(randomUUID())).toBe(
      'The bank has been reset since it issued the PSU-ID, or another bank issued it. The PSU must complete an SCA again.',
    );
  });
  it('account information without it returns 401 CONSENT_INVALID with scaRedirect', async () => {
    const { reply } = await test.tpp().refused({ path: '/v1/accounts' }, 401, 'CONSENT_INVALID', 'HDR-5');
    expect(reply.body._links?.['scaRedirect']).toBeDefined();
  });
});
