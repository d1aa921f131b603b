/** The contexts of a PSU over HTTPS: each has consents of its own, and one session is for all (HDR-6, SCA-5, SCA-10, SCA-13, SCA-14). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accountsSchema, agreementsSchema, userSchema } from '../../shared/xs2a/schemas.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { bodyOf, EIRIK, NORDLYS, pathOfProduct, PEOPLE, post } from '../support/payments.ts';
import { advance, control, finishSca, type Reply, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank({ psuHttp: true });
const { newTpp } = test;
const ACCOUNTS = { path: '/v1/accounts' };
const CORPORATE = { context: 'CORPORATE' };

async function agreementsOf(tpp: Tpp) {
  return agreementsSchema.parse((await tpp.send({ path: '/v1/agreements' })).body).agreements;
}

async function ownersOf(tpp: Tpp): Promise<string[]> {
  const reply = await tpp.send(ACCOUNTS);
  expect(reply.status, reply.text).toBe(200);
  return [...new Set(accountsSchema.parse(reply.body).accounts.map(({ ownerName }) => ownerName))];
}

/** Acts in one context from now on. */
function actAs(tpp: Tpp, sessionId: string, corporateId: string | null): void {
  tpp.sessionId = sessionId;
  tpp.corporateId = corporateId;
}

/** A request that needs a valid session in its context, and no agreement to be chosen: transactions older than 90 days. */
async function oldListing(tpp: Tpp): Promise<Reply> {
  const { accounts } = accountsSchema.parse((await tpp.send(ACCOUNTS)).body);
  const path = accounts[0]?._links['transactions']?.href;
  return tpp.send({ path: `${path}?bookingStatus=booked&dateFrom=2026-01-01` });
}

describe('HDR-6, SCA-5: each context has consents of its own; a PSU has one session with a TPP', () => {
  it('an SCA in another context ends the session, and leaves the consent', async () => {
    const tpp = await newTpp();
    tpp.sessionId = 'one';
    await tpp.consent();
    tpp.sessionId = 'two';
    await tpp.consent({ ...CORPORATE, agreementId: (await theirAgreements()).fjellheim });
    const { corporateId } = tpp;
    expect(await ownersOf(tpp)).toEqual(['Fjellheim Bygg AS']);
    expect((await oldListing(tpp)).status).toBe(200);
    actAs(tpp, 'one', null);
    expect(await ownersOf(tpp)).toEqual(['Eirik Solbakken']);
    expect((await oldListing(tpp)).status).toBe(401);
    // And back.
    tpp.sessionId = 'three';
    await tpp.consent();
    expect((await oldListing(tpp)).status).toBe(200);
    actAs(tpp, 'two', corporateId);
    expect(await ownersOf(tpp)).toEqual(['Fjellheim Bygg AS']);
    expect((await oldListing(tpp)).status).toBe(401);
  });
  it('a TPP-Session-ID has the context of its last SCA', async () => {
    const tpp = await newTpp();
    tpp.sessionId = 'one';
    await tpp.consent();
    await tpp.consent({ ...CORPORATE, agreementId: (await theirAgreements()).fjellheim });
    const { corporateId } = tpp;
    expect((await oldListing(tpp)).status).toBe(200);
    actAs(tpp, 'one', null);
    await tpp.refused(ACCOUNTS, 400, 'CORPORATE_ID_INVALID', 'HDR-6');
    tpp.psuId = null;
    await tpp.consent();
    expect((await oldListing(tpp)).status).toBe(200);
    actAs(tpp, 'one', corporateId);
    expect(await ownersOf(tpp)).toEqual(['Fjellheim Bygg AS']);
    expect((await oldListing(tpp)).status).toBe(401);
  });
  it('SCA-5: an aborted SCA in another context leaves the session valid', async () => {
    const tpp = await newTpp();
    tpp.sessionId = 'one';
    await tpp.consent();
    tpp.sessionId = 'two';
    const asked = await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' });
    await finishSca(test.bank, scaIdOf(asked), { context: 'CORPORATE', decision: 'abort' });
    tpp.sessionId = 'one';
    expect((await oldListing(tpp)).status).toBe(200);
  });
  it('each agreement is a context of its own', async () => {
    const tpp = await newTpp();
    const { fjellheim, nordlys } = await theirAgreements();
    tpp.sessionId = 'one';
    await tpp.consent({ ...CORPORATE, agreementId: fjellheim });
    const first = tpp.corporateId;
    tpp.sessionId = 'two';
    await tpp.consent({ ...CORPORATE, agreementId: nordlys });
    expect((await oldListing(tpp)).status).toBe(200);
    expect(await ownersOf(tpp)).toEqual(['Nordlys Elektro AS']);
    // The session of one context is none in another.
    actAs(tpp, 'two', first);
    expect(await ownersOf(tpp)).toEqual(['Fjellheim Bygg AS']);
    expect((await oldListing(tpp)).status).toBe(401);
  });
  it('SCA-10: revoking the consent of one context leaves the other', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    tpp.sessionId = 'corporate';
    await tpp.consent({ ...CORPORATE, agreementId: (await theirAgreements()).nordlys });
    const { body } = await control(test.bank, 'GET', '/control/consents');
    const own = (
      body['consents'] as { id: string; tpp: string; context: string; psuCorporateId: string | null }[]
    ).filter((consent) => consent.tpp === tpp.identity.tppId);
    expect(own.map(({ context, psuCorporateId }) => [context, psuCorporateId])).toEqual([
      ['PRIVATE', null],
      ['CORPORATE', tpp.corporateId],
    ]);
    await control(test.bank, 'POST', `/control/consents/${encodeURIComponent(own[1]?.id ?? '')}/revoke`);
    const { text } = await tpp.refused(ACCOUNTS, 401, 'CONSENT_INVALID', 'SCA-10');
    expect(text).toContain('revoked');
    actAs(tpp, 'private', null);
    expect(await ownersOf(tpp)).toEqual(['Eirik Solbakken']);
  });
});

