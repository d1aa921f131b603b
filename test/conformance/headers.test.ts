/** Section 3 of the contract: the other headers, over HTTPS. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { advance, Tpp } from '../support/tpp.ts';

const test = useBank();
const CUSTOMERS = { path: '/v1/sandbox/customers' };
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };

/** Sends a header with each value and expects 400 for the wrong ones, 201 for the right ones. */
async function judge(header: string, rule: string, right: string[], wrong: (string | null)[]): Promise<void> {
  for (const value of right)
    expect((await test.tpp().send({ ...CONSENT, headers: { [header]: value } })).status, value).toBe(201);
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
  it('may be repeated; with rejectReusedRequestId it may not for 24 hours', async () => {
    const again = { ...CUSTOMERS, headers: { 'X-Request-ID': 'again' } };
    expect((await test.tpp().send(again)).status).toBe(200);
    expect((await test.tpp().send(again)).status).toBe(200);
    const strict = await memoryBank({ quirks: { rejectReusedRequestId: true } });
    try {
      const tpp = new Tpp(strict, test.identity);
      expect((await tpp.send(again)).status).toBe(200);
      await advance(strict, 'PT23H59M59S');
      await tpp.refused(again, 400, 'FORMAT_ERROR', 'HDR-1');
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
    ['https://tpp.example/a?b=c', 'http://127.0.0.1:9/x', 'no.fjordpay.app://sca', 'fjordpay:/return'],
    [
      null,
      '/relative',
      'hello',
      'https://',
      'https:tpp.example/return',
      'http:/tpp.example',
      'https:///tpp.example',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:https://a/b',
      'https://a/"><script>',
      'http://a/"><script>',
      'https://a/b c',
      'https://a/ø',
      'fjordpay:/ø',
    ],
  ));

it('HDR-3: TPP-Session-ID has 1 to 64 printable characters', () =>
  judge('TPP-Session-ID', 'HDR-3', ['x', 'a b', 'a'.repeat(64)], [null, '', 'a'.repeat(65), 'tab\there']));

it('HDR-4: TPP-Redirect-Preferred is true or false', () =>
  judge('TPP-Redirect-Preferred', 'HDR-4', ['true', 'false'], ['', 'TRUE', 'yes']));

it('HDR-7: PSU-IP-Address and PSU-IP-Port are checked', async () => {
  await judge(
    'PSU-IP-Address',
    'HDR-7',
    ['203.0.113.24', '2001:db8::1', '::1'],
    ['', '203.0.113', '203.0.113.256', 'localhost', '2001:db8::g'],
  );
  await judge('PSU-IP-Port', 'HDR-7', ['1', '65535'], ['0', '65536', '-1', 'http', '4e3', '0x1bb', '000443']);
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

it('SBX-6: sandbox requests need no PSU, session or redirect headers', async () => {
  const bare = { 'TPP-Redirect-URI': null, 'TPP-Session-ID': null, 'PSU-IP-Address': null };
  expect((await test.tpp().send({ ...CUSTOMERS, headers: bare })).status).toBe(200);
});

describe('HDR-5: PSU-ID', () => {
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
  it('account information without it returns 401 CONSENT_INVALID with scaRedirect', async () => {
    const { reply } = await test.tpp().refused({ path: '/v1/accounts' }, 401, 'CONSENT_INVALID', 'HDR-5');
    expect(reply.body._links?.['scaRedirect']).toBeDefined();
  });
});
