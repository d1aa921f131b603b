/** Companies: engagement limits and second signers (PAY-6a), payment permission (SCA-12), exemption (SCA-8). */
import { beforeEach, describe, expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import {
  accountIn,
  bodyOf,
  create,
  FJELLHEIM,
  moneyOf,
  NORDLYS,
  pathOfProduct,
  PEOPLE,
  post,
  reset,
  selfOf,
  sign,
  statusOf,
  EIRIK,
  leaveExactly,
} from '../support/payments.ts';
import { control, finishSca, scaIdOf, type Tpp } from '../support/tpp.ts';

// PATC is read here.
const test = useBank({ quirks: { domesticUnreadableBeforeApproval: false } });
beforeEach(() => reset(test.bank));

const nok = (amount: string) => ({
  instructedAmount: { amount, currency: 'NOK' },
  debtorAccount: { bban: FJELLHEIM },
});
const AS_EIRIK = { nationalId: PEOPLE.eirik, context: 'CORPORATE' };
const AS_FJELLHEIM = { nationalId: PEOPLE.fjellheim, context: 'CORPORATE' };

async function agreementOf(tpp: Tpp, number: string): Promise<string> {
  const { body } = await tpp.send({ path: '/v1/sandbox/agreements' });
  const found = (body['agreements'] as { id: string; owner: string }[]).find(({ owner }) => owner === number);
  return found?.id ?? '';
}

/** Adds an engagement, a person more or a limit. */
async function engage(tpp: Tpp, more: object): Promise<void> {
  const id = encodeURIComponent(await agreementOf(tpp, PEOPLE.fjellheim));
  const accounts = (await tpp.send({ path: '/v1/sandbox/accounts' })).body['accounts'] as {
    bban: string;
    iban: string;
  }[];
  const body = {
    account: { iban: accounts.find(({ bban }) => bban === FJELLHEIM)?.iban },
    roles: ['REGISTER', 'VIEW'],
    registerLimit: 0,
    approvalLimit: 0,
    ...more,
  };
  const reply = await post(tpp, `/v1/sandbox/agreements/${id}/engagements`, body);
  expect(reply.status, reply.text).toBe(201);
}

describe('PAY-6a: approvalLimit', () => {
  it('NOK 50,000, exactly the limit, needs one signer', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT', nok('50000.00'));
    await sign(tpp, path, AS_EIRIK);
    expect(await statusOf(tpp, path)).toBe('PDNG');
  });
  it("above the limit a payment is PATC until another PSU of the agreement approves, whatever that PSU's limit", async () => {
    const tpp = test.tpp();
    await engage(tpp, { customer: PEOPLE.ingrid, approvalLimit: 1 });
    const before = await moneyOf(tpp, FJELLHEIM);
    const path = await create(tpp, 'NDCT', nok('50000.01'));
    expect((await sign(tpp, path, AS_EIRIK)).has('psu-corporate-id')).toBe(true);
    const waiting = await tpp.send({ path: `${path}/status` });
    expect(waiting.body['transactionStatus']).toBe('PATC');
    expect(waiting.body._links?.['startAuthorisation']?.verbs).toEqual(['POST']);
    expect(waiting.body._links?.['self']?.verbs).toEqual(['GET', 'DELETE']);
    expect(await moneyOf(tpp, FJELLHEIM)).toEqual(before);
    await sign(tpp, path, { nationalId: PEOPLE.ingrid, context: 'CORPORATE' });
    expect(await statusOf(tpp, path)).toBe('PDNG');
    await control(test.bank, 'POST', '/control/batch');
    expect(await statusOf(tpp, path)).toBe('ACSC');
    expect((await moneyOf(tpp, FJELLHEIM)).booked).toBe(before.booked - 5_000_001);
  });
  it('approving twice leaves it PATC; a PSU of another agreement is not a second signer', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT', nok('60000.00'));
    await sign(tpp, path, AS_EIRIK);
    expect((await sign(tpp, path, AS_EIRIK)).has('psu-id')).toBe(true);
    expect(await statusOf(tpp, path)).toBe('PATC');
    const other = await sign(tpp, path, { nationalId: PEOPLE.nordlys, context: 'CORPORATE' });
    expect(other.get('code')).toBe('PAYMENT_FAILED');
    const alone = await sign(tpp, path, { nationalId: PEOPLE.eirik });
    expect(alone.get('code')).toBe('PAYMENT_FAILED');
    expect(await statusOf(tpp, path)).toBe('PATC');
    await sign(tpp, path, AS_FJELLHEIM);
    expect(await statusOf(tpp, path)).toBe('PDNG');
  });
  it('0 means no limit: the company itself approves any amount', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT', nok('700000.00'));
    await sign(tpp, path, AS_FJELLHEIM);
    expect(await statusOf(tpp, path)).toBe('PDNG');
  });
  it('other currencies count by their value in NOK', async () => {
    const tpp = test.tpp();
    const euros = (amount: string) => ({
      debtorAccount: { bban: FJELLHEIM },
      instructedAmount: { amount, currency: 'EUR' },
    });
    // 11.7435: 4257.67 EUR are 49,999.95 NOK, 4257.68 EUR are 50,000.07 NOK.
    const [below, above] = [
      await create(tpp, 'SCT', euros('4257.67')),
      await create(tpp, 'SCT', euros('4257.68')),
    ];
    await sign(tpp, below, AS_EIRIK);
    await sign(tpp, above, AS_EIRIK);
    expect(await statusOf(tpp, below)).toBe('PDNG');
    expect(await statusOf(tpp, above)).toBe('PATC');
  });
  it('a PATC payment can be deleted; an instant one settles with the second approval', async () => {
    const tpp = test.tpp();
    const deleted = await create(tpp, 'NDCT', nok('60000.00'));
    await sign(tpp, deleted, AS_EIRIK);
    expect((await tpp.send({ method: 'DELETE', path: deleted })).status).toBe(204);
    expect(await statusOf(tpp, deleted)).toBe('CANC');
    const instant = await create(tpp, 'INDCTS', nok('60000.00'));
    await sign(tpp, instant, AS_EIRIK);
    expect(await statusOf(tpp, instant)).toBe('PATC');
    await sign(tpp, instant, AS_FJELLHEIM);
    expect(await statusOf(tpp, instant)).toBe('ACSC');
  });
  it('the only agreement with the account is chosen automatically, otherwise by its id', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT', { ...nok('10.00'), debtorAccount: { bban: NORDLYS } });
    const wrong = await agreementOf(tpp, PEOPLE.fjellheim);
    expect((await sign(tpp, path, { ...AS_EIRIK, agreementId: wrong })).get('code')).toBe('PAYMENT_FAILED');
    const right = await agreementOf(tpp, PEOPLE.nordlys);
    const query = await sign(tpp, path, { ...AS_EIRIK, agreementId: right });
    expect(query.get('context')).toBe('CORPORATE');
    expect(await statusOf(tpp, path)).toBe('PDNG');
  });
});