it('HDR-6: a PSU with one agreement acts under it, and not under that of somebody else', async () => {
  const tpp = await newTpp();
  await tpp.consent();
  const [, nordlys] = await agreementsOf(tpp);
  await tpp.consent({ ...CORPORATE, nationalId: PEOPLE.fjellheim });
  expect(await ownersOf(tpp)).toEqual(['Fjellheim Bygg AS']);
  tpp.corporateId = nordlys?.psuCorporateId ?? null;
  await tpp.refused(ACCOUNTS, 400, 'CORPORATE_ID_INVALID', 'HDR-6');
});

describe('HDR-6, SCA-14: an id chosen from the agreements', () => {
  it('opens nothing yet, but returns 401 with an scaRedirect in that context, never 400', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const [, nordlys] = await agreementsOf(tpp);
    tpp.corporateId = nordlys?.psuCorporateId ?? null;
    const { explanation } = await tpp.refused(
      { path: '/v1/card-accounts' },
      401,
      'CONSENT_INVALID',
      'SCA-10',
    );
    expect(explanation.hint).toContain('There is a consent for the PSU, and');
    await tpp.refused({ path: '/v1/user' }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
    const { reply } = await tpp.refused(ACCOUNTS, 401, 'CONSENT_INVALID', 'SCA-10');
    // The control listener takes the context and agreement of the request, unless it is told others.
    const done = await control(test.bank, 'POST', `/control/sca/${encodeURIComponent(scaIdOf(reply))}`, {
      nationalId: PEOPLE.eirik,
      decision: 'approve',
    });
    const query = new URL(String(done.body['redirectUri'])).searchParams;
    expect([query.get('context'), query.get('psu-corporate-id')]).toEqual(['CORPORATE', tpp.corporateId]);
    expect(await ownersOf(tpp)).toEqual(['Nordlys Elektro AS']);
    actAs(tpp, 'another', null);
    expect(await ownersOf(tpp)).toEqual(['Eirik Solbakken']);
  });
  it('payments and requests for consent accept it, and their SCA page opens with that context chosen', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const [, nordlys] = await agreementsOf(tpp);
    tpp.corporateId = nordlys?.psuCorporateId ?? null;
    const authorise = async (changes: object) => {
      const made = await post(tpp, pathOfProduct('SCT'), { ...bodyOf('SCT'), ...changes });
      expect(made.status, made.text).toBe(201);
      return { method: 'POST', path: `${made.body._links?.['self']?.href}/authorisations` };
    };
    const ofEirik = await authorise({});
    const authorisation = await authorise({ debtorAccount: { bban: NORDLYS } });
    for (const call of [{ method: 'POST', path: '/v1/bank-offered-consents' }, authorisation]) {
      const page = await chosenCapacity(await tpp.send(call), PEOPLE.eirik);
      expect(page).toBe((await theirAgreements()).nordlys);
      // Somebody else, without that agreement, begins with what they have.
      expect(await chosenCapacity(await tpp.send(call), PEOPLE.ingrid)).toBe('PRIVATE');
    }
    // In that context, it could only fail: the account is his own.
    expect(await chosenCapacity(await tpp.send(ofEirik), PEOPLE.eirik)).toBe('PRIVATE');
    tpp.corporateId = null;
    expect(await chosenCapacity(await tpp.send(ofEirik), PEOPLE.eirik)).toBe('PRIVATE');
  });
  it('SCA-13: a PISP reads the user in that context after an SCA', async () => {
    const tpp = await newTpp();
    tpp.psuId = (await finishSca(test.bank, scaIdOf(await tpp.send({ path: '/v1/user' })))).get('psu-id');
    const [fjellheim] = await agreementsOf(tpp);
    tpp.corporateId = fjellheim?.psuCorporateId ?? null;
    const { reply } = await tpp.refused({ path: '/v1/user' }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
    await finishSca(test.bank, scaIdOf(reply), { context: null });
    expect(userSchema.parse((await tpp.send({ path: '/v1/user' })).body)).toMatchObject({
      context: 'CORPORATE',
      psuCorporateId: tpp.corporateId,
    });
    // The session is corporate now.
    tpp.corporateId = null;
    await tpp.refused({ path: '/v1/user' }, 400, 'CORPORATE_ID_INVALID', 'HDR-6');
  });
});

