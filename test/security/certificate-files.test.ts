/** Hostile certificate files: each is refused with a sentence, or ends with its process. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Importer } from '../../main/core/certificates/importer.ts';
import { openFiles } from '../../main/core/certificates/open-files.ts';
import type { StartWorker } from '../../main/core/worker-task.ts';
import { signatureFits } from '../../main/core/diagnosis/signature-check.ts';
import { importSentence } from '../../shared/contract/certificates.ts';
import { readCertificate } from '../../shared/signing/certificate.ts';
import * as hostile from '../support/hostile-files.ts';
import { folderForFile } from '../support/folders.ts';
import { programFile } from '../support/programs.ts';
import { startWorker } from '../support/workbench.ts';

const MOST = 2 ** 31 - 1;
const text = (content: string) => new TextEncoder().encode(content);
const pem = (label: string, inside: string) =>
  `-----BEGIN ${label}-----\n${inside}\n-----END ${label}-----\n`;
const megabytes = (count: number, piece: string) => piece.repeat(Math.ceil((count * 2 ** 20) / piece.length));

/** What each asks for, the file, and how it must be refused. */
const BOMBS: readonly [what: string, bytes: () => Uint8Array, kind: string][] = [
  ['a MAC of 2^47 rounds', () => hostile.macPfx(2 ** 47), 'damaged'],
  ['a MAC without rounds', () => hostile.macPfx(0), 'damaged'],
  ['PBMAC1 with a key of 2 GB', () => hostile.pbmac1Pfx(1, MOST), 'damaged'],
  ['PBMAC1 without rounds', () => hostile.pbmac1Pfx(0, 32), 'damaged'],
  ['a key without rounds', () => hostile.pbkdf2Key(0), 'damaged'],
  ['scrypt with 2^40 bytes of memory', () => hostile.scryptKey(2 ** 30, 8, 1), 'too-costly'],
  ['scrypt with 2^31 passes', () => hostile.scryptKey(1024, 8, MOST), 'too-costly'],
  ['scrypt of no cost', () => hostile.scryptKey(0, 8, 1), 'damaged'],
  ['scrypt with a cost that is no power of two', () => hostile.scryptKey(1000, 8, 1), 'damaged'],
  ['scrypt without blocks', () => hostile.scryptKey(1024, 0, 1), 'damaged'],
  ['100,000 elements in each other', () => hostile.nested(100_000), 'damaged'],
  ['100,000 strings in each other', () => hostile.nested(100_000, 0x24), 'not-recognised'],
  ['2 million elements beside each other', () => hostile.crowded(2_000_000), 'damaged'],
  ['an RSA key of 8 million bits', () => hostile.rsaKey(2 ** 20 / 2), 'too-costly'],
  ['an RSA key of 20,000 bits', () => hostile.rsaKey(2500), 'too-costly'],
  ['an object identifier of 3 MB', () => hostile.longOid(3 * 2 ** 20), 'damaged'],
  ['a length beyond the end', () => Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff), 'damaged'],
  ['an element of a length of 126 bytes', () => Uint8Array.of(0x30, 0xfe, ...new Uint8Array(126)), 'damaged'],
  ['4 MB of BEGIN lines of one kind', () => text(megabytes(4, '-----BEGIN A-----\n')), 'damaged'],
  [
    '2,000 BEGIN lines of different kinds, in 4 MB',
    () =>
      text(
        megabytes(
          4,
          Array.from({ length: 2000 }, (_, at) => `-----BEGIN A${at}-----${'x'.repeat(2000)}\n`).join(''),
        ),
      ),
    'damaged',
  ],
  ['a PEM block of 4 MB that is not base64', () => text(pem('CERTIFICATE', megabytes(4, '!'))), 'damaged'],
  [
    'a header line of 4 MB',
    () => text(pem('RSA PRIVATE KEY', `Proc-Type: ${megabytes(4, 'a-')}`)),
    'damaged',
  ],
  [
    'a DEK-Info without a vector',
    () => text(pem('RSA PRIVATE KEY', 'DEK-Info: AES-256-CBC\n\nAAAA')),
    'damaged',
  ],
  [
    'a DEK-Info with an unknown cipher',
    () => text(pem('RSA PRIVATE KEY', 'DEK-Info: X,00\n\nAAAA')),
    'unsupported',
  ],
  ['4 MB of base64 that is nothing', () => text(megabytes(4, 'MAAA')), 'damaged'],
  ['4 MB of spaces', () => text(megabytes(4, ' ')), 'not-recognised'],
  ['4 MB of zeros', () => new Uint8Array(4 * 2 ** 20), 'not-recognised'],
];

describe('files that ask for more than there is', () => {
  it.each(BOMBS)('%s', (_, bytes, kind) => {
    const file = { name: 'bomb.pfx', bytes: bytes() };
    for (const password of [null, 'password']) {
      const result = openFiles([file], password);
      if (password === null && result.kind === 'password-needed') continue;
      expect(result.kind).toBe(kind);
      if (result.kind === 'opened') throw new Error('It was opened.');
      expect(importSentence(result)).toMatch(/^bomb\.pfx .*[.\w]$/);
    }
  });
});

