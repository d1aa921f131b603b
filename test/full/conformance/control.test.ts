/** The errors of the control listener stay sentences, whatever it is sent. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useBank } from '../../support/bank.ts';
import { control } from '../../support/tpp.ts';
import { SEED } from '../support/seed.ts';

const test = useBank();
const call = (method: string, path: string, body?: unknown) => control(test.bank, method, path, body);

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