describe('HDR-6: 400 CORPORATE_ID_INVALID', () => {
  const expectInvalid = (tpp: Tpp, path = '/v1/accounts') =>
    tpp.refused({ path }, 400, 'CORPORATE_ID_INVALID', 'HDR-6');

  it('an id that is no agreement of this PSU', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const [fjellheim] = await agreementsOf(tpp);
    for (const id of [randomUUID(), 'fjellheim', (await theirAgreements()).fjellheim]) {
      tpp.corporateId = id ?? '';
      await expectInvalid(tpp);
    }
    const other = await newTpp();
    await other.consent();
    other.corporateId = fjellheim?.psuCorporateId ?? null;
    await expectInvalid(other);
    // The same TPP, but a PSU without an engagement.
    tpp.corporateId = null;
    await tpp.consent({ nationalId: PEOPLE.ingrid });
    tpp.corporateId = fjellheim?.psuCorporateId ?? null;
    await expectInvalid(tpp);
  });
  it('no id, where the SCA of this TPP-Session-ID was corporate, even if it has expired or been replaced', async () => {
    const bank = await memoryBank();
    try {
      const tpp = await newTpp(bank);
      await tpp.consent();
      tpp.sessionId = 'corporate';
      const nationalId = PEOPLE.eirik;
      await tpp.consent({ ...CORPORATE, nationalId, agreementId: (await theirAgreements()).fjellheim });
      const { corporateId } = tpp;
      actAs(tpp, 'corporate', null);
      expect((await expectInvalid(tpp)).text).toContain('this TPP-Session-ID was in CORPORATE context');
      const payment = { method: 'POST', path: pathOfProduct('NDCT'), body: JSON.stringify(bodyOf('NDCT')) };
      await tpp.refused(payment, 400, 'CORPORATE_ID_INVALID', 'HDR-6');
      await advance(bank, 'PT2H');
      await expectInvalid(tpp);
      actAs(tpp, 'another', corporateId);
      await tpp.consent({ ...CORPORATE, agreementId: (await theirAgreements()).fjellheim });
      actAs(tpp, 'corporate', null);
      await expectInvalid(tpp);
      // A session of its own needs no id: the private consent holds.
      tpp.sessionId = 'third';
      expect(await ownersOf(tpp)).toEqual(['Eirik Solbakken']);
    } finally {
      await bank.stop();
    }
  });
  it('no id, where the PSU has never done a private SCA with this TPP', async () => {
    const tpp = await newTpp();
    await tpp.consent({ ...CORPORATE, nationalId: PEOPLE.fjellheim });
    actAs(tpp, 'new', null);
    expect((await expectInvalid(tpp)).text).toContain('in CORPORATE context only');
  });
  it('SCA-14: only agreements are excepted, because the id is chosen there', async () => {
    const tpp = await newTpp();
    await tpp.consent({ ...CORPORATE, nationalId: PEOPLE.fjellheim });
    const { corporateId } = tpp;
    for (const id of [null, randomUUID()]) {
      tpp.corporateId = id;
      for (const path of ['/v1/user', '/v1/users']) await expectInvalid(tpp, path);
      expect((await agreementsOf(tpp)).map(({ psuCorporateId }) => psuCorporateId)).toEqual([corporateId]);
    }
  });
});

