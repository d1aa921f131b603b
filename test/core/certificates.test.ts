/** Certificates through the workbench's one door: import, vault, test authority, export. The outside judge is openssl. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueAuthority, issueIdentity } from '../../main/core/certificates/issue.ts';
import type { Workbench } from '../../main/core/services.ts';
import {
  firstOrder,
  type IdentityOrder,
  importSentence,
  TEST_ISSUER,
} from '../../shared/contract/certificates.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { readCertificateHeader } from '../../shared/signing/certificate.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { memoryBank } from '../support/bank.ts';
import { OPENSSL_AT_GIVEN_DATE } from '../support/given-date.ts';
import { TUESDAY } from '../support/given-date.ts';
import { OpenSsl, PASSWORD } from '../support/openssl-fixtures.ts';
import { callCore, startCore, downloaded } from '../support/workbench.ts';
import { DAY } from '../../shared/time.ts';

const PASSPHRASE = 'riktig hest batteri stift';
let folder: string;
let workbench: Workbench;
let openssl: OpenSsl;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);

beforeAll(() => {
  openssl = new OpenSsl();
  openssl.selfSigned('own', ['rsa:2048']);
  openssl.run(`pkcs12 -export -in own.pem -inkey own-key.pem -out own.pfx -passout pass:${PASSWORD}`);
});
afterAll(() => openssl.dispose());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-certificates-'));
  workbench = await startCore(folder);
});
afterEach(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

const upload = (name: string) => workbench.upload({ name, bytes: openssl.read(name) });
const send = (): Promise<Exchange> =>
  call(
    'requests.send',
    requestOf({ method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '' }),
  );
const order = (change: Partial<IdentityOrder> = {}): IdentityOrder => ({
  ...firstOrder(TUESDAY),
  ...change,
});

async function find(id: string) {
  const { certificates } = await call('certificates.list', {});
  const found = certificates.find((one) => one.id === id);
  if (!found) throw new Error(`There is no certificate ${id}.`);
  return { ...found, read: readCertificateHeader(found.pem) };
}

describe('import', () => {
  it('an import asks for the password, then for a passphrase, and the certificate then signs', async () => {
    const files = [upload('own.pfx')];
    expect(await call('certificates.import', { files, password: null })).toEqual({
      kind: 'password-needed',
      file: 'own.pfx',
    });
    expect(await call('certificates.import', { files, password: 'wrong' })).toEqual({
      kind: 'wrong-password',
      file: 'own.pfx',
    });
    expect(await call('certificates.import', { files, password: PASSWORD })).toEqual({
      kind: 'passphrase-needed',
    });
    await call('vault.protect', { passphrase: PASSPHRASE, current: null });
    // The password was right already; nobody types it twice.
    const imported = await call('certificates.import', { files, password: null });
    if (imported.kind !== 'imported') throw new Error(importSentence(imported));
    const [{ id } = { id: '' }] = imported.certificates;
    expect((await find(id)).origin).toBe('imported');
    await call('certificates.use', { id });
    const exchange = await send();
    expect(exchange.status).toBe(201);
    expect(exchange.prepared.signing.keyId).toBe(
      keyIdOf(readCertificateHeader(openssl.read('own.pem').toString())),
    );
    // The files were taken; a second time they have to be chosen again.
    await expect(call('certificates.import', { files, password: PASSWORD })).rejects.toThrow(
      'Choose the file again',
    );
    expect(
      await call('certificates.import', { files: [upload('own.pfx')], password: PASSWORD }),
    ).toMatchObject({
      kind: 'already-there',
    });
  });
  it('an import reports progress, does not block and can be cancelled', async () => {
    openssl.run(
      `pkcs12 -export -legacy -iter 3000000 -in own.pem -inkey own-key.pem -out slow.pfx -passout pass:${PASSWORD}`,
    );
    const steps: unknown[] = [];
    const told = new Promise<void>((resolve) =>
      workbench.onEvent((name, payload) => {
        if (name !== 'import.progress') return;
        steps.push(payload);
        if (steps.length === 3) resolve();
      }),
    );
    const files = [upload('slow.pfx')];
    const importing = call('certificates.import', { files, password: PASSWORD });
    await told;
    expect(steps[2]).toMatchObject({ step: 'Checking the password', total: 3_000_000 });
    // Deriving the key takes millions of rounds more; a whole request is answered in between.
    expect((await send()).status).toBe(201);
    await call('certificates.cancelImport', { files });
    expect(await importing).toEqual({ kind: 'cancelled' });
  });
  it('a test key needs no passphrase: by its test CA, or because the user says so', async () => {
    const other = await issueIdentity(order(), await issueAuthority(TEST_ISSUER, TUESDAY));
    openssl.write('test-ca.pem', other.pem + other.key);
    expect(
      await call('certificates.import', { files: [upload('test-ca.pem')], password: null }),
    ).toMatchObject({ kind: 'imported' });
    // The same certificate and key twice are one.
    openssl.write('both.pem', Buffer.concat([openssl.read('own-key.pem'), openssl.read('own.pem')]));
    const files = [upload('own.pem'), upload('own-key.pem'), upload('both.pem')];
    expect(await call('certificates.import', { files, password: null })).toEqual({
      kind: 'passphrase-needed',
    });
    expect(await call('certificates.import', { files, password: null, testKeys: true })).toEqual({
      kind: 'imported',
      certificates: [{ id: expect.any(String), name: 'Prøve AS' }],
    });
    expect((await call('app.status', {})).vault).toMatchObject({ state: 'open', protection: 'file' });
  });
  it.each(['P-256', 'P-384'])('an EC key on %s authenticates in TLS and never signs', async (curve) => {
    openssl.selfSigned('klient', ['ec', '-pkeyopt', `ec_paramgen_curve:${curve}`]);
    const files = [upload('klient.pem'), upload('klient-key.pem')];
    const imported = await call('certificates.import', { files, password: null, testKeys: true });
    if (imported.kind !== 'imported') throw new Error(importSentence(imported));
    const [{ id } = { id: '' }] = imported.certificates;
    const refusal = '“Prøve AS” cannot sign requests: its key is EC, and the signature is rsa-sha256';
    await expect(call('certificates.use', { id })).rejects.toThrow(refusal);
    const bank = await memoryBank({ clock: undefined });
    try {
      const { id: environment } = await call('environments.create', {});
      const form = {
        name: 'Nordbank',
        baseUrl: bank.apiBaseUrl,
        certificateId: (await call('app.status', {})).certificate.id,
        tlsCertificateId: id,
        roots: bank.caPem,
        redirectUri: null,
        hosts: [],
        psuIpAddress: '203.0.113.24',
        headers: '',
      };
      await expect(
        call('environments.change', { id: environment, form: { ...form, certificateId: id } }),
      ).rejects.toThrow(refusal);
      await call('environments.change', { id: environment, form });
      await call('environments.choose', { id: environment });
      expect((await send()).status).toBe(201);
      expect(bank.inspection.exchanges().at(-1)?.clientCertificate).toContain('klient');
      const { download } = await call('certificates.export', {
        format: 'pfx',
        id,
        password: PASSWORD,
        cipher: 'aes-256',
      });
      openssl.write('out.pfx', downloaded(workbench, download).bytes);
      expect(openssl.run(`pkcs12 -in out.pfx -passin pass:${PASSWORD} -nodes -nocerts`)).toContain(
        'PRIVATE KEY',
      );
    } finally {
      await bank.stop();
    }
  });
  it('every way in which an import can fail has its own sentence', () => {
    const sentences = [
      { kind: 'password-needed', file: 'a.pfx' },
      { kind: 'wrong-password', file: 'a.pfx' },
      { kind: 'damaged', file: 'a.pfx', reason: 'The file is empty.' },
      { kind: 'not-recognised', file: 'a.txt', hint: 'Known are PEM files.' },
      { kind: 'unsupported', file: 'a.pfx', what: 'RC4' },
      { kind: 'too-costly', file: 'a.pfx', what: 'more than 2 minutes of work' },
      { kind: 'no-key' },
      { kind: 'no-certificate' },
      { kind: 'key-does-not-fit' },
      { kind: 'key-not-supported', algorithm: 'EC' },
      { kind: 'too-short', bits: 1024 },
      { kind: 'already-there', name: 'Fjordpay' },
      { kind: 'passphrase-needed' },
      { kind: 'cancelled' },
    ] as const;
    const texts = sentences.map(importSentence);
    expect(new Set(texts).size).toBe(sentences.length);
    for (const text of texts) expect(text).toMatch(/^[A-Z\w].*\.$/);
  });
});

describe('vault', () => {
  it('the vault is locked at the next start and only its passphrase unlocks it', async () => {
    await call('vault.protect', { passphrase: PASSPHRASE, current: null });
    expect(readdirSync(folder)).not.toContain('vault.key');
    expect((await send()).status).toBe(201);
    await workbench.stop();
    workbench = await startCore(folder);
    expect((await call('app.status', {})).vault).toEqual({
      state: 'locked',
      protection: 'passphrase',
      keyKept: 'under your passphrase',
    });
    await expect(send()).rejects.toThrow('The vault is locked. Unlock it with your passphrase');
    await expect(call('vault.unlock', { passphrase: 'something else' })).rejects.toThrow('Wrong passphrase');
    await call('vault.unlock', { passphrase: PASSPHRASE });
    expect((await send()).status).toBe(201);
  });
  // What else becomes of a vault is in vault.test.ts.
});

describe('test CA', () => {
  /** The certificate and its authority, as files of openssl's folder. */
  async function made(change: Partial<IdentityOrder>) {
    const { id } = await call('certificates.make', order(change));
    const found = await find(id);
    openssl.write('made.pem', found.pem);
    openssl.write('ca.pem', found.chain[0] ?? '');
    return found;
  }

  it('openssl reads and verifies its certificates', async () => {
    for (const profile of ['QSealC', 'QWAC'] as const) {
      const { read } = await made({ profile, commonName: 'api.fjordpay.example' });
      expect(read.qcType).toBe(profile === 'QWAC' ? 'web' : 'seal');
      expect(
        openssl.run('verify -x509_strict -CAfile ca.pem', ...OPENSSL_AT_GIVEN_DATE, 'made.pem'),
      ).toContain('made.pem: OK');
      expect(openssl.run('asn1parse -in made.pem')).toContain('organizationIdentifier');
      const text = openssl.run('x509 -in made.pem -noout -text -nameopt utf8');
      expect(text).toContain('organizationIdentifier');
      expect(text).toContain(profile === 'QWAC' ? 'TLS Web Client Authentication' : 'Non Repudiation');
      expect(text).toContain('qcStatements');
      expect(text.includes('DNS:api.fjordpay.example')).toBe(profile === 'QWAC');
    }
  });
  it('its qcStatements equal those of ETSI EN 319 412-5 and TS 119 495 byte for byte', async () => {
    await made({ roles: ['PSP_AI'], authorityName: 'Finanstilsynet', authorityId: 'NO-FSA' });
    // Written out by hand from the ASN.1 modules of the two standards.
    const expected = [
      '30 81 86',
      '30 08 06 06 04 00 8E 46 01 01', // QcCompliance
      '30 13 06 06 04 00 8E 46 01 06 30 09 06 07 04 00 8E 46 01 06 02', // QcType, eSeal
      '30 2C 06 06 04 00 8E 46 01 05 30 22 30 20 16 1A', // QcPDS
      '68 74 74 70 73 3A 2F 2F 70 64 73 2E 65 78 61 6D 70 6C 65 2F 65 6E 2E 70 64 66 13 02 65 6E',
      '30 37 06 06 04 00 81 98 27 02 30 2D', // PSD2 statement
      '30 13 30 11 06 07 04 00 81 98 27 01 03 0C 06 50 53 50 5F 41 49', // PSP_AI
      '0C 0E 46 69 6E 61 6E 73 74 69 6C 73 79 6E 65 74', // Finanstilsynet
      '0C 06 4E 4F 2D 46 53 41', // NO-FSA
    ]
      .join('')
      .replaceAll(' ', '');
    expect(openssl.run('asn1parse -in made.pem')).toContain(`[HEX DUMP]:${expected}`);
  });
  it('issues what banks refuse: expired, not yet valid, short keys, odd serial numbers and issuers, other roles', async () => {
    const now = TUESDAY;
    const year = 365 * DAY;
    const cases: [Partial<IdentityOrder>, (text: string, keyId: string) => void][] = [
      [{ notBefore: now - 2 * year, notAfter: now - year }, (text) => expect(text).toContain('Not After')],
      [{ notBefore: now + year, notAfter: now + 30 * year }, (text) => expect(text).toContain('Not Before')],
      [{ bits: 1024 }, (text) => expect(text).toContain('(1024 bit)')],
      [{ bits: 3072 }, (text) => expect(text).toContain('(3072 bit)')],
      [{ serial: '0' }, (_text, keyId) => expect(keyId).toMatch(/^SN=0,/)],
      [{ serial: 'F'.repeat(40) }, (_text, keyId) => expect(keyId).toMatch(/^SN=F{40},/)],
      [{ serial: '00ab' }, (_text, keyId) => expect(keyId).toMatch(/^SN=AB,/)],
      [
        {
          issuer: {
            country: 'NO',
            organization: 'Ås, Bø + "Søn" <AS>',
            commonName: '#1; CA\\',
            organizationIdentifier: '',
          },
        },
        (_text, keyId) =>
          expect(keyId).toMatch(/CA=CN=\\#1\\; CA\\\\,O=Ås\\, Bø \\\+ \\"Søn\\" \\<AS\\>,C=NO$/),
      ],
      [{ roles: ['PSP_IC', 'PSP_AS'] }, (text) => expect(text).toContain('PSP_IC')],
      [{ roles: [] }, (text) => expect(text).not.toContain('PSP_')],
    ];
    for (const [change, check] of cases) {
      const { read } = await made(change);
      check(openssl.run('x509 -in made.pem -noout -text'), keyIdOf(read));
      expect(openssl.run('verify -no_check_time -CAfile ca.pem made.pem')).toContain('OK');
    }
    await expect(call('certificates.make', order({ notAfter: 0, notBefore: 1 }))).rejects.toThrow(
      'end of validity is before its start',
    );
    await expect(call('certificates.make', order({ serial: 'xyz' }))).rejects.toThrow(
      '40 hexadecimal digits',
    );
  });
  it('renewal keeps the names, makes a new key and serial number and replaces the old certificate everywhere', async () => {
    const now = TUESDAY;
    const { id } = await call('certificates.make', order({ notBefore: now - 9e9, notAfter: now - 1e9 }));
    await call('certificates.use', { id });
    const old = await find(id);
    expect(old.renewable).toBe(true);
    const renewed = await find((await call('certificates.renew', { id })).id);
    expect([old.name, renewed.name]).toEqual(['Fjordpay AS QSealC 2', 'Fjordpay AS QSealC 3']);
    expect(renewed.read.notAfter).toBeGreaterThan(now);
    expect(renewed.read.serial).not.toBe(old.read.serial);
    expect(renewed.read.modulus).not.toBe(old.read.modulus);
    expect(renewed.chain).toEqual(old.chain);
    expect(renewed.usedBy).toEqual([{ environment: 'Local bank', use: 'signs requests' }]);
    expect((await find(id)).usedBy).toEqual([]);
    expect((await send()).prepared.signing.keyId).toBe(keyIdOf(renewed.read));
  });
  it('a certificate in use cannot be deleted', async () => {
    const { certificates } = await call('certificates.list', {});
    const [authority, used] = certificates;
    await expect(call('certificates.remove', { id: used?.id ?? '' })).rejects.toThrow(
      'is used by the environment',
    );
    await expect(call('certificates.remove', { id: authority?.id ?? '' })).rejects.toThrow('issued “');
    const { id } = await call('certificates.make', order());
    await call('certificates.rename', { id, name: 'To be deleted' });
    expect((await find(id)).name).toBe('To be deleted');
    await call('certificates.remove', { id });
    await expect(find(id)).rejects.toThrow('There is no certificate');
    await expect(call('certificates.use', { id })).rejects.toThrow('no longer in the vault');
    await expect(call('certificates.use', { id: authority?.id ?? '' })).rejects.toThrow(
      'cannot sign requests',
    );
  });
});

