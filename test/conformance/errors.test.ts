/** The table of errors of the specification, row by row (ERR-2), the release history (VER-3), production data (AIS-5a). */
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity, testCa } from '../support/identity.ts';
import {
  bodyOf,
  bulkOf,
  create,
  EIRIK,
  idIn,
  leaveExactly,
  pathOfProduct,
  PEOPLE,
  reset,
  sign,
  statusOf,
} from '../support/payments.ts';
import { control, finishSca, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank();
beforeEach(() => reset(test.bank));
const ndct = (changes: Record<string, unknown>) => ({
  method: 'POST',
  path: pathOfProduct('NDCT'),
  body: JSON.stringify(bodyOf('NDCT', changes)),
});

describe('ERR-2: the conditions of the table', () => {
  const from = (path: string, body: object) => ({ method: 'POST', path, body: JSON.stringify(body) });
  it('SIG-8: a signature that fails validation returns 400', async () => {
    const call = { path: '/v1/accounts', parts: { signature: 'AAAA' } };
    await test.tpp().refused(call, 400, 'SIGNATURE_INVALID', 'SIG-8');
  });
  it('SIG-1: a missing signature returns 400', async () => {
    const after = (headers: [string, string][]) => headers.filter(([name]) => name !== 'Signature');
    await test.tpp().refused({ path: '/v1/accounts', after }, 400, 'SIGNATURE_MISSING', 'SIG-1');
  });
  it('PAY-11: a character that cannot be processed downstream returns 400, in payments and in sandbox calls', async () => {
    const party = 'Gratulerer 🎉';
    const payment = ndct({ remittanceInformationUnstructured: party });
    const customer = from('/v1/sandbox/customers', { customerType: 'PRIVATE', customerName: party });
    for (const call of [payment, customer]) {
      const { text } = await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'PAY-11');
      expect(text).toContain('has a character that the payment systems cannot process');
    }
  });
  it('HDR-5, SCA-10: a resource without consent or SCA returns 401 with scaRedirect', async () => {
    const tpp = test.tpp();
    const refused = async (path: string, code: string, rule: string) => {
      const { reply } = await tpp.refused({ path }, 401, code, rule);
      const { href, verbs } = reply.body._links?.['scaRedirect'] ?? {};
      expect(href).toMatch(/^https:\/\/localhost:\d+\/sca\//);
      expect(verbs).toEqual(['GET']);
      expect(reply.headers['aspsp-sca-approach']).toBe('REDIRECT');
    };
    await refused('/v1/accounts', 'CONSENT_INVALID', 'HDR-5');
    await refused('/v1/card-accounts', 'CONSENT_INVALID', 'HDR-5');
    // An SCA, but no consent.
    await sign(tpp, await create(tpp, 'NDCT'));
    const user = await tpp.send({ path: '/v1/user' });
    tpp.psuId = (await finishSca(test.bank, scaIdOf(user))).get('psu-id');
    await refused('/v1/accounts', 'CONSENT_INVALID', 'SCA-10');
    // A consent, but no SCA in this session.
    await tpp.consent();
    tpp.sessionId = 'another-session';
    expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
    for (const path of ['/v1/user', '/v1/agreements'])
      await refused(path, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
  });
  it.each([
    ['bulk', 'bulk-payments', bulkOf(['1.00'])],
    ['periodic', 'periodic-payments', { startDate: '2026-12-01', frequency: 'Monthly' }],
  ])('BSK-4: a %s payment in a basket returns 400 REFERENCE_MIX_INVALID', async (kind, service, order) => {
    const tpp = test.tpp();
    await tpp.consent();
    const [single, other] = [await create(tpp, 'NCBCT'), await create(tpp, 'NDCT', order, service)];
    const headers = { 'x-accept-fix': 'amount-as-string' };
    const call = { ...from('/v1/signing-baskets', { paymentIds: [single, other].map(idIn) }), headers };
    const { reply, text } = await tpp.refused(call, 400, 'REFERENCE_MIX_INVALID', 'BSK-4');
    expect(text).toContain(`A ${kind} payment`);
    expect(reply.body.tppMessages?.[0]?.path).toBe('paymentIds/1');
  });
  it('PAY-10: a KID error returns 400, not 401', async () => {
    for (const references of [[{ reference: '17', referenceType: 'SCOR' }], [{ referenceType: 'SCOR' }]]) {
      const call = ndct({
        remittanceInformationUnstructured: undefined,
        remittanceInformationStructuredArray: references,
      });
      const { reply } = await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'PAY-10');
      expect(reply.body.tppMessages?.[0]?.path).toBe('remittanceInformationStructuredArray/0/reference');
    }
  });
  it('PAY-10: a domestic payment without a message and without a KID says that it needs one of them', async () => {
    const call = ndct({ remittanceInformationUnstructured: undefined });
    const { text } = await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'PAY-10');
    expect(text).toContain(
      'A domestic payment needs either a message here or a KID in remittanceInformationStructuredArray.',
    );
  });
  it('HDR-6: a corporate user without PSU-Corporate-ID returns 400', async () => {
    const tpp = test.tpp();
    await tpp.consent({ nationalId: PEOPLE.fjellheim, context: 'CORPORATE' });
    tpp.corporateId = null;
    await tpp.refused({ path: '/v1/accounts' }, 400, 'CORPORATE_ID_INVALID', 'HDR-6');
    await tpp.refused(ndct({}), 400, 'CORPORATE_ID_INVALID', 'HDR-6');
  });
  it('PAY-14: MonthlyVariable with duplicate months is refused', async () => {
    const order = { startDate: '2026-12-01', frequency: 'MonthlyVariable', monthsOfExecution: ['1', '1'] };
    const path = pathOfProduct('NDCT', 'periodic-payments');
    expect(await test.tpp().faults(path, bodyOf('NDCT', order), 'PAY-14')).toEqual(['monthsOfExecution']);
  });
  it('PAY-7: deleting a payment in status PDNG returns an error with its own message', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    expect(await statusOf(tpp, path)).toBe('PDNG');
    const { text } = await tpp.refused({ method: 'DELETE', path }, 405, 'CANCELLATION_INVALID', 'PAY-7');
    expect(text).toBe('The payment is being processed and can no longer be deleted.');
    await control(test.bank, 'POST', '/control/batch');
    const later = await tpp.refused({ method: 'DELETE', path }, 409, 'STATUS_INVALID', 'PAY-7');
    expect(later.text).not.toBe(text);
  });
  it('PAY-8: insufficient funds are an error and no 500, and the status of the payment has fundsAvailable', async () => {
    const tpp = test.tpp();
    const [waiting, instant] = [await create(tpp, 'NDCT'), await create(tpp, 'INDCTS')];
    const status = async (path: string) => (await tpp.send({ path: `${path}/status` })).body;
    expect(await status(instant)).toHaveProperty('fundsAvailable', true);
    await leaveExactly(tpp, EIRIK, 9_999);
    const failed = await sign(tpp, instant);
    expect([failed.get('status'), failed.get('code')]).toEqual(['400', 'PAYMENT_FAILED']);
    expect(await status(instant)).toMatchObject({ transactionStatus: 'RJCT', fundsAvailable: false });
    expect((await sign(tpp, waiting)).has('psu-id')).toBe(true);
    expect(await status(waiting)).toMatchObject({ transactionStatus: 'ACCP', fundsAvailable: false });
    await leaveExactly(tpp, EIRIK, 10_000);
    await control(test.bank, 'POST', '/control/batch');
    expect(await status(waiting)).toMatchObject({ transactionStatus: 'ACSC', fundsAvailable: true });
  });
  it('SCA-2: a failed SCA redirects with status, code and message, and with system for a server error', async () => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, 0);
    const redirectOf = async (path: string, decision: string) => {
      const started = await tpp.send(from(`${path}/authorisations`, {}));
      const id = encodeURIComponent(scaIdOf(started));
      const finish = { nationalId: PEOPLE.eirik, context: 'PRIVATE', decision };
      return String((await control(test.bank, 'POST', `/control/sca/${id}`, finish)).body['redirectUri']);
    };
    const refused = await redirectOf(await create(tpp, 'INDCTS'), 'approve');
    expect(refused).toMatch(/\?status=400&code=PAYMENT_FAILED&message=Insufficient%20funds/);
    const aborted = new URL(await redirectOf(await create(tpp, 'NDCT'), 'abort')).searchParams;
    expect([...aborted.keys()]).toEqual(['status', 'code', 'message']);
    expect([aborted.get('status'), aborted.get('code')]).toEqual(['401', 'PSU_CREDENTIALS_INVALID']);
    const failSca = {
      system: 'core',
      status: 500,
      code: 'INTERNAL_SERVER_ERROR',
      message: 'På grunn av & mer',
    };
    await control(test.bank, 'POST', '/control/scenarios', { when: { times: 1 }, then: { failSca } });
    const broken = await redirectOf(await create(tpp, 'NDCT'), 'approve');
    expect(Object.fromEntries(new URL(broken).searchParams)).toEqual({ ...failSca, status: '500' });
    expect(broken).toMatch(/message=P%C3%A5%20grunn%20av%20%26%20mer/);
  });
});

