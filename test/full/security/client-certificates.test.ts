/** TLS client certificates: a client decides what the check of its chain costs, so the bank asks for one within limits (SVC-5). */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, get } from 'node:https';
import { connect as connectBelow, createServer, type Socket } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Bank } from '../../../bank-sim/index.ts';
import { type KeyPair, makeCertificate, makeKeyPair, OID } from '../../../shared/node/x509/certificates.ts';
import { memoryBank } from '../../support/bank.ts';
import { costlyChain } from '../../support/costly-chain.ts';
import { foldersForFile } from '../../support/folders.ts';
import { doorOf, makeSpace, testService } from '../../support/spaces.ts';
import { control } from '../../support/tpp.ts';
import '../../support/shared-keys.ts';

type Shown = Pick<ConnectionOptions, 'cert' | 'key' | 'maxVersion'>;
/** A chain that takes long to check for its size, which a handshake has room for. */
let costly: Shown;
/** Of {@link costly}. */
let costlyBytes = 0;
/** A chain that is larger than any certificate needs. */
let oversized: Shown;
/** A QWAC with its intermediate, both with RSA keys of 4096 bits. */
let ordinary: Shown;

const folders = foldersForFile('client-certificates');
const banks: Bank[] = [];
const sockets: Socket[] = [];
beforeAll(async () => {
  const [small, large] = await Promise.all([makeKeyPair(), makeKeyPair(4096)]);
  const shown = (chain: readonly Uint8Array[]): Shown => ({
    cert: chain.map((der) => new X509Certificate(der).toString()).join(''),
    key: small.privateKey,
  });
  const chain = costlyChain(small.publicKey, 800, 400);
  costlyBytes = Buffer.concat(chain).length;
  costly = shown(chain);
  oversized = shown(costlyChain(small.publicKey, 6000, 1));
  ordinary = { cert: ordinaryChain(large), key: large.privateKey };
}, 60_000);
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(banks.splice(0).map((bank) => bank.stop()));
});

async function startBank(): Promise<{ bank: Bank; port: number }> {
  const bank = await memoryBank();
  banks.push(bank);
  return { bank, port: Number(new URL(bank.apiBaseUrl).port) };
}

/** One request on a connection of its own. @returns the status line; empty if there was no response */
async function ask(port: number, shown: Shown): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...shown });
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (piece) => (text += String(piece)));
  socket.write('GET /v1/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  return text.split('\r\n', 1)[0] ?? '';
}

/** How many requests came with a certificate; each of the others has a note that says why. */
function withCertificate({ inspection }: Bank): number {
  const exchanges = inspection.exchanges();
  const without = exchanges.filter(({ clientCertificate }) => clientCertificate === null);
  for (const { notes } of without)
    expect(notes.join()).toContain('The bank did not ask for a TLS client certificate');
  return exchanges.length - without.length;
}

/** What the bank may check: 128 KB at once, and 16 KB in each second. */
function chainsWithin(seconds: number, bytes: number): number {
  return Math.ceil((128 + 16 * seconds) / (bytes / 1024)) + 1;
}

it('a client with a costly chain of certificates is asked for it a few times only, and is served all the same', async () => {
  const { bank, port } = await startBank();
  const from = performance.now();
  for (let times = 0; times < 40; times++) expect(await ask(port, costly)).toContain('HTTP/1.1 4');
  const most = chainsWithin((performance.now() - from) / 1000, costlyBytes);
  expect(withCertificate(bank)).toBeGreaterThan(0);
  expect(withCertificate(bank)).toBeLessThanOrEqual(most);
}, 120_000);

it('a chain that is larger than any certificate needs is not checked: its connection is ended', async () => {
  const { bank, port } = await startBank();
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const)
    expect(await ask(port, { ...oversized, maxVersion })).toBe('');
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const)
    expect(await ask(port, { ...ordinary, maxVersion })).toContain('HTTP/1.1 4');
  expect(withCertificate(bank)).toBe(2);
});

