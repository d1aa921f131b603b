/** Single payments: creation, reading, authorisation, life, deletion (PAY-1, PAY-3 to PAY-7, PAY-16). */
import { beforeEach, describe, expect, it } from 'vitest';
import { type ProductShort, PRODUCTS } from '../../shared/xs2a/payment-products.ts';
import {
  authorisationCreatedSchema,
  paymentCreatedSchema,
  paymentStatusSchema,
  singlePaymentSchema,
} from '../../shared/xs2a/payment-schemas.ts';
import { useBank, withBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import {
  authorise,
  type Body,
  bodyOf,
  bulkOf,
  create,
  idIn,
  leaveExactly,
  moneyOf,
  moveTo,
  pathOfProduct,
  PEOPLE,
  post,
  reset,
  selfOf,
  sign,
  statusOf,
  statusReply,
  EIRIK,
  EIRIK_SAVINGS,
  INGRID,
} from '../support/payments.ts';
import { control, finishSca, REDIRECT_URI, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank();
const FUTURE = { requestedExecutionDate: '2026-12-01' };
beforeEach(() => reset(test.bank));

/** A payment that Eirik approved. */
async function approvedPayment(product: ProductShort, changes?: Body): Promise<{ tpp: Tpp; path: string }> {
  const tpp = test.tpp();
  const path = await create(tpp, product, changes);
  await sign(tpp, path);
  return { tpp, path };
}

describe('PAY-1: creation', () => {
  it.each(PRODUCTS)('SVC-8: $short is created with status RCVD, fees and links', async ({ short, path }) => {
    const reply = await post(test.tpp(), `/v1/payments/${path}`, bodyOf(short));
    expect(reply.status, reply.text).toBe(201);
    const body = paymentCreatedSchema.parse(reply.body);
    const self = `/v1/payments/${path}/${encodeURIComponent(body.paymentId)}`;
    expect(body._links).toEqual({
      self: { href: self, verbs: ['GET', 'DELETE'] },
      status: { href: `${self}/status`, verbs: ['GET'] },
      startAuthorisation: { href: `${self}/authorisations`, verbs: ['POST'] },
    });
    expect(reply.headers.location).toBe(self);
    expect(body.transactionFeeIndicator).toBe(short !== 'NDCT');
    expect(body.transactionFees.amount).toBe(
      { NDCT: '0.00', INDCTS: '5.00', SCT: '15.00', CBCT: '50.00', NCBCT: '40.00' }[short],
    );
  });
  it('PAY-3: the alias of NDCT is the same product and stays in the links', async () => {
    const tpp = test.tpp();
    const reply = await post(tpp, '/v1/payments/norwegian-domestic-credit-transfers', bodyOf('NDCT'));
    expect(selfOf(reply)).toContain('/v1/payments/norwegian-domestic-credit-transfers/');
    await sign(tpp, selfOf(reply));
    const other = selfOf(reply).replace('norwegian-domestic', 'domestic-norway');
    expect(await statusOf(tpp, other)).toBe('PDNG');
    const wrong = selfOf(reply).replace('norwegian-domestic', 'sepa');
    await tpp.refused({ path: wrong }, 404, 'RESOURCE_UNKNOWN', 'PAY-3');
  });
  it.each([
    '/v1/payments/pigeon-post',
    '/v1/bulk-payments/sepa-credit-transfers',
    '/v1/periodic-payments/instant-norwegian-domestic-credit-transfers-straks',
  ])('%s is an unknown product', async (path) => {
    const { text } = await test
      .tpp()
      .refused({ method: 'POST', path, body: '{}' }, 404, 'PRODUCT_UNKNOWN', 'PAY-1');
    expect(text).toContain('domestic-norway-credit-transfers');
  });
  it('a debtor account at another bank or in another currency is refused', async () => {
    const foreign = { method: 'POST', path: pathOfProduct('NDCT') };
    const body = (debtorAccount: object) => JSON.stringify(bodyOf('NDCT', { debtorAccount }));
    const { reply } = await test
      .tpp()
      .refused({ ...foreign, body: body({ bban: '12003456798' }) }, 400, 'FORMAT_ERROR', 'PAY-1');
    expect(reply.body.tppMessages?.[0]?.path).toBe('debtorAccount');
    const other = body({ bban: EIRIK, currency: 'EUR' });
    await test.tpp().refused({ ...foreign, body: other }, 400, 'FORMAT_ERROR', 'PAY-1');
    for (const own of [{ bban: EIRIK, currency: 'NOK' }, { iban: 'NO9886011100009' }])
      expect((await test.tpp().send({ ...foreign, body: body(own) })).status).toBe(201);
  });
  it('the SCA of a PSU without access to the account fails and the payment keeps waiting', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT');
    const query = await sign(tpp, path, { nationalId: PEOPLE.ingrid });
    expect(query.get('code')).toBe('PAYMENT_FAILED');
    expect(query.get('status')).toBe('400');
    expect(query.has('system')).toBe(false);
    expect(await statusOf(tpp, path)).toBe('RCVD');
  });
  it('HDR-7: PSU-IP-Address is required to create and authorise a payment, not to read it', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT');
    const absent = { 'PSU-IP-Address': null };
    const body = JSON.stringify(bodyOf('SCT'));
    const created = { method: 'POST', path: pathOfProduct('SCT'), body, headers: absent };
    await tpp.refused(created, 400, 'FORMAT_ERROR', 'HDR-7');
    const signed = { method: 'POST', path: `${path}/authorisations`, headers: absent };
    await tpp.refused(signed, 400, 'FORMAT_ERROR', 'HDR-7');
    expect((await tpp.send({ path, headers: absent })).status).toBe(200);
  });
});

