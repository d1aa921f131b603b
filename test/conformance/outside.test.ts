/** The bank against software that is not ours: openssl makes certificates and signatures, the npm package http-signature signs and verifies. */
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import httpSignature from 'http-signature';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../shared/signing/base64.ts';
import { decodeHeaderText, encodeMimeWord, isAscii } from '../../shared/signing/signature-header.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { signingString } from '../../shared/signing/signing-string.ts';
import { useBank } from '../support/bank.ts';
import { folderForFile } from '../support/folders.ts';
import { changedCertificate } from '../support/hostile-files.ts';
import { type Identity, identityOf } from '../support/identity.ts';
import { lastExchange, sendRaw, Tpp } from '../support/tpp.ts';

const test = useBank();
const folder = folderForFile('openssl');

const CASES = [
  { title: 'an ASCII issuer', subject: '/C=NO/O=Fjordpay/CN=Test', serial: '0x4D2' },
  { title: 'an issuer with ø', subject: '/C=NO/O=Prøvemiljø/CN=Test', serial: '0x1234567890' },
  {
    title: 'a comma and organizationIdentifier',
    subject: '/C=NO/O=Fjord, Pay = Bank/organizationIdentifier=PSDNO-FSA-987654325/CN=A\\+B',
    serial: '0x77',
  },
  {
    title: 'a serial with the high bit set',
    subject: '/C=NO/O=Høy, bit/CN=T',
    serial: '0xFEDCBA98765432100123456789ABCDEF',
  },
  { title: 'a short serial', subject: '/CN=Kort', serial: '0x0A' },
];