describe('PAY-6a: registerLimit', () => {
  it('creating a payment above the limit with this PSU-ID returns 403 SERVICE_BLOCKED; exactly the limit is accepted', async () => {
    const tpp = test.tpp();
    await engage(tpp, { customer: PEOPLE.ingrid, registerLimit: 1000 });
    await tpp.consent({ nationalId: PEOPLE.ingrid, context: 'CORPORATE' });
    expect((await post(tpp, pathOfProduct('NDCT'), bodyOf('NDCT', nok('1000.00')))).status).toBe(201);
    const call = {
      method: 'POST',
      path: pathOfProduct('NDCT'),
      body: JSON.stringify(bodyOf('NDCT', nok('1000.01'))),
    };
    await tpp.refused(call, 403, 'SERVICE_BLOCKED', 'PAY-6a');
  });
  it('without PSU-ID at creation, the limit applies in the SCA', async () => {
    const tpp = test.tpp();
    await engage(tpp, { customer: PEOPLE.ingrid, registerLimit: 1000 });
    const path = await create(tpp, 'SCT', { debtorAccount: { bban: FJELLHEIM } });
    expect((await sign(tpp, path, { nationalId: PEOPLE.ingrid, context: 'CORPORATE' })).get('code')).toBe(
      'PAYMENT_FAILED',
    );
    expect(await statusOf(tpp, path)).toBe('RCVD');
  });
  it('with a PSU-ID at creation, it has been applied to this PSU, and not to another one who approves', async () => {
    const tpp = test.tpp();
    await engage(tpp, { customer: PEOPLE.ingrid, registerLimit: 1000 });
    await tpp.consent({ ...AS_EIRIK, agreementId: await agreementOf(tpp, PEOPLE.fjellheim) });
    const path = await create(tpp, 'SCT', { debtorAccount: { bban: FJELLHEIM } });
    await sign(tpp, path, { nationalId: PEOPLE.ingrid, context: 'CORPORATE' });
    expect(await statusOf(tpp, path)).toBe('PDNG');
  });
  it('a PSU with read access only cannot approve', async () => {
    const tpp = test.tpp();
    await engage(tpp, { customer: PEOPLE.ingrid, roles: ['VIEW'] });
    const path = await create(tpp, 'NDCT', nok('10.00'));
    const query = await sign(tpp, path, { nationalId: PEOPLE.ingrid, context: 'CORPORATE' });
    expect(query.get('code')).toBe('PAYMENT_FAILED');
  });
});

