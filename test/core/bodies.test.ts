/** Large bodies: into a file as they arrive, read in windows, without secrets, and gone with the history. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { type BigBank, bigBody, startBigBank } from '../support/big-bank.ts';
import { folderForFile } from '../support/folders.ts';
import { bindOpenApi, callCore, startCore, chooseBank, downloaded } from '../support/workbench.ts';

const folder = folderForFile('bodies');
const SECRET = 'Bryggen Kiosk';
let workbench: Workbench;
let bank: BigBank;
let environment: string;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const ask = (bytes: number, headers: [string, string][] = []): Promise<Exchange> =>
  call(
    'requests.send',
    requestOf({ method: 'GET', path: `/v1/accounts/${bytes}/transactions`, headers, body: '' }),
  );
/** The first request, which opens the connection of the others. */
let connecting: Exchange;
const files = () => readdirSync(join(folder, 'bodies'));

beforeAll(async () => {
  [workbench, bank] = await Promise.all([startCore(folder), startBigBank()]);
  environment = await chooseBank(workbench, bank);
  const answers = { 200: { content: { 'application/json': { schema: { type: 'object' } } } } };
  const paths = {
    '/v1/accounts/{id}/transactions': { get: { summary: 'List transactions', responses: answers } },
  };
  await bindOpenApi(workbench, environment, JSON.stringify({ openapi: '3.0.1', paths }));
  connecting = await ask(1000);
});
afterAll(async () => {
  await Promise.all([workbench.stop(), bank.stop()]);
});

describe('a body of 5 MB', () => {
  const BYTES = 5_000_000;
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await ask(BYTES);
  });

  it('is stored byte for byte in a file, and the window gets its first part', async () => {
    const whole = Buffer.from(Array.from(bigBody(BYTES)).join(''));
    expect(exchange.response?.bodyBytes).toBe(whole.length);
    expect(exchange.response?.body).toBe(whole.subarray(0, 256 * 1024).toString());
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(files().map((file) => hash(readFileSync(join(folder, 'bodies', file))))).toContain(hash(whole));
    // The one link that is inside of it is found all the same.
    expect(exchange.links).toEqual([
      { name: 'next', href: '/v1/accounts/1000/transactions?page=2', verbs: ['GET'] },
    ]);
    expect(exchange.verdicts).toContainEqual({
      holds: 'unknown',
      text: 'A body over 2 MB is not checked against its schema',
      rule: 'SVC-3',
      part: 'schema',
    });
    expect(connecting.response?.timing?.dns).toBeGreaterThan(0);
    expect(exchange.response?.tls).toMatchObject({
      protocol: 'TLSv1.3',
      subject: 'CN=localhost',
      issuer: 'CN=Big bank CA',
    });
  });

  it('is saved whole under a descriptive name', async () => {
    const { id } = exchange;
    const { name, bytes } = downloaded(workbench, (await call('body.save', { id })).download);
    expect(name).toBe('list-transactions-200.json');
    expect(bytes.equals(Buffer.from(Array.from(bigBody(BYTES)).join('')))).toBe(true);
    await expect(call('body.save', { id: 'nobody' })).rejects.toThrow('no longer in the history');
  });

  it('is read in parts: lines from anywhere, search, folds, members and JSONPath', async () => {
    const { id } = exchange;
    const whole = Array.from(bigBody(BYTES)).join('');
    const pretty = JSON.stringify(JSON.parse(whole), null, 2).split('\n');
    const lines = () => call('body.lines', { id, mode: 'pretty', from: 100_000, count: 20 });
    await expect.poll(async () => (await lines()).complete).toBe(true);
    const window = await lines();
    expect(window.lines.map(({ text, depth }) => '  '.repeat(depth) + text)).toEqual(
      pretty.slice(100_000, 100_020),
    );
    const found = await call('body.search', { id, mode: 'pretty', text: 'ørnes kaffebar' });
    expect(found.lines).toEqual(
      pretty.flatMap((line, at) => (line.includes('Ørnes Kaffebar') ? [at] : [])).slice(0, 1000),
    );
    expect(await call('body.closing', { id, line: 0 })).toEqual({ line: pretty.length - 1 });
    const root = await call('body.root', { id });
    const inside = await call('body.members', { id, offset: root.offset, from: 0, count: 10 });
    expect(inside).toMatchObject({ total: 1, nodes: [{ name: 'transactions', kind: 'object' }] });
    expect(
      await call('body.query', { id, path: '$.transactions.booked[-1].transactionAmount.currency' }),
    ).toMatchObject({ total: 1, matches: [{ text: '"NOK"' }] });
    const hex = await call('body.lines', { id, mode: 'hex', from: 0, count: 1 });
    expect(hex.lines[0]?.text).toContain('{"transactions":');
  });
});

it('a secret of the environment reaches no file, even when it spans two chunks', async () => {
  await call('variables.set', { id: environment, variable: { name: 'kiosk', value: SECRET, secret: true } });
  const before = new Set(files());
  const exchange = await ask(5_000_000, [['X-Kiosk', '{{kiosk}}']]);
  const [file = ''] = files().filter((name) => !before.has(name));
  const stored = readFileSync(join(folder, 'bodies', file), 'utf8');
  expect(stored).not.toContain(SECRET);
  expect(stored).toContain('"creditorName":"•••"');
  expect(exchange.response?.bodyBytes).toBe(Buffer.byteLength(stored));
  await call('variables.remove', { id: environment, name: 'kiosk' });
});

it('a cancelled request reports it and leaves no file behind', async () => {
  const before = files();
  const arriving = new Promise<{ id: string }>((resolve) => {
    const end = workbench.onEvent((name, payload) => {
      if (name !== 'send.progress') return;
      end();
      resolve(payload as { id: string });
    });
  });
  const sending = ask(500_000_000);
  const { id } = await arriving;
  await call('requests.cancel', { id });
  const exchange = await sending;
  expect(exchange).toMatchObject({ status: null, response: null });
  expect(exchange.failure).toContain('You cancelled the request');
  expect(files()).toEqual(before);
  // The connection is not the worse for it.
  expect((await ask(1000)).status).toBe(200);
});

it('files are deleted with the history; files cut off by a crash are deleted at the next start', async () => {
  await ask(3_000_000);
  expect(files().length).toBeGreaterThan(0);
  const { exchanges } = await call('history.list', { search: '' });
  const large = exchanges.find(({ path }) => path.includes('3000000'));
  await call('history.clear', {});
  expect(files()).toEqual([]);
  await expect(call('body.lines', { id: large?.id ?? '', mode: 'raw', from: 0, count: 1 })).rejects.toThrow(
    'no longer in the history',
  );
});