describe('PAY-3: reading a payment', () => {
  it('the payment is returned as created, with both remittance forms', async () => {
    const tpp = test.tpp();
    const sent = bodyOf('SCT', { remittanceInformationUnstructured: 'Rechnung', ultimateDebtor: 'Ola' });
    const path = selfOf(await post(tpp, pathOfProduct('SCT'), sent));
    const reply = await tpp.send({ path });
    singlePaymentSchema.parse(reply.body);
    expect(reply.body).toMatchObject({
      ...sent,
      paymentId: idIn(path),
      transactionStatus: 'RCVD',
      remittanceInformationUnstructuredArray: ['Rechnung'],
    });
    const kid = {
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructuredArray: [{ reference: '1234567897', referenceType: 'SCOR' }],
    };
    const other = await create(tpp, 'INDCTS', kid);
    const structured = (await tpp.send({ path: other })).body;
    expect(structured).not.toHaveProperty('remittanceInformationUnstructuredArray');
    expect(structured).toMatchObject({
      remittanceInformationStructured: { reference: '1234567897', referenceType: 'SCOR' },
      remittanceInformationStructuredArray: [{ reference: '1234567897', referenceType: 'SCOR' }],
    });
  });
  it('a bulk and a periodic payment are returned as created, with days and months as texts', async () => {
    const tpp = test.tpp();
    const order = {
      startDate: '2026-12-01',
      frequency: 'MonthlyVariable',
      dayOfExecution: '5',
      monthsOfExecution: ['1', '12'],
    };
    const read = async (path: string) => {
      const reply = await tpp.send({ path });
      expect(reply.status, reply.text).toBe(200);
      return reply.body;
    };
    const sent = bodyOf('NDCT', order);
    const periodic = await create(tpp, 'NDCT', sent, 'periodic-payments');
    expect(await read(periodic)).toMatchObject({
      ...order,
      instructedAmount: sent['instructedAmount'],
      remittanceInformationUnstructuredArray: ['Takk'],
    });
    const monthly = await create(
      tpp,
      'NDCT',
      { startDate: '2026-12-01', frequency: 'Monthly' },
      'periodic-payments',
    );
    expect(await read(monthly)).not.toHaveProperty('dayOfExecution');
    const bulk = await create(tpp, 'NDCT', bulkOf(['10.00', '20.00']), 'bulk-payments');
    const whole = await read(bulk);
    expect(whole).toMatchObject({
      debtorAccount: { bban: EIRIK },
      payments: ['10.00', '20.00'].map((amount) => ({
        instructedAmount: { amount, currency: 'NOK' },
        remittanceInformationUnstructuredArray: ['Takk'],
      })),
    });
    expect(whole).not.toHaveProperty('instructedAmount');
    // The same product under another service is another resource.
    for (const [path, service] of [
      [bulk, 'periodic-payments'],
      [periodic, 'bulk-payments'],
      [periodic, 'payments'],
    ] as const)
      await tpp.refused({ path: path.replace(/[a-z]+-payments/, service) }, 404, 'RESOURCE_UNKNOWN', 'PAY-3');
  });
  it('spaces in an IBAN are removed', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT', { creditorAccount: { iban: 'DE89 3704 0044 0532 0130 00' } });
    expect((await tpp.send({ path })).body['creditorAccount']).toEqual({ iban: 'DE89370400440532013000' });
  });
  it("PAY-4, PAY-5, PAY-7: another TPP's payment is unknown when read, deleted or authorised", async () => {
    const path = await create(test.tpp(), 'SCT');
    const other = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-OTHER' }));
    for (const call of [
      { path },
      { path: `${path}/status` },
      { method: 'DELETE', path },
      { method: 'POST', path: `${path}/authorisations` },
      { path: `${path}/authorisations/x` },
      { method: 'POST', path: `${path}/cancellation-authorisations` },
      { path: `${path}/cancellation-authorisations/x` },
    ]) {
      const { explanation } = await other.refused(call, 404, 'RESOURCE_UNKNOWN', 'PAY-3');
      expect(explanation.hint).toBeNull();
    }
    expect(await statusOf(test.tpp(), path)).toBe('RCVD');
  });
  it('the status response has its own schema, and always fundsAvailable', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT');
    const before = paymentStatusSchema.parse((await statusReply(tpp, path)).body);
    expect(before.fundsAvailable).toBe(true);
    await sign(tpp, path);
    const after = paymentStatusSchema.parse((await statusReply(tpp, path)).body);
    expect(after).toMatchObject({ paymentId: idIn(path), transactionStatus: 'PDNG', fundsAvailable: true });
  });
});

