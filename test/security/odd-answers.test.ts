/** Whatever answers the command line and `tpp-workbench/bank` in place of a bank: it is read within bounds, and said in a sentence. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { UsageError } from '../../main/cli/command.ts';
import { COMMANDS } from '../../main/cli/commands.ts';
import { bankControl } from '../../main/npm/bank.ts';

const TOKEN = 'a-token-of-nobody';
const MANY = 3_000_000;

beforeAll(() => vi.stubEnv('TPP_CONTROL_TOKEN', TOKEN));
afterAll(() => vi.unstubAllEnvs());

async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function endless(response: ServerResponse): void {
  const more = () => {
    while (response.write(Buffer.alloc(1024 * 1024, ' ')));
  };
  response.on('drain', more).on('error', () => undefined);
  more();
}

const json = (text: string) => (response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);

/** What answers, and how it is called. */
const ANSWERS: [string, (response: ServerResponse) => void, RegExp][] = [
  [
    'a page',
    (response) => response.setHeader('Content-Type', 'text/html').end('<html>'),
    /answers 200 with text\/html, not with JSON/,
  ],
  [
    'a page of an error',
    (response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>'),
    /answers 502 with text\/html/,
  ],
  ['nothing', (response) => response.writeHead(204).end(), /answers 204 with nothing/],
  [
    'a redirect',
    (response) => response.writeHead(307, { Location: '/elsewhere' }).end(),
    /answers 307 with nothing/,
  ],
  [
    'commands of a terminal',
    (response) => response.setHeader('Content-Type', 'x/\u009B31m').end('x'),
    /answers 200 with something that is not JSON/,
  ],
  ['other JSON', json('{"spaces":5,"now":"noon","ready":"yes"}'), /other JSON than/],
  ['null', json('null'), /other JSON than/],
  [
    'a refusal without a sentence',
    (response) => response.writeHead(500).end('{"error":{"code":1}}'),
    /answers 500 (?:without a reason|with other JSON)/,
  ],
  ['levels without end', json('['.repeat(MANY)), /something that is not JSON|more than 64 KB/],
  ['millions of objects', json(`[${'{},'.repeat(MANY)}{}]`), /with other JSON|more than 64 KB/],
];

describe.each(ANSWERS)('%s', (_, answer, words) => {
  const start = () =>
    answering((request, response) => {
      if (request.url === '/elsewhere') throw new Error('A redirect was followed.');
      answer(response);
    });
  it('is no service of spaces', async () => {
    const at = await start();
    const said = await refused(() => run('space list', '--control', at));
    expect(said).toMatch(words);
    expect(said).toContain(`${at} is not the service of spaces: it `);
    expect(said).toMatch(/Give the address of the control listener that tpp-workbench spaces has printed\.$/);
  });
  it('is no bank that is ready', async () => {
    const at = await start();
    const { status, text } = await run('ready', at);
    expect(status).toBe(1);
    expect(text).toMatch(words);
    expect(text).toMatch(/Give the address that the bank has printed\.$/);
  });
  it('is no bank for the tests of other projects', async () => {
    const at = await start();
    const control = bankControl({ controlBaseUrl: at, controlToken: TOKEN });
    await expect(control.clock.now()).rejects.toThrow(words);
    await expect(control.runBatch()).rejects.toThrow(`${at} is not the control listener of a bank: it `);
  });
});

it('an answer without end is not kept', async () => {
  const at = await answering((_, response) => endless(response));
  expect(await refused(() => run('space list', '--control', at))).toMatch(
    /it answers with more than 16 MB\./,
  );
  expect((await run('ready', at)).text).toMatch(/it answers with more than 64 KB\./);
  const control = bankControl({ controlBaseUrl: at, controlToken: TOKEN });
  await expect(control.reset()).rejects.toThrow(/it answers with more than 128 MB\./);
});

it('a long refusal is cut', async () => {
  const at = await answering((_, response) =>
    response.writeHead(400).end(JSON.stringify({ error: 'x'.repeat(50_000) })),
  );
  expect(await refused(() => run('space list', '--control', at))).toHaveLength(2000);
});

async function run(command: string, ...args: string[]) {
  const found = await COMMANDS[command]?.();
  if (found === undefined) throw new Error(`There is no command ${command}.`);
  return found.run(args);
}

/** The sentence of a usage error. */
async function refused(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('It was not refused.');
}
