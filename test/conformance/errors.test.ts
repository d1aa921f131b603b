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
} from '../support/payments.ts';
import { control, Tpp } from '../support/tpp.ts';

const test = useBank();
beforeEach(() => reset(test.bank));
const ndct = (changes: Record<string, unknown>) => ({
  method: 'POST',
  path: pathOfProduct('NDCT'),
  body: JSON.stringify(bodyOf('NDCT', changes)),
});

describe('ERR-2: the conditions of the table', () => {
  it('SIG-8: a signature that fails validation returns 400', async () => {
    const call = { path: '/v1/accounts', parts: { signature: 'AAAA' } };
    await test.tpp().refused(call, 400, 'SIGNATURE_INVALID', 'SIG-8');
  });
  it('SIG-1: a missing signature returns 400', async () => {
    const after = (headers: [string, string][]) => headers.filter(([name]) => name !== 'Signature');
    await test.tpp().refused({ path: '/v1/accounts', after }, 400, 'SIGNATURE_MISSING', 'SIG-1');
  });
  it('PAY-11: a character that cannot be processed downstream returns 400', async () => {
    const call = ndct({ remittanceInformationUnstructured: 'Gratulerer 🎉' });
    await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'PAY-11');
  });
  it('HDR-5: a resource without SCA or consent returns 401 with scaRedirect', async () => {
    const { reply } = await test.tpp().refused({ path: '/v1/accounts' }, 401, 'CONSENT_INVALID', 'HDR-5');
    expect(reply.body._links?.['scaRedirect']?.href).toContain('/sca/');
  });
  it('BSK-4: a bulk or periodic payment in a basket returns 400 REFERENCE_MIX_INVALID', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const bulk = await create(tpp, 'NDCT', bulkOf(['1.00']), 'bulk-payments');
    const body = JSON.stringify({ paymentIds: [idIn(bulk)] });
    const headers = { 'x-accept-fix': 'amount-as-string' };
    const call = { method: 'POST', path: '/v1/signing-baskets', body, headers };
    await tpp.refused(call, 400, 'REFERENCE_MIX_INVALID', 'BSK-4');
  });
  it('PAY-10: a KID error returns 400, not 401', async () => {
    const call = ndct({
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructuredArray: [{ reference: '17', referenceType: 'SCOR' }],
    });
    await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'PAY-10');
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
    const call = { ...ndct(order), path: pathOfProduct('NDCT', 'periodic-payments') };
    await test.tpp().refused(call, 400, 'FORMAT_ERROR', 'PAY-14');
  });
  it('PAY-7: deleting a payment in status PDNG returns an error with its own message', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    const { text } = await tpp.refused({ method: 'DELETE', path }, 405, 'CANCELLATION_INVALID', 'PAY-7');
    expect(text).toBe('The payment is being processed and can no longer be deleted.');
  });
  it('insufficient funds do not cause a 500; the payment status has fundsAvailable', async () => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, 0);
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    expect((await tpp.send({ path: `${path}/status` })).body['fundsAvailable']).toBe(false);
  });
  it('a failed SCA redirects with status, code and message', async () => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, 0);
    const query = await sign(tpp, await create(tpp, 'INDCTS'));
    expect([...query.keys()]).toEqual(['status', 'code', 'message']);
    expect(query.get('code')).toBe('PAYMENT_FAILED');
  });
});

it('VER-3, SVC-6: the release history is data of the bank and not part of the API', async () => {
  const { status, body } = await control(test.bank, 'GET', '/control/releases');
  expect(status).toBe(200);
  expect((body['releases'] as object[])[0]).toMatchObject({ release: '1.23.7', date: '2026-09-04' });
  expect((body['documentation'] as object[]).length).toBe(9);
  expect(
    (body['acceptFix'] as { value: string; defaultSince: string }[]).map(({ defaultSince }) => defaultSince),
  ).toEqual(['2020-08-01', '2024-11-13', '2024-10-01', '2024-11-13']);
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