it('PAY-3, PAY-9: the status says why a payment waits, is blocked or was rejected, and nothing about one that goes its way', async () => {
  await withBank({}, async (bank) => {
    const tpp = new Tpp(bank, test.identity);
    const told = async (path: string) => {
      const { body } = await statusReply(tpp, path);
      return [body['transactionStatus'], body['fundsAvailable'], body['psuMessage']];
    };
    const signed = async (product: ProductShort, changes: Body = {}, service?: string) => {
      const path = await create(tpp, product, changes, service);
      await sign(tpp, path);
      return path;
    };
    const operate = (path: string, action: string) =>
      control(bank, 'POST', `/control/payments/${encodeURIComponent(idIn(path))}/${action}`);
    const unsigned = await create(tpp, 'SCT');
    expect(await told(unsigned)).toEqual(['RCVD', true, undefined]);
    await tpp.send({ method: 'DELETE', path: unsigned });
    expect(await told(unsigned)).toEqual(['CANC', true, undefined]);
    expect(await told(await signed('SCT', FUTURE))).toEqual(['ACTC', true, undefined]);
    const pending = await signed('SCT');
    expect(await told(pending)).toEqual(['PDNG', true, undefined]);
    await operate(pending, 'hold');
    expect(await told(pending)).toEqual(['BLCK', true, 'Held by the operator.']);
    await operate(pending, 'stop');
    expect(await told(pending)).toEqual(['BLCK', true, 'Stopped by the operator.']);
    expect(await told(await signed('INDCTS'))).toEqual(['ACSC', true, undefined]);
    await leaveExactly(tpp, EIRIK, 1_500);
    const retried = 'Insufficient funds. The payment is retried at each batch of the day.';
    const poor = await signed('SCT');
    expect(await told(poor)).toEqual(['ACCP', false, `Eirik Solbakken approved. ${retried}`]);
    expect(await told(await signed('INDCTS'))).toEqual(['RJCT', false, 'Insufficient funds on the account.']);
    const bulk = await signed('NDCT', bulkOf(['10.00', '20.00']), 'bulk-payments');
    await control(bank, 'POST', '/control/clock', { advance: 'P3D' });
    const atLast = 'Insufficient funds at the last batch of the day';
    expect(await told(poor)).toEqual(['RJCT', false, `${atLast}.`]);
    expect(await told(bulk)).toEqual(['PART', false, `${atLast}: 1 of 2 payments settled.`]);
  });
});