it('VER-3, SVC-6: the release history is data of the bank and not part of the API', async () => {
  const { status, body } = await control(test.bank, 'GET', '/control/releases');
  expect(status).toBe(200);
  const rows = (list: string, ...columns: string[]) =>
    (body[list] as Record<string, unknown>[]).map((row) => columns.map((column) => row[column]));
  expect(rows('releases', 'release', 'date')).toEqual([
    ['1.23.7', '2026-09-04'],
    ['1.23.5', '2026-08-13'],
    ['1.23.4', '2026-06-18'],
    ['1.23.2', '2026-04-28'],
    ['1.21.18', '2025-06-12'],
    ['1.21.8', '2024-10-17'],
    ['1.19.2', '2024-03-07'],
    ['1.18.0', '2023-11-28'],
    ['1.17.4', null],
    ['1.16.0', '2023-06-01'],
    ['1.14.2', null],
    ['1.7.13', null],
    ['1.7.6', null],
  ]);
  expect(rows('documentation', 'version', 'date', 'release')).toEqual([
    ['2.14.0', '2026-06-18', '1.23.4'],
    ['2.12.0', '2025-06-12', '1.21.18'],
    ['2.11.0', '2024-04-11', '1.20.1'],
    ['2.10.1', '2023-11-29', '1.18.0'],
    ['2.9.6', '2023-09-11', '1.17.0'],
    ['2.9.5', '2023-06-19', '1.16.1'],
    ['2.9.4', '2023-05-31', '1.16.0'],
    ['2.9.3', '2023-05-02', '1.15.0'],
    ['2.9.2', '2023-03-23', '1.14.2'],
  ]);
  expect(rows('acceptFix', 'value', 'introduced', 'defaultSince')).toEqual([
    ['amount-as-string', '2019-11', '2020-08-01'],
    ['cardaccount-switch-originalamount-and-transactionamount', '2020-05', '2024-11-13'],
    ['longer-names', '2020-06', '2024-10-01'],
    ['cash-account-type-iso', '2023-06', '2024-11-13'],
  ]);
  await test.tpp().refused({ path: '/v1/releases' }, 404, 'RESOURCE_UNKNOWN', 'SVC-6');
});

it('AIS-5a: a production bank starts with the same accounts and transactions, and its control operations work', async () => {
  const production = await memoryBank({ quirks: { environment: 'production' }, trust: [await testCa()] });
  try {
    const [here, there] = [test.tpp(), new Tpp(production, await makeIdentity())];
    const seen: unknown[] = [];
    for (const tpp of [here, there]) {
      await tpp.consent();
      const { body } = await tpp.send({ path: '/v1/accounts?withBalance=true' });
      const [first] = body['accounts'] as { resourceId: string }[];
      const path = `/v1/accounts/${encodeURIComponent(first?.resourceId ?? '')}/transactions`;
      const list = await tpp.send({ path: `${path}?bookingStatus=booked` });
      seen.push([body['accounts'], (list.body['transactions'] as { booked: unknown }).booked]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect((await control(production, 'POST', '/control/batch')).status).toBe(200);
    expect((await control(production, 'POST', '/control/reset')).status).toBe(200);
  } finally {
    await production.stop();
  }
});
