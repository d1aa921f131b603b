/** SIG-12: the bank's register of TPPs, over HTTPS and the control listener. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity, testCa } from '../support/identity.ts';
import { create } from '../support/payments.ts';
import { type BankDoor, control, Tpp } from '../support/tpp.ts';

const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const CUSTOMERS = { path: '/v1/sandbox/customers' };

interface Entry {
  tppId: string;
  name: string;
  status: string;
  passport: boolean;
  roles: string[];
}

const register = async (bank: BankDoor) =>
  (await control(bank, 'GET', '/control/tpps')).body['tpps'] as Entry[];
const entryOf = async (bank: BankDoor, id: string) =>
  (await register(bank)).find(({ tppId }) => tppId === id);
const enter = (bank: BankDoor, id: string, change: unknown) =>
  control(bank, 'PUT', `/control/tpps/${encodeURIComponent(id)}`, change);

describe('SIG-12: a production bank looks the TPP up', () => {
  let bank: Bank;
  let closed: Bank;
  beforeAll(async () => {
    const trust = [await testCa()];
    bank = await memoryBank({ quirks: { environment: 'production' }, trust });
    closed = await memoryBank({ quirks: { environment: 'production', openRegister: false }, trust });
  });
  afterAll(() => Promise.all([bank.stop(), closed.stop()]));
  const as = async (at: Bank, organizationNumber: string, roles?: ('PSP_AI' | 'PSP_PI')[]) =>
    new Tpp(at, await makeIdentity({ organizationNumber, ...(roles ? { roles } : {}) }));

  it('with openRegister, a TPP is registered at its first call, under the name and roles of its certificate', async () => {
    const tpp = await as(bank, 'PSDNO-FSA-FIRST', ['PSP_AI']);
    expect(await entryOf(bank, 'PSDNO-FSA-FIRST')).toBeUndefined();
    expect((await tpp.send(CONSENT)).status).toBe(201);
    const entry = { tppId: 'PSDNO-FSA-FIRST', name: 'Fjordpay AS', status: 'registered', passport: true };
    expect(await entryOf(bank, 'PSDNO-FSA-FIRST')).toEqual({ ...entry, roles: ['PSP_AI'] });
    // A new certificate of the same TPP may have more roles.
    expect((await (await as(bank, 'PSDNO-FSA-FIRST')).send(CONSENT)).status).toBe(201);
    expect(await entryOf(bank, 'PSDNO-FSA-FIRST')).toEqual({ ...entry, roles: ['PSP_AI', 'PSP_PI'] });
  });
  it('SVC-10: a refused call registers nobody; one that leads to an SCA does', async () => {
    const tpp = await as(bank, 'PSDNO-FSA-REFUSED');
    const faulty = { ...CONSENT, headers: { 'TPP-Session-ID': null } };
    await tpp.refused(faulty, 400, 'FORMAT_ERROR', 'HDR-3');
    await tpp.refused({ ...CONSENT, parts: { signature: 'AAAA' } }, 400, 'SIGNATURE_INVALID', 'SIG-8');
    expect(await entryOf(bank, 'PSDNO-FSA-REFUSED')).toBeUndefined();
    await tpp.refused({ path: '/v1/accounts' }, 401, 'CONSENT_INVALID', 'HDR-5');
    expect(await entryOf(bank, 'PSDNO-FSA-REFUSED')).toBeDefined();
  });
  it('a withdrawn registration is refused with a text that says so, until it is restored', async () => {
    const tpp = await as(bank, 'PSDNO-FSA-WITHDRAWN');
    expect((await enter(bank, 'PSDNO-FSA-WITHDRAWN', { status: 'withdrawn' })).status).toBe(200);
    const { text } = await tpp.refused(CONSENT, 401, 'CERTIFICATE_BLOCKED', 'SIG-12');
    expect(text).toBe(
      'The registration of the TPP PSDNO-FSA-WITHDRAWN has been withdrawn (step: production).',
    );
    expect((await enter(bank, 'PSDNO-FSA-WITHDRAWN', { status: 'registered' })).status).toBe(200);
    expect((await tpp.send(CONSENT)).status).toBe(201);
  });
  it('a TPP without a passport to Norway is refused with a text that says so', async () => {
    const tpp = await as(bank, 'PSDSE-FINA-NOPASS');
    await enter(bank, 'PSDSE-FINA-NOPASS', { passport: false });
    const { text } = await tpp.refused(CONSENT, 401, 'CERTIFICATE_BLOCKED', 'SIG-12');
    expect(text).toContain('has no passport to offer its services in Norway');
    await enter(bank, 'PSDSE-FINA-NOPASS', { passport: true });
    expect((await tpp.send(CONSENT)).status).toBe(201);
  });
  it('a TPP that is not registered is refused with the way to register it, until it is entered', async () => {
    const tpp = await as(closed, 'PSDNO-FSA-UNKNOWN');
    const { text, explanation } = await tpp.refused(CONSENT, 401, 'CERTIFICATE_INVALID', 'SIG-12');
    expect(text).toContain("is not in the bank's register of TPPs");
    expect(explanation.hint).toContain('PUT /control/tpps/{tppId}');
    expect(await register(closed)).toEqual([]);
    await enter(closed, 'PSDNO-FSA-UNKNOWN', {});
    expect((await tpp.send(CONSENT)).status).toBe(201);
    expect(await entryOf(closed, 'PSDNO-FSA-UNKNOWN')).toMatchObject({
      name: 'PSDNO-FSA-UNKNOWN',
      roles: [],
    });
  });
  it('roles that the operator enters are needed beside those of the certificate', async () => {
    const tpp = await as(bank, 'PSDNO-FSA-ROLES');
    expect((await tpp.send(CONSENT)).status).toBe(201);
    await enter(bank, 'PSDNO-FSA-ROLES', { roles: ['PSP_PI'] });
    const { text } = await tpp.refused(CONSENT, 401, 'ROLE_INVALID', 'SIG-12');
    expect(text).toContain('the register has PSP_PI for this TPP');
    expect(await create(tpp, 'NDCT')).toContain('/v1/payments/');
    expect(await entryOf(bank, 'PSDNO-FSA-ROLES')).toMatchObject({ roles: ['PSP_PI'] });
  });
  it('a blocked TPP is refused whatever the register says', async () => {
    const tpp = await as(bank, 'PSDNO-FSA-BLOCKED');
    await enter(bank, 'PSDNO-FSA-BLOCKED', {});
    await control(bank, 'POST', '/control/tpps/PSDNO-FSA-BLOCKED/block', { blocked: true });
    const { text } = await tpp.refused(CONSENT, 401, 'CERTIFICATE_BLOCKED', 'SIG-12');
    expect(text).toContain('The bank has blocked this certificate');
  });
});

describe('SIG-12: the register', () => {
  const sandbox = useBank({ quirks: { openRegister: true } });
  const id = 'PSDNO-FSA-987654325';

  it('a sandbox keeps it too, but does not look TPPs up', async () => {
    const tpp = sandbox.tpp();
    expect((await tpp.send(CUSTOMERS)).status).toBe(200);
    expect(await entryOf(sandbox.bank, id)).toMatchObject({ status: 'registered', passport: true });
    await enter(sandbox.bank, id, { status: 'withdrawn', passport: false, roles: [] });
    expect((await tpp.send(CONSENT)).status).toBe(201);
  });
  it('members left out stay as they are', async () => {
    const whole = { name: 'Elvebank Pay AS', status: 'withdrawn', passport: false, roles: ['PSP_AI'] };
    expect((await enter(sandbox.bank, 'PSDNO-FSA-X', whole)).body).toEqual({
      tppId: 'PSDNO-FSA-X',
      ...whole,
    });
    const changes = [{ name: 'Elvebank AS' }, { passport: true }, { status: 'registered' }, { roles: [] }];
    let expected: object = { tppId: 'PSDNO-FSA-X', ...whole };
    for (const change of changes) {
      expected = { ...expected, ...change };
      expect((await enter(sandbox.bank, 'PSDNO-FSA-X', change)).body).toEqual(expected);
      expect(await entryOf(sandbox.bank, 'PSDNO-FSA-X')).toEqual(expected);
    }
  });
  it('a wrong entry is refused and changes nothing', async () => {
    const before = await register(sandbox.bank);
    for (const change of [
      { status: 'suspended' },
      { passport: 'yes' },
      { roles: ['PSP_XX'] },
      { name: ' ' },
      { name: 'a'.repeat(201) },
      { country: 'NO' },
      [],
    ])
      expect((await enter(sandbox.bank, 'PSDNO-FSA-Y', change)).status, JSON.stringify(change)).toBe(400);
    expect((await enter(sandbox.bank, 'a'.repeat(501), {})).status).toBe(400);
    expect((await enter(sandbox.bank, ' ', {})).status).toBe(400);
    expect(await register(sandbox.bank)).toEqual(before);
  });
  it('a reset keeps it; a snapshot contains it', async () => {
    await enter(sandbox.bank, 'PSDNO-FSA-KEPT', { status: 'withdrawn' });
    // The register takes note of it with its first call.
    expect((await sandbox.tpp().send({ method: 'POST', path: '/v1/sandbox/initialize' })).status).toBe(201);
    const before = await register(sandbox.bank);
    const { body: snapshot } = await control(sandbox.bank, 'GET', '/control/snapshot');
    expect((await control(sandbox.bank, 'POST', '/control/reset')).status).toBe(200);
    expect((await sandbox.tpp().send({ method: 'POST', path: '/v1/sandbox/initialize' })).status).toBe(201);
    expect(await register(sandbox.bank)).toEqual(before);
    await enter(sandbox.bank, 'PSDNO-FSA-KEPT', { status: 'registered' });
    expect((await control(sandbox.bank, 'PUT', '/control/snapshot', snapshot)).status).toBe(200);
    expect(await register(sandbox.bank)).toEqual(before);
  });
  it('survives a restart', async () => {
    const data = mkdtempSync(join(tmpdir(), 'tpp-register-'));
    try {
      const first = await memoryBank({ data });
      await enter(first, 'PSDNO-FSA-AGAIN', { passport: false });
      await first.stop();
      const second = await memoryBank({ data });
      expect(await entryOf(second, 'PSDNO-FSA-AGAIN')).toMatchObject({ passport: false });
      await second.stop();
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});