describe('PAY-4: a domestic payment cannot be read before its approval', () => {
  it('neither status nor details can be read until it is approved or deleted', async () => {
    const tpp = test.tpp();
    const [approved, deleted] = [await create(tpp, 'NDCT'), await create(tpp, 'NDCT')];
    for (const path of [approved, `${approved}/status`, deleted]) {
      const { explanation } = await tpp.refused({ path }, 404, 'RESOURCE_UNKNOWN', 'PAY-4');
      expect(explanation.hint).toContain('Set the quirk domesticUnreadableBeforeApproval=false');
    }
    const { explanation } = await tpp.refused({ path: `${approved}x` }, 404, 'RESOURCE_UNKNOWN', 'PAY-3');
    expect(explanation.hint).toBeNull();
    await sign(tpp, approved);
    expect(await statusOf(tpp, approved)).toBe('PDNG');
    expect((await tpp.send({ path: approved })).status).toBe(200);
    await tpp.send({ method: 'DELETE', path: deleted });
    expect(await statusOf(tpp, deleted)).toBe('CANC');
  });
  it('other products, bulk payments and periodic payments can be read', async () => {
    const tpp = test.tpp();
    expect(await statusOf(tpp, await create(tpp, 'INDCTS'))).toBe('RCVD');
    const order = { startDate: '2026-12-01', frequency: 'Monthly' };
    expect(await statusOf(tpp, await create(tpp, 'NDCT', order, 'periodic-payments'))).toBe('RCVD');
  });
});

describe('PAY-4: with the quirk domesticUnreadableBeforeApproval off', () => {
  const other = useBank({ quirks: { domesticUnreadableBeforeApproval: false } });
  it('a domestic payment can be read immediately', async () => {
    expect(await statusOf(other.tpp(), await create(other.tpp(), 'NDCT'))).toBe('RCVD');
  });
});

