/** What a bank remembers of requests is bounded in bytes, not only in number: no TPP, program or web page fills its memory. */
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import { control } from '../support/tpp.ts';

const test = useBank({ psuHttp: true });
const COUNT = 20;
const LONG = 'x'.repeat(60_000);

it.each([
  ['the PSU’s pages', () => test.bank.psuBaseUrl, ''],
  ['the PSU’s pages, from a foreign web page', () => test.bank.psuBaseUrl, 'cross-site'],
  ['the API', () => test.bank.apiBaseUrl, ''],
])('%s: of long targets, only their beginnings are kept', async (_what, baseUrl, site) => {
  const dispatcher = new Agent({ connect: { ca: test.bank.caPem }, connections: 4 });
  const send = async (at: number) => {
    const url = `${new URL(baseUrl()).origin}/sca/${at}${LONG}`;
    const headers = site === '' ? {} : { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
    const { statusCode, body } = await request(url, { dispatcher, headers });
    await body.dump();
    expect(statusCode).toBeGreaterThanOrEqual(400);
  };
  for (let at = 0; at < COUNT; at++) await send(at);
  await dispatcher.close();
  const { body } = await control(test.bank, 'GET', '/control/journal?after=0&limit=5');
  expect(JSON.stringify(body).length).toBeLessThan(20_000);
});
