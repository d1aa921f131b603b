/** Signing baskets (BSK-1 to BSK-10), with the headers that they need (HDR-5, HDR-9). */
import { beforeEach, describe, expect, it } from 'vitest';
import { basketCreatedSchema, basketSchema } from '../../shared/xs2a/payment-schemas.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity, testCa } from '../support/identity.ts';
import {
  accountIn,
  bodyOf,
  bulkOf,
  create,
  EIRIK,
  EIRIK_SAVINGS,
  FJELLHEIM,
  FJELLHEIM_EUR,
  idIn,
  leaveExactly,
  NORDLYS,
  pathOfProduct,
  PEOPLE,
  post,
  reset,
  selfOf,
  sign,
  statusOf,
} from '../support/payments.ts';
import { control, finishSca, type Reply, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank();
const ROOT = '/v1/signing-baskets';
const FIX = { 'x-accept-fix': 'amount-as-string' };

let tpp: Tpp;
beforeEach(async () => {
  await reset(test.bank);
  tpp = test.tpp();
  await tpp.consent();
});

const putTogether = (paths: readonly string[], by = tpp): Promise<Reply> =>
  post(by, ROOT, { paymentIds: paths.map(idIn) }, FIX);

async function basketOf(paths: readonly string[]): Promise<string> {
  const reply = await putTogether(paths);
  expect(reply.status, reply.text).toBe(201);
  return selfOf(reply);
}

async function several(count: number): Promise<string[]> {
  const paths: string[] = [];
  for (let at = 0; at < count; at++) paths.push(await create(tpp, 'NCBCT'));
  return paths;
}

function refusedBasket(paymentIds: unknown, status: number, code: string, rule: string) {
  const call = { method: 'POST', path: ROOT, body: JSON.stringify({ paymentIds }), headers: FIX };
  return tpp.refused(call, status, code, rule);
}

describe('BSK-1, BSK-7: creating, reading and deleting a basket', () => {
  it('SVC-8: a new basket has status RCVD and its links, and is entered in the journal', async () => {
    const paths = await several(2);
    const reply = await putTogether(paths);
    expect(reply.status).toBe(201);
    const { basketId, ...rest } = basketCreatedSchema.parse(reply.body);
    const self = `${ROOT}/${encodeURIComponent(basketId)}`;
    expect(rest).toEqual({
      transactionStatus: 'RCVD',
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        status: { href: `${self}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${self}/authorisations`, verbs: ['POST'] },
      },
    });
    expect(reply.headers.location).toBe(self);
    const whole = await tpp.send({ path: self });
    expect(whole.status).toBe(200);
    expect(basketSchema.parse(whole.body).payments).toEqual(paths.map(idIn));
    const status = await tpp.send({ path: `${self}/status` });
    expect([status.status, status.body]).toEqual([200, { transactionStatus: 'RCVD' }]);
    await tpp.send({ method: 'DELETE', path: self });
    const steps = test.bank
      .journal(0)
      .flatMap(({ event }) => (event.kind === 'step' && event.id === basketId ? [event] : []));
    expect(steps).toMatchObject([
      { from: null, to: 'RCVD', why: 'Created by the TPP.', about: [{ subject: 'basket', id: basketId }] },
      { from: 'RCVD', to: 'deleted', why: 'Deleted by the TPP.' },
    ]);
  });
  it('PAY-5: deleting a basket in status RCVD returns 204 and releases its payments', async () => {
    const paths = await several(2);
    const basket = await basketOf(paths);
    expect((await tpp.send({ path: String(paths[0]) })).body._links?.['startAuthorisation']).toBeUndefined();
    const alone = { method: 'POST', path: `${paths[0]}/authorisations` };
    await tpp.refused(alone, 409, 'STATUS_INVALID', 'PAY-5');
    expect((await tpp.send({ method: 'DELETE', path: basket })).status).toBe(204);
    await tpp.refused({ path: basket }, 404, 'RESOURCE_UNKNOWN', 'BSK-7');
    expect((await tpp.send(alone)).status).toBe(201);
    await basketOf(paths);
  });
  it('PAY-5: an SCA that began before its payment was put into a basket fails, and changes nothing', async () => {
    const [path = '', other = ''] = await several(2);
    const started = await tpp.send({ method: 'POST', path: `${path}/authorisations` });
    const basket = await basketOf([path, other]);
    const query = await finishSca(test.bank, scaIdOf(started));
    expect(query.get('code')).toBe('STATUS_INVALID');
    expect(query.get('message')).toBe(
      'The payment is in a signing basket. Approve the basket, or delete it first.',
    );
    expect([await statusOf(tpp, path), await statusOf(tpp, basket)]).toEqual(['RCVD', 'RCVD']);
    await sign(tpp, basket);
    expect([await statusOf(tpp, path), await statusOf(tpp, other)]).toEqual(['PDNG', 'PDNG']);
  });
  it('BSK-8, SVC-8: an approved basket cannot be deleted', async () => {
    const basket = await basketOf(await several(1));
    await sign(tpp, basket);
    await tpp.refused({ method: 'DELETE', path: basket }, 409, 'STATUS_INVALID', 'BSK-7');
    expect((await tpp.send({ path: basket })).body._links).toEqual({
      self: { href: basket, verbs: ['GET'] },
      status: { href: `${basket}/status`, verbs: ['GET'] },
    });
    await tpp.refused({ method: 'POST', path: `${basket}/authorisations` }, 409, 'STATUS_INVALID', 'BSK-8');
  });
  it('PAY-5: the authorisations of a basket are listed', async () => {
    const basket = await basketOf(await several(1));
    const list = { path: `${basket}/authorisations` };
    const none = await tpp.send(list);
    expect([none.status, none.body]).toEqual([200, { authorisationIds: [] }]);
    const ids = [];
    for (let at = 0; at < 2; at++)
      ids.push((await tpp.send({ ...list, method: 'POST' })).body['authorisationId']);
    expect((await tpp.send(list)).body).toEqual({ authorisationIds: ids });
  });
  it("BSK-8: another TPP's basket is unknown", async () => {
    const basket = await basketOf(await several(1));
    const other = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-BASKET' }));
    await other.consent();
    for (const call of [
      { path: basket },
      { path: `${basket}/status` },
      { method: 'DELETE', path: basket },
      { path: `${basket}/authorisations` },
      { path: `${basket}/authorisations/x` },
      { method: 'POST', path: `${basket}/authorisations` },
    ])
      await other.refused(call, 404, 'RESOURCE_UNKNOWN', 'BSK-7');
  });
});

