/** The verdict on the signature of a response (SIG-13): as strict as the bank is with the signature of a request. */
import { createHash, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { makeCertificate, makeKeyPair } from '../../shared/node/x509.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { readCertificateHeader } from '../../shared/signing/certificate.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { startTlsServer, type TlsServer } from '../support/tls-server.ts';
import { callCore, chooseBank, startCore } from '../support/workbench.ts';

const BODY = '{"accounts":[]}';
const DATE = 'Wed, 25 Nov 2026 12:00:00 GMT';
const DIGEST = `SHA-256=${createHash('sha256').update(BODY).digest('base64')}`;
const ANOTHER = `SHA-256=${createHash('sha256').update('{}').digest('base64')}`;

interface Signed {
  algorithm?: string;
  /** Names in the signature. */
  names?: readonly string[];
  /** Further headers. */
  more?: readonly string[];
}

let folder: string;
let workbench: Workbench;
let bank: TlsServer;
let next: Signed = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-verdict-'));
  workbench = await startCore(folder);
  const { publicKey, privateKey } = await makeKeyPair();
  const pem = makeCertificate({
    subject: [['2.5.4.3', 'A seal']],
    issuer: [['2.5.4.3', 'A CA']],
    publicKey,
    signWith: privateKey,
    notBefore: new Date('2018-01-01'),
    notAfter: new Date('2040-01-01'),
    use: { kind: 'ca' },
  });
  const bare = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const keyId = keyIdOf(readCertificateHeader(bare));
  bank = await startTlsServer('Signing bank', (request, response) => {
    const { algorithm = 'rsa-sha256', names = ['date', 'digest', 'x-request-id'], more = [] } = next;
    const id = String(request.headers['x-request-id']);
    const values: Record<string, string> = { date: DATE, digest: DIGEST, 'x-request-id': id };
    const text = names.map((name) => `${name}: ${values[name]}`).join('\n');
    const signature = sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64');
    response
      .writeHead(200, [
        'Date',
        DATE,
        'Digest',
        DIGEST,
        'X-Request-ID',
        id,
        'Content-Type',
        'application/json',
        'TPP-Signature-Certificate',
        bare,
        'Signature',
        `keyId="${keyId}",algorithm="${algorithm}",headers="${names.join(' ')}",signature="${signature}"`,
        ...more,
      ])
      .end(BODY);
  });
  await chooseBank(workbench, bank);
});
afterAll(async () => {
  await bank.stop();
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each<[what: string, signed: Signed, holds: string, text: string]>([
  ['a good one', {}, 'yes', 'The bank signed this response as A seal'],
  ['another algorithm (SIG-5)', { algorithm: 'none' }, 'no', 'its algorithm is “none”, not rsa-sha256'],
  [
    'a second digest (SIG-15)',
    { more: ['Digest', ANOTHER] },
    'no',
    'the header digest was sent more than once',
  ],
  ['a second date (SIG-15)', { more: ['Date', DATE] }, 'no', 'the header date was sent more than once'],
  [
    'a name listed twice (SIG-15)',
    { names: ['date', 'digest', 'x-request-id', 'date'] },
    'no',
    'it lists a header twice',
  ],
])('%s', async (_, signed, holds, text) => {
  next = signed;
  const draft = requestOf({ method: 'GET', path: '/v1/accounts', headers: [], body: '' });
  const { verdicts } = await callCore(workbench, 'requests.send', draft);
  expect(verdicts.find(({ part }) => part === 'signature')).toMatchObject({
    holds,
    text: expect.stringContaining(text) as string,
  });
});
