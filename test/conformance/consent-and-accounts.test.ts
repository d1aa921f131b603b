/** SCA, consent, accounts, balances and the sandbox, over HTTPS (SCA-1 to SCA-11, AIS-1, AIS-2, LIM-1 to LIM-4, SBX-1, SBX-2, VER-1, VER-2). */
import { describe, expect, it } from 'vitest';
import { isBban, isIdentityNumber } from '../../shared/norway/numbers.ts';
import {
  accountsSchema,
  agreementsSchema,
  balancesSchema,
  customersSchema,
} from '../../shared/xs2a/schemas.ts';
import { errorSchema } from '../../shared/xs2a/refusals.ts';
import { memoryBank, NOON, useBank, withBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { EIRIK_SAVINGS } from '../support/payments.ts';
import { advance, control, finishSca, REDIRECT_URI, scaIdOf, Tpp } from '../support/tpp.ts';
import { DAY } from '../../shared/time.ts';

const test = useBank();
const { newTpp } = test;
const ACCOUNTS = { path: '/v1/accounts' };
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
/** RFC 4122, 4.1: with a version and the variant. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function accountsOf(tpp: Tpp) {
  return accountsSchema.parse((await tpp.send({ path: '/v1/accounts?withBalance=true' })).body).accounts;
}

const balancesPath = (id: string | undefined) => `/v1/accounts/${encodeURIComponent(id ?? '')}/balances`;

describe('SCA-9: requesting consent', () => {
  it('the response contains scaRedirect and nothing else', async () => {
    const reply = await test.tpp().send(CONSENT);
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body)).toEqual(['_links']);
    expect(Object.keys(reply.body._links ?? {})).toEqual(['scaRedirect']);
    expect(reply.headers.location).toBe(reply.body._links?.['scaRedirect']?.href);
    expect(reply.headers['aspsp-sca-approach']).toBe('REDIRECT');
  });
  it('the old path ignores the body and names its successor', async () => {
    for (const body of ['{"access":{}}', 'no json at all', '']) {
      const reply = await test.tpp().send({ ...CONSENT, path: '/v1/consents', body });
      expect(reply.status).toBe(201);
      expect(reply.headers['deprecation']).toBe('true');
      expect(reply.headers['link']).toBe('</v1/bank-offered-consents>; rel="successor-version"');
      expect(Object.keys(reply.body)).toEqual(['_links']);
      expect(Object.keys(reply.body._links ?? {})).toEqual(['scaRedirect']);
    }
    // The PSU decides which accounts are shared, whatever the body asks for.
    const tpp = await newTpp();
    const body = JSON.stringify({ access: { accounts: [{ bban: EIRIK_SAVINGS }] } });
    const asked = await tpp.send({ ...CONSENT, path: '/v1/consents', body });
    tpp.psuId = (await finishSca(test.bank, scaIdOf(asked))).get('psu-id');
    expect((await accountsOf(tpp)).map(({ name }) => name)).toEqual(['Brukskonto', 'Sparekonto']);
  });
});

describe('SCA-1, SCA-2: the redirect', () => {
  it('success appends its parameters to an existing query', async () => {
    const tpp = await newTpp();
    const asked = await tpp.send({
      ...CONSENT,
      headers: { 'TPP-Redirect-URI': 'https://tpp.example/return?keep=1#end' },
    });
    const done = await control(test.bank, 'POST', `/control/sca/${encodeURIComponent(scaIdOf(asked))}`, {
      nationalId: test.bank.inspection.somebody()?.nationalId,
      decision: 'approve',
    });
    const url = new URL(String(done.body['redirectUri']));
    expect([...url.searchParams.keys()]).toEqual(['keep', 'psu-id', 'tpp-session-id', 'context']);
    expect(url.searchParams.get('psu-id')).toMatch(UUID);
    expect(url.searchParams.get('tpp-session-id')).toBe(tpp.sessionId);
    expect(url.searchParams.get('context')).toBe('PRIVATE');
    expect(url.hash).toBe('#end');
  });
  it('a corporate context adds psu-corporate-id', async () => {
    const tpp = await newTpp();
    const nationalId = (await customers()).find(
      (customer) => customer.customerType === 'CORPORATE',
    )?.customerNumber;
    const query = await tpp.consent({ nationalId, context: 'CORPORATE' });
    for (const id of ['psu-id', 'psu-corporate-id']) expect(query.get(id)).toMatch(UUID);
    expect(query.get('context')).toBe('CORPORATE');
    expect((await accountsOf(tpp)).map((account) => account.ownerName)).toEqual([
      'Fjellheim Bygg AS',
      'Fjellheim Bygg AS',
    ]);
  });
  it('an abort returns status, code and message, URL-encoded', async () => {
    const scaId = scaIdOf(await test.tpp().send(CONSENT));
    const done = await control(test.bank, 'POST', `/control/sca/${encodeURIComponent(scaId)}`, {
      decision: 'abort',
    });
    expect(done.body['redirectUri']).toBe(
      `${REDIRECT_URI}?status=401&code=PSU_CREDENTIALS_INVALID&message=The%20PSU%20aborted%20the%20authentication.`,
    );
  });
  it("a server error adds system; every character of the bank's message is URL-encoded", async () => {
    const failSca = {
      system: 'Kjerne & co',
      status: 503,
      code: 'A=B',
      message: '100 % + ø?#\ud83c\udf89 \ud800',
    };
    const when = { path: '/v1/bank-offered-consents', times: 1 };
    expect((await control(test.bank, 'POST', '/control/scenarios', { when, then: { failSca } })).status).toBe(
      201,
    );
    const scaId = scaIdOf(await test.tpp().send(CONSENT));
    const done = await control(test.bank, 'POST', `/control/sca/${encodeURIComponent(scaId)}`, {
      nationalId: test.bank.inspection.somebody()?.nationalId,
      decision: 'approve',
    });
    expect(done.body['redirectUri']).toBe(
      `${REDIRECT_URI}?system=Kjerne%20%26%20co&status=503&code=A%3DB&message=100%20%25%20%2B%20%C3%B8%3F%23%F0%9F%8E%89%20%EF%BF%BD`,
    );
  });
  it('a TPP-Session-ID with special characters cannot add parameters', async () => {
    const tpp = await newTpp();
    tpp.sessionId = 'a&context=CORPORATE#b c+d%41';
    const query = await tpp.consent();
    expect([...query.keys()]).toEqual(['psu-id', 'tpp-session-id', 'context']);
    expect(query.get('tpp-session-id')).toBe(tpp.sessionId);
  });
});

it('SCA-3, HDR-5: psu-id stays the same for a TPP and PSU, also after a reset, and differs between TPPs', async () => {
  const bank = await memoryBank();
  try {
    const tpp = new Tpp(bank, test.identity);
    await tpp.consent();
    const first = tpp.psuId;
    await tpp.consent();
    expect(tpp.psuId).toBe(first);
    await control(bank, 'POST', '/control/reset');
    await tpp.refused(ACCOUNTS, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
    tpp.psuId = null;
    await tpp.consent();
    expect(tpp.psuId).toBe(first);
    const other = new Tpp(bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-OTHER' }));
    await other.consent();
    expect(other.psuId).not.toBe(first);
  } finally {
    await bank.stop();
  }
});

it('SCA-3: with the snapshot of another bank, psu-ids are those that it has given, at once', async () => {
  const [from, to] = await Promise.all([memoryBank(), memoryBank()]);
  try {
    const [there, here] = [new Tpp(from, test.identity), new Tpp(to, test.identity)];
    await there.consent();
    await here.consent();
    expect(here.psuId).not.toBe(there.psuId);
    const { body } = await control(from, 'GET', '/control/snapshot');
    expect((await control(to, 'PUT', '/control/snapshot', body)).status).toBe(200);
    here.psuId = there.psuId;
    await here.consent();
    expect(here.psuId).toBe(there.psuId);
  } finally {
    await Promise.all([from.stop(), to.stop()]);
  }
});

describe('SCA-6: an scaRedirect works once, within 15 minutes', () => {
  const finish = (id: string, decision = 'approve') =>
    control(test.bank, 'POST', `/control/sca/${encodeURIComponent(id)}`, {
      nationalId: test.bank.inspection.somebody()?.nationalId,
      decision,
    });
  it('a used scaRedirect returns 409 and changes nothing', async () => {
    const id = scaIdOf(await (await newTpp()).send(CONSENT));
    expect((await finish(id)).status).toBe(200);
    const consents = await control(test.bank, 'GET', '/control/consents');
    expect((await finish(id)).status).toBe(409);
    expect(await control(test.bank, 'GET', '/control/consents')).toEqual(consents);
  });
  it('works at 15 minutes and not one second later', async () => {
    const [one, two] = [
      scaIdOf(await (await newTpp()).send(CONSENT)),
      scaIdOf(await (await newTpp()).send(CONSENT)),
    ];
    await advance(test.bank, 'PT15M');
    expect((await finish(one)).status).toBe(200);
    await advance(test.bank, 'PT1S');
    expect((await finish(two)).status).toBe(409);
  });
  it('an unknown one returns 404; bad input returns 400 and does not use it up', async () => {
    expect((await finish('enc!!none')).status).toBe(404);
    const id = scaIdOf(await (await newTpp()).send(CONSENT));
    for (const body of [
      { decision: 'perhaps' },
      { decision: 'approve', nationalId: '1' },
      { decision: 'approve', nationalId: test.bank.inspection.somebody()?.nationalId, accounts: ['enc!!x'] },
    ]) {
      expect((await control(test.bank, 'POST', `/control/sca/${encodeURIComponent(id)}`, body)).status).toBe(
        400,
      );
    }
    expect((await finish(id)).status).toBe(200);
  });
});

describe('SCA-10, SCA-11, VER-2: consent', () => {
  it('AIS-9: without it, neither accounts nor cards can be read, and the refusal names the context', async () => {
    const tpp = await newTpp();
    await finishSca(test.bank, scaIdOf(await tpp.send({ path: '/v1/user' }))).then((query) => {
      tpp.psuId = query.get('psu-id');
    });
    const paths = ['/v1/accounts', '/v1/card-accounts'].flatMap((path) => [
      path,
      `${path}/x`,
      `${path}/x/balances`,
      `${path}/x/transactions?bookingStatus=booked`,
    ]);
    for (const path of [...paths, '/v1/accounts/x/transactions/y']) {
      const { text } = await tpp.refused({ path }, 401, 'CONSENT_INVALID', 'SCA-10');
      expect(text).toBe('The PSU has not given this TPP consent. Follow scaRedirect.');
    }
    const { agreements } = agreementsSchema.parse((await tpp.send({ path: '/v1/agreements' })).body);
    tpp.corporateId = agreements[0]?.psuCorporateId ?? null;
    const { text } = await tpp.refused(ACCOUNTS, 401, 'CONSENT_INVALID', 'SCA-10');
    expect(text).toBe('The PSU has not given this TPP consent under this agreement. Follow scaRedirect.');
  });
  it('consent is valid for exactly 180 days, then requests return 401 CONSENT_EXPIRED with scaRedirect', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    await advance(test.bank, 'P180D');
    expect((await tpp.send(ACCOUNTS)).status).toBe(200);
    await advance(test.bank, 'PT1S');
    const { reply } = await tpp.refused(ACCOUNTS, 401, 'CONSENT_EXPIRED', 'SCA-10');
    await finishSca(test.bank, scaIdOf(reply));
    expect((await tpp.send(ACCOUNTS)).status).toBe(200);
  });
  it('before 1 October 2023 in Oslo, consent is valid for 90 days', async () => {
    const bank = await memoryBank({ clock: Date.parse('2023-07-02T21:59:58Z') });
    try {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      await advance(bank, 'P90D');
      expect((await tpp.send(ACCOUNTS)).status).toBe(200);
      await advance(bank, 'PT1S');
      const { text } = await tpp.refused(ACCOUNTS, 401, 'CONSENT_EXPIRED', 'SCA-10');
      expect(text).toContain('older than 90 days');
      // It is 23:59:59 on 30 September. From midnight on, 180 days hold.
      await advance(bank, 'PT1S');
      expect((await tpp.send(ACCOUNTS)).status).toBe(200);
    } finally {
      await bank.stop();
    }
  });
  it('the PSU revokes it at the bank: 401 with scaRedirect until a new consent, or 403 with the quirk', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const consents = (await control(test.bank, 'GET', '/control/consents')).body['consents'] as {
      id: string;
      tpp: string;
    }[];
    const id = consents.find((consent) => consent.tpp === tpp.identity.tppId)?.id ?? '';
    const revoke = () => control(test.bank, 'POST', `/control/consents/${encodeURIComponent(id)}/revoke`);
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(404);
    const { reply, text } = await tpp.refused(ACCOUNTS, 401, 'CONSENT_INVALID', 'SCA-10');
    expect(text).toBe(
      'The PSU has revoked the consent at the bank. Follow scaRedirect to ask for a new one.',
    );
    expect(reply.headers['aspsp-sca-approach']).toBe('REDIRECT');
    expect(test.bank.operator.setQuirk('revokedConsent', '403').done).toBe(true);
    const blunt = await tpp.refused(ACCOUNTS, 403, 'CONSENT_UNKNOWN', 'SCA-10');
    expect(blunt.reply.body._links).toBeUndefined();
    test.bank.operator.setQuirk('revokedConsent', '401');
    await finishSca(test.bank, scaIdOf(reply));
    expect((await tpp.send(ACCOUNTS)).status).toBe(200);
  });
  it('a revoked consent stays revoked after 180 days', async () => {
    const bank = await memoryBank();
    try {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      const [consent] = bank.inspection.consents();
      bank.operator.revokeConsent(consent?.id ?? '');
      await advance(bank, 'P181D');
      await tpp.refused(ACCOUNTS, 401, 'CONSENT_INVALID', 'SCA-10');
    } finally {
      await bank.stop();
    }
  });
  it('AIS-1: a new consent replaces the accounts of the old one; an aborted SCA leaves them unchanged', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const [first, second] = await accountsOf(tpp);
    await tpp.consent({ accounts: [second?.resourceId] });
    expect((await accountsOf(tpp)).map((account) => account.resourceId)).toEqual([second?.resourceId]);
    await tpp.refused(
      { path: `/v1/accounts/${encodeURIComponent(first?.resourceId ?? '')}` },
      404,
      'RESOURCE_UNKNOWN',
      'AIS-1',
    );
    await finishSca(test.bank, scaIdOf(await tpp.send(CONSENT)), { decision: 'abort' });
    expect(await accountsOf(tpp)).toHaveLength(1);
  });
  it('each agreement has its own consent', async () => {
    const tpp = await newTpp();
    const [, , fjellheim, nordlys] = await customers();
    await tpp.consent({ context: 'CORPORATE', agreementId: fjellheim?.agreements[0]?.id });
    const corporate = tpp.corporateId;
    await tpp.consent({ context: 'CORPORATE', agreementId: nordlys?.agreements[0]?.id });
    expect((await accountsOf(tpp))[0]?.ownerName).toBe('Nordlys Elektro AS');
    tpp.corporateId = corporate;
    expect((await accountsOf(tpp))[0]?.ownerName).toBe('Fjellheim Bygg AS');
  });
});

describe('AIS-1, AIS-2, AIS-10, AIS-11, SVC-4: accounts and balances', () => {
  it('the list has the accounts that the PSU shares, with balances on request', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const accounts = await accountsOf(tpp);
    expect(accounts.map((account) => [account.name, account.currency, account.cashAccountType])).toEqual([
      ['Brukskonto', 'NOK', 'CACC'],
      ['Sparekonto', 'NOK', 'SVGS'],
    ]);
    for (const account of accounts) {
      expect(isBban(account.bban)).toBe(true);
      expect(account.balances?.map((balance) => balance.balanceType)).toEqual(['closingBooked', 'expected']);
      expect(account.balances?.[0]?.balanceAmount.amount).toMatch(/^\d+\.\d\d$/);
      const balances = await tpp.send({ path: balancesPath(account.resourceId) });
      expect(balancesSchema.parse(balances.body).balances).toEqual(account.balances);
    }
    const plain = accountsSchema.parse((await tpp.send(ACCOUNTS)).body);
    expect(plain.accounts[0]?.balances).toBeUndefined();
  });
  it('SVC-8: an account has the same form in the list and on its own, and its balances name and link to it', async () => {
    await withBank({}, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      const read = async (path: string) => {
        const reply = await tpp.send({ path });
        expect(reply.status, reply.text).toBe(200);
        return reply.body;
      };
      const [first, second] = (await read('/v1/accounts'))['accounts'] as { resourceId: string }[];
      const self = `/v1/accounts/${encodeURIComponent(first?.resourceId ?? '')}`;
      const _links = {
        self: { href: self, verbs: ['GET'] },
        balances: { href: `${self}/balances`, verbs: ['GET'] },
        transactions: { href: `${self}/transactions`, verbs: ['GET'] },
      };
      const named = { bban: '86011100009', iban: 'NO9886011100009', currency: 'NOK' };
      expect(first).toEqual({
        resourceId: first?.resourceId,
        ...named,
        name: 'Brukskonto',
        product: 'Brukskonto',
        cashAccountType: 'CACC',
        status: 'enabled',
        bic: 'SIMBNO22',
        ownerName: 'Eirik Solbakken',
        _links,
      });
      expect(second).toMatchObject({ product: 'Sparekonto', cashAccountType: 'SVGS' });
      expect(await read(self)).toEqual({ account: first });
      const { account } = await read(`${self}?withBalance=true`);
      const { balances } = account as { balances: object[] };
      expect(account).toEqual({ ...first, balances });
      // Booked minus the two payments that are reserved.
      const dates = { lastChangeDateTime: '2026-11-19T16:00:00+00:00', referenceDate: '2026-11-20' };
      expect(balances).toEqual([
        { balanceAmount: { amount: '42184.50', currency: 'NOK' }, balanceType: 'closingBooked', ...dates },
        { balanceAmount: { amount: '41711.00', currency: 'NOK' }, balanceType: 'expected', ...dates },
      ]);
      expect(await read(`${self}/balances`)).toEqual({ account: named, balances, _links });
      const wrong = await tpp.refused({ path: `${self}?withBalance=1` }, 400, 'FORMAT_ERROR', 'AIS-1');
      expect(wrong.reply.body.tppMessages?.[0]?.path).toBe('withBalance');
      expect(await read(`${self}?withBalance=false`)).toEqual({ account: first });
    });
  });
  it('each list has the form that its own request asks for, whatever the request before has asked for', async () => {
    await withBank({ clock: Date.parse('2024-06-15T09:00:00Z') }, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      const form = async (path: string, fix: string | null) => {
        const { body } = await tpp.send({ path, headers: { 'x-accept-fix': fix } });
        const [account] = body['accounts'] as { cashAccountType: string; balances?: unknown[] }[];
        return [account?.cashAccountType, account?.balances?.length];
      };
      const [plain, balances] = ['/v1/accounts', '/v1/accounts?withBalance=true'];
      // At a moment that stands still nothing changes in between, so lists are kept.
      expect(await form(plain, null)).toEqual(['Current', undefined]);
      expect(await form(plain, null)).toEqual(['Current', undefined]);
      expect(await form(balances, null)).toEqual(['Current', 2]);
      expect(await form(balances, 'cash-account-type-iso')).toEqual(['CACC', 2]);
      expect(await form(plain, 'cash-account-type-iso')).toEqual(['CACC', undefined]);
      expect(await form(plain, 'longer-names')).toEqual(['Current', undefined]);
      // Several values, of which some are the same, in any order.
      expect(await form(plain, 'longer-names,cash-account-type-iso')).toEqual(['CACC', undefined]);
      expect(await form(plain, 'amount-as-string,longer-names')).toEqual(['Current', undefined]);
      expect(await form(plain, 'cash-account-type-iso,longer-names')).toEqual(['CACC', undefined]);
      expect(await form(plain, null)).toEqual(['Current', undefined]);
    });
  });
  it('AIS-2: an account that has never changed has no lastChangeDateTime', async () => {
    await withBank({}, async (bank) => {
      const { body } = await control(bank, 'GET', '/control/snapshot');
      const tables = body['tables'] as Record<string, object[]>;
      const account = tables['account']?.map((row) => ({ ...row, changed_at: null }));
      const changed = { ...body, tables: { ...tables, account } };
      expect((await control(bank, 'PUT', '/control/snapshot', changed)).status).toBe(200);
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      const reply = await tpp.send({ path: '/v1/accounts?withBalance=true' });
      const [balance] = accountsSchema.parse(reply.body).accounts[0]?.balances ?? [];
      expect(balance?.referenceDate).toBe('2026-11-20');
      expect(balance).not.toHaveProperty('lastChangeDateTime');
    });
  });
  it('AIS-2: a list that is read again after midnight has the new date', async () => {
    let machine = Date.parse('2026-11-20T22:59:59Z');
    await withBank({ clock: machine, realNow: () => machine }, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      await bank.operator.moveClock({ toRealTime: true });
      // Without the PSU, reading changes nothing, so the list is kept.
      const path = '/v1/accounts?withBalance=true';
      const date = async () => {
        const reply = await tpp.send({ path, headers: { 'PSU-IP-Address': null } });
        return accountsSchema.parse(reply.body).accounts[0]?.balances?.[0]?.referenceDate;
      };
      expect([await date(), await date()]).toEqual(['2026-11-20', '2026-11-20']);
      machine += 1000;
      expect(await date()).toBe('2026-11-21');
    });
  });
  it('withBalance is true or false; an unknown account returns 404', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const { reply } = await tpp.refused({ path: '/v1/accounts?withBalance=1' }, 400, 'FORMAT_ERROR', 'AIS-1');
    expect(reply.body.tppMessages?.[0]?.path).toBe('withBalance');
    for (const path of ['', '/balances', '/transactions?bookingStatus=booked', '/transactions/x'])
      await tpp.refused({ path: `/v1/accounts/enc!!none=${path}` }, 404, 'RESOURCE_UNKNOWN', 'AIS-1');
  });
});

describe('LIM-1, LIM-3: requests without the PSU', () => {
  it('balances are read four times in 24 hours, counted per account; the fifth returns 429 with Retry-After', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const [first, second] = await accountsOf(tpp);
    const alone = (id: string | undefined) => ({
      path: balancesPath(id),
      headers: { 'PSU-IP-Address': null },
    });
    for (let call = 0; call < 4; call++) {
      expect((await tpp.send(alone(first?.resourceId))).status).toBe(200);
      await advance(test.bank, 'PT1H');
    }
    const { reply, explanation } = await tpp.refused(
      alone(first?.resourceId),
      429,
      'ACCESS_EXCEEDED',
      'LIM-1',
    );
    expect(explanation.hint).toMatch(
      /^The next call without it is allowed at \w{3} \d{1,2} \w{3} \d{4} [\d:]{8} \(Oslo/,
    );
    expect(reply.headers['retry-after']).toBe(String(20 * 3600));
    expect((await tpp.send(alone(second?.resourceId))).status).toBe(200);
    expect((await tpp.send({ path: balancesPath(first?.resourceId) })).status).toBe(200);
    await advance(test.bank, 'PT19H59M59S');
    await tpp.refused(alone(first?.resourceId), 429, 'ACCESS_EXCEEDED', 'LIM-1');
    await advance(test.bank, 'PT1S');
    expect((await tpp.send(alone(first?.resourceId))).status).toBe(200);
    await tpp.refused(alone(first?.resourceId), 429, 'ACCESS_EXCEEDED', 'LIM-1');
  });
  it('AIS-1: only balances of accounts that the PSU shares are read', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const [first, second] = await accountsOf(tpp);
    await tpp.consent({ accounts: [second?.resourceId] });
    const alone = (id: string | undefined) => ({
      path: balancesPath(id),
      headers: { 'PSU-IP-Address': null },
    });
    await tpp.refused(alone(first?.resourceId), 404, 'RESOURCE_UNKNOWN', 'AIS-1');
    expect((await tpp.send(alone(second?.resourceId))).status).toBe(200);
  });
  it('refused requests do not count', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    const [first] = await accountsOf(tpp);
    const alone = { path: balancesPath(first?.resourceId), headers: { 'PSU-IP-Address': null } };
    for (let call = 0; call < 5; call++) await tpp.send({ ...alone, parts: { signature: 'AAAA' } });
    for (let call = 0; call < 4; call++) expect((await tpp.send(alone)).status).toBe(200);
  });
});

async function customers() {
  return customersSchema.parse((await test.tpp().send({ path: '/v1/sandbox/customers' })).body).customers;
}

describe('SBX-1, SBX-2: the sandbox', () => {
  it('initialize creates the same two private and two corporate customers each time, all with valid numbers', async () => {
    const once = await test.tpp().send({ method: 'POST', path: '/v1/sandbox/initialize' });
    expect(once.status).toBe(201);
    const list = customersSchema.parse(once.body).customers;
    expect(
      list.map((customer) => [customer.customerType, customer.accounts.length, customer.cardAccounts.length]),
    ).toEqual([
      ['PRIVATE', 2, 1],
      ['PRIVATE', 2, 1],
      ['CORPORATE', 2, 0],
      ['CORPORATE', 2, 0],
    ]);
    for (const customer of list) {
      expect(isIdentityNumber(customer.customerNumber)).toBe(true);
      expect(Number(customer.customerNumber.slice(2, 4))).toBeGreaterThan(80);
      expect(customer.agreements).toHaveLength(1);
    }
    // two people on two accounts each
    expect(list[2]?.agreements[0]?.engagements).toHaveLength(4);
    expect((await control(test.bank, 'GET', '/control/state')).body['counts']).toMatchObject({
      customers: 4,
      accounts: 8,
      cardAccounts: 2,
      consents: 0,
    });
    const bank = await memoryBank({ clock: NOON + DAY });
    try {
      expect((await new Tpp(bank, test.identity).send({ path: '/v1/sandbox/customers' })).body).toEqual(
        once.body,
      );
    } finally {
      await bank.stop();
    }
  });
  it('HDR-5: initialize deletes consents and psu-ids', async () => {
    const tpp = await newTpp();
    await tpp.consent();
    await tpp.send({ method: 'POST', path: '/v1/sandbox/initialize' });
    await tpp.refused(ACCOUNTS, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
  });
  it('one customer can be read; an unknown one returns 404', async () => {
    const [first] = await customers();
    const reply = await test.tpp().send({ path: first?._links.self.href ?? '' });
    expect(reply.body).toEqual(first);
    await test.tpp().refused({ path: '/v1/sandbox/customers/enc!!none' }, 404, 'RESOURCE_UNKNOWN', 'SBX-2');
  });
});

describe('VER-1: x-accept-fix by bank date', () => {
  async function viewAt(date: string, fix: string | null) {
    const bank = await memoryBank({ clock: Date.parse(date) });
    try {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      const reply = await tpp.send({
        path: '/v1/accounts?withBalance=true',
        headers: { 'x-accept-fix': fix },
      });
      const account = accountsSchema.parse(reply.body).accounts[0];
      return [typeof account?.balances?.[0]?.balanceAmount.amount, account?.cashAccountType];
    } finally {
      await bank.stop();
    }
  }
  it('before 1 August 2020, amounts are numbers unless the value is sent', async () => {
    expect(await viewAt('2020-07-31T12:00:00Z', null)).toEqual(['number', 'Current']);
    expect(await viewAt('2020-07-31T12:00:00Z', 'amount-as-string')).toEqual(['string', 'Current']);
    expect(await viewAt('2020-08-01T12:00:00Z', null)).toEqual(['string', 'Current']);
  });
  it('cashAccountType is an ISO 20022 code from 13 November 2024 or with the value', async () => {
    expect(await viewAt('2024-11-12T12:00:00Z', null)).toEqual(['string', 'Current']);
    expect(await viewAt('2024-11-12T12:00:00Z', 'cash-account-type-iso')).toEqual(['string', 'CACC']);
    expect(await viewAt('2024-11-13T12:00:00Z', null)).toEqual(['string', 'CACC']);
  });
});

describe('VER-2: x-accept-fix values are unknown before their introduction', () => {
  it.each([
    ['amount-as-string', '2019-10-31', '2019-11-01'],
    ['cardaccount-switch-originalamount-and-transactionamount', '2020-04-30', '2020-05-01'],
    ['longer-names', '2020-05-31', '2020-06-01'],
    ['cash-account-type-iso', '2023-05-31', '2023-06-01'],
  ])('%s: refused on %s and known on %s', async (value, before, since) => {
    const bank = await memoryBank({ clock: Date.parse(`${before}T12:00:00Z`) });
    try {
      const call = { path: '/v1/sandbox/customers', headers: { 'x-accept-fix': value } };
      const { text } = await new Tpp(bank, test.identity).refused(
        call,
        400,
        'PARAMETER_NOT_SUPPORTED',
        'VER-2',
      );
      expect(text).toContain(`unknown value "${value}"`);
      expect(text.split('Known: ')[1]).not.toContain(value);
      await control(bank, 'POST', '/control/clock', { set: `${since}T00:30:00+01:00` });
      expect((await new Tpp(bank, test.identity).send(call)).status).toBe(200);
    } finally {
      await bank.stop();
    }
  });
});

it('ERR-1: every refusal has a body of the same form', async () => {
  const reply = await test.tpp().send(ACCOUNTS);
  expect(errorSchema.strict().parse(reply.body).tppMessages).toHaveLength(1);
});
