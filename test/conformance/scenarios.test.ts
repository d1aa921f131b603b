/** Scripted faults (SCA-8, SCA-2, section 13): each does what it says, where and as often as it says, and nothing else. */
import { createHash, verify } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { useBank, withBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { control, finishSca, type Reply, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank();
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const CUSTOMERS = { path: '/v1/sandbox/customers' };

async function script(when: object, then: object): Promise<string> {
  const { status, body } = await control(test.bank, 'POST', '/control/scenarios', { when, then });
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body['id']);
}

const listed = async () =>
  (await control(test.bank, 'GET', '/control/scenarios')).body['scenarios'] as { id: string }[];

afterEach(async () => {
  for (const { id } of await listed()) await control(test.bank, 'DELETE', `/control/scenarios/${id}`);
});

describe('SCA-8, SCA-2: scripted SCA failures', () => {
  it('an SCA is forced on any request although the consent is valid', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    await script({ path: '/v1/accounts', times: 1 }, { forceSca: true });
    const { reply } = await tpp.refused({ path: '/v1/accounts' }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-8');
    await finishSca(test.bank, scaIdOf(reply));
    expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
  });
  it('a forced SCA waits for a request with a PSU', async () => {
    await script({ path: CUSTOMERS.path, times: 1 }, { forceSca: true });
    expect((await test.tpp().send(CUSTOMERS)).status).toBe(200);
    expect(await listed()).toHaveLength(1);
  });
  it('HDR-5: an approved SCA fails with system, status, code and message and grants nothing', async () => {
    const failure = {
      system: 'core-banking',
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'Try later, please: 100 % busy',
    };
    await script({ path: '/v1/bank-offered-consents', times: 1 }, { failSca: failure });
    const tpp = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-FAIL' }));
    const query = await finishSca(test.bank, scaIdOf(await tpp.send(CONSENT)));
    expect(Object.fromEntries(query)).toEqual({ ...failure, status: '503' });
    await tpp.refused({ path: '/v1/accounts' }, 401, 'CONSENT_INVALID', 'HDR-5');
    expect((await finishSca(test.bank, scaIdOf(await tpp.send(CONSENT)))).get('psu-id')).not.toBeNull();
  });
  it('an error in the request names no system', async () => {
    await script({}, { failSca: { system: 'core', status: 400, code: 'PAYMENT_FAILED', message: 'No' } });
    const query = await finishSca(test.bank, scaIdOf(await test.tpp().send(CONSENT)));
    expect([...query.keys()]).toEqual(['status', 'code', 'message']);
  });
});

describe('transport failures', () => {
  it('SCA-8: the bank returns the scripted status and does nothing', async () => {
    await script({ method: 'POST', path: '/v1/sandbox/customers', times: 1 }, { status: 503 });
    const body = JSON.stringify({ customerType: 'PRIVATE', customerName: 'A' });
    const before = await control(test.bank, 'GET', '/control/state');
    await test
      .tpp()
      .refused(
        { method: 'POST', path: '/v1/sandbox/customers', body },
        503,
        'INTERNAL_SERVER_ERROR',
        'SCA-8',
      );
    expect(await control(test.bank, 'GET', '/control/state')).toEqual(before);
    expect((await test.tpp().send({ method: 'POST', path: '/v1/sandbox/customers', body })).status).toBe(201);
  });
  it('SCA-8: the explanation of a scripted status claims no check that the bank did not make', async () => {
    await script({ times: 2 }, { status: 503 });
    const accounts = { path: '/v1/accounts' };
    const signed = await test.tpp().refused(accounts, 503, 'INTERNAL_SERVER_ERROR', 'SCA-8');
    expect(signed.explanation).toMatchObject({ scripted: true, check: 'psu' });
    const unknown = await test.tpp().refused({ path: '/v1/x' }, 503, 'INTERNAL_SERVER_ERROR', 'SCA-8');
    expect(unknown.explanation).toMatchObject({ scripted: true, check: 'path' });
    expect((await test.tpp().refused(accounts, 401, 'CONSENT_INVALID', 'HDR-5')).explanation.scripted).toBe(
      false,
    );
  });
  it('the bank drops the connection', async () => {
    await script({ times: 1 }, { dropConnection: true });
    await expect(test.tpp().send(CUSTOMERS)).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect((await test.tpp().send(CUSTOMERS)).status).toBe(200);
  });
  it('the bank delays the response, and answers others meanwhile', async () => {
    await script({ times: 1 }, { delayMs: 1 });
    expect((await test.tpp().send(CUSTOMERS)).status).toBe(200);
    await withBank({}, async (bank) => {
      const scenario = { when: { times: 1 }, then: { delayMs: 60_000 } };
      expect((await control(bank, 'POST', '/control/scenarios', scenario)).status).toBe(201);
      let hasEnded = false;
      const delayed = new Tpp(bank, test.identity)
        .send(CUSTOMERS)
        .catch((error: NodeJS.ErrnoException) => error.code);
      void delayed.then(() => (hasEnded = true));
      // It is used up as soon as its request is carried out.
      await expect.poll(() => bank.inspection.scenarios()).toEqual([]);
      expect((await new Tpp(bank, test.identity).send(CUSTOMERS)).status).toBe(200);
      expect(hasEnded).toBe(false);
      await bank.stop();
      expect(await delayed).toBe('ECONNRESET');
    });
  });
  it('the bank signs the response incorrectly', async () => {
    expect(holds(await test.tpp().send(CUSTOMERS))).toBe(true);
    await script({ times: 1 }, { corruptResponseSignature: true });
    expect(holds(await test.tpp().send(CUSTOMERS))).toBe(false);
    expect(holds(await test.tpp().send(CUSTOMERS))).toBe(true);
  });
});

function holds(reply: Reply): boolean {
  const value = (name: string) => String(reply.headers[name]);
  expect(value('digest')).toBe(`SHA-256=${createHash('sha256').update(reply.text).digest('base64')}`);
  const signature = /signature="([^"]+)"/.exec(value('signature'))?.[1] ?? '';
  const text = ['date', 'digest', 'x-request-id'].map((name) => `${name}: ${value(name)}`).join('\n');
  const pem = `-----BEGIN CERTIFICATE-----\n${value('tpp-signature-certificate')}\n-----END CERTIFICATE-----`;
  return verify('RSA-SHA256', Buffer.from(text), pem, Buffer.from(signature, 'base64'));
}