function openssl(...args: string[]): string {
  return execFileSync('openssl', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const CALL = { method: 'POST', path: '/v1/bank-offered-consents', body: '{"a":"å"}' };

describe.each(CASES)('$title', ({ subject, serial }) => {
  let identity: Identity;
  beforeAll(() => {
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-utf8',
      '-sha256',
      '-days',
      '30',
      '-set_serial',
      serial,
      '-subj',
      subject,
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
    );
    identity = identityOf(
      readFileSync(join(folder, 'cert.pem'), 'utf8'),
      readFileSync(join(folder, 'key.pem'), 'utf8'),
      '',
    );
  });

  it("the workbench's keyId has the serial number that openssl prints", () => {
    writeFileSync(join(folder, 'cert.pem'), identity.pem);
    const printed = openssl('x509', '-in', 'cert.pem', '-noout', '-serial').trim().replace('serial=', '');
    expect(identity.certificate.serial).toBe(printed.replace(/^0+(?=.)/, ''));
    expect(BigInt(`0x${identity.certificate.serial}`)).toBe(BigInt(serial));
  });

  it('a request signed with the openssl command line is accepted with the keyId as openssl formats it', async () => {
    const tpp = new Tpp(test.bank, identity);
    writeFileSync(join(folder, 'cert.pem'), identity.pem);
    writeFileSync(join(folder, 'key.pem'), identity.keyPem);
    const issuer = openssl('x509', '-in', 'cert.pem', '-noout', '-issuer', '-nameopt', 'RFC2253')
      .trim()
      .replace(/^issuer=\s*/, '');
    const headers = tpp.prepare(CALL).filter(([name]) => name !== 'Signature');
    const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
    const names = ['(request-target)', 'date', 'digest', 'x-request-id', 'tpp-redirect-uri'];
    writeFileSync(
      join(folder, 'text'),
      signingString(names, { method: 'POST', target: CALL.path, header: value }),
    );
    openssl('dgst', '-sha256', '-sign', 'key.pem', '-out', 'signature', 'text');
    const signature = readFileSync(join(folder, 'signature')).toString('base64');
    const keyId = `SN=${identity.certificate.serial},CA=${issuer}`;
    const text = `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`;
    const reply = await sendRaw(
      test.bank,
      'POST',
      CALL.path,
      [...headers, ['Signature', isAscii(text) ? text : encodeMimeWord(text)]],
      Buffer.from(CALL.body),
    );
    expect(reply.status, `${issuer}\n${reply.text}`).toBe(201);
  });

  it("openssl accepts the workbench's signature", () => {
    const headers = new Tpp(test.bank, identity).prepare(CALL);
    const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
    const decoded = decodeHeaderText(value('signature'));
    const parts = decoded.ok
      ? Object.fromEntries(
          Array.from(decoded.text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), (m) => [m[1] ?? '', m[2] ?? '']),
        )
      : {};
    const lines = (parts['headers'] ?? '')
      .split(' ')
      .map((name) =>
        name === '(request-target)' ? `${name}: post ${CALL.path}` : `${name}: ${value(name)}`,
      );
    writeFileSync(join(folder, 'cert.pem'), identity.pem);
    writeFileSync(join(folder, 'text'), lines.join('\n'));
    writeFileSync(join(folder, 'signature'), Buffer.from(parts['signature'] ?? '', 'base64'));
    openssl('x509', '-in', 'cert.pem', '-pubkey', '-noout', '-out', 'public.pem');
    expect(openssl('dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'text')).toContain(
      'Verified OK',
    );
  });

  it("a request signed by http-signature is accepted with the workbench's keyId and no note", async () => {
    const sent = new Map(new Tpp(test.bank, identity).prepare(CALL).filter(([name]) => name !== 'Signature'));
    const lower = (name: string) =>
      Array.from(sent.keys()).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
    const request = {
      method: 'POST',
      path: CALL.path,
      getHeader: (name: string) => sent.get(lower(name)),
      setHeader: (name: string, value: string) => sent.set(lower(name), value),
    };
    httpSignature.signRequest(request, {
      key: identity.keyPem,
      keyId: keyIdOf(identity.certificate),
      algorithm: 'rsa-sha256',
      headers: ['date', '(request-target)', 'x-request-id', 'tpp-redirect-uri', 'digest'],
      authorizationHeaderName: 'Signature',
    });
    const signature = sent.get('Signature') ?? '';
    sent.set('Signature', isAscii(signature) ? signature : encodeMimeWord(signature));
    const reply = await sendRaw(test.bank, 'POST', CALL.path, [...sent], Buffer.from(CALL.body));
    expect(reply.status, reply.text).toBe(201);
    // openssl makes certificates by the machine's clock, which is not that of the bank.
    const isValidity = (note: string) => note.startsWith('The certificate ');
    expect((await lastExchange(test.bank)).notes.filter((note) => !isValidity(note))).toEqual([]);
  });

  it("http-signature accepts the workbench's signature", () => {
    const headers = new Tpp(test.bank, identity)
      .prepare(CALL)
      .map(([name, value]): [string, string] => [name.toLowerCase(), value]);
    const decoded = decodeHeaderText(headers.find(([name]) => name === 'signature')?.[1] ?? '');
    const text = decoded.ok ? decoded.text : '';
    // The package reads the Date against the real clock; the bank of this test stands at another time.
    const parsed = httpSignature.parseRequest(
      { method: 'POST', url: CALL.path, headers: { ...Object.fromEntries(headers), signature: text } },
      { clockSkew: 1e9 },
    );
    expect(parsed.params.keyId).toBe(keyIdOf(identity.certificate));
    const publicKey = createPublicKey(identity.pem).export({ type: 'spki', format: 'pem' }).toString();
    expect(httpSignature.verifySignature(parsed, publicKey)).toBe(true);
  });
});

describe('SIG-2, SIG-15: keys that are not RSA or are too short', () => {
  /** What the bank says about a request with this certificate. */
  const refusalOf = async (certificate: string): Promise<string> => {
    const call = { path: '/v1/sandbox/customers', headers: { 'TPP-Signature-Certificate': certificate } };
    const { text } = await test.tpp().refused(call, 400, 'CERTIFICATE_INVALID', 'SIG-2');
    return text;
  };
  it.each([
    ['EC', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], 'EC'],
    ['Ed25519', ['-newkey', 'ed25519'], 'Ed25519'],
    ['RSA-PSS', ['-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'], 'RSA-PSS'],
    ['RSA 1024', ['-newkey', 'rsa:1024'], '1024 bits'],
  ])('%s is refused and named', async (_, newkey, named) => {
    openssl(
      'req',
      '-x509',
      ...newkey,
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/CN=Odd',
      '-keyout',
      'odd.key',
      '-out',
      'odd.pem',
    );
    const header = readFileSync(join(folder, 'odd.pem'), 'utf8').replaceAll(/-----[A-Z ]+-----|\s/g, '');
    expect(await refusalOf(header)).toContain(named);
  });
  it.each([9, 256, 3000])('an RSA key with an exponent of %i bytes is refused and named', async (bytes) => {
    const exponent = new Uint8Array(bytes).fill(0xa7);
    const header = encodeBase64(changedCertificate(createPrivateKey(test.identity.keyPem), { exponent }));
    expect(await refusalOf(header)).toContain(`exponent of the certificate's RSA key has ${bytes * 8} bits`);
  });
});