describe('export', () => {
  const fetched = async (input: Input<'certificates.export'>) => {
    const { download } = await call('certificates.export', input);
    const file = downloaded(workbench, download);
    expect(workbench.download(download)).toBeNull();
    openssl.write(file.name, file.bytes);
    return file.name;
  };
  const first = async () => (await call('app.status', {})).certificate.id;

  it('openssl opens the PFX, modern and old, with any letters in the password', async () => {
    const id = await first();
    for (const cipher of ['aes-256', '3des'] as const) {
      const name = await fetched({ format: 'pfx', id, password: 'blåbær €', cipher });
      openssl.write('password', 'blåbær €');
      expect(openssl.run(`pkcs12 -in ${name} -passin file:password -nodes`)).toContain('BEGIN PRIVATE KEY');
      const info = openssl.run(`pkcs12 -in ${name} -passin file:password -info -noout`);
      expect(info).toBe('');
    }
    await expect(
      call('certificates.export', { format: 'pfx', id, password: '', cipher: '3des' }),
    ).rejects.toThrow('needs a password');
  });
  it('PEM has an encrypted or plain key, or the certificate without a key', async () => {
    const id = await first();
    const sealed = await fetched({ format: 'pem', id, password: PASSWORD, unprotected: false });
    expect(openssl.run(`pkey -in ${sealed} -passin pass:${PASSWORD}`)).toContain('BEGIN PRIVATE KEY');
    const open = await fetched({ format: 'pem', id, password: '', unprotected: true });
    // A forgotten password is not the wish for an open key.
    for (const [password, unprotected] of [
      ['', false],
      [PASSWORD, true],
    ] as const)
      await expect(call('certificates.export', { format: 'pem', id, password, unprotected })).rejects.toThrow(
        'The key needs a password',
      );
    const alone = await fetched({ format: 'certificate', id });
    expect(openssl.read(open).toString()).toContain('BEGIN PRIVATE KEY');
    expect(openssl.read(alone).toString()).not.toContain('PRIVATE');
    expect(
      openssl
        .read(alone)
        .toString()
        .match(/BEGIN CERTIFICATE/g),
    ).toHaveLength(2);
    expect(openssl.run(`x509 -in ${open} -noout -pubkey`)).toBe(openssl.run(`pkey -in ${open} -pubout`));
  });
  it('a key is not exported while the vault is locked, and its certificate is', async () => {
    const id = await first();
    await call('vault.protect', { passphrase: PASSPHRASE, current: null });
    await call('vault.lock', {});
    for (const order of [
      { format: 'pfx', id, password: PASSWORD, cipher: 'aes-256' },
      { format: 'pem', id, password: PASSWORD, unprotected: false },
      { format: 'pem', id, password: '', unprotected: true },
    ] as const)
      await expect(call('certificates.export', order)).rejects.toThrow('The vault is locked. Unlock it');
    const alone = await fetched({ format: 'certificate', id });
    expect(openssl.read(alone).toString()).toContain('BEGIN CERTIFICATE');
  });
  it('an exported certificate can be imported elsewhere', async () => {
    const name = await fetched({ format: 'pfx', id: await first(), password: PASSWORD, cipher: 'aes-256' });
    expect(await call('certificates.import', { files: [upload(name)], password: PASSWORD })).toMatchObject({
      kind: 'already-there',
    });
    const other = mkdtempSync(join(tmpdir(), 'tpp-other-'));
    const second = await startCore(other);
    try {
      await callCore(second, 'vault.protect', { passphrase: PASSPHRASE, current: null });
      const files = [second.upload({ name, bytes: readFileSync(join(openssl.folder, name)) })];
      expect(await callCore(second, 'certificates.import', { files, password: PASSWORD })).toMatchObject({
        kind: 'imported',
        // The other workbench has one of that name.
        certificates: [{ name: 'Fjordpay AS QSealC 2' }],
      });
    } finally {
      await second.stop();
      rmSync(other, { recursive: true, force: true });
    }
  });
});
