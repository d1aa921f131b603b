/** What a bank remembers of requests is bounded in bytes, not only in number: no TPP, program or web page fills its memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { useBank } from '../../support/bank.ts';

const test = useBank({ psuHttp: true });
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes by which the memory in use has grown after the work. */
async function growth(work: () => Promise<void>): Promise<number> {
  collect();
  const before = process.memoryUsage().heapUsed;
  await work();
  collect();
  return (process.memoryUsage().heapUsed - before) / 1024 / 1024;
}

const COUNT = 600;
const LONG = 'x'.repeat(60_000);

it.each([
  ['the PSU’s pages', () => test.bank.psuBaseUrl, ''],
  ['the PSU’s pages, from a foreign web page', () => test.bank.psuBaseUrl, 'cross-site'],
  ['the API', () => test.bank.apiBaseUrl, ''],
])('%s: of 36 MB of targets, only their beginnings are kept', async (_what, baseUrl, site) => {
  const dispatcher = new Agent({ connect: { ca: test.bank.caPem }, connections: 4 });
  const send = async (at: number) => {
    const url = `${new URL(baseUrl()).origin}/sca/${at}${LONG}`;
    const headers = site === '' ? {} : { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
    const { statusCode, body } = await request(url, { dispatcher, headers });
    await body.dump();
    expect(statusCode).toBeGreaterThanOrEqual(400);
  };
  // What every first request makes.
  await send(0);
  const grown = await growth(async () => {
    for (let at = 1; at <= COUNT; at++) await send(at);
  });
  await dispatcher.close();
  // The log of exchanges has at most 8 million characters of what was sent, and a text that is not kept any more takes nothing.
  expect(grown).toBeLessThan(20);
});
