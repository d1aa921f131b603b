/** Certificates and keys as the openssl command line writes them, in every container that people receive. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ImportFixture {
  title: string;
  /** Content in base64, so that the fixture can be sent as JSON. */
  files: { name: string; base64: string }[];
  password: string | null;
  /** Kind of the result, and its other expected properties. */
  expected: { kind: string; bits?: number; algorithm?: string; chain?: number; friendlyName?: string };
}

export const PASSWORD = 'Correct-Horse-7';
const NORWEGIAN = 'blåbærsyltetøy €';
const LEGACY = '-provider legacy -provider default';

/** Runs openssl in a separate folder. */
export class OpenSsl {
  readonly folder = mkdtempSync(join(tmpdir(), 'tpp-openssl-'));

  /** @param command split at spaces; the rest is passed unchanged */
  run(command: string, ...rest: readonly string[]): string {
    return execFileSync('openssl', [...command.split(' '), ...rest], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  read(name: string): Buffer {
    return readFileSync(join(this.folder, name));
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.folder, name), content);
  }

  /** Creates a key and a self-signed certificate as `<name>-key.pem` and `<name>.pem`. */
  selfSigned(name: string, newkey: readonly string[]): void {
    const files = `-keyout ${name}-key.pem -out ${name}.pem`;
    this.run(
      `req -x509 -nodes -utf8 -days 30 ${files}`,
      '-newkey',
      ...newkey,
      '-subj',
      `/C=NO/O=Prøve AS/CN=${name}`,
    );
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** All fixtures. Takes about 10 seconds, mostly for the long keys. */
export function importFixtures(): ImportFixture[] {
  const openssl = new OpenSsl();
  try {
    return make(openssl);
  } finally {
    openssl.dispose();
  }
}

type Add = (
  title: string,
  names: readonly string[],
  password: string | null,
  expected: ImportFixture['expected'],
) => void;

function make(openssl: OpenSsl): ImportFixture[] {
  const fixtures: ImportFixture[] = [];
  const add: Add = (title, names, password, expected) => {
    const files = names.map((name) => ({ name, base64: openssl.read(name).toString('base64') }));
    fixtures.push({ title, files, password, expected });
  };
  const opened = { kind: 'opened', bits: 2048, chain: 0 };

  for (const bits of [1024, 2048, 3072, 4096]) openssl.selfSigned(`rsa${bits}`, [`rsa:${bits}`]);
  openssl.selfSigned('other', ['rsa:2048']);
  openssl.selfSigned('ec', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']);
  openssl.selfSigned('ed', ['ed25519']);
  openssl.selfSigned('pss', ['rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048']);
  for (const bits of [2048, 3072, 4096])
    add(`RSA ${bits}, PEM in two files`, [`rsa${bits}.pem`, `rsa${bits}-key.pem`], null, { ...opened, bits });
  add('RSA 1024', ['rsa1024.pem', 'rsa1024-key.pem'], null, { kind: 'too-short', bits: 1024 });
  add('Ed25519', ['ed.pem', 'ed-key.pem'], null, { kind: 'key-not-supported', algorithm: 'Ed25519' });
  add('RSA-PSS', ['pss.pem', 'pss-key.pem'], null, { kind: 'key-not-supported', algorithm: 'RSA-PSS' });
  addEcKeys(openssl, add);
  addWindowsPfx(openssl, add);

  // Both in one file, in reverse order, and as DER.
  const certificate = openssl.read('rsa2048.pem').toString();
  const key = openssl.read('rsa2048-key.pem').toString();
  openssl.write('both.pem', certificate + key);
  openssl.write('both-crlf.pem', (key + certificate).replaceAll('\n', '\r\n'));
  openssl.write('both-utf16.pem', Buffer.from(`\ufeff${key}${certificate}`, 'utf16le'));
  add('certificate and key in one file', ['both.pem'], null, opened);
  add('key before certificate, lines as Windows writes them', ['both-crlf.pem'], null, opened);
  add('a PEM file in UTF-16', ['both-utf16.pem'], null, opened);
  openssl.run('x509 -in rsa2048.pem -outform DER -out cert.der');
  openssl.run('x509 -in rsa2048.pem -trustout -addtrust serverAuth -out trusted.pem');
  openssl.run('pkcs8 -topk8 -nocrypt -in rsa2048-key.pem -outform DER -out pkcs8.der');
  openssl.run('rsa -in rsa2048-key.pem -traditional -out pkcs1.pem');
  openssl.run('rsa -in rsa2048-key.pem -traditional -outform DER -out pkcs1.der');
  openssl.write('bare.txt', openssl.read('cert.der').toString('base64'));
  add('DER, PKCS#8', ['cert.der', 'pkcs8.der'], null, opened);
  add('DER, PKCS#1', ['pkcs1.der', 'cert.der'], null, opened);
  add('PEM, PKCS#1', ['rsa2048.pem', 'pkcs1.pem'], null, opened);
  add('the base64 of a certificate alone', ['bare.txt', 'pkcs8.der'], null, opened);
  add('openssl’s trusted certificate', ['trusted.pem', 'pkcs8.der'], null, opened);

  // A chain of three.
  openssl.run('req -new -key rsa2048-key.pem -subj /CN=leaf -out leaf.csr');
  openssl.run('req -new -key rsa3072-key.pem -subj /CN=middle -out middle.csr');
  openssl.run('x509 -req -in middle.csr -CA rsa4096.pem -CAkey rsa4096-key.pem -out middle.pem');
  openssl.run('x509 -req -in leaf.csr -CA middle.pem -CAkey rsa3072-key.pem -out leaf.pem');
  const chain = ['rsa4096.pem', 'leaf.pem', 'middle.pem']
    .map((name) => openssl.read(name).toString())
    .join('');
  openssl.write('chain.pem', chain);
  add('a chain in the wrong order', ['chain.pem', 'rsa2048-key.pem'], null, { ...opened, chain: 2 });

  // Keys encrypted with a password.
  const sealed = (title: string, name: string, command: string) => {
    openssl.run(`${command} -in rsa2048-key.pem -passout pass:${PASSWORD} -out ${name}`);
    add(title, ['rsa2048.pem', name], PASSWORD, opened);
  };
  for (const prf of ['SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'SHA512-256'])
    sealed(`PBES2, PRF ${prf}`, `prf-${prf}.pem`, `pkcs8 -topk8 -v2 aes256 -v2prf hmacWith${prf}`);
  for (const cipher of ['aes128', 'aes192', 'des3'])
    sealed(`PBES2, ${cipher}`, `pbes2-${cipher}.pem`, `pkcs8 -topk8 -v2 ${cipher}`);
  sealed('scrypt', 'scrypt.pem', 'pkcs8 -topk8 -scrypt');
  sealed('PKCS#8 by PKCS#12’s 3DES', 'v1-3des.pem', 'pkcs8 -topk8 -v1 PBE-SHA1-3DES');
  sealed('PKCS#8 by PKCS#12’s RC2-40', 'v1-rc2-40.pem', `pkcs8 -topk8 -v1 PBE-SHA1-RC2-40 ${LEGACY}`);
  sealed('PKCS#8, DER', 'sealed.der', 'pkcs8 -topk8 -outform DER');
  for (const cipher of ['aes128', 'aes192', 'aes256', 'des3'])
    sealed(`traditional, ${cipher}`, `trad-${cipher}.pem`, `rsa -traditional -${cipher}`);
  add('a sealed key without a password', ['rsa2048.pem', 'scrypt.pem'], null, { kind: 'password-needed' });
  add('a sealed key with a wrong password', ['rsa2048.pem', 'prf-SHA256.pem'], 'wrong', {
    kind: 'wrong-password',
  });
  add('a traditional key with a wrong password', ['rsa2048.pem', 'trad-aes256.pem'], 'wrong', {
    kind: 'wrong-password',
  });

  // PFX.
  const pfx = (title: string, name: string, password: string, ...args: string[]) => {
    openssl.run(
      `pkcs12 -export -in rsa2048.pem -inkey rsa2048-key.pem -out ${name}`,
      '-passout',
      `pass:${password}`,
      ...args,
    );
    add(title, [name], password, opened);
  };
  pfx('PFX, AES-256 and SHA-256 as OpenSSL 3 writes it', 'aes.pfx', PASSWORD);
  pfx('PFX, AES-128', 'aes128.pfx', PASSWORD, '-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC');
  pfx(
    'PFX, 3DES',
    '3des.pfx',
    PASSWORD,
    '-keypbe',
    'PBE-SHA1-3DES',
    '-certpbe',
    'PBE-SHA1-3DES',
    '-macalg',
    'sha1',
  );
  pfx('PFX, RC2-40 and 3DES as OpenSSL 1 wrote it', 'rc2.pfx', PASSWORD, '-legacy');
  pfx('PFX, RC2-128', 'rc2-128.pfx', PASSWORD, '-legacy', '-certpbe', 'PBE-SHA1-RC2-128');
  pfx('PFX, two-key 3DES', '2des.pfx', PASSWORD, '-certpbe', 'PBE-SHA1-2DES', '-keypbe', 'PBE-SHA1-2DES');
  pfx('PFX without MAC', 'nomac.pfx', PASSWORD, '-nomac');
  pfx('PFX with a MAC by SHA-512', 'mac512.pfx', PASSWORD, '-macalg', 'sha512');
  pfx('PFX, certificate not sealed', 'nocert.pfx', PASSWORD, '-certpbe', 'NONE');
  pfx('PFX, nothing sealed', 'nothing.pfx', PASSWORD, '-certpbe', 'NONE', '-keypbe', 'NONE');
  pfx('PFX, Norwegian password, AES', 'norwegian.pfx', NORWEGIAN);
  pfx('PFX, Norwegian password, RC2', 'norwegian-rc2.pfx', NORWEGIAN, '-legacy');
  pfx('PFX, empty password', 'empty.pfx', '');
  openssl.run(
    `pkcs12 -export -in rsa2048.pem -inkey rsa2048-key.pem -out named.pfx -passout pass:${PASSWORD}`,
    '-name',
    'Fjordpay segl æøå',
  );
  add('PFX with a name', ['named.pfx'], PASSWORD, { ...opened, friendlyName: 'Fjordpay segl æøå' });
  pfx('PFX with 100,000 iterations', 'slow.pfx', PASSWORD, '-legacy', '-iter', '100000');
  openssl.run(
    `pkcs12 -export -in leaf.pem -inkey rsa2048-key.pem -certfile chain.pem -out chain.pfx -passout pass:${PASSWORD}`,
  );
  add('PFX with its chain', ['chain.pfx'], PASSWORD, { ...opened, chain: 2 });
  add('PFX, empty password, none typed', ['empty.pfx'], null, opened);
  add('PFX, no password typed', ['aes.pfx'], null, { kind: 'password-needed' });
  add('PFX, wrong password', ['aes.pfx'], 'wrong', { kind: 'wrong-password' });
  add('PFX without MAC, wrong password', ['nomac.pfx'], 'wrong', { kind: 'wrong-password' });
  add('PFX, RC2, wrong password', ['rc2.pfx'], 'wrong', { kind: 'wrong-password' });
  openssl.run(`pkcs12 -export -nokeys -in rsa2048.pem -out nokey.pfx -passout pass:${PASSWORD}`);
  add('PFX without a key', ['nokey.pfx'], PASSWORD, { kind: 'no-key' });
  openssl.write('ber.pfx', indefinite(openssl.read('3des.pfx')));
  add('PFX in BER with indefinite lengths', ['ber.pfx'], PASSWORD, opened);

  // Files that do not match, or that are something else.
  add('no key', ['rsa2048.pem'], null, { kind: 'no-key' });
  add('no certificate', ['rsa2048-key.pem'], null, { kind: 'no-certificate' });
  add('another key', ['rsa2048.pem', 'other-key.pem'], null, { kind: 'key-does-not-fit' });
  openssl.write('half.pfx', openssl.read('aes.pfx').subarray(0, 900));
  openssl.write('half.pem', certificate.slice(0, 400));
  openssl.write('letter.txt', 'Dear colleague, here is the key.');
  openssl.write('empty.pem', '');
  openssl.write('keystore.jks', Buffer.from('feedfeed0000000200000001', 'hex'));
  openssl.write('spoilt.pem', certificate.replace('MII', '!!!') + key);
  add('a PFX cut off', ['half.pfx'], PASSWORD, { kind: 'damaged' });
  add('a PEM cut off', ['half.pem'], null, { kind: 'damaged' });
  add('a PEM that is no base64', ['spoilt.pem'], null, { kind: 'damaged' });
  add('an empty file', ['empty.pem'], null, { kind: 'damaged' });
  add('a letter', ['letter.txt'], null, { kind: 'not-recognised' });
  add('a Java keystore', ['keystore.jks'], null, { kind: 'not-recognised' });
  openssl.run('rsa -in rsa2048-key.pem -pubout -out public.pem');
  add('a public key', ['public.pem'], null, { kind: 'not-recognised' });
  add('a public key beside certificate and key', ['public.pem', 'both.pem'], null, opened);
  add('a certificate request', ['leaf.csr'], null, { kind: 'not-recognised' });
  openssl.run('crl2pkcs7 -nocrl -certfile rsa2048.pem -out certs.p7b');
  add('a PKCS#7 file without a key', ['certs.p7b'], null, { kind: 'no-key' });
  addChainFiles(openssl, add);
  return fixtures;
}

/** Windows names the key after its container, and certificate and key by what the user has typed, or not at all. */
function addWindowsPfx(openssl: OpenSsl, add: Add): void {
  const guid = '{7D3F1A52-9B1C-4E0D-8A2B-0C1D2E3F4A5B}';
  const typed = 'Segl for Fjordpay AS i sandkassen, 202';
  const bmp = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const pfx = 'pkcs12 -export -in rsa2048.pem -inkey rsa2048-key.pem -certpbe NONE -keypbe NONE -nomac';
  openssl.run(`${pfx} -out windows.pfx -passout pass:`, '-name', typed);
  const bytes = openssl.read('windows.pfx');
  const second = bytes.lastIndexOf(bmp(typed));
  bmp(guid).copy(bytes, second);
  openssl.write('windows.pfx', bytes);
  const opened = { kind: 'opened', bits: 2048, chain: 0 };
  add('PFX whose key is called by a GUID', ['windows.pfx'], null, { ...opened, friendlyName: typed });
  openssl.run(`${pfx} -out guid.pfx -passout pass:`, '-name', guid);
  add('PFX with a GUID alone', ['guid.pfx'], null, { ...opened, friendlyName: '' });
}

/** EC keys in each form: for TLS, on two curves. */
function addEcKeys(openssl: OpenSsl, add: Add): void {
  const opened = { kind: 'opened', bits: 0, chain: 0 };
  openssl.selfSigned('ec384', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384']);
  openssl.selfSigned('ec521', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-521']);
  openssl.run('ec -in ec-key.pem -out ec-sec1.pem');
  openssl.run('ec -in ec-key.pem -outform DER -out ec-sec1.der');
  openssl.run(`ec -in ec-key.pem -aes256 -passout pass:${PASSWORD} -out ec-trad.pem`);
  // openssl ecparam writes the curve in a block of its own.
  openssl.run('ecparam -name prime256v1 -out ec-parameters.pem');
  openssl.write(
    'ec-both.pem',
    Buffer.concat(['ec-parameters.pem', 'ec-sec1.pem', 'ec.pem'].map((name) => openssl.read(name))),
  );
  const pfx = 'pkcs12 -export -inkey ec384-key.pem -in ec384.pem -name klient -out ec384.pfx';
  openssl.run(`${pfx} -passout pass:${PASSWORD}`);
  add('EC P-256, PKCS#8', ['ec.pem', 'ec-key.pem'], null, opened);
  add('EC P-384, PFX', ['ec384.pfx'], PASSWORD, { ...opened, friendlyName: 'klient' });
  add('EC, SEC 1', ['ec.pem', 'ec-sec1.pem'], null, opened);
  add('EC, SEC 1, DER', ['ec-sec1.der', 'ec.pem'], null, opened);
  add('EC, traditional, aes256', ['ec.pem', 'ec-trad.pem'], PASSWORD, opened);
  add('EC with its parameters in one file', ['ec-both.pem'], null, opened);
  add('another EC key', ['ec384.pem', 'ec-key.pem'], null, { kind: 'key-does-not-fit' });
  const algorithm = 'EC (P-521)';
  add('EC P-521', ['ec521.pem', 'ec521-key.pem'], null, { kind: 'key-not-supported', algorithm });
}

/** Several certificates in one file, in any order, with anything between them. */
function addChainFiles(openssl: OpenSsl, add: Add): void {
  const opened = { kind: 'opened', bits: 2048, chain: 2 };
  const key = 'rsa2048-key.pem';
  const names = ['rsa4096', 'middle', 'leaf'];
  const pem = (name: string) => openssl.read(`${name}.pem`).toString();
  for (const name of names) openssl.run(`x509 -in ${name}.pem -outform DER -out ${name}.der`);
  const der = Buffer.concat(names.map((name) => openssl.read(`${name}.der`)));
  openssl.write('chain.der', der);
  openssl.write('chain-newline.der', Buffer.concat([der, Buffer.from('\r\n')]));
  add('DER certificates one after the other', ['chain.der', key], null, opened);
  add('DER certificates with a newline at the end', ['chain-newline.der', key], null, opened);
  openssl.run('crl2pkcs7 -nocrl -certfile chain.pem -out chain.p7b');
  openssl.run('crl2pkcs7 -nocrl -certfile chain.pem -outform DER -out chain-der.p7b');
  openssl.write('certutil.p7b', openssl.read('chain.p7b').toString().replaceAll('PKCS7', 'CERTIFICATE'));
  openssl.write('ber.p7b', indefinite(openssl.read('chain-der.p7b')));
  add('PKCS#7, PEM', ['chain.p7b', key], null, opened);
  add('PKCS#7, DER', ['chain-der.p7b', key], null, opened);
  add('PKCS#7 as certutil writes it', ['certutil.p7b', key], null, opened);
  add('PKCS#7, BER', ['ber.p7b', key], null, opened);
  openssl.write('with-request.pem', openssl.read('leaf.csr').toString() + pem('chain') + pem('rsa2048-key'));
  add('a request beside certificate and key', ['with-request.pem'], null, opened);
  openssl.run(`pkcs12 -in chain.pfx -passin pass:${PASSWORD} -nodes -out bags.pem`);
  const bags = pem('bags');
  openssl.write(
    'latin1.pem',
    Buffer.from(bags.replaceAll('Bag Attributes', 'friendlyName: Nøkkel'), 'latin1'),
  );
  openssl.write('prose.pem', Buffer.from(`\ufeff0 Kjære kollega\r\n${bags.replaceAll('\n', '\r\n')}\r\n€`));
  openssl.write('variable.txt', bags.replaceAll('\n', String.raw`\n`));
  add('Latin-1 between the blocks', ['latin1.pem'], null, opened);
  add('prose around the blocks', ['prose.pem'], null, opened);
  add(String.raw`\n for each line break`, ['variable.txt'], null, opened);
}

/** The same content with every constructed element in BER's indefinite form, as browsers used to export it. */
function indefinite(bytes: Buffer): Buffer {
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0;
    const count = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + count;
    const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
    const value = bytes.subarray(start, start + length);
    at = start + length;
    if ((tag & 0x20) !== 0) out.push(Buffer.from([tag, 0x80]), indefinite(value), Buffer.from([0, 0]));
    else if (tag === 0x04 && length > 200)
      // A long string in two segments.
      out.push(
        Buffer.from([0x24, 0x80]),
        piece(value.subarray(0, 100)),
        piece(value.subarray(100)),
        Buffer.from([0, 0]),
      );
    else out.push(bytes.subarray(at - length - 2 - count, at));
  }
  return Buffer.concat(out);
}

function piece(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x04, 0x82, value.length >> 8, value.length & 0xff]), value]);
}
