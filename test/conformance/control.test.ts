/** Section 13: the control listener routes and validates by its table of calls, and says in sentences what is wrong. */
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ControlCall } from '../../bank-sim/control/call.ts';
import { CONTROL_CALLS } from '../../bank-sim/control/calls.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { useBank } from '../support/bank.ts';
import { TUESDAY } from '../support/given-date.ts';
import { create, EIRIK, FJELLHEIM, idIn, PEOPLE, pathOfProduct, reset, sign } from '../support/payments.ts';
import { control, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank();
beforeEach(() => reset(test.bank));

const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const call = (method: string, path: string, body?: unknown) => control(test.bank, method, path, body);

/** The id of a new SCA for consent. */
const newSca = async (tpp = test.tpp()) => scaIdOf(await tpp.send(CONSENT));

async function errorOf(method: string, path: string, body?: unknown): Promise<string> {
  const reply = await call(method, path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(400);
  return String(reply.body['error']);
}

/** Brings about what a call is about. @returns its parameter */
const SUBJECTS: Readonly<Record<string, () => Promise<string>>> = {
  finishSca: () => newSca(),
  revokeConsent: async () => {
    await test.tpp().consent();
    const { body } = await call('GET', '/control/consents');
    return (body['consents'] as { id: string }[])[0]?.id ?? '';
  },
  expireSession: async () => {
    const tpp = test.tpp();
    await tpp.consent();
    return tpp.sessionId;
  },
  holdPayment: () => signedPayment(),
  stopPayment: () => signedPayment(),
  releasePayment: async () => {
    const id = await signedPayment();
    await call('POST', `/control/payments/${encodeURIComponent(id)}/hold`);
    return id;
  },
  removeScenario: async () => {
    const { body } = await call('POST', '/control/scenarios', {
      when: { path: '/x' },
      then: { status: 503 },
    });
    return String(body['id']);
  },
};

async function signedPayment(): Promise<string> {
  const tpp = test.tpp();
  const path = await create(tpp, 'NDCT');
  await sign(tpp, path);
  return idIn(path);
}

async function pathOf({ id, path, parameter }: ControlCall): Promise<string> {
  const value = (await SUBJECTS[id]?.()) ?? parameter?.example ?? '';
  return path.replace(/\{[^}]+\}/, encodeURIComponent(value));
}

describe('the table of control calls', () => {
  const sendable = CONTROL_CALLS.flatMap((entry) =>
    Object.entries(entry.examples ?? { '': { value: undefined } }).map(
      ([name, { value }]) => [`${entry.id} ${name}`.trim(), entry, value] as const,
    ),
  );
  const answersJson = ({ answer }: ControlCall) => answer !== 'events' && 'schema' in answer;
  it.each(sendable.filter(([, entry]) => answersJson(entry) && entry.id !== 'restoreSnapshot'))(
    '%s works as its example says',
    async (_, entry, value) => {
      const reply = await call(entry.method, await pathOf(entry), value);
      expect(reply.status, JSON.stringify(reply.body)).toBe(entry.success ?? 200);
      if (entry.answer === 'events' || 'text' in entry.answer)
        throw new Error('There is no JSON to compare.');
      expect(entry.answer.schema.safeParse(reply.body).error).toBeUndefined();
      for (const { id } of (await call('GET', '/control/scenarios')).body['scenarios'] as { id: string }[])
        await call('DELETE', `/control/scenarios/${id}`);
    },
  );
  it.each(CONTROL_CALLS.map((entry) => [entry.id, entry] as const))(
    '%s refuses an unknown query parameter and an unknown member',
    async (_, entry) => {
      const path = await pathOf(entry);
      expect(await errorOf(entry.method, `${path}?colour=blue`)).toMatch(
        /^"colour" is unknown\. The query can have /,
      );
      if (entry.method === 'GET' || entry.id === 'restoreSnapshot') return;
      const [example] = Object.values(entry.examples ?? {});
      const body = { ...(example?.value as object | undefined), colour: 'blue' };
      expect(await errorOf(entry.method, path, body)).toContain('"colour" is unknown. The body can have ');
    },
  );
  it('every effect of a scenario has an example', () => {
    const add = CONTROL_CALLS.find(({ id }) => id === 'addScenario');
    expect(Object.keys(add?.examples ?? {}).sort()).toEqual([
      'corruptResponseSignature',
      'delayMs',
      'dropConnection',
      'exemptSca',
      'failSca',
      'forceSca',
      'status',
    ]);
  });
});

describe('errors of the control listener are sentences', () => {
  it('a snapshot with a thousand wrong rows is refused with one', async () => {
    const { body } = await call('GET', '/control/snapshot');
    // As text: to write so many rows as JSON takes so long on a busy machine that the bank closes the idle connection.
    const account = `[${'{},'.repeat(999)}{}]`;
    const snapshot = JSON.stringify({ ...body, tables: 'ROWS' }).replace('"ROWS"', `{"account":${account}}`);
    const { controlBaseUrl, controlToken } = test.bank;
    const reply = await fetch(`${controlBaseUrl}/control/snapshot`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${controlToken}` },
      body: snapshot,
    });
    expect(reply.status).toBe(400);
    const { error = '' } = (await reply.json()) as { error?: string };
    expect(error).toContain('must contain exactly the tables');
    expect(error.length).toBeLessThan(500);
  });
  it.each<[method: string, path: string, body: unknown, error: string]>([
    ['POST', '/control/clock', {}, 'The body needs exactly one of advance, set and mode.'],
    ['POST', '/control/clock', { advance: 5 }, 'advance must be text, not 5.'],
    ['POST', '/control/clock', { mode: 'fast' }, 'mode must be real or frozen, not "fast".'],
    ['POST', '/control/clock', [], 'The body must be an object, not a list.'],
    [
      'POST',
      '/control/clock',
      { hurry: true },
      '"hurry" is unknown. The body can have advance, set, mode. The body needs exactly one of advance, set and mode.',
    ],
    [
      'POST',
      '/control/reset',
      { clock: '0001-01-01T00:00:00Z' },
      'The clock can be set to the years 2000 to 9989.',
    ],
    ['POST', '/control/scenarios', {}, 'then is missing.'],
    ['POST', '/control/scenarios', { then: {} }, 'then needs at least one effect.'],
    [
      'POST',
      '/control/scenarios',
      { when: { times: 0 }, then: { delayMs: 60_001 } },
      'when.times must be at least 1. then.delayMs must be at most 60000.',
    ],
    [
      'POST',
      '/control/scenarios',
      { when: { path: 'v1' }, then: { explode: true } },
      'when.path must start with /, not be "v1". "explode" is unknown. then takes forceSca, exemptSca, failSca, delayMs, status, dropConnection, corruptResponseSignature. then needs at least one effect.',
    ],
    [
      'POST',
      '/control/accounts/x/permission',
      { payments: 'no' },
      'payments must be true or false, not "no".',
    ],
    [
      'POST',
      '/control/sca/x',
      { decision: 'perhaps', accounts: 7 },
      'accounts must be "all" or a list of account ids, BBANs or IBANs. decision must be approve or abort, not "perhaps".',
    ],
    ['POST', '/control/sca/x', { decision: 'approve' }, 'nationalId is missing.'],
    ['POST', '/control/consents', { nationalId: PEOPLE.eirik, tpp: '' }, 'tpp must not be empty.'],
    ['GET', '/control/exchanges?limit=0', undefined, 'limit must be a number from 1 to 1000.'],
    ['GET', '/control/exchanges?limit=1&limit=2', undefined, 'limit is sent more than once in the query.'],
    [
      'GET',
      '/control/exchanges?requestID=x',
      undefined,
      '"requestID" is unknown. The query can have requestId, status, tpp, path, limit.',
    ],
    ['GET', '/control/state?verbose', undefined, '"verbose" is unknown. The query can have nothing.'],
  ])('%s %s %j', async (method, path, body, error) => {
    expect(await errorOf(method, path, body)).toBe(error);
  });
  it.each([
    ['POST', '/control/consents', true],
    ['POST', '/control/clock', true],
    ['GET', '/control/state', true],
    ['POST', '/control/snapshot', true],
    ['GET', '/control/health', false],
  ])('%s %s with a larger body than such a call can have is refused', async (...sent) => {
    const [method, path, hasToken] = sent;
    const { controlBaseUrl, controlToken } = test.bank;
    const errorWith = (body: string) =>
      new Promise<string>((resolve, reject) => {
        // `fetch` sends no body with GET.
        const headers = {
          ...(hasToken && { Authorization: `Bearer ${controlToken}` }),
          'Content-Length': Buffer.byteLength(body),
        };
        const asked = request(controlBaseUrl + path, { method, headers, agent: false }, (response) => {
          json(response).then((read) => resolve(String((read as { error?: string }).error)), reject);
        });
        asked.on('error', reject).end(body);
      });
    expect(await errorWith(`{"accounts":["${'1'.repeat(1024 * 1024)}"]}`)).toBe(
      'The body is larger than 1 MiB.',
    );
  });
});

describe('SBX-1: POST /control/reset sets the clock', () => {
  const stateAfter = async (body: object) => {
    const reply = await call('POST', '/control/reset', body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body;
  };
  it('keeps it, sets it back to a time at which it stands still, or lets it follow the machine', async () => {
    await call('POST', '/control/clock', { advance: 'P30D' });
    const { now } = (await call('GET', '/control/state')).body;
    expect(await stateAfter({})).toMatchObject({ now, clock: 'frozen' });
    expect(await stateAfter({ clock: '2026-03-02T10:00:00+01:00' })).toMatchObject({
      now: '2026-03-02T09:00:00+00:00',
      clock: 'frozen',
    });
    const tpp = test.tpp();
    await tpp.consent();
    const [{ id }] = (await tpp.send({ path: '/v1/sandbox/accounts' })).body['accounts'] as [{ id: string }];
    const listing = `/v1/accounts/${encodeURIComponent(id)}/transactions?bookingStatus=booked&limit=1`;
    const { transactions } = (await tpp.send({ path: listing })).body as {
      transactions?: { booked: { bookingDate: string }[] };
    };
    // The seed data belongs to the new time.
    expect(transactions?.booked[0]?.bookingDate).toMatch(/^2026-0[23]/);
    const real = await stateAfter({ clock: 'real' });
    expect(real['clock']).toBe('real');
    expect(Date.parse(String(real['now']))).toBeGreaterThanOrEqual(TUESDAY);
    await stateAfter({ clock: '2026-11-20T10:42:07+01:00' });
  });
  it('a clock that cannot be read resets nothing', async () => {
    const id = await newSca();
    expect(await errorOf('POST', '/control/reset', { clock: 'yesterday' })).toMatch(
      /^clock must be keep, real or a date-time .*"yesterday"\.$/,
    );
    const path = `/control/sca/${encodeURIComponent(id)}`;
    expect((await call('POST', path, { decision: 'abort' })).status).toBe(200);
  });
});

describe('SCA-1: POST /control/sca names accounts and agreements', () => {
  it.each(['id', 'bban', 'iban'] as const)('an account is named by its %s', async (by) => {
    const tpp = test.tpp();
    const accounts = (await tpp.send({ path: '/v1/sandbox/accounts' })).body['accounts'] as Record<
      'id' | 'bban' | 'iban',
      string
    >[];
    const wanted = accounts.find(({ bban }) => bban === EIRIK);
    await tpp.consent({ accounts: [wanted?.[by]] });
    const shared = (await tpp.send({ path: '/v1/accounts' })).body['accounts'] as { bban: string }[];
    expect(shared.map(({ bban }) => bban)).toEqual([EIRIK]);
  });
  it('blanks and dots in a number do not matter, and an account named twice is shared once', async () => {
    const tpp = test.tpp();
    await tpp.consent({ accounts: ['8601 11 00009', '8601.11.00009', EIRIK] });
    expect((await tpp.send({ path: '/v1/accounts' })).body['accounts']).toHaveLength(1);
  });
  it("somebody else's account is refused, however it is named", async () => {
    for (const account of [FJELLHEIM, 'NO1886011300008', '00000000000', ''])
      expect(
        await errorOf('POST', `/control/sca/${encodeURIComponent(await newSca())}`, {
          nationalId: PEOPLE.eirik,
          decision: 'approve',
          accounts: [account],
        }),
      ).toBe(`The account ${account} cannot be shared in this context.`);
  });
  it('a PSU that the bank does not have is named as in the call', async () => {
    const decision = { nationalId: 'Nobody Else', decision: 'approve' };
    expect(await errorOf('POST', `/control/sca/${encodeURIComponent(await newSca())}`, decision)).toBe(
      'No customer of this bank has the national identity number Nobody Else.',
    );
  });
  it('POST /control/consents takes the same names', async () => {
    const grant = { nationalId: PEOPLE.eirik, tpp: 'PSDNO-FSA-1', accounts: ['8601 11 00009'] };
    expect((await call('POST', '/control/consents', grant)).status).toBe(201);
    const other = { ...grant, accounts: [FJELLHEIM, EIRIK] };
    expect(await errorOf('POST', '/control/consents', other)).toMatch(/all be your own/);
  });
  it('if several agreements fit, the answer lists them, and each id of the list works, and names', async () => {
    const decision = { nationalId: PEOPLE.eirik, context: 'CORPORATE', decision: 'approve' };
    const tpp = test.tpp();
    const path = `/control/sca/${encodeURIComponent(await newSca(tpp))}`;
    const reply = await call('POST', path, decision);
    expect(reply.status).toBe(400);
    const agreements = reply.body['agreements'] as { id: string; psuCorporateId: string; name: string }[];
    expect(agreements.map(({ name }) => name)).toEqual([
      'Fjellheim Bygg AS, corporate agreement',
      'Nordlys Elektro AS, corporate agreement',
    ]);
    for (const { id, psuCorporateId, name } of agreements)
      expect(reply.body['error']).toContain(`${id} or ${psuCorporateId} (${name})`);
    const [fjellheim] = agreements;
    const query = await tpp.consent({ ...decision, agreementId: fjellheim?.id });
    expect(query.get('psu-corporate-id')).toBe(fjellheim?.psuCorporateId);
    await tpp.consent({ ...decision, agreementId: fjellheim?.psuCorporateId });
    const named = await tpp.consent({ ...decision, nationalId: 'Eirik Solbakken', agreementId: 'Fjellheim' });
    expect(named.get('psu-corporate-id')).toBe(fjellheim?.psuCorporateId);
  });
});

describe('SIG-14: GET /control/exchanges', () => {
  interface Listed {
    path: string;
    status: number;
    tpp: string | null;
    notes: string[];
    issues: { path: string; rule: string; text: string }[];
  }
  const listed = async (query: string) =>
    (await call('GET', `/control/exchanges${query}`)).body['exchanges'] as Listed[];

  it('filters by status, class of status, TPP, path and number, alone and together', async () => {
    const tpp = test.tpp();
    await tpp.send({ path: '/v1/sandbox/customers' });
    await tpp.send({ path: '/v1/sandbox/customers/x' });
    await tpp.send({ path: '/v1/sandbox/accounts?x=1' });
    await tpp.send({ method: 'POST', path: '/v1/sandbox/customers', body: '{}' });
    const all = await listed('');
    const last = all.slice(-4);
    expect(await listed('?limit=4')).toEqual(last);
    expect((await listed('?status=404&limit=1')).map(({ path }) => path)).toEqual([
      '/v1/sandbox/customers/x',
    ]);
    expect(await listed('?status=4xx')).toEqual(all.filter(({ status }) => status >= 400));
    expect(await listed('?status=200')).toEqual(all.filter(({ status }) => status === 200));
    expect(await listed('?path=/v1/sandbox/accounts&limit=1')).toEqual([last[2]]);
    expect(await listed('?path=/v1/sandbox/*/*&limit=1')).toEqual([last[1]]);
    expect(await listed(`?tpp=${tpp.identity.tppId}`)).toEqual(
      all.filter((exchange) => exchange.tpp === tpp.identity.tppId),
    );
    expect(await listed('?tpp=PSDNO-FSA-NOBODY')).toEqual([]);
    expect(await listed('?path=/v1/sandbox/customers&status=400&limit=1')).toEqual([last[3]]);
  });
  it('finds the exchanges of an X-Request-ID; one without it has none', async () => {
    const tpp = test.tpp();
    await tpp.send({ path: '/v1/sandbox/customers', headers: { 'X-Request-ID': 'find-me' } });
    expect(await listed('?requestId=find-me')).toMatchObject([{ requestId: 'find-me', status: 200 }]);
    const { status, headers } = await tpp.send({
      path: '/v1/sandbox/customers',
      headers: { 'X-Request-ID': null },
    });
    expect([status, headers['x-request-id']]).toEqual([400, undefined]);
    expect(await listed('?limit=1')).toMatchObject([
      { requestId: null, status: 400, rule: 'HDR-1', explanation: { check: 'request-id', rule: 'HDR-1' } },
    ]);
  });
  it('a request that is accepted with one remark has this note, and no rule or explanation', async () => {
    const tpp = test.tpp();
    const keyId = keyIdOf(tpp.identity.certificate).replace('CN=Test CA', '2.5.4.3=Test CA');
    expect((await tpp.send({ path: '/v1/sandbox/customers', parts: { keyId } })).status).toBe(200);
    const [exchange] = await listed('?limit=1');
    expect(exchange).toMatchObject({ rule: null, explanation: null, issues: [] });
    expect(exchange?.notes).toHaveLength(1);
    await tpp.send({ path: '/v1/sandbox/customers' });
    expect((await listed('?limit=1'))[0]?.notes).toEqual([]);
  });
  it('PAY-2: an exchange has every fault of the body, as the response has', async () => {
    const tpp = test.tpp();
    const reply = await tpp.send({
      method: 'POST',
      path: pathOfProduct('NDCT'),
      body: JSON.stringify({ creditorName: '🎉', colour: 'blue' }),
    });
    const messages = (reply.body.tppMessages ?? []).map(({ path, text }) => ({ path, text }));
    expect(messages.length).toBeGreaterThan(3);
    const [exchange] = await listed('?limit=1');
    expect(exchange?.issues.map(({ path, text }) => ({ path, text }))).toEqual(messages);
    expect(exchange?.issues.find(({ path }) => path === 'creditorName')?.rule).toBe('PAY-11');
    await tpp.send({ path: '/v1/sandbox/customers' });
    expect((await listed('?limit=1'))[0]?.issues).toEqual([]);
  });
  it('PAY-2: of a body with thousands of faults, the response and the exchange have a thousand', async () => {
    const fields = Object.fromEntries(Array.from({ length: 39_000 }, (_, at) => [`field${at}`, 0]));
    const body = JSON.stringify(fields);
    const { text } = await test.tpp().send({ method: 'POST', path: '/v1/sandbox/customers', body });
    expect(text).toContain('The body: has more faults than these 1000.');
    expect(text.length).toBeLessThan(200_000);
    expect((await listed('?limit=1'))[0]?.issues).toHaveLength(1001);
  });
  it.each<[number, Record<string, string>, string, string | undefined]>([
    [415, { 'Content-Type': 'text/plain' }, '/v1/sandbox/customers', '{}'],
    [406, { Accept: 'text/html' }, '/v1/sandbox/customers', '{}'],
    [404, {}, '/v1/nothing', undefined],
    [405, {}, '/v1/accounts', '{}'],
  ])(
    'SVC-3, SVC-6, SVC-11: a %i keeps its TPP, although the certificate comes later',
    async (status, headers, path, body) => {
      const tpp = test.tpp();
      const call = body === undefined ? { path, headers } : { method: 'POST', path, headers, body };
      expect((await tpp.send(call)).status).toBe(status);
      expect((await listed('?limit=1'))[0]).toMatchObject({ status, tpp: tpp.identity.tppId });
    },
  );
  it('a certificate that cannot be read leaves the TPP open', async () => {
    const tpp = new Tpp(test.bank, test.identity);
    await tpp.send({ path: '/v1/nothing', headers: { 'TPP-Signature-Certificate': 'x' } });
    expect((await listed('?limit=1'))[0]).toMatchObject({ status: 404, tpp: null });
  });
});