describe('PAY-5: authorisation', () => {
  it('an authorisation starts with an scaRedirect and is finalised when the PSU approves', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    const started = await authorise(tpp, path);
    expect(started.status).toBe(201);
    expect(started.headers['aspsp-sca-approach']).toBe('REDIRECT');
    const body = authorisationCreatedSchema.parse(started.body);
    const status = `${path}/authorisations/${encodeURIComponent(body.authorisationId)}`;
    expect(started.headers.location).toBe(status);
    expect(body._links['scaStatus']).toEqual({ href: status, verbs: ['GET'] });
    const read = async () => (await tpp.send({ path: status })).body;
    expect(await read()).toEqual({ scaStatus: 'started' });
    await finishSca(test.bank, scaIdOf(started));
    expect(await read()).toEqual({ scaStatus: 'finalised' });
    const foreign = status.replace('/authorisations/', '/cancellation-authorisations/');
    await tpp.refused({ path: foreign }, 404, 'RESOURCE_UNKNOWN', 'PAY-5');
  });
  it.each([
    ['payments', bodyOf('SCT', FUTURE), 'SCT'],
    ['bulk-payments', bulkOf(['1.00'], FUTURE), 'NDCT'],
    ['periodic-payments', bodyOf('NDCT', { startDate: '2026-12-01', frequency: 'Monthly' }), 'NDCT'],
  ] as const)(
    '%s list their authorisations and cancellations, each by itself',
    async (service, body, product) => {
      const tpp = test.tpp();
      const path = selfOf(await post(tpp, pathOfProduct(product, service), body));
      const started = async (kind: string) =>
        String((await authorise(tpp, path, kind)).body['authorisationId']);
      const listed = async (kind: string) => (await tpp.send({ path: `${path}/${kind}` })).body;
      expect(await listed('authorisations')).toEqual({ authorisationIds: [] });
      const approvals = [await started('authorisations'), await started('authorisations')];
      expect(await listed('authorisations')).toEqual({ authorisationIds: approvals });
      await sign(tpp, path);
      const [third] = ((await listed('authorisations'))['authorisationIds'] as string[]).slice(2);
      expect(
        (await tpp.send({ path: `${path}/authorisations/${encodeURIComponent(String(third))}` })).body,
      ).toEqual({
        scaStatus: 'finalised',
      });
      expect(await listed('cancellation-authorisations')).toEqual({ authorisationIds: [] });
      const cancellation = await started('cancellation-authorisations');
      expect(await listed('cancellation-authorisations')).toEqual({ authorisationIds: [cancellation] });
      expect(await listed('authorisations')).toEqual({ authorisationIds: [...approvals, third] });
      const one = `${path}/cancellation-authorisations/${encodeURIComponent(cancellation)}`;
      expect((await tpp.send({ path: one })).body).toEqual({ scaStatus: 'started' });
      const other = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-LISTS' }));
      for (const kind of ['authorisations', 'cancellation-authorisations'])
        await other.refused({ path: `${path}/${kind}` }, 404, 'RESOURCE_UNKNOWN', 'PAY-3');
    },
  );
  it('an aborted or expired authorisation has failed and the payment keeps waiting', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT');
    const start = () => authorise(tpp, path);
    const scaStatus = async (reply: Awaited<ReturnType<typeof start>>) =>
      (await tpp.send({ path: String(reply.body._links?.['scaStatus']?.href) })).body['scaStatus'];
    const aborted = await start();
    const query = await finishSca(test.bank, scaIdOf(aborted), { decision: 'abort' });
    expect(query.get('code')).toBe('PSU_CREDENTIALS_INVALID');
    expect(await scaStatus(aborted)).toBe('failed');
    const late = await start();
    await control(test.bank, 'POST', '/control/clock', { advance: 'PT15M1S' });
    expect(await scaStatus(late)).toBe('failed');
    expect(await statusOf(tpp, path)).toBe('RCVD');
  });
  it('a signed payment accepts no further authorisation', async () => {
    const { tpp, path } = await approvedPayment('NDCT');
    const again = { method: 'POST', path: `${path}/authorisations` };
    await tpp.refused(again, 409, 'STATUS_INVALID', 'PAY-5');
  });
  it('the second of two started authorisations finds the payment signed', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    const [first, second] = [await authorise(tpp, path), await authorise(tpp, path)];
    expect((await finishSca(test.bank, scaIdOf(first))).has('psu-id')).toBe(true);
    expect((await finishSca(test.bank, scaIdOf(second))).get('code')).toBe('STATUS_INVALID');
    await control(test.bank, 'POST', '/control/batch');
    expect(await statusOf(tpp, path)).toBe('ACSC');
  });
  it('one SCA approves a payment that has no PSU-ID and returns the PSU-ID (single SCA)', async () => {
    const tpp = test.tpp();
    expect(tpp.psuId).toBeNull();
    const query = await sign(tpp, await create(tpp, 'NDCT'));
    expect(query.get('psu-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(query.get('tpp-session-id')).toBe(tpp.sessionId);
    tpp.psuId = query.get('psu-id');
    expect((await tpp.send({ path: '/v1/user' })).status).toBe(200);
  });
  it('SCA-7, PAY-4: a payment needs its own SCA even in a valid session', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const path = await create(tpp, 'NDCT');
    const started = await authorise(tpp, path);
    expect(scaIdOf(started)).toMatch(/^enc!!/);
    await tpp.refused({ path: `${path}/status` }, 404, 'RESOURCE_UNKNOWN', 'PAY-4');
  });
  it('the SCA page redirects to the TPP-Redirect-URI of the request', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    const started = await authorise(tpp, path);
    const done = await control(test.bank, 'POST', `/control/sca/${encodeURIComponent(scaIdOf(started))}`, {
      nationalId: PEOPLE.eirik,
      decision: 'approve',
    });
    expect(String(done.body['redirectUri']).startsWith(`${REDIRECT_URI}?psu-id=`)).toBe(true);
  });
});

