/** The errors of the control listener stay sentences, whatever it is sent. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useBank } from '../../support/bank.ts';
import { control } from '../../support/tpp.ts';
import { SEED } from '../support/seed.ts';

const test = useBank();
const call = (method: string, path: string, body?: unknown) => control(test.bank, method, path, body);

it.each([['a million wrong rows', 1_000_000, 'must contain exactly the tables']])(
  'a snapshot with %s is refused with one',
  async (_, rows, sentence) => {
    const { body } = await call('GET', '/control/snapshot');
    // As text: to write so many rows as JSON takes so long on a busy machine that the bank closes the idle connection.
    const account = `[${'{},'.repeat(rows - 1)}{}]`;
    const snapshot = JSON.stringify({ ...body, tables: 'ROWS' }).replace('"ROWS"', `{"account":${account}}`);
    const { controlBaseUrl, controlToken } = test.bank;
    const reply = await fetch(`${controlBaseUrl}/control/snapshot`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${controlToken}` },
      body: snapshot,
    });
    expect(reply.status).toBe(400);
    const { error = '' } = (await reply.json()) as { error?: string };
    expect(error).toContain(sentence);
    expect(error.length).toBeLessThan(500);
  },
);

it('whatever a body holds, the error is a short sentence without the words of a library', async () => {
  const paths = ['/control/clock', '/control/scenarios', '/control/sca/x', '/control/consents'];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), async (path, body) => {
      const reply = await call('POST', path, body);
      if (reply.status < 400) return;
      expect(reply.status).toBeLessThan(500);
      const error = String(reply.body['error']);
      expect(error).toMatch(/\.$/);
      expect(error).not.toMatch(/Invalid|expected|received|Unrecognized|✖|undefined|\n/);
      expect(error.length).toBeLessThan(2500);
    }),
    { numRuns: 100, seed: SEED },
  );
});