describe('HDR-6, SCA-11: consents that the PSU gives at the bank have a context too', () => {
  const grant = (tpp: Tpp, changes: object) =>
    control(test.bank, 'POST', '/control/consents', {
      nationalId: PEOPLE.eirik,
      tpp: tpp.identity.tppId,
      ...changes,
    });

  it('an agreement shares its own accounts, and nothing in the private context', async () => {
    const tpp = await newTpp();
    await tpp.consent({ accounts: [await idOf(EIRIK)] });
    const [fjellheim] = await agreementsOf(tpp);
    const { fjellheim: agreementId } = await theirAgreements();
    expect((await grant(tpp, {})).body).toMatchObject({ context: 'PRIVATE', psuCorporateId: null });
    for (const id of [agreementId, fjellheim?.psuCorporateId]) {
      expect(await grant(tpp, { agreementId: id })).toMatchObject({
        status: 201,
        body: { context: 'CORPORATE', psuCorporateId: fjellheim?.psuCorporateId },
      });
    }
    expect((await grant(tpp, { agreementId: 'enc!!none' })).status).toBe(400);
    expect((await grant(tpp, { agreementId, accounts: [await idOf(EIRIK)] })).status).toBe(400);
    expect(await ownersOf(tpp)).toEqual(['Eirik Solbakken']);
    tpp.corporateId = fjellheim?.psuCorporateId ?? null;
    expect(await ownersOf(tpp)).toEqual(['Fjellheim Bygg AS']);
    const page = await (await fetch(`${test.bank.psuBaseUrl}/bank?nationalId=${PEOPLE.eirik}`)).text();
    expect(page).toContain('<b>Fjordpay AS for Fjellheim Bygg AS</b>, since 20 November 2026');
  });
});

it("HDR-6: the operator's view names the context of consents and sessions", async () => {
  const bank = await memoryBank();
  try {
    const tpp = await newTpp(bank);
    await tpp.consent();
    await advance(bank, 'PT1S');
    await tpp.consent({ ...CORPORATE, agreementId: (await theirAgreements()).nordlys });
    const { consents, sessions } = bank.inspection.overview('');
    const contexts = (rows: readonly { context: string; agreement: string | null }[]) =>
      rows.map(({ context, agreement }) => [context, agreement]);
    const both = [
      ['PRIVATE', null],
      ['CORPORATE', 'Nordlys Elektro AS, corporate agreement'],
    ];
    expect(contexts(consents)).toEqual(both);
    // SCA-5: the private one has been replaced.
    expect(contexts(sessions)).toEqual(both.slice(1));
    expect(sessions.map(({ id }) => id)).toEqual([tpp.sessionId]);
    bank.operator.expireSession(tpp.sessionId);
    expect(bank.inspection.overview('').sessions.every(({ endsAt }) => endsAt <= bank.now())).toBe(true);
  } finally {
    await bank.stop();
  }
});

/** The ids of the companies' agreements in the sandbox. */
async function theirAgreements(): Promise<Record<'fjellheim' | 'nordlys', string | undefined>> {
  const { body } = await test.tpp().send({ path: '/v1/sandbox/customers' });
  const customers = body['customers'] as { customerNumber: string; agreements: { id: string }[] }[];
  const of = (number: string) =>
    customers.find(({ customerNumber }) => customerNumber === number)?.agreements[0]?.id;
  return { fjellheim: of(PEOPLE.fjellheim), nordlys: of(PEOPLE.nordlys) };
}

async function idOf(bban: string): Promise<string> {
  const { body } = await test.tpp().send({ path: '/v1/sandbox/accounts' });
  return (body['accounts'] as { id: string; bban: string }[]).find((one) => one.bban === bban)?.id ?? '';
}

/** What the second SCA page has chosen for a person. */
async function chosenCapacity(reply: Reply, nationalId: string): Promise<string | undefined> {
  const page = await fetch(reply.body._links?.['scaRedirect']?.href ?? '', {
    method: 'POST',
    body: new URLSearchParams({ nationalId, step: 'identify' }),
  });
  const fields = Array.from((await page.text()).matchAll(/name="capacity"\s+value="([^"]+)"([^>]*)>/g));
  return (fields.length === 1 ? fields[0] : fields.find(([, , rest = '']) => rest.includes('checked')))?.[1];
}