describe('conditions of a scenario', () => {
  it('method, path with * and TPP must all match', async () => {
    await script(
      { method: 'GET', path: '/v1/sandbox/customers/*', tpp: 'PSDNO-FSA-987654325' },
      { status: 500 },
    );
    const tpp = test.tpp();
    expect((await tpp.send(CUSTOMERS)).status).toBe(200);
    expect((await tpp.send({ path: '/v1/sandbox/customers/x' })).status).toBe(500);
    expect((await tpp.send({ method: 'DELETE', path: '/v1/sandbox/customers/x' })).status).toBe(404);
    const other = new Tpp(test.bank, await makeIdentity({ organizationNumber: 'PSDNO-FSA-OTHER' }));
    expect((await other.send({ path: '/v1/sandbox/customers/x' })).status).toBe(404);
  });
  it('a scenario applies as often as times says, or without it until it is deleted', async () => {
    const statuses = async (count: number) => {
      const all: number[] = [];
      for (let call = 0; call < count; call++) all.push((await test.tpp().send(CUSTOMERS)).status);
      return all;
    };
    await script({ times: 2 }, { status: 500 });
    expect(await statuses(3)).toEqual([500, 500, 200]);
    const id = await script({}, { status: 502 });
    expect(await listed()).toMatchObject([{ id, when: {}, then: { status: 502 } }]);
    expect(await statuses(3)).toEqual([502, 502, 502]);
    expect((await control(test.bank, 'DELETE', `/control/scenarios/${id}`)).status).toBe(200);
    expect((await control(test.bank, 'DELETE', `/control/scenarios/${id}`)).status).toBe(404);
    expect(await statuses(1)).toEqual([200]);
  });
  it.each([
    {},
    { then: {} },
    { then: { status: 200 } },
    { then: { delayMs: -1 } },
    { then: { explode: true } },
    { when: { times: 0 }, then: { status: 500 } },
    { when: { path: 'x' }, then: { status: 500 } },
  ])('%j is refused', async (body) => {
    expect((await control(test.bank, 'POST', '/control/scenarios', body)).status).toBe(400);
  });
});