describe('a real key with numbers that no CA has seen', () => {
  const { privateKey: real } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  /** An odd number of so many bytes. */
  const long = (bytes: number) => new Uint8Array(bytes).fill(0xa7);
  const none = new Uint8Array(0);
  const opened = (key: Uint8Array, certificate: Uint8Array) =>
    openFiles(
      [
        { name: 'key.der', bytes: key },
        { name: 'certificate.der', bytes: certificate },
      ],
      null,
    );
  const { changedCertificate, changedKey } = hostile;
  const certificate = changedCertificate(real, {});

  it('as it is, it is opened', () => {
    expect(opened(changedKey(real, {}), certificate)).toMatchObject({ kind: 'opened' });
  });
  it.each([9, 256, 60_000])('an exponent of %i bytes is too costly', (bytes) => {
    const what = expect.stringContaining('bits of RSA exponent');
    const key = changedKey(real, { e: long(bytes) });
    expect(opened(key, changedCertificate(real, { exponent: long(bytes) }))).toMatchObject({
      kind: 'too-costly',
      file: 'key.der',
      what,
    });
    expect(opened(changedKey(real, {}), changedCertificate(real, { exponent: long(bytes) }))).toMatchObject({
      kind: 'too-costly',
      file: 'certificate.der',
      what,
    });
  });
  it('another exponent than that of the certificate does not fit', () => {
    const key = changedKey(real, { e: Uint8Array.of(3) });
    expect(opened(key, certificate)).toEqual({ kind: 'key-does-not-fit' });
  });
  it.each([
    ['a long secret exponent', { d: long(100_000), p: none, q: none, dp: none, dq: none, qi: none }],
    ['a long prime', { p: long(20_000) }],
    ['primes as long as the modulus', { p: long(256), q: long(256) }],
    ['a long exponent of a prime', { dp: long(100_000) }],
    ['a long coefficient', { qi: long(100_000) }],
    ['the secret numbers of another key', secretsOf(other)],
    ['no primes', { p: none, q: none, dp: none, dq: none, qi: none }],
    ['no secret numbers', { d: none, p: none, q: none, dp: none, dq: none, qi: none }],
  ])('%s is refused', (_, changes) => {
    expect(opened(changedKey(real, changes), certificate)).toMatchObject({
      kind: 'damaged',
      file: 'key.der',
    });
  });
  it('the workbench does not verify a response with a long exponent', () => {
    const long9 = readCertificate(changedCertificate(real, { exponent: long(9) }));
    const parts = { keyId: '', algorithm: 'rsa-sha256', headers: [], signature: 'AAAA' };
    const message = { method: '', target: '', header: () => undefined };
    expect(signatureFits(parts, message, readCertificate(certificate))).toBe(false);
    expect(() => signatureFits(parts, message, long9)).toThrow(/exponent of the certificate's RSA key/);
  });
  it('a friendly name of an odd number of bytes is none', () => {
    const open = (name: string) =>
      openFiles([{ name: 'x.pfx', bytes: hostile.namedPfx(real, Buffer.from(name)) }], '');
    expect(open('\0a\0b')).toMatchObject({ kind: 'opened', identities: [{ friendlyName: 'ab' }] });
    expect(open('\0a\0')).toMatchObject({ kind: 'opened', identities: [{ friendlyName: null }] });
  });
});

/** The numbers with which a key signs. */
function secretsOf(key: KeyObject) {
  const { d = '', p = '', q = '', dp = '', dq = '', qi = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return { d: bytes(d), p: bytes(p), q: bytes(q), dp: bytes(dp), dq: bytes(dq), qi: bytes(qi) };
}

describe('the process that opens files', () => {
  /** Minutes of native code, which nothing interrupts but the end of its process. */
  const slow = { files: [{ name: 'slow.pfx', bytes: hostile.pbmac1Pfx(MOST, 128) }], password: 'æ' };

  it('ends at once when the import is cancelled', async () => {
    const ended: Promise<void>[] = [];
    const importer = new Importer({
      startWorker: (...task) => {
        const own = startWorker(...task);
        ended.push(new Promise((resolve) => own.onExit(() => resolve())));
        return own;
      },
      onProgress: () => undefined,
    });
    const opening = importer.open(slow);
    importer.cancel();
    expect(await opening).toEqual({ kind: 'cancelled' });
    await Promise.all(ended);
  });
  it('ends when its time is over, and the file is named', async () => {
    const importer = new Importer({
      startWorker,
      onProgress: () => undefined,
      deadline: 30,
    });
    expect(await importer.open(slow)).toMatchObject({ kind: 'too-costly', file: 'slow.pfx' });
  });
  it('may be killed, which is said', async () => {
    const killed: StartWorker = (...task) => {
      const own = startWorker(...task);
      return { ...own, send: () => own.kill() };
    };
    const importer = new Importer({ startWorker: killed, onProgress: () => undefined });
    await expect(importer.open(slow)).rejects.toThrow('was killed (SIGKILL)');
  });
  it('ends soon after the process that started it was killed, whatever it does', async () => {
    const file = join(folderForFile('certificate-files'), 'slow.pfx');
    writeFileSync(file, hostile.macPfx(MOST));
    // The progress that it reports says that it is at work.
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
const options = { serialization: 'advanced', execArgv: [] };
const worker = fork(${JSON.stringify(programFile('worker'))}, ['certificate-import', String(process.pid)], options);
worker.on('message', () => console.log(worker.pid));
worker.send({ files: [{ name: 'slow.pfx', bytes: readFileSync(${JSON.stringify(file)}) }], password: 'æ' });`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const printed = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
    const pid = Number(printed.toString().trim());
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