describe('PAY-6: the life of a payment', () => {
  it('the status goes from RCVD through PDNG to ACSC, and the links follow it', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT');
    const before = await moneyOf(tpp, EIRIK);
    await sign(tpp, path);
    const pending = await statusReply(tpp, path);
    expect(pending.body['transactionStatus']).toBe('PDNG');
    expect(pending.body._links).toEqual({
      self: { href: path, verbs: ['GET'] },
      status: { href: `${path}/status`, verbs: ['GET'] },
    });
    // 100 EUR at 11.7435 and a fee of 15 NOK are set aside, and leave at the batch.
    const cost = 117_435 + 1_500;
    const reserved = await moneyOf(tpp, EIRIK);
    expect(reserved).toEqual({ booked: before.booked, expected: before.expected - cost });
    expect((await control(test.bank, 'POST', '/control/batch')).body).toEqual({
      settled: 1,
      rejected: 0,
      retried: 0,
    });
    expect(await statusOf(tpp, path)).toBe('ACSC');
    const after = await moneyOf(tpp, EIRIK);
    expect(after).toEqual({ booked: before.booked - cost, expected: before.expected - cost });
  });
  it('a payment with a future date is ACTC, and PDNG from the start of that day in Oslo', async () => {
    const { tpp, path } = await approvedPayment('NDCT', { requestedExecutionDate: '2026-11-24' });
    const status = await statusReply(tpp, path);
    expect(status.body['transactionStatus']).toBe('ACTC');
    expect(status.body['fundsAvailable']).toBe(true);
    expect(status.body._links?.['self']?.verbs).toEqual(['GET', 'DELETE']);
    expect(status.body._links?.['startAuthorisation']).toBeUndefined();
    await moveTo(test.bank, '2026-11-23T22:59:59Z');
    expect(await statusOf(tpp, path)).toBe('ACTC');
    await moveTo(test.bank, '2026-11-23T23:00:00Z');
    expect(await statusOf(tpp, path)).toBe('PDNG');
    await moveTo(test.bank, '2026-11-24T04:30:00Z');
    expect(await statusOf(tpp, path)).toBe('ACSC');
  });
  it("an instant payment settles on approval, also between the PSU's own accounts", async () => {
    const tpp = test.tpp();
    const [from, to] = [await moneyOf(tpp, EIRIK), await moneyOf(tpp, EIRIK_SAVINGS)];
    const path = await create(tpp, 'INDCTS', { creditorAccount: { bban: EIRIK_SAVINGS } });
    await sign(tpp, path);
    expect(await statusOf(tpp, path)).toBe('ACSC');
    expect((await moneyOf(tpp, EIRIK)).booked).toBe(from.booked - 10_500);
    expect((await moneyOf(tpp, EIRIK_SAVINGS)).booked).toBe(to.booked + 10_000);
  });
});

