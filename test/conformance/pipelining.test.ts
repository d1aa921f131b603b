/** Requests sent ahead of the responses: responses are signed on other threads, and still come in the order of the requests. */
import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import { isSignedByBank } from '../support/bank-signature.ts';
import { control } from '../support/tpp.ts';

/** More than the bank lets wait for a thread. */
const REQUESTS = 300;

const test = useBank();

async function open(): Promise<TLSSocket> {
  const { apiBaseUrl, caPem } = test.bank;
  const socket = connect({
    host: '127.0.0.1',
    port: Number(new URL(apiBaseUrl).port),
    ca: caPem,
    servername: 'localhost',
  });
  await once(socket, 'secureConnect');
  return socket;
}

/** Signed requests for the customers of the sandbox, as they go over the wire. */
function requests(count = REQUESTS): string {
  const tpp = test.tpp();
  return Array.from({ length: count }, (_, at) => {
    const path = '/v1/sandbox/customers';
    const headers = tpp.prepare({ path, headers: { 'X-Request-ID': `request-${at}` } });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;
  }).join('');
}

/** The first response in some text and what follows it, or null if it is not complete. */
function takeResponse(text: string): { headers: Record<string, string>; body: string; rest: string } | null {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const headers = Object.fromEntries(
    text
      .slice(0, head)
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const end = head + 4 + Number(headers['content-length']);
  return text.length < end ? null : { headers, body: text.slice(head + 4, end), rest: text.slice(end) };
}

it(`SIG-13: ${REQUESTS} pipelined requests are answered in order, each with a valid signature`, async () => {
  const socket = await open();
  const ids: string[] = [];
  let received = '';
  const all = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let next = takeResponse(received); next !== null; next = takeResponse(received)) {
        received = next.rest;
        const text = Buffer.from(next.body, 'latin1').toString('utf8');
        const id = next.headers['x-request-id'] ?? '';
        ids.push(isSignedByBank({ headers: next.headers, text }) ? id : `${id} is not signed`);
      }
      if (ids.length === REQUESTS) resolve();
    });
    socket.on('close', () => resolve());
  });
  socket.write(requests(), 'latin1');
  await all;
  socket.destroy();
  expect(ids).toEqual(Array.from({ length: REQUESTS }, (_, at) => `request-${at}`));
});

it('a request that is sent ahead is carried out after the response before it', async () => {
  const scenario = { when: { path: '/v1/sandbox/customers', times: 1 }, then: { delayMs: 200 } };
  expect((await control(test.bank, 'POST', '/control/scenarios', scenario)).status).toBe(201);
  const before = test.bank.journal(0).at(-1)?.seq ?? 0;
  const socket = await open();
  let received = '';
  const all = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (received.match(/HTTP\/1\.1 200/g)?.length === 3) resolve();
    });
  });
  socket.write(requests(3), 'latin1');
  await all;
  socket.destroy();
  expect(test.bank.journal(before).map(({ event }) => event.kind)).toEqual([
    'request',
    'response',
    'request',
    'response',
    'request',
    'response',
  ]);
});

it('a request that is sent ahead on a connection that the bank then closes is not carried out', async () => {
  const scenario = { when: { path: '/v1/sandbox/customers', times: 1 }, then: { dropConnection: true } };
  expect((await control(test.bank, 'POST', '/control/scenarios', scenario)).status).toBe(201);
  const before = test.bank.journal(0).at(-1)?.seq ?? 0;
  const socket = await open();
  socket.on('error', () => undefined);
  // The bank may reset a connection with unread bytes. `once` of node:events would reject then.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(requests(2), 'latin1');
  socket.resume();
  await closed;
  expect((await test.tpp().send({ path: '/v1/sandbox/customers' })).status).toBe(200);
  const kinds = test.bank.journal(before).map(({ event }) => event.kind);
  expect(kinds).toEqual(['request', 'response', 'request', 'response']);
});

it('SVC-10: a client that goes away while its responses are signed leaves a bank that answers the next one', async () => {
  const socket = await open();
  socket.write(requests(), 'latin1');
  await once(socket, 'data');
  socket.destroy();
  const reply = await test.tpp().send({ path: '/v1/sandbox/customers' });
  expect(reply.status).toBe(200);
  expect(isSignedByBank(reply)).toBe(true);
});

it('a control call that is sent ahead waits for the response before it, and is not carried out if its client goes', async () => {
  const { controlBaseUrl, controlToken } = test.bank;
  const { hostname, port, host } = new URL(controlBaseUrl);
  const head = (line: string) =>
    `${line} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${controlToken}\r\n`;
  const mode = async () => (await control(test.bank, 'GET', '/control/state')).body['clock'];
  expect(await mode()).toBe('frozen');
  const change = '{"mode":"real"}';
  const socket = connectPlain({ host: hostname, port: Number(port) });
  const closed = once(socket, 'close');
  // A stream of events never ends.
  socket.write(
    `${head('GET /control/events')}\r\n${head('POST /control/clock')}Content-Length: ${change.length}\r\n\r\n${change}`,
  );
  await once(socket, 'data');
  expect(await mode()).toBe('frozen');
  socket.destroy();
  await closed;
  expect(await mode()).toBe('frozen');
});
