/** TLS of a malicious bank: OpenSSL checks what it sends, on the thread that does everything else, so its handshake is bounded. */
import type { TLSSocket } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { makeKeyPair } from '../../shared/node/x509/certificates.ts';
import { requestOf } from '../../shared/request/http.ts';
import { costlyChain } from '../support/costly-chain.ts';
import { coreForFile } from '../support/file-core.ts';
import { type Faults, startTlsServer } from '../support/tls-server.ts';
import { chooseBank } from '../support/workbench.ts';

const core = coreForFile('server-certificates');
const stops: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function start(name: string, answer: Parameters<typeof startTlsServer>[1], faults: Faults) {
  const server = await startTlsServer(name, answer, faults);
  stops.push(server.stop);
  await chooseBank(core.workbench, server);
  return server;
}

const send = () =>
  core.call('requests.send', requestOf({ method: 'GET', path: '/v1/accounts', headers: [], body: '' }));

it.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a chain of certificates that is larger than any bank needs is not checked, and a sentence says so: %s',
  async (maxVersion) => {
    const { publicKey } = await makeKeyPair();
    const sendsToo = costlyChain(publicKey, 9000, 1);
    const { baseUrl, ca } = await start(`large ${maxVersion}`, (_, response) => response.end('{}'), {
      sendsToo,
      maxVersion,
    });
    const sentence = /sent more than 24 KB in its TLS handshake, so its certificates were not checked/;
    expect((await send()).failure).toMatch(sentence);
    const { problem } = await core.call('environments.test', { baseUrl, roots: ca, tlsCertificateId: null });
    expect(problem).toMatch(sentence);
  },
);

it('a chain of usual size is accepted, with several certificates that nobody needs', async () => {
  const { publicKey } = await makeKeyPair();
  await start('usual', (_, response) => response.end('{}'), { sendsToo: costlyChain(publicKey, 300, 300) });
  expect(await send()).toMatchObject({ status: 200, failure: null });
});

it('a bank cannot begin a second handshake within a connection', async () => {
  let hasBegun = false;
  const again: Parameters<typeof startTlsServer>[1] = ({ socket }, response) => {
    response.write('{');
    (socket as TLSSocket).renegotiate({}, (error) => {
      hasBegun = error === null;
      response.end('}');
    });
  };
  await start('again', again, { maxVersion: 'TLSv1.2' });
  expect((await send()).failure).not.toBeNull();
  expect(hasBegun).toBe(false);
});
