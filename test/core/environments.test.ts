/** Other banks: an environment of their own, an imported certificate, TLS, and a diagnosis where they do not explain. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { EnvironmentForm } from '../../shared/contract/environments.ts';
import { firstOrder } from '../../shared/contract/certificates.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { type HttpRequest, requestOf } from '../../shared/requests/http.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { memoryBank } from '../support/bank.ts';
import { folderForFile } from '../support/folders.ts';
import { TUESDAY } from '../support/given-date.ts';
import { makeIdentity, testCa } from '../support/identity.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { callCore, downloaded, startCore } from '../support/workbench.ts';

const folder = folderForFile('environments');
let workbench: Workbench;
let other: Bank;
let past: Bank;
let madeHere: string;
let imported: string;
let environment: string;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const send = ({
  fault = null,
  ...change
}: Partial<HttpRequest> & { fault?: string | null } = {}): Promise<Exchange> =>
  call('requests.send', {
    ...requestOf({ method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '', ...change }),
    fault,
  });
const form = (change: Partial<EnvironmentForm> = {}): EnvironmentForm => ({
  name: 'Nordbank sandbox',
  baseUrl: other.apiBaseUrl,
  certificateId: imported,
  tlsCertificateId: null,
  roots: other.caPem,
  redirectUri: null,
  hosts: [],
  psuIpAddress: '203.0.113.24',
  headers: '',
  ...change,
});
const change = (part: Partial<EnvironmentForm> = {}) =>
  call('environments.change', { id: environment, form: form(part) });
const causes = ({ diagnosis }: Exchange) => (diagnosis ?? []).map(({ check, title }) => `${check}: ${title}`);

beforeAll(async () => {
  const [identity, trusted] = await Promise.all([makeIdentity(), testCa()]);
  [workbench, other, past] = await Promise.all([
    startCore(folder),
    memoryBank({ clock: undefined, trust: [trusted], quirks: { environment: 'production' } }),
    memoryBank(),
  ]);
  madeHere = (await call('app.status', {})).certificate.id;
  await call('vault.protect', { passphrase: 'riktig hest batteri stift', current: null });
  const files = [workbench.upload({ name: 'tpp.pem', bytes: Buffer.from(identity.pem + identity.keyPem) })];
  const result = await call('certificates.import', { files, password: null });
  if (result.kind !== 'imported') throw new Error(result.kind);
  imported = result.certificates[0]?.id ?? '';
  environment = (await call('environments.create', {})).id;
  await change();
  await call('environments.choose', { id: environment });
});
afterAll(async () => {
  await Promise.all([workbench.stop(), other.stop(), past.stop()]);
});

describe('an environment with another bank', () => {
  it('the bank accepts a certificate that it trusts and sees the TLS client certificate', async () => {
    expect(await send()).toMatchObject({ status: 201, diagnosis: null, explanation: null });
    expect(other.inspection.exchanges().at(-1)?.clientCertificate).toBeNull();
    const order = { ...firstOrder(TUESDAY), profile: 'QWAC' as const, commonName: 'tpp.example' };
    const { id } = await call('certificates.make', order);
    await change({ tlsCertificateId: id });
    expect((await send()).status).toBe(201);
    expect(other.inspection.exchanges().at(-1)?.clientCertificate).toContain('tpp.example');
    const { certificates } = await call('certificates.list', {});
    expect(certificates.find((one) => one.id === id)?.usedBy).toEqual([
      { environment: 'Nordbank sandbox', use: 'TLS client' },
    ]);
    await change();
  });
  it('the status shows it, and you can switch to the local bank and back', async () => {
    expect((await call('app.status', {})).environment).toMatchObject({
      name: 'Nordbank sandbox',
      kind: 'another bank',
      baseUrl: other.apiBaseUrl,
    });
    await call('environments.choose', { id: 'local' });
    expect((await call('app.status', {})).environment.name).toBe('Local bank');
    expect((await send()).status).toBe(201);
    await call('environments.choose', { id: environment });
  });
  it('a path before /v1 is signed as it is sent', async () => {
    await change({ baseUrl: `${other.apiBaseUrl}/psd2/` });
    const exchange = await send();
    expect(exchange.prepared.url).toBe(`${other.apiBaseUrl}/psd2/v1/bank-offered-consents`);
    expect(exchange.prepared.signing.lines[0]).toBe('(request-target): post /psd2/v1/bank-offered-consents');
    expect(other.inspection.exchanges().at(-1)?.path).toBe('/psd2/v1/bank-offered-consents');
    await change();
  });
  it('an invalid environment is refused with a sentence and stays unchanged', async () => {
    await expect(change({ baseUrl: 'http://bank.example' })).rejects.toThrow(
      'A base URL begins with https://',
    );
    await expect(change({ roots: 'hello' })).rejects.toThrow('The trusted roots are not in PEM format');
    await expect(
      change({ roots: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }),
    ).rejects.toThrow('Trusted root number 1 is not a valid certificate');
    await expect(change({ tlsCertificateId: 'gone' })).rejects.toThrow('no longer in the vault');
    await expect(call('environments.remove', { id: 'local' })).rejects.toThrow('cannot be deleted');
    expect((await send()).status).toBe(201);
  });
  it.each(['\u200b', '\u2060', '\u202e', '\t', '\u0000'])(
    'a name that could look like another one is refused: %j',
    async (unseen) => {
      await expect(change({ name: `Nordbank${unseen} sandbox` })).rejects.toThrow(
        'The name has characters that cannot be seen.',
      );
    },
  );
  it('a bank that is not trusted receives nothing and the request fails with a sentence', async () => {
    await change({ roots: '' });
    expect((await send()).failure).toContain('is not trusted here');
    await change();
  });
});

const PAYMENTS = '/v1/payments/domestic-norway-credit-transfers';

describe('diagnosis of a refusal by another bank', () => {
  it('a test certificate is a cause, because no other bank trusts it', async () => {
    await change({ certificateId: madeHere });
    const exchange = await send();
    expect(exchange.status).toBe(401);
    expect(exchange.explanation).toBeNull();
    expect(causes(exchange)[0]).toBe("wrong: The certificate was issued by the workbench's own test CA");
    expect(causes(exchange)).toContain('right: The signature matches the request and the certificate');
    await change();
  });
  it.each([
    ['request-id-changed', 'wrong: The signature does not match what was sent'],
    ['other-key', 'wrong: The signature does not match what was sent'],
    ['decimal-serial', 'wrong: The keyId does not match the certificate'],
    ['date-unlisted', 'wrong: The list of signed headers is wrong'],
    ['no-signature', 'wrong: A signed header was not sent'],
    ['too-old', 'wrong: The clocks differ'],
    ['unquoted', 'wrong: The Signature header cannot be read'],
  ])('%s', async (fault, cause) => {
    const exchange = await send({ fault });
    expect(exchange.status).toBeGreaterThanOrEqual(400);
    expect(causes(exchange)[0]).toBe(cause);
  });
  it('the cause of a wrong signature is named, although the bank does not name it', async () => {
    const [first] = (await send({ fault: 'newline' })).diagnosis ?? [];
    expect(first?.text).toBe(
      'The signed text ends with a newline. Join the lines with one newline (\\n) each, and put nothing before the first or after the last line.',
    );
  });
  it('a wrong digest, a missing role and an expired certificate are causes', async () => {
    const broken = await send({ fault: 'other-digest', body: '{}' });
    expect(causes(broken)).toContain('wrong: The Digest does not match the body');
    const { id } = await call('certificates.make', {
      ...firstOrder(TUESDAY),
      roles: [],
      profile: 'QWAC',
      notBefore: TUESDAY - 9e9,
      notAfter: TUESDAY - 1e9,
    });
    await change({ certificateId: id });
    const exchange = await send({ method: 'GET', path: '/v1/accounts' });
    expect(causes(exchange)).toContain('wrong: The certificate has expired');
    expect(causes(exchange)).toContain('wrong: The certificate lacks the role PSP_AI');
    expect(causes(exchange)).toContain('possible: The certificate is a QWAC');
    await change();
  });
  it('a different clock at the bank is a cause', async () => {
    await change({ baseUrl: past.apiBaseUrl, roots: past.caPem });
    const exchange = await send();
    expect(exchange.status).toBe(400);
    expect(causes(exchange)[0]).toBe('wrong: The clocks differ');
    // In words that a person reads, and with the other cause: it is not always this machine whose clock is wrong.
    const said = exchange.diagnosis?.[0]?.text;
    expect(said).toMatch(/^The signed Date is \d+ d(?: \d+ h)? ahead of the bank's clock\./);
    expect(said).toContain('If the bank is a simulator, its clock may have been moved');
    await change();
  });
  it('an address that the bank does not know has its own causes, with the base URL', async () => {
    const unknown = await send({ method: 'GET', path: '/v1/nothing-here' });
    expect(unknown.status).toBe(404);
    expect(causes(unknown)).toEqual([
      'possible: The base URL may lack a part, or have one too many',
      'possible: The bank may not offer this operation',
    ]);
    expect(unknown.diagnosis?.[0]?.text).toContain(`It is ${other.apiBaseUrl}. Compare it`);
    await change({ baseUrl: `${other.apiBaseUrl}/v1` });
    const twice = await send();
    expect(twice.status).toBe(404);
    expect(causes(twice)[0]).toBe('wrong: The address has /v1 twice');
    await change();
  });
  it('an id that this bank does not know may be of another environment, which is found here, or of another TPP', async () => {
    await call('environments.choose', { id: 'local' });
    const { example = '' } = operationById('createPayment');
    const created = await send({ path: PAYMENTS, body: example });
    const id = /"paymentId": ?"([^"]+)"/.exec(created.response?.body ?? '')?.[1] ?? '';
    await call('environments.choose', { id: environment });
    const read = (of: string) => send({ method: 'GET', path: `${PAYMENTS}/${encodeURIComponent(of)}` });
    const elsewhere = await read(id);
    expect(elsewhere.status).toBe(404);
    expect(causes(elsewhere).slice(0, 2)).toEqual([
      'wrong: The id in the path is of “Local bank”',
      'possible: The id may have been created with another certificate',
    ]);
    // The code shows that the API answered, so the id comes before the base URL.
    expect(causes(await read('enc!!of-nobody'))).toEqual([
      'possible: The bank may not know an id in the path',
      'possible: The id may have been created with another certificate',
      'possible: The base URL may lack a part, or have one too many',
      'possible: The bank may not offer this operation',
    ]);
  });
  it('a refusal for want of a consent says what is missing, and nothing about the signature', async () => {
    const accounts = await send({ method: 'GET', path: '/v1/accounts' });
    expect(accounts.status).toBe(401);
    expect(causes(accounts)).toEqual([
      'wrong: The request has no PSU-ID',
      'possible: The consent may be missing, expired or revoked',
    ]);
    const psu = await send({ method: 'GET', path: '/v1/accounts', headers: [['PSU-ID', randomUUID()]] });
    expect(causes(psu)).toEqual([
      'possible: The PSU-ID may be of another bank or another context',
      'possible: The consent may be missing, expired or revoked',
    ]);
  });
  it('a 401 without a code may want an access token, and WWW-Authenticate says that it does', async () => {
    let challenge: Record<string, string> = {};
    const gateway = await startTlsServer('Gateway', ({ headers: { date } }, response) =>
      response.writeHead(401, { date, ...challenge }).end(),
    );
    await change({ baseUrl: gateway.baseUrl, roots: gateway.ca });
    const asked = await send();
    expect(causes(asked)[0]).toBe('possible: The bank may expect an access token');
    expect(causes(asked)).toContain('possible: The bank may not trust the CA or may not know the TPP');
    challenge = { 'WWW-Authenticate': 'Bearer realm="psd2", error="invalid_token"' };
    const wanted = await send();
    expect(causes(wanted)[0]).toBe('wrong: The request has no access token');
    expect(wanted.diagnosis?.[0]?.text).toContain('(Bearer)');
    const old = await send({ headers: [['Authorization', 'Bearer token-of-yesterday']] });
    expect(causes(old)[0]).toBe('possible: The access token may have expired, or be for another scope');
    await gateway.stop();
    await change();
  });
  it('a refusal of the content has no causes, only what the bank says and the address', async () => {
    const exchange = await send({ path: PAYMENTS, body: '{' });
    expect(exchange.status).toBe(400);
    expect(exchange.diagnosis).toEqual([]);
  });
});

describe('the bank of a class', () => {
  const banks = async () => (await call('class.read', {})).class?.banks ?? [];
  const names = async () => (await call('environments.list', {})).environments.map((one) => one.name);

  it('is joined by the link of its trainer and by no other, and only its environment trusts its CA', async () => {
    await call('class.start', { names: ['Anna', 'Bjørn'] });
    const [anna = '', bjorn = ''] = (await banks()).map(({ link }) => link);
    const before = await names();
    const tokenOf = (link: string) => /#([\w-]+)/.exec(link)?.[1] ?? '';
    for (const [link, reason] of [
      ['https://class.example', 'This is no link'],
      [anna.replace(/[0-9a-f]{64}$/, '0'.repeat(64)), 'has another CA than the link says'],
      [anna.replace(tokenOf(anna), tokenOf(bjorn)), 'does not know this link'],
      [anna.replace('bank-1', 'bank-3'), 'does not know this link'],
    ] as const)
      await expect(call('class.join', { link })).rejects.toThrow(reason);
    expect(await call('class.look', { link: bjorn })).toMatchObject({
      name: 'Bjørn',
      baseUrl: expect.stringMatching(/^https:\/\/localhost:\d+$/),
    });
    expect(await names()).toEqual(before);

    expect(await call('class.join', { link: bjorn })).toEqual({ name: 'Class: Bjørn' });
    // The same one again.
    await call('class.join', { link: bjorn });
    const { environments } = await call('environments.list', {});
    expect(environments.map((one) => one.name)).toEqual([...before, 'Class: Bjørn']);
    const joined = environments.find(({ kind }) => kind === 'class');
    expect(joined).toMatchObject({ current: true, certificateId: madeHere });
    expect(environments.filter(({ roots }) => roots === joined?.roots)).toHaveLength(1);
    const { download } = await call('app.export', {});
    const exported = downloaded(workbench, download).bytes.toString();
    expect(exported).toContain('Class: Bjørn');
    expect(exported).not.toContain(tokenOf(bjorn));
  });
  it('shows what happens inside it, and the trainer sees how far it has come, until it is reset', async () => {
    const { seq = 0 } = (await call('flow.read', { after: 0, limit: 1000 })).events.at(-1) ?? {};
    expect((await send()).status).toBe(201);
    const { events } = await call('flow.read', { after: seq, limit: 1000 });
    expect(events.map(({ kind, environment: name }) => [kind, name])).toEqual([
      ['request', 'Class: Bjørn'],
      ['step', 'Class: Bjørn'],
      ['response', 'Class: Bjørn'],
    ]);
    expect(events[1]?.cause).toBe(events[0]?.seq);
    expect((await send({ fault: 'no-signature' })).status).toBe(400);
    expect((await call('flow.read', { after: seq, limit: 1000 })).events.at(-1)).toMatchObject({
      rule: 'SIG-1',
    });
    const [anna, bjorn] = await banks();
    expect(anna).toMatchObject({ joined: false, requests: 0, steps: [] });
    expect(bjorn).toMatchObject({
      joined: true,
      requests: 2,
      steps: ['signed', 'consent'],
      last: { status: 400, refusals: 1 },
      refusal: { rule: 'SIG-1' },
    });
    await call('class.reset', { id: 'bank-2' });
    expect((await banks())[1]).toMatchObject({ requests: 0, steps: [], last: null, refusal: null });
  });
  it('has the same link when the workbench of the trainer is started again, another on a network, and none when the class has ended', async () => {
    const links = (await banks()).map(({ link }) => link);
    await workbench.stop();
    workbench = await startCore(folder);
    await vi.waitFor(async () => expect((await banks()).map(({ link }) => link)).toEqual(links));
    expect(await call('class.look', { link: links[1] ?? '' })).toMatchObject({ name: 'Bjørn' });
    await expect(call('class.open', { network: '192.0.2.77' })).rejects.toThrow('is not an address of this');
    expect((await banks()).map(({ link }) => link)).toEqual(links);
    // As an address of a network; every Linux has it.
    await call('class.open', { network: '127.0.0.2' });
    const [, opened] = await banks();
    expect(await call('class.look', { link: opened?.link ?? '' })).toMatchObject({
      baseUrl: expect.stringMatching(/^https:\/\/127\.0\.0\.2:/),
    });
    await expect(call('class.look', { link: links[1] ?? '' })).rejects.toThrow('cannot be reached');
    await call('class.end', {});
    expect(await banks()).toEqual([]);
    await expect(call('class.look', { link: links[0] ?? '' })).rejects.toThrow('cannot be reached');
  });
});