describe('BSK-2 to BSK-6: payments that a basket accepts', () => {
  it('BSK-2, LIM-4: a basket has 1 to 10 distinct payment ids', async () => {
    const paths = await several(11);
    const ids = paths.map(idIn);
    for (const wrong of [[], ids, [ids[0], ids[0]], 'all', [7]]) {
      const { reply } = await refusedBasket(wrong, 400, 'FORMAT_ERROR', 'BSK-2');
      expect(reply.body.tppMessages?.[0]?.path).toMatch(/^paymentIds/);
    }
    await tpp.refused({ method: 'POST', path: ROOT, body: '{}', headers: FIX }, 400, 'FORMAT_ERROR', 'BSK-2');
    expect((await putTogether(paths.slice(0, 10))).status).toBe(201);
    expect((await putTogether(paths.slice(10))).status).toBe(201);
  });
  it('BSK-3: an unknown payment and a payment of another TPP are refused', async () => {
    const [first] = await several(1);
    const { reply } = await refusedBasket(
      [idIn(String(first)), 'enc!!AAAA'],
      400,
      'RESOURCE_UNKNOWN',
      'BSK-3',
    );
    expect(reply.body.tppMessages?.[0]?.path).toBe('paymentIds/1');
    const other = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-FOREIGN' }));
    const foreign = idIn(await create(other, 'NCBCT'));
    await refusedBasket([foreign], 400, 'RESOURCE_UNKNOWN', 'BSK-3');
  });
  it('BSK-4: bulk and periodic payments are refused', async () => {
    const bulk = await create(tpp, 'NDCT', bulkOf(['1.00']), 'bulk-payments');
    const order = { startDate: '2027-06-01', frequency: 'Monthly' };
    const periodic = await create(tpp, 'NDCT', order, 'periodic-payments');
    for (const path of [bulk, periodic])
      await refusedBasket([idIn(path)], 400, 'REFERENCE_MIX_INVALID', 'BSK-4');
  });
  it('BSK-5: the sandbox refuses products other than NCBCT', async () => {
    for (const product of ['NDCT', 'INDCTS', 'SCT', 'CBCT'] as const) {
      const path = await create(tpp, product);
      await refusedBasket([idIn(path)], 400, 'PRODUCT_INVALID', 'BSK-5');
    }
  });
  it('BSK-6: a payment that is signed, cancelled or in another open basket is refused', async () => {
    const [signed, cancelled, taken] = await several(3);
    await sign(tpp, String(signed));
    await tpp.send({ method: 'DELETE', path: String(cancelled) });
    await basketOf([String(taken)]);
    for (const path of [signed, cancelled, taken])
      await refusedBasket([idIn(String(path))], 409, 'REFERENCE_STATUS_INVALID', 'BSK-6');
  });
});