describe('PAY-7: deletion', () => {
  it.each(PRODUCTS)('PAY-5: deleting an unsigned $short returns 204 and makes it CANC', async ({ short }) => {
    const tpp = test.tpp();
    const path = await create(tpp, short);
    const reply = await tpp.send({ method: 'DELETE', path });
    expect(reply.status).toBe(204);
    expect(reply.text).toBe('');
    expect(await statusOf(tpp, path)).toBe('CANC');
    expect((await tpp.send({ path })).body._links?.['self']?.verbs).toEqual(['GET']);
    await tpp.refused({ method: 'DELETE', path }, 409, 'STATUS_INVALID', 'PAY-7');
    const sca = { method: 'POST', path: `${path}/authorisations` };
    await tpp.refused(sca, 409, 'STATUS_INVALID', 'PAY-5');
  });
  it('deleting a PDNG payment returns 405 with its own text, a settled one 409', async () => {
    const { tpp, path } = await approvedPayment('NDCT');
    const call = { method: 'DELETE', path };
    const { text, reply } = await tpp.refused(call, 405, 'CANCELLATION_INVALID', 'PAY-7');
    expect(text).toContain('is being processed');
    expect(reply.headers.allow).toBe('GET');
    await control(test.bank, 'POST', '/control/batch');
    await tpp.refused(call, 409, 'STATUS_INVALID', 'PAY-7');
  });
  it('deleting an ACTC payment returns 202 with a link; its SCA makes it CANC, an aborted one does not', async () => {
    const { tpp, path } = await approvedPayment('NDCT', { requestedExecutionDate: '2026-12-24' });
    const asked = await tpp.send({ method: 'DELETE', path });
    expect(asked.status).toBe(202);
    const link = asked.body._links?.['startAuthorisation'];
    expect(link).toEqual({ href: `${path}/cancellation-authorisations`, verbs: ['POST'] });
    expect(await statusOf(tpp, path)).toBe('ACTC');
    await sign(tpp, path, { decision: 'abort' }, 'cancellation-authorisations');
    expect(await statusOf(tpp, path)).toBe('ACTC');
    const stranger = await sign(tpp, path, { nationalId: PEOPLE.ingrid }, 'cancellation-authorisations');
    expect(stranger.get('code')).toBe('PAYMENT_FAILED');
    const started = await tpp.send({ method: 'POST', path: String(link?.href) });
    await finishSca(test.bank, scaIdOf(started));
    expect(await statusOf(tpp, path)).toBe('CANC');
    const scaStatus = await tpp.send({ path: String(started.body._links?.['scaStatus']?.href) });
    expect(scaStatus.body).toEqual({ scaStatus: 'finalised' });
    await moveTo(test.bank, '2026-12-28T16:00:00Z');
    expect(await statusOf(tpp, path)).toBe('CANC');
  });
  it('a cancellation that is too late fails and the payment is settled', async () => {
    const tpp = test.tpp();
    await moveTo(test.bank, '2027-01-04T22:55:00Z');
    const path = await create(tpp, 'NDCT', { requestedExecutionDate: '2027-01-05' });
    await sign(tpp, path);
    const started = await authorise(tpp, path, 'cancellation-authorisations');
    await moveTo(test.bank, '2027-01-04T23:05:00Z');
    const query = await finishSca(test.bank, scaIdOf(started));
    expect(query.get('code')).toBe('CANCELLATION_INVALID');
    expect(await statusOf(tpp, path)).toBe('PDNG');
    const again = { method: 'POST', path: `${path}/cancellation-authorisations` };
    await tpp.refused(again, 409, 'STATUS_INVALID', 'PAY-7');
  });
});