describe('SCA-12, PAY-5: permission to pay', () => {
  it('while withdrawn, the account is readable and payments from it return 403; once restored they are accepted', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const earlier = await create(tpp, 'SCT');
    const started = await tpp.send({ method: 'POST', path: `${earlier}/authorisations` });
    const id = await accountIn(tpp, EIRIK);
    const path = `/control/accounts/${id}/permission`;
    expect((await control(test.bank, 'POST', path, { payments: false })).body).toEqual({ payments: false });
    expect((await tpp.send({ path: `/v1/accounts/${id}/balances` })).status).toBe(200);
    const call = { method: 'POST', path: pathOfProduct('NDCT'), body: JSON.stringify(bodyOf('NDCT')) };
    await tpp.refused(call, 403, 'SERVICE_BLOCKED', 'SCA-12');
    const again = { method: 'POST', path: `${earlier}/authorisations` };
    await tpp.refused(again, 403, 'SERVICE_BLOCKED', 'SCA-12');
    const query = await finishSca(test.bank, scaIdOf(started));
    expect(query.get('code')).toBe('SERVICE_BLOCKED');
    expect(await statusOf(tpp, earlier)).toBe('RCVD');
    await control(test.bank, 'POST', path, { payments: true });
    await sign(tpp, earlier);
    expect(await statusOf(tpp, earlier)).toBe('PDNG');
    expect((await tpp.send(call)).status).toBe(201);
  });
  it('an unknown account and an invalid body are refused', async () => {
    expect(
      (await control(test.bank, 'POST', '/control/accounts/x/permission', { payments: false })).status,
    ).toBe(404);
    expect((await control(test.bank, 'POST', '/control/accounts/x/permission', {})).status).toBe(400);
  });
});

