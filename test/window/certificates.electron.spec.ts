/** keyId and certificates under Node and inside Electron's runtime, on fixtures that the openssl command line makes (SIG-4a). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { inElectron } from './in-electron.ts';
import { certificateReport, type Fixture } from '../electron-runtime/certificate-report.ts';

const CASES: [title: string, newkey: string[], subject: string, serial: string, reference: string][] = [
  ['ASCII issuer', ['rsa:2048'], '/C=NO/O=Fjordpay/CN=Test', '0x4D2', 'SN=4D2,CA=CN=Test,O=Fjordpay,C=NO'],
  ['ø', ['rsa:2048'], '/C=NO/O=Prøvemiljø/CN=Test', '0x77', 'SN=77,CA=CN=Test,O=Prøvemiljø,C=NO'],
  [
    'comma and organizationIdentifier',
    ['rsa:3072'],
    '/C=NO/O=Fjord, Pay/organizationIdentifier=PSDNO-FSA-987654325/CN=A',
    '0x77',
    String.raw`SN=77,CA=CN=A,2.5.4.97=#0c135053444e4f2d4653412d393837363534333235,O=Fjord\, Pay,C=NO`,
  ],
  [
    'high bit',
    ['rsa:2048'],
    '/CN=High',
    '0xFEDCBA98765432100123456789ABCDEF',
    'SN=FEDCBA98765432100123456789ABCDEF,CA=CN=High',
  ],
  ['short serial', ['rsa:2048'], '/CN=Short', '0x0A', 'SN=A,CA=CN=Short'],
  ['EC', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], '/CN=Elliptic', '0x01', 'SN=1,CA=CN=Elliptic'],
  ['RSA-PSS', ['rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'], '/CN=Pss', '0x01', 'SN=1,CA=CN=Pss'],
  ['Ed25519', ['ed25519'], '/CN=Edwards', '0x01', 'SN=1,CA=CN=Edwards'],
];

test('both runtimes read, sign, verify and issue certificates alike', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-report-'));
  try {
    const openssl = (...args: string[]) =>
      execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const fixtures = CASES.map(([title, newkey, subject, serial]): Fixture => {
      openssl(
        'req',
        '-x509',
        '-newkey',
        ...newkey,
        '-nodes',
        '-utf8',
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
      const issuer = openssl('x509', '-in', 'cert.pem', '-noout', '-issuer', '-nameopt', 'RFC2253')
        .trim()
        .replace(/^issuer=\s*/, '');
      const key = newkey[0]?.startsWith('rsa:') ? readFileSync(join(folder, 'key.pem'), 'utf8') : null;
      return {
        title,
        pem: readFileSync(join(folder, 'cert.pem'), 'utf8'),
        key,
        opensslKeyId: `SN=${serial.slice(2)},CA=${issuer}`,
      };
    });
    const underNode = certificateReport(fixtures) as {
      keyId: string;
      openssl: { matches: boolean };
      verified: boolean | null;
      remade: string | null;
    }[];
    expect(underNode.map((report) => report.keyId)).toEqual(CASES.map(([, , , , reference]) => reference));
    expect(underNode.every((report) => report.openssl.matches)).toBe(true);
    expect(underNode.map((report) => report.verified)).toEqual([
      true,
      true,
      true,
      true,
      true,
      null,
      null,
      null,
    ]);
    expect(underNode[0]?.remade).toBe(
      String.raw`SN=FF00,CA=2.5.4.97=#0c0f4e54524e4f2d313233343536373835,O=Prøve\, 3 PSP_AI`,
    );

    expect(await inElectron(folder, 'certificate-report-main', fixtures)).toEqual(
      JSON.parse(JSON.stringify(underNode)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