describe('PAY-16: repeated payments', () => {
  const body = JSON.stringify(bodyOf('NDCT'));
  const call = { method: 'POST', path: pathOfProduct('NDCT'), body };
  it('a repeat on the same day is refused in any order of fields unless allowLogicalDuplicate is true', async () => {
    const tpp = test.tpp();
    expect((await tpp.send(call)).status).toBe(201);
    await tpp.refused(call, 409, 'STATUS_INVALID', 'PAY-16');
    const turned = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body) as object).reverse()));
    await tpp.refused({ ...call, body: turned }, 409, 'STATUS_INVALID', 'PAY-16');
    const off = { ...call, path: `${call.path}?allowLogicalDuplicate=false` };
    await tpp.refused(off, 409, 'STATUS_INVALID', 'PAY-16');
    const odd = { ...call, path: `${call.path}?allowLogicalDuplicate=maybe` };
    await tpp.refused(odd, 400, 'FORMAT_ERROR', 'PAY-16');
    expect((await tpp.send({ ...call, path: `${call.path}?allowLogicalDuplicate=true` })).status).toBe(201);
  });
  it('a repeat is allowed for another TPP, on the next day and after the first one was deleted', async () => {
    const tpp = test.tpp();
    const first = selfOf(await tpp.send(call));
    const other = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-TWIN' }));
    expect((await other.send(call)).status).toBe(201);
    await tpp.send({ method: 'DELETE', path: first });
    expect((await tpp.send(call)).status).toBe(201);
    await control(test.bank, 'POST', '/control/clock', { advance: 'P1D' });
    expect((await tpp.send(call)).status).toBe(201);
  });
});

describe('PAY-8: lack of funds', () => {
  it('the SCA of an instant payment fails with PAYMENT_FAILED and the payment is rejected', async () => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, 10_499);
    const path = await create(tpp, 'INDCTS');
    const query = await sign(tpp, path);
    expect(Object.fromEntries(query)).toEqual({
      status: '400',
      code: 'PAYMENT_FAILED',
      message: 'Insufficient funds on the account.',
    });
    const { body } = await statusReply(tpp, path);
    expect(body).toMatchObject({ transactionStatus: 'RJCT', fundsAvailable: false });
    await leaveExactly(tpp, EIRIK, 10_500);
    const enough = await create(tpp, 'INDCTS');
    expect((await sign(tpp, enough)).has('psu-id')).toBe(true);
  });
  it('PAY-7: other payments are ACCP with fundsAvailable false and settle at a later batch once there are funds', async () => {
    const tpp = test.tpp();
    // A fresh day, so that five batches lie ahead.
    await moveTo(test.bank, '2027-02-01T03:00:00Z');
    await leaveExactly(tpp, EIRIK, 9_999);
    const path = await create(tpp, 'NDCT');
    expect((await sign(tpp, path)).has('psu-id')).toBe(true);
    const { body } = await statusReply(tpp, path);
    expect(body).toMatchObject({ transactionStatus: 'ACCP', fundsAvailable: false });
    expect(String(body['psuMessage'])).toContain('funds');
    await tpp.refused({ method: 'DELETE', path }, 405, 'CANCELLATION_INVALID', 'PAY-7');
    await moveTo(test.bank, '2027-02-01T10:30:00Z');
    expect(await statusOf(tpp, path)).toBe('ACCP');
    await leaveExactly(tpp, EIRIK, 10_000);
    await moveTo(test.bank, '2027-02-01T12:30:00Z');
    expect((await statusReply(tpp, path)).body).toMatchObject({
      transactionStatus: 'ACSC',
      fundsAvailable: true,
    });
    expect((await moneyOf(tpp, EIRIK)).expected).toBe(0);
    expect((await moneyOf(tpp, INGRID)).booked).toBe(2_904_075 + 10_000);
  });
  it('a payment is rejected at the last batch of the execution date, not earlier', async () => {
    const tpp = test.tpp();
    await moveTo(test.bank, '2027-03-01T03:00:00Z');
    await leaveExactly(tpp, EIRIK, 0);
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    await moveTo(test.bank, '2027-03-01T14:29:59Z');
    expect(await statusOf(tpp, path)).toBe('ACCP');
    expect((await control(test.bank, 'POST', '/control/batch')).body).toEqual({
      settled: 0,
      rejected: 0,
      retried: 1,
    });
    await moveTo(test.bank, '2027-03-01T14:30:00Z');
    expect((await statusReply(tpp, path)).body).toMatchObject({
      transactionStatus: 'RJCT',
      fundsAvailable: false,
    });
  });
});