describe('HDR-5, HDR-7, HDR-9: headers of baskets', () => {
  it('BSK-3: x-accept-fix must contain amount-as-string; an unknown value is reported first', async () => {
    const body = JSON.stringify({ paymentIds: ['enc!!AAAA'] });
    const call = (value: string | null) => ({
      method: 'POST',
      path: ROOT,
      body,
      headers: { 'x-accept-fix': value },
    });
    await tpp.refused(call(null), 400, 'FORMAT_ERROR', 'HDR-9');
    await tpp.refused(call('longer-names'), 400, 'FORMAT_ERROR', 'HDR-9');
    await tpp.refused(call('longer-names, fewer-bugs'), 400, 'PARAMETER_NOT_SUPPORTED', 'HDR-9');
    await tpp.refused(call('longer-names, amount-as-string'), 400, 'RESOURCE_UNKNOWN', 'BSK-3');
  });
  it('HDR-1 to HDR-4, HDR-6, HDR-8, SIG-1, SIG-2: creating one needs the required headers, and takes every optional one', async () => {
    const body = JSON.stringify({ paymentIds: (await several(1)).map(idIn) });
    const call = (headers: Record<string, string | null>) => ({
      method: 'POST',
      path: ROOT,
      body,
      headers: { ...FIX, ...headers },
    });
    for (const [name, code, rule] of [
      ['x-accept-fix', 'FORMAT_ERROR', 'HDR-9'],
      ['X-Request-ID', 'FORMAT_ERROR', 'HDR-1'],
      ['TPP-Session-ID', 'FORMAT_ERROR', 'HDR-3'],
      ['TPP-Redirect-URI', 'FORMAT_ERROR', 'HDR-2'],
      ['TPP-Signature-Certificate', 'CERTIFICATE_MISSING', 'SIG-2'],
      ['PSU-ID', 'FORMAT_ERROR', 'HDR-5'],
      ['PSU-IP-Address', 'FORMAT_ERROR', 'HDR-7'],
    ] as const)
      await tpp.refused(call({ [name]: null }), 400, code, rule);
    const after = (headers: [string, string][]) => headers.filter(([name]) => name !== 'Signature');
    await tpp.refused({ ...call({}), after }, 400, 'SIGNATURE_MISSING', 'SIG-1');
    await tpp.refused(call({ 'PSU-ID': 'eirik' }), 400, 'FORMAT_ERROR', 'HDR-5');
    // Not one of the optional ones.
    const bare = await tpp.send(call({}));
    expect(bare.status, bare.text).toBe(201);
    await tpp.send({ method: 'DELETE', path: selfOf(bare) });
    const { agreements } = (await tpp.send({ path: '/v1/agreements' })).body;
    const optional = {
      Accept: 'application/json',
      'Accept-Charset': 'iso-8859-1, utf-8;q=0.5',
      'Accept-Encoding': 'gzip',
      'Accept-Language': 'nb-NO',
      'TPP-Redirect-Preferred': 'false',
      'PSU-Corporate-ID': String((agreements as { psuCorporateId: string }[])[0]?.psuCorporateId),
      'PSU-IP-Port': '49152',
      'PSU-User-Agent': 'Mozilla/5.0',
      'PSU-Accept': 'text/html',
      'PSU-Accept-Charset': 'utf-8',
      'PSU-Accept-Encoding': 'gzip',
      'PSU-Accept-Language': 'nb-NO',
      'PSU-HTTP-Method': 'POST',
      'PSU-Device-ID': '9a0f2c1e-6b7d-4c5e-8f3a-2d1b0c9e8f7a',
      'PSU-Geo-Location': 'GEO:59.9139,10.7522',
    };
    const whole = await tpp.send(call(optional));
    expect(whole.status, whole.text).toBe(201);
    expect(whole.headers['content-type']).toBe('application/json;charset=utf-8');
  });
  it('PSU-ID is required in every basket request, PSU-IP-Address to create and authorise a basket', async () => {
    const basket = await basketOf(await several(1));
    const without = { 'PSU-ID': null };
    for (const call of [
      { path: basket },
      { path: `${basket}/status` },
      { method: 'DELETE', path: basket },
      { method: 'POST', path: `${basket}/authorisations` },
    ])
      await tpp.refused({ ...call, headers: without }, 400, 'FORMAT_ERROR', 'HDR-5');
    const absent = { 'PSU-IP-Address': null };
    await tpp.refused(
      { method: 'POST', path: `${basket}/authorisations`, headers: absent },
      400,
      'FORMAT_ERROR',
      'HDR-7',
    );
    expect((await tpp.send({ path: basket, headers: absent })).status).toBe(200);
  });
  it('a PSU-ID that the bank never issued returns 401 with scaRedirect', async () => {
    tpp.psuId = '00000000-0000-4000-8000-000000000000';
    const { reply } = await tpp.refused({ path: `${ROOT}/x` }, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
    expect(reply.body._links?.['scaRedirect']).toBeDefined();
  });
});

describe('BSK-8 to BSK-10: approving a basket', () => {
  it('each payment is signed separately and its status is read with its own request', async () => {
    const paths = await several(3);
    const basket = await basketOf(paths);
    const query = await sign(tpp, basket);
    expect(query.get('psu-id')).toBe(tpp.psuId);
    expect((await tpp.send({ path: `${basket}/status` })).body).toEqual({ transactionStatus: 'ACTC' });
    for (const path of paths) expect(await statusOf(tpp, path)).toBe('PDNG');
    await control(test.bank, 'POST', '/control/batch');
    for (const path of paths) expect(await statusOf(tpp, path)).toBe('ACSC');
    expect((await tpp.send({ path: `${basket}/status` })).body).toEqual({ transactionStatus: 'ACTC' });
  });
  it('a payment without funds becomes ACCP and does not stop the others', async () => {
    // 100 GBP are 1,339.10 NOK, with a fee of 40.
    await leaveExactly(tpp, EIRIK, 137_910);
    const [first, second] = await several(2);
    const saved = await create(tpp, 'NCBCT', { debtorAccount: { bban: EIRIK_SAVINGS } });
    const basket = await basketOf([String(first), String(second), saved]);
    expect((await sign(tpp, basket)).has('psu-id')).toBe(true);
    expect(await statusOf(tpp, String(first))).toBe('PDNG');
    expect((await tpp.send({ path: `${second}/status` })).body).toMatchObject({
      transactionStatus: 'ACCP',
      fundsAvailable: false,
    });
    expect(await statusOf(tpp, saved)).toBe('PDNG');
    expect((await tpp.send({ path: `${basket}/status` })).body).toEqual({ transactionStatus: 'ACTC' });
    await control(test.bank, 'POST', '/control/clock', { advance: 'P5D' });
    expect(await statusOf(tpp, String(second))).toBe('RJCT');
    expect((await tpp.send({ path: `${basket}/status` })).body).toEqual({ transactionStatus: 'RJCT' });
  });
  it('a blocked account makes its payment and the basket RJCT; the others are signed', async () => {
    const [first] = await several(1);
    const blocked = await create(tpp, 'NCBCT', { debtorAccount: { bban: EIRIK_SAVINGS } });
    const basket = await basketOf([blocked, String(first)]);
    const id = await accountIn(tpp, EIRIK_SAVINGS);
    await control(test.bank, 'POST', `/control/accounts/${id}/permission`, {
      payments: false,
    });
    expect((await sign(tpp, basket)).has('psu-id')).toBe(true);
    expect(await statusOf(tpp, blocked)).toBe('RJCT');
    expect(await statusOf(tpp, String(first))).toBe('PDNG');
    expect((await tpp.send({ path: basket })).body).toMatchObject({ transactionStatus: 'RJCT' });
  });
  it('if no payment can be signed, the redirect reports a failure', async () => {
    const basket = await basketOf(await several(2));
    const query = await sign(tpp, basket, { nationalId: PEOPLE.ingrid });
    expect(query.get('code')).toBe('PAYMENT_FAILED');
    expect((await tpp.send({ path: `${basket}/status` })).body).toEqual({ transactionStatus: 'RCVD' });
    expect((await sign(tpp, basket)).has('psu-id')).toBe(true);
  });
  it('a payment above the limit is PATC until a second signer approves the basket', async () => {
    await tpp.consent({ nationalId: PEOPLE.eirik, context: 'CORPORATE', agreementId: await agreement() });
    const small = await create(tpp, 'NCBCT', { debtorAccount: { bban: FJELLHEIM } });
    const large = await create(tpp, 'NCBCT', {
      debtorAccount: { bban: FJELLHEIM },
      instructedAmount: { amount: '5000.00', currency: 'GBP' },
    });
    const basket = await basketOf([small, large]);
    await sign(tpp, basket, { nationalId: PEOPLE.eirik, context: 'CORPORATE' });
    expect(await statusOf(tpp, small)).toBe('PDNG');
    expect(await statusOf(tpp, large)).toBe('PATC');
    const waiting = (await tpp.send({ path: basket })).body;
    expect(waiting).toMatchObject({ transactionStatus: 'PATC' });
    expect(waiting._links?.['startAuthorisation']?.verbs).toEqual(['POST']);
    await sign(tpp, basket, { nationalId: PEOPLE.fjellheim, context: 'CORPORATE' });
    expect(await statusOf(tpp, large)).toBe('PDNG');
    expect((await tpp.send({ path: `${basket}/status` })).body).toEqual({ transactionStatus: 'ACTC' });
  });
  it('BSK-9: the status of a basket with one payment follows that payment', async () => {
    const [only] = await several(1);
    const basket = await basketOf([String(only)]);
    const status = async () => (await tpp.send({ path: `${basket}/status` })).body['transactionStatus'];
    expect(await status()).toBe('RCVD');
    await tpp.send({ method: 'DELETE', path: String(only) });
    expect(await status()).toBe('RJCT');
    expect((await tpp.send({ method: 'DELETE', path: basket })).status).toBe(204);
  });
  it('BSK-9: a stopped payment makes the basket RJCT, a held or released one does not', async () => {
    const paths = await several(2);
    const basket = await basketOf(paths);
    await sign(tpp, basket);
    const status = async () => (await tpp.send({ path: `${basket}/status` })).body['transactionStatus'];
    const operate = (action: string, path = '') =>
      control(test.bank, 'POST', `/control/payments/${encodeURIComponent(idIn(path))}/${action}`);
    await operate('hold', paths[0]);
    await operate('hold', paths[1]);
    expect(await status()).toBe('ACTC');
    await operate('release', paths[0]);
    expect(await status()).toBe('ACTC');
    await operate('stop', paths[1]);
    expect(await statusOf(tpp, String(paths[1]))).toBe('BLCK');
    expect(await status()).toBe('RJCT');
    await control(test.bank, 'POST', '/control/batch');
    expect(await statusOf(tpp, String(paths[0]))).toBe('ACSC');
    expect(await status()).toBe('RJCT');
  });
  it('BSK-7, SVC-8: an approved basket that is still RCVD can be deleted; its unsigned payment is free before and after', async () => {
    const fjellheim = { nationalId: PEOPLE.eirik, context: 'CORPORATE', agreementId: await agreement() };
    await tpp.consent(fjellheim);
    const signed = await create(tpp, 'NCBCT', { debtorAccount: { bban: FJELLHEIM } });
    const unsigned = await create(tpp, 'NCBCT', { debtorAccount: { bban: NORDLYS } });
    const basket = await basketOf([signed, unsigned]);
    await sign(tpp, basket, fjellheim);
    const read = (await tpp.send({ path: basket })).body;
    expect(read).toMatchObject({
      transactionStatus: 'RCVD',
      _links: { self: { verbs: ['GET', 'DELETE'] }, startAuthorisation: { verbs: ['POST'] } },
    });
    expect((await tpp.send({ path: unsigned })).body._links).toHaveProperty('startAuthorisation');
    expect((await tpp.send({ method: 'DELETE', path: basket })).status).toBe(204);
    await tpp.refused({ path: basket }, 404, 'RESOURCE_UNKNOWN', 'BSK-7');
    expect(await statusOf(tpp, signed)).toBe('PDNG');
    await basketOf([unsigned]);
  });
  it('an aborted SCA changes nothing', async () => {
    const [only] = await several(1);
    const basket = await basketOf([String(only)]);
    expect((await sign(tpp, basket, { decision: 'abort' })).get('status')).toBe('401');
    expect(await statusOf(tpp, String(only))).toBe('RCVD');
    expect((await tpp.send({ method: 'DELETE', path: basket })).status).toBe(204);
  });
  it('PAY-5: the authorisation of a basket has its own status', async () => {
    const basket = await basketOf(await several(1));
    const started = await tpp.send({ method: 'POST', path: `${basket}/authorisations` });
    const status = String(started.body._links?.['scaStatus']?.href);
    const read = await tpp.send({ path: status });
    expect([read.status, read.body]).toEqual([200, { scaStatus: 'started' }]);
    await tpp.refused({ path: `${basket}/authorisations/x` }, 404, 'RESOURCE_UNKNOWN', 'PAY-5');
  });
});

describe('BSK-9: the worst status counts, in whatever order the payments are', () => {
  /** Creates a payment with a certain status after Eirik has approved its basket for Fjellheim. */
  const payments = {
    ACTC: () => create(tpp, 'NCBCT', { debtorAccount: { bban: FJELLHEIM } }),
    PATC: () =>
      create(tpp, 'NCBCT', {
        debtorAccount: { bban: FJELLHEIM },
        instructedAmount: { amount: '5000.00', currency: 'GBP' },
      }),
    // Fjellheim may not pay from it, so it stays unsigned.
    RCVD: () => create(tpp, 'NCBCT', { debtorAccount: { bban: NORDLYS } }),
    RJCT: () => create(tpp, 'NCBCT', { debtorAccount: { iban: FJELLHEIM_EUR } }),
  };
  const own = { ACTC: 'PDNG', PATC: 'PATC', RCVD: 'RCVD', RJCT: 'RJCT' } as const;
  it.each([
    ['PATC', 'ACTC'],
    ['RCVD', 'ACTC'],
    ['RCVD', 'PATC'],
    ['RJCT', 'ACTC'],
    ['RJCT', 'PATC'],
    ['RJCT', 'RCVD'],
  ] as const)('%s is worse than %s', async (worse, better) => {
    const fjellheim = { nationalId: PEOPLE.eirik, context: 'CORPORATE', agreementId: await agreement() };
    await tpp.consent(fjellheim);
    for (const order of [
      [worse, better],
      [better, worse],
    ]) {
      const blocked = `/control/accounts/${await accountIn(tpp, FJELLHEIM_EUR.slice(4))}/permission`;
      const paths: string[] = [];
      for (const status of order) paths.push(await payments[status]());
      const basket = await basketOf(paths);
      await control(test.bank, 'POST', blocked, { payments: false });
      await sign(tpp, basket, fjellheim);
      await control(test.bank, 'POST', blocked, { payments: true });
      for (const [at, status] of order.entries())
        expect(await statusOf(tpp, String(paths[at]))).toBe(own[status]);
      expect((await tpp.send({ path: `${basket}/status` })).body).toEqual({ transactionStatus: worse });
      expect((await tpp.send({ path: basket })).body).toMatchObject({ transactionStatus: worse });
    }
  });
});

async function agreement(): Promise<string> {
  const { body } = await tpp.send({ path: '/v1/sandbox/agreements' });
  const list = body['agreements'] as { id: string; owner: string }[];
  return list.find(({ owner }) => owner === PEOPLE.fjellheim)?.id ?? '';
}

describe('BSK-5: production, and the quirk sandboxBasketProducts=all', () => {
  it.each(['production', 'sandbox'] as const)('%s accepts all single products', async (environment) => {
    const trust = [await testCa()];
    const bank = await memoryBank({
      quirks: { environment, sandboxBasketProducts: environment === 'sandbox' ? 'all' : 'NCBCT' },
      trust,
    });
    try {
      const other = new Tpp(bank, await makeIdentity());
      await other.consent();
      const paths: string[] = [];
      for (const product of ['NDCT', 'INDCTS', 'SCT', 'CBCT', 'NCBCT'] as const)
        paths.push(await create(other, product));
      const reply = await putTogether(paths, other);
      expect(reply.status, reply.text).toBe(201);
      await sign(other, selfOf(reply));
      expect(await statusOf(other, String(paths[0]))).toBe('PDNG');
      expect(await statusOf(other, String(paths[1]))).toBe('ACSC');
    } finally {
      await bank.stop();
    }
  });
  it('SIG-12: payments and baskets need the role PSP_PI in production', async () => {
    const bank = await memoryBank({ quirks: { environment: 'production' }, trust: [await testCa()] });
    try {
      const aisp = new Tpp(bank, await makeIdentity({ roles: ['PSP_AI'] }));
      const call = { method: 'POST', path: pathOfProduct('NDCT'), body: JSON.stringify(bodyOf('NDCT')) };
      await aisp.refused(call, 401, 'ROLE_INVALID', 'SIG-12');
      await aisp.refused({ path: `${ROOT}/x` }, 401, 'ROLE_INVALID', 'SIG-12');
      const pisp = new Tpp(bank, await makeIdentity({ roles: ['PSP_PI'] }));
      expect((await pisp.send(call)).status).toBe(201);
    } finally {
      await bank.stop();
    }
  });
});
