/** `tpp-workbench/bank`, as the tests of another project use it. Its examples are tested in npm-package.test.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, fetch, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, bankControl, makeTpp, startBank, type TestTpp } from '../../main/npm/bank.ts';
import { folderForFile } from '../support/folders.ts';

const MORNING = '2026-12-01T08:00:00+01:00';
let tpp: TestTpp;
let bank: Bank;
let agent: Agent;

beforeAll(async () => {
  tpp = await makeTpp({
    organization: 'Testbetaling AS',
    organizationIdentifier: 'PSDNO-FSA-987654325',
    roles: ['PSP_AI'],
  });
  bank = await startBank({ clock: MORNING, trust: tpp.caPem, quirks: { environment: 'production' } });
  agent = new Agent({ connect: { ca: bank.caPem } });
});
afterAll(() => Promise.all([bank.stop(), agent.close()]));

describe('startBank', () => {
  it('trusts the CA that it is given, in production, and knows the TPP that its register has', async () => {
    const url = `${bank.apiBaseUrl}/v1/bank-offered-consents`;
    await bank.call('PUT', '/control/tpps/PSDNO-FSA-987654325', {});
    const at = await bank.clock.now();
    const headers = tpp.sign({ method: 'POST', url, at });
    const { statusCode } = await request(url, { method: 'POST', headers, dispatcher: agent });
    expect(statusCode).toBe(201);
  });
  it.each(['?', '?#top', '#top', '#what?', '?a=1&b=%20%5B?', '?é=å b#c d', '?q=|^"<>{}`\''])(
    'SIG-7: what makeTpp signs for an address with %s at its end is what fetch sends',
    async (end) => {
      const url = `${bank.apiBaseUrl}/v1/bank-offered-consents${end}`;
      await bank.call('PUT', '/control/tpps/PSDNO-FSA-987654325', {});
      const headers = tpp.sign({ method: 'POST', url, at: await bank.clock.now() });
      const { status } = await fetch(url, { method: 'POST', headers, dispatcher: agent });
      expect(status).toBe(201);
    },
  );
  it('SIG-11: follows the signature profile in a file', async () => {
    const file = join(folderForFile('npm-bank'), 'bank.json');
    writeFileSync(file, '{"signatureProfile": {"name": "Digest always", "digestWithoutBody": true}}');
    const own = await startBank({ clock: MORNING, profile: file });
    const dispatcher = new Agent({ connect: { ca: own.caPem } });
    const url = `${own.apiBaseUrl}/v1/accounts`;
    const headers = tpp.sign({ url, at: await own.clock.now() });
    const { statusCode, body } = await request(url, { headers, dispatcher });
    const text = await body.text();
    await Promise.all([own.stop(), dispatcher.close()]);
    expect(statusCode).toBe(400);
    expect(text).toContain('the Digest header is missing, which this bank requires');
    writeFileSync(file, '{"signatureProfile": {"name": "A", "digestWithoutBody": "yes"}}');
    await expect(startBank({ profile: file })).rejects.toThrow(
      'bank.json: The signature profile cannot be used',
    );
  });
  it('refuses a quirk and a time that the bank does not know', async () => {
    await expect(startBank({ quirks: { mood: true } })).rejects.toThrow(
      /^Unknown quirk "mood". Known: environment/,
    );
    await expect(startBank({ clock: 'noon' })).rejects.toThrow(
      /^clock must be a date-time .*, not "noon"\.$/,
    );
    await expect(startBank({ clock: new Date(0) })).rejects.toThrow(
      /^clock can be set to the years 2000 to 9989/,
    );
  });
});

describe('bankControl', () => {
  it('operates a bank of which it has only the addresses, as JSON', async () => {
    const control = bankControl(JSON.parse(JSON.stringify(bank)) as Bank);
    await control.clock.advance('PT1H');
    expect(await bank.clock.now()).toEqual(new Date('2026-12-01T08:00:00Z'));
    await control.reset(new Date(MORNING));
    expect(await bank.clock.now()).toEqual(new Date(MORNING));
    expect(await control.runBatch()).toEqual({ settled: 0, rejected: 0, retried: 0 });
  });
  it('throws what the bank says when it refuses', async () => {
    await expect(bank.clock.set('2020-01-01T00:00:00Z')).rejects.toThrow(
      /^The bank refuses POST \/control\/clock: The clock cannot move back/,
    );
    await expect(bank.finishSca('https://localhost/sca/none', { decision: 'abort' })).rejects.toThrow(
      'The bank refuses POST /control/sca/none: There is no SCA with this id.',
    );
  });
});

it('makeTpp says which option is wrong', async () => {
  await expect(makeTpp({ organization: ' ' })).rejects.toThrow('The organisation is missing.');
});
