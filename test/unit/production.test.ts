/** The checks of a production bank from facts alone (SIG-12), and what the certificate reader remembers (SIG-2). */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Registration } from '../../bank-sim/domain/register.ts';
import { CertificateReader, type TppCertificate } from '../../bank-sim/gate/certificate.ts';
import { checkProduction, type ProductionChecks } from '../../bank-sim/gate/production.ts';
import { HeaderBag, type RawRequest } from '../../bank-sim/gate/raw.ts';
import { type KeyPair, makeCertificate, makeKeyPair, type NamePart } from '../../shared/node/x509.ts';
import type { Psd2Role } from '../../shared/signing/certificate.ts';
import { encodeBase64 } from '../../shared/signing/base64.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { changedCertificate } from '../support/hostile-files.ts';
import { identityOf, makeIdentity } from '../support/identity.ts';

const FROM = Date.parse('2026-01-01T00:00:00Z');
const TO = Date.parse('2026-12-31T00:00:00Z');
const NOW = Date.parse('2026-11-20T09:42:07Z');
const ID = 'PSDNO-FSA-1';
const CA_NAME: readonly NamePart[] = [['2.5.4.3', 'A CA']];
const OTHER_NAME: readonly NamePart[] = [['2.5.4.3', 'Another CA']];

const asSent = (...values: string[]): RawRequest => ({
  method: 'GET',
  target: '/',
  headers: new HeaderBag(values.flatMap((value) => ['TPP-Signature-Certificate', value])),
  headerBytes: 0,
  body: new Uint8Array(),
  bodyTooLarge: false,
  clientCertificate: null,
});

let keys: { ca: KeyPair; other: KeyPair; tpp: KeyPair };
beforeAll(async () => {
  const [ca, other, tpp] = await Promise.all([makeKeyPair(), makeKeyPair(), makeKeyPair()]);
  keys = { ca, other, tpp };
});

const authority = (subject: readonly NamePart[], pair: KeyPair, isCa = true) =>
  new X509Certificate(
    makeCertificate({
      subject,
      issuer: subject,
      publicKey: pair.publicKey,
      signWith: pair.privateKey,
      notBefore: new Date(FROM),
      notAfter: new Date(TO),
      use: isCa ? { kind: 'ca' } : { kind: 'seal' },
    }),
  );

function senderWith(roles: readonly Psd2Role[] = ['PSP_AI', 'PSP_PI'], name = 'A TPP'): TppCertificate {
  const pem = makeCertificate({
    subject: [
      ['2.5.4.97', ID],
      ['2.5.4.3', name],
    ],
    issuer: CA_NAME,
    publicKey: keys.tpp.publicKey,
    signWith: keys.ca.privateKey,
    notBefore: new Date(FROM),
    notAfter: new Date(TO),
    use: {
      kind: 'psd2',
      statement: { type: 'seal', roles, authorityName: 'Finanstilsynet', authorityId: 'NO-FSA' },
    },
  });
  const read = new CertificateReader().read(asSent(identityOf(pem, keys.tpp.privateKey, ID).header));
  if ('kind' in read) throw new Error(read.text);
  return read;
}

const openssl = (args: string[], input = '') =>
  execFileSync('openssl', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });

/** A certificate in the name of the CA, with these extensions and no others. */
function selfSigned(pair: KeyPair, extensions: readonly string[]): X509Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-ca-'));
  try {
    const [key, config] = [join(folder, 'key.pem'), join(folder, 'openssl.cnf')];
    writeFileSync(key, pair.privateKey);
    writeFileSync(
      config,
      ['[req]', 'distinguished_name=dn', 'x509_extensions=ext', '[dn]', '[ext]', ...extensions].join('\n'),
    );
    const args = ['req', '-new', '-x509', '-utf8', '-config', config, '-key', key, '-subj', '/CN=A CA'];
    return new X509Certificate(openssl([...args, '-days', '30']));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ENTRY: Registration = {
  tppId: ID,
  name: 'A TPP',
  status: 'registered',
  passport: true,
  roles: [],
  rolesEntered: false,
};
const ACCOUNTS = operationById('listAccounts');
const USER = operationById('readUser');

function check(
  changes: Partial<ProductionChecks> = {},
  { sender = senderWith(), operation = ACCOUNTS, now = NOW } = {},
): string | null {
  const refusal = checkProduction(sender, operation, now, {
    trusted: [authority(CA_NAME, keys.ca)],
    isBlocked: () => false,
    registrationOf: () => ENTRY,
    openRegister: false,
    ...changes,
  });
  if (refusal === null) return null;
  expect(refusal).toMatchObject({ check: 'production', rule: 'SIG-12', status: 401 });
  expect(refusal.text).toMatch(/ \(step: production\)\.$/);
  // Each says what to do.
  expect(refusal.hint).toMatch(/^.{30,}\.$/);
  return refusal.code;
}

describe('SIG-12: production', () => {
  it('the issuer is a trusted CA: by its name, its key and its right to issue', () => {
    expect(check()).toBeNull();
    const right = authority(CA_NAME, keys.ca);
    for (const wrong of [
      authority(OTHER_NAME, keys.ca),
      authority(CA_NAME, keys.other),
      authority(CA_NAME, keys.ca, false),
    ]) {
      expect(check({ trusted: [wrong] })).toBe('CERTIFICATE_INVALID');
      expect(check({ trusted: [wrong, right] })).toBeNull();
    }
    expect(check({ trusted: [] })).toBe('CERTIFICATE_INVALID');
  });
  it('a certificate that OpenSSL does not read was issued by nobody', () => {
    const read = senderWith();
    // Its serial number has a zero too many, which our own reader does not mind.
    const der = changedCertificate(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, {});
    expect(() => new X509Certificate(der)).toThrow('error:');
    const sender = { ...read, certificate: { ...read.certificate, der } };
    expect(check({}, { sender })).toBe('CERTIFICATE_INVALID');
  });
  it('a forged CA that has the name and key identifier of a trusted one has issued nothing', () => {
    const right = authority(CA_NAME, keys.ca);
    const id = /Subject Key Identifier:\s*\n\s*([0-9A-F:]+)/.exec(
      openssl(['x509', '-noout', '-text'], right.toString()),
    )?.[1];
    const ofCa = [`subjectKeyIdentifier=${id}`, 'basicConstraints=critical,CA:TRUE'];
    const forged = selfSigned(keys.other, ofCa);
    expect(check({ trusted: [forged] })).toBe('CERTIFICATE_INVALID');
    // Without a key usage, only the basic constraints say that it is no CA.
    const leaf = selfSigned(keys.ca, [`subjectKeyIdentifier=${id}`, 'basicConstraints=critical,CA:FALSE']);
    expect(check({ trusted: [leaf] })).toBe('CERTIFICATE_INVALID');
    expect(check({ trusted: [selfSigned(keys.ca, ofCa)] })).toBeNull();
  });
  it('the certificate is valid from its first to its last instant', () => {
    const at = (now: number) => check({}, { now });
    expect([at(FROM - 1), at(FROM), at(TO), at(TO + 1)]).toEqual([
      'CERTIFICATE_INVALID',
      null,
      null,
      'CERTIFICATE_EXPIRED',
    ]);
  });
  it('the TPP is neither blocked nor withdrawn, and registered unless the register is open', () => {
    expect(check({ isBlocked: (id) => id === ID })).toBe('CERTIFICATE_BLOCKED');
    expect(check({ isBlocked: (id) => id !== ID })).toBeNull();
    expect(check({ registrationOf: (id) => (id === ID ? { ...ENTRY, status: 'withdrawn' } : ENTRY) })).toBe(
      'CERTIFICATE_BLOCKED',
    );
    expect(check({ registrationOf: () => ({ ...ENTRY, passport: false }) })).toBe('CERTIFICATE_BLOCKED');
    expect(check({ registrationOf: () => null })).toBe('CERTIFICATE_INVALID');
    expect(check({ registrationOf: () => null, openRegister: true })).toBeNull();
  });
  it('the role of the service is in the certificate, and in the register if the operator has entered roles', () => {
    const outcome = (roles: readonly Psd2Role[], operation: typeof ACCOUNTS, entered?: readonly Psd2Role[]) =>
      check(
        {
          registrationOf: () =>
            entered === undefined ? ENTRY : { ...ENTRY, roles: entered, rolesEntered: true },
        },
        { sender: senderWith(roles), operation },
      );
    const pay = operationById('readPayment');
    expect([outcome(['PSP_AI'], ACCOUNTS), outcome(['PSP_AI'], pay)]).toEqual([null, 'ROLE_INVALID']);
    expect([outcome(['PSP_PI'], ACCOUNTS), outcome(['PSP_PI'], pay)]).toEqual(['ROLE_INVALID', null]);
    // A service without a role needs one of the two.
    expect([outcome(['PSP_AI'], USER), outcome(['PSP_PI'], USER)]).toEqual([null, null]);
    expect(outcome(['PSP_IC'], USER)).toBe('ROLE_INVALID');
    const both = ['PSP_AI', 'PSP_PI'] as const;
    expect([outcome(both, ACCOUNTS, ['PSP_AI']), outcome(both, ACCOUNTS, ['PSP_PI'])]).toEqual([
      null,
      'ROLE_INVALID',
    ]);
    expect([outcome(both, USER, ['PSP_PI']), outcome(both, USER, [])]).toEqual([null, 'ROLE_INVALID']);
  });
  it('the refusal names the roles that are needed, and those that are there', () => {
    const text = (
      roles: readonly Psd2Role[],
      operation: typeof ACCOUNTS,
      entered: readonly Psd2Role[] | null,
    ) =>
      checkProduction(senderWith(roles), operation, NOW, {
        trusted: [authority(CA_NAME, keys.ca)],
        isBlocked: () => false,
        registrationOf: () => (entered ? { ...ENTRY, roles: entered, rolesEntered: true } : null),
        openRegister: true,
      })?.text;
    expect(text(['PSP_IC', 'PSP_AS'], USER, null)).toContain(
      'needs the role PSP_AI or PSP_PI; the certificate has PSP_IC, PSP_AS',
    );
    expect(text([], ACCOUNTS, null)).toContain('needs the role PSP_AI; the certificate has none');
    expect(text(['PSP_AI'], ACCOUNTS, [])).toContain('needs the role PSP_AI; the register has none');
  });
});

describe('SIG-2, SIG-14, SIG-15: the certificates that were sent', () => {
  const reader = () => new CertificateReader();
  it('an absent or blank one is missing, and two are refused even if they are equal', () => {
    for (const request of [asSent(), asSent(''), asSent(' ')])
      expect(reader().read(request)).toMatchObject({ rule: 'SIG-2', code: 'CERTIFICATE_MISSING' });
    expect(reader().read(asSent('a', 'a'))).toMatchObject({ rule: 'SIG-15', code: 'SIGNATURE_INVALID' });
  });
  it('each is read once, also after others, and a refused one is refused again', async () => {
    const [one, two] = await Promise.all([makeIdentity(), makeIdentity({ serial: '77' })]);
    const certificates = reader();
    const read = (value: string) => certificates.read(asSent(value));
    const [first, second, wrong] = [read(one.header), read(two.header), read('wrong')];
    expect([first, second, wrong].map((found) => 'kind' in found)).toEqual([false, false, true]);
    expect(read('wrong')).toBe(wrong);
    expect(read(one.header)).toBe(first);
    expect(read(one.header)).toBe(first);
    expect(read(two.header)).toBe(second);
    expect(certificates.known()).toEqual([second, first]);
  });
  it('of a name, the first 200 characters are kept', () => {
    expect(senderWith([], 'a'.repeat(200)).tpp.name).toBe('a'.repeat(200));
    expect(senderWith([], 'a'.repeat(201)).tpp.name).toBe('a'.repeat(200));
  });
  it('the 200 newest are remembered', async () => {
    const { header } = await makeIdentity();
    const certificates = reader();
    const first = certificates.read(asSent(header));
    for (let at = 1; at < 200; at++) certificates.read(asSent(`wrong ${at}`));
    expect(certificates.known()).toEqual([first]);
    certificates.read(asSent('one more'));
    expect(certificates.known()).toEqual([]);
    expect(certificates.read(asSent('wrong 199'))).toBe(certificates.read(asSent('wrong 199')));
  });
  it('the TPP is called by its organization, its common name or its whole subject', async () => {
    const { tpp } = keys;
    const nameOf = (subject: readonly NamePart[]) => {
      const pem = makeCertificate({
        subject,
        issuer: CA_NAME,
        publicKey: tpp.publicKey,
        signWith: keys.ca.privateKey,
        notBefore: new Date(FROM),
        notAfter: new Date(TO),
        use: { kind: 'seal' },
      });
      const read = reader().read(asSent(identityOf(pem, tpp.privateKey, '').header));
      return 'kind' in read ? read : read.tpp;
    };
    expect(
      nameOf([
        ['2.5.4.97', ID],
        ['2.5.4.10', 'An AS'],
        ['2.5.4.3', 'A TPP'],
      ]),
    ).toEqual({ id: ID, name: 'An AS' });
    expect(
      nameOf([
        ['2.5.4.97', ID],
        ['2.5.4.3', 'A TPP'],
      ]),
    ).toEqual({ id: ID, name: 'A TPP' });
    expect(nameOf([['2.5.4.6', 'NO']])).toEqual({ id: 'C=NO', name: 'C=NO' });
  });
  it('a key of fewer than 2048 bits, or of another kind, is refused', async () => {
    const small = await makeKeyPair(2040);
    const of = (pair: KeyPair) =>
      makeCertificate({
        subject: CA_NAME,
        issuer: CA_NAME,
        publicKey: pair.publicKey,
        signWith: pair.privateKey,
        notBefore: new Date(FROM),
        notAfter: new Date(TO),
        use: { kind: 'seal' },
      }).replaceAll(/-----[A-Z ]+-----|\s/g, '');
    expect(reader().read(asSent(of(small)))).toMatchObject({
      rule: 'SIG-2',
      status: 400,
      code: 'CERTIFICATE_INVALID',
      text: "The certificate's RSA key has 2040 bits; at least 2048 are needed (step: certificate).",
    });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ec = selfSigned(
      { publicKey: '', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
      [],
    );
    expect(reader().read(asSent(ec.raw.toString('base64')))).toMatchObject({
      text: "The certificate's key is EC; rsa-sha256 needs an RSA key (step: certificate).",
    });
    expect(reader().read(asSent(of(keys.ca)))).toMatchObject({ key: { asymmetricKeyType: 'rsa' } });
  });
  it('an exponent has at most 64 bits', async () => {
    const { key } = await makeIdentity();
    const readWith = (exponent: Uint8Array) =>
      reader().read(asSent(encodeBase64(changedCertificate(key, { exponent }))));
    expect(readWith(new Uint8Array(8).fill(0xa7))).toMatchObject({
      certificate: { exponent: 'A7'.repeat(8) },
    });
    expect(readWith(new Uint8Array([1, ...new Uint8Array(8).fill(0xa7)]))).toMatchObject({
      rule: 'SIG-2',
      text: "The exponent of the certificate's RSA key has 65 bits; at most 64 are accepted (step: certificate).",
    });
  });
  it('the refusal says what is wrong with the value', () => {
    expect(reader().read(asSent('!'))).toMatchObject({
      text: 'TPP-Signature-Certificate is not a certificate (step: certificate): The value is not valid base64.',
    });
  });
});