describe('SCA-8: exemption by the operator', () => {
  const exempt = async (path: string) => {
    const scenario = { when: { path, times: 1 }, then: { exemptSca: true } };
    expect((await control(test.bank, 'POST', '/control/scenarios', scenario)).status).toBe(201);
  };
  it('an exempted authorisation has scaStatus exempted, no scaRedirect and signs the payment', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const path = await create(tpp, 'NDCT');
    const asked = await tpp.send({ method: 'POST', path: `${path}/authorisations` });
    expect(asked.body['scaStatus'], 'only what is scripted is exempted').toBe('started');
    await exempt('/v1/payments/*/*/authorisations');
    const before = test.bank.journal(0).at(-1)?.seq ?? 0;
    const reply = await tpp.send({ method: 'POST', path: `${path}/authorisations` });
    expect(reply.status).toBe(201);
    const { authorisationId } = reply.body;
    const href = `${path}/authorisations/${encodeURIComponent(String(authorisationId))}`;
    expect(reply.body).toEqual({
      authorisationId,
      scaStatus: 'exempted',
      _links: { scaStatus: { href, verbs: ['GET'] } },
    });
    expect(reply.headers.location).toBe(href);
    const steps = test.bank.journal(before).map(({ event }) => event);
    expect(steps).toContainEqual(
      expect.objectContaining({
        subject: 'authorisation',
        to: 'exempted',
        why: 'The bank asks for no SCA, as the operator has scripted.',
      }),
    );
    expect(reply.headers['aspsp-sca-approach']).toBeUndefined();
    expect(await statusOf(tpp, path)).toBe('PDNG');
    const read = await tpp.send({ path: String(reply.body._links?.['scaStatus']?.href) });
    expect(read.body).toEqual({ scaStatus: 'exempted' });
  });
  it('PAY-8: an exempted payment without funds is refused, and with funds signed', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const paid = await create(tpp, 'INDCTS');
    await exempt('/v1/payments/*/*/authorisations');
    expect((await tpp.send({ method: 'POST', path: `${paid}/authorisations` })).status).toBe(201);
    await leaveExactly(tpp, EIRIK, 0);
    const path = await create(tpp, 'INDCTS');
    await exempt('/v1/payments/*/*/authorisations');
    await tpp.refused({ method: 'POST', path: `${path}/authorisations` }, 400, 'PAYMENT_FAILED', 'PAY-8');
  });
  it('without PSU-ID the PSU is unknown and the SCA takes place', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    await exempt('/v1/payments/*/*/authorisations');
    const reply = await tpp.send({ method: 'POST', path: `${path}/authorisations` });
    expect(reply.body['scaStatus']).toBe('started');
    for (const { id } of (await control(test.bank, 'GET', '/control/scenarios')).body['scenarios'] as {
      id: string;
    }[])
      await control(test.bank, 'DELETE', `/control/scenarios/${id}`);
  });
  it('SCA-10: a request that needs a valid session can be exempted', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    await control(test.bank, 'POST', '/control/clock', { advance: 'PT2H' });
    await tpp.refused({ path: '/v1/user' }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
    await exempt('/v1/agreements');
    expect((await tpp.send({ path: '/v1/agreements' })).status).toBe(200);
    await tpp.refused({ path: '/v1/agreements' }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
  });
  it('SCA-10, SCA-13: a user who is exempted is read in the context of the request', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    await tpp.consent({ ...AS_EIRIK, agreementId: await agreementOf(tpp, PEOPLE.fjellheim) });
    const corporate = tpp.corporateId;
    await control(test.bank, 'POST', '/control/clock', { advance: 'PT2H' });
    await exempt('/v1/user');
    expect((await tpp.send({ path: '/v1/user' })).body).toMatchObject({
      context: 'CORPORATE',
      psuCorporateId: corporate,
    });
    tpp.corporateId = null;
    tpp.sessionId = 'another';
    await exempt('/v1/user');
    const { body } = await tpp.send({ path: '/v1/user' });
    expect(body['context']).toBe('PRIVATE');
    expect(body).not.toHaveProperty('psuCorporateId');
  });
  it('PAY-5, PAY-6a: an exempted company payment is signed within the limits of its agreement', async () => {
    const tpp = test.tpp();
    await tpp.consent({ ...AS_EIRIK, agreementId: await agreementOf(tpp, PEOPLE.fjellheim) });
    const path = await create(tpp, 'SCT', { debtorAccount: { bban: FJELLHEIM } });
    await exempt('/v1/payments/*/*/authorisations');
    const reply = await tpp.send({ method: 'POST', path: `${path}/authorisations` });
    expect(reply.body['scaStatus'], reply.text).toBe('exempted');
    expect(await statusOf(tpp, path)).toBe('PDNG');
  });
});

it('SCA-2: an SCA scripted to fail signs nothing', async () => {
  const tpp = test.tpp();
  const failSca = { system: 'core', status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Down' };
  await control(test.bank, 'POST', '/control/scenarios', {
    when: { times: 1, method: 'POST', path: '/v1/payments/*/*/authorisations' },
    then: { failSca },
  });
  const path = selfOf(await post(tpp, pathOfProduct('SCT'), bodyOf('SCT')));
  expect((await sign(tpp, path)).get('system')).toBe('core');
  expect(await statusOf(tpp, path)).toBe('RCVD');
});