it('what a client sends together with the end of its bounded handshake is not part of it', async () => {
  const { port } = await startBank();
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...ordinary });
  sockets.push(socket);
  const body = 'x'.repeat(60_000);
  // Written before the handshake, and so sent with its last message.
  socket.write(
    `POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  expect(String(await once(socket, 'data'))).toContain('HTTP/1.1 4');
});

it('handshakes that fail after the check of their chain count, too', async () => {
  const { port } = await startBank();
  const cutting = await startCutting(port);
  const from = performance.now();
  let failed = 0;
  // A client that is not asked sends less than what is cut off.
  while ((await ask(cutting, costly)) === '') {
    failed++;
    expect(failed).toBeLessThanOrEqual(chainsWithin((performance.now() - from) / 1000, costlyBytes));
  }
}, 60_000);

it('connections whose handshake does not end keep nobody from the bank, which then asks for no certificate', async () => {
  const { bank, port } = await startBank();
  for (let times = 0; times < 8; times++) {
    const socket = connectBelow(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
  }
  expect(await ask(port, ordinary)).toContain('HTTP/1.1 4');
  expect(withCertificate(bank)).toBe(0);
  const [one] = sockets;
  one?.destroy();
  await expect.poll(async () => (await ask(port, ordinary)) && withCertificate(bank)).toBeGreaterThan(0);
});

it('many spaces of a service ask no more often than one bank', async () => {
  const service = await testService(folders.next());
  try {
    const [one, other] = [
      await makeSpace(service, { name: 'one' }),
      await makeSpace(service, { name: 'other' }),
    ];
    for (let times = 0; times < 8; times++) {
      const socket = connectBelow(Number(new URL(one.apiBaseUrl).port), '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
    }
    expect(await ask(Number(new URL(other.apiBaseUrl).port), ordinary)).toContain('HTTP/1.1 4');
    const exchanges = await control(doorOf(other, Date.now), 'GET', '/control/exchanges');
    expect(exchanges.body['exchanges']).toMatchObject([{ clientCertificate: null }]);
  } finally {
    await service.stop();
  }
});

it('after 1,000 requests without a certificate, a connection is closed when its response says so, and the next one serves', async () => {
  const { port } = await startBank();
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  const used = new Set<Socket>();
  const closing: number[] = [];
  for (let at = 1; at <= 1010; at++) {
    const sent = get({ host: '127.0.0.1', port, path: '/v1/x', agent });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.headers.connection === 'close') closing.push(at);
    used.add(response.socket);
    await once(response.resume(), 'end');
  }
  agent.destroy();
  expect({ closing, connections: used.size }).toEqual({ closing: [1000], connections: 2 });
});

it('chains with an intermediate and keys of 4096 bits are asked for each time', async () => {
  const { bank, port } = await startBank();
  for (let times = 0; times < 20; times++) await ask(port, ordinary);
  expect(withCertificate(bank)).toBe(20);
});

it('a certificate with an empty subject is served like any other', async () => {
  const { bank, port } = await startBank();
  const { publicKey, privateKey } = await makeKeyPair();
  const cert = makeCertificate({
    subject: [],
    issuer: [[OID.commonName, 'CA']],
    publicKey,
    signWith: privateKey,
    notBefore: new Date('2018-01-01'),
    notAfter: new Date('2040-01-01'),
    use: { kind: 'ca' },
  });
  expect(await ask(port, { cert, key: privateKey })).toContain('HTTP/1.1 4');
  expect(bank.inspection.exchanges()).toMatchObject([{ clientCertificate: '' }]);
});

it('a client cannot begin a second handshake within its connection', async () => {
  const { port } = await startBank();
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
  sockets.push(socket);
  await once(socket, 'secureConnect');
  const answered = new Promise((resolve) => {
    socket.once('error', ({ message }) => resolve(message));
    socket.renegotiate({}, (error) => resolve(error));
  });
  expect(await answered).toContain('no renegotiation');
});

/** A port before the bank's that lets through the client's hello and its chain, and ends in the middle of what comes next. */
async function startCutting(port: number): Promise<number> {
  const server = createServer((client) => {
    const bank = connectBelow(port, '127.0.0.1');
    sockets.push(client, bank);
    for (const one of [client, bank]) one.on('error', () => undefined);
    bank.pipe(client);
    bank.on('close', () => client.destroy());
    let left: number | null = null;
    client.on('data', (piece) => {
      if (left === null) {
        // The hello is one piece. The records around the chain take less than 200 bytes, the signature after it has 256.
        left = costlyBytes + 200;
        bank.write(piece);
      } else if (left > 0) {
        bank.write(piece.subarray(0, left));
        left -= piece.length;
        if (left <= 0) bank.end();
      }
    });
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

function ordinaryChain({ publicKey, privateKey }: KeyPair): string {
  const common = {
    issuer: [[OID.commonName, 'Intermediate CA'] as const],
    publicKey,
    signWith: privateKey,
    notBefore: new Date('2018-01-01'),
    notAfter: new Date('2040-01-01'),
  };
  const statement = {
    type: 'web',
    roles: ['PSP_AI', 'PSP_PI'],
    authorityName: 'Finanstilsynet',
    authorityId: 'NO-FSA',
  } as const;
  const subject = [[OID.organization, 'Fjordpay AS'] as const, [OID.commonName, 'tpp.example'] as const];
  return (
    makeCertificate({ ...common, subject, use: { kind: 'psd2', statement, dnsNames: ['tpp.example'] } }) +
    makeCertificate({ ...common, subject: common.issuer, use: { kind: 'ca' } })
  );
}
