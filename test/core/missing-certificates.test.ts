/** An imported environment whose certificate is not here sends nothing, and has it as soon as it is imported and the user has confirmed both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { environmentFormSchema, MISSING } from '../../shared/contract/environments.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { readCertificateHeader, pemOf } from '../../shared/signing/certificate.ts';
import { OpenSsl, PASSWORD } from '../support/openssl-fixtures.ts';
import { callCore, downloaded, startCore } from '../support/workbench.ts';

let folder: string;
let workbench: Workbench;
let openssl: OpenSsl;
beforeEach(async () => {
  openssl = new OpenSsl();
  openssl.selfSigned('own', ['rsa:2048']);
  openssl.run(`pkcs12 -export -in own.pem -inkey own-key.pem -out own.pfx -passout pass:${PASSWORD}`);
  folder = mkdtempSync(join(tmpdir(), 'tpp-missing-'));
  workbench = await startCore(folder);
});
afterEach(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
  openssl.dispose();
});

/** Imports an environment that has signed with `own`, and uses it. @returns its id */
async function imported(part: object = {}): Promise<string> {
  const { download } = await callCore(workbench, 'app.export', {});
  const work = JSON.parse(downloaded(workbench, download).bytes.toString()) as {
    environments: object[];
    certificates: object[];
  };
  const { der } = readCertificateHeader(openssl.read('own.pem').toString());
  work.certificates.push({ id: 'theirs', pem: pemOf(der, 'CERTIFICATE') });
  work.environments.push({
    kind: 'bank',
    name: 'Their bank',
    baseUrl: 'https://127.0.0.1:1',
    certificateId: 'theirs',
    tlsCertificateId: null,
    roots: '',
    redirectUri: null,
    psuIpAddress: '192.0.2.1',
    headers: '',
    missingCertificate: null,
    missingTlsCertificate: null,
    variables: [],
    ...part,
  });
  const bytes = Buffer.from(JSON.stringify(work));
  const report = await callCore(workbench, 'app.import', {
    file: workbench.upload({ name: 'work.json', bytes }, 'work'),
  });
  expect(report.left).toEqual([expect.stringContaining('Nothing is sent there until you import')]);
  const id = (await callCore(workbench, 'environments.list', {})).environments.at(-1)?.id ?? '';
  await callCore(workbench, 'environments.choose', { id });
  return id;
}

async function read(id: string) {
  const { environments } = await callCore(workbench, 'environments.list', {});
  const found = environments.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no environment ${id}.`);
  return found;
}

const send = () =>
  callCore(workbench, 'requests.send', requestOf({ method: 'GET', path: '/v1/user', headers: [], body: '' }));

async function importOwn(): Promise<string> {
  await callCore(workbench, 'vault.protect', { passphrase: 'riktig hest batteri stift', current: null });
  const files = [workbench.upload({ name: 'own.pfx', bytes: openssl.read('own.pfx') })];
  const result = await callCore(workbench, 'certificates.import', { files, password: PASSWORD });
  return result.kind === 'imported' ? (result.certificates[0]?.id ?? '') : result.kind;
}

it('sends nothing, also after the form is saved, until the certificate is imported, and then signs with it', async () => {
  const id = await imported();
  await expect(send()).rejects.toThrow(
    /“Their bank” was imported without its certificate \(.*CN=own.*, serial number/,
  );
  const before = await read(id);
  expect(before).toMatchObject({ certificateId: MISSING, blocked: expect.stringContaining('CN=own') });
  const { environment } = await callCore(workbench, 'app.status', {});
  expect(environment.blocked).toBe(before.blocked);
  const form = environmentFormSchema.parse({ ...before, psuIpAddress: '192.0.2.2' });
  await callCore(workbench, 'environments.change', { id, form });
  await expect(send()).rejects.toThrow('was imported without its certificate');

  await expect(callCore(workbench, 'environments.confirm', { id })).rejects.toThrow(
    'was imported without its certificate',
  );

  const certificateId = await importOwn();
  await callCore(workbench, 'environments.confirm', { id });
  expect(await read(id)).toMatchObject({ certificateId, psuIpAddress: '192.0.2.2', blocked: null });
  // Nobody listens there, and so it was sent.
  expect((await send()).failure).toContain('127.0.0.1:1');
});

it('sends with another certificate once one has been chosen', async () => {
  const id = await imported();
  const { certificateId } = await read('local');
  const form = environmentFormSchema.parse({ ...(await read(id)), certificateId });
  await callCore(workbench, 'environments.change', { id, form });
  await callCore(workbench, 'environments.confirm', { id });
  expect(await read(id)).toMatchObject({ certificateId, blocked: null });
  expect((await send()).failure).toContain('127.0.0.1:1');
});

it('misses a TLS client certificate likewise, and an export says so again', async () => {
  const own = (await read('local')).certificateId;
  const id = await imported({ certificateId: own, tlsCertificateId: 'theirs' });
  expect(await read(id)).toMatchObject({ certificateId: own, tlsCertificateId: MISSING });
  await expect(send()).rejects.toThrow('was imported without its certificate');
  const { baseUrl, roots, tlsCertificateId } = await read(id);
  const test = callCore(workbench, 'environments.test', { baseUrl, roots, tlsCertificateId });
  await expect(test).rejects.toThrow('The TLS client certificate of this environment is not here.');
  const { download } = await callCore(workbench, 'app.export', {});
  expect(downloaded(workbench, download).bytes.toString()).toContain('"missingTlsCertificate":');

  const certificateId = await importOwn();
  await callCore(workbench, 'environments.confirm', { id });
  expect(await read(id)).toMatchObject({ tlsCertificateId: certificateId, blocked: null });
});
