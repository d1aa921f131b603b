/** The bank's own signature (SIG-13). */
import { describe, expect, it } from 'vitest';
import { memoryBank, useBank } from '../support/bank.ts';
import { isSignedByBank } from '../support/bank-signature.ts';
import { Tpp } from '../support/tpp.ts';

const CUSTOMERS = { path: '/v1/sandbox/customers' };

const test = useBank();

describe("SIG-13: the bank's signature", () => {
  it('successes and refusals are both signed', async () => {
    const reply = await test.tpp().send(CUSTOMERS);
    expect(String(reply.headers['signature'])).toContain('headers="date digest x-request-id"');
    expect(isSignedByBank(reply)).toBe(true);
    expect(isSignedByBank(await test.tpp().send({ path: '/v1/nowhere' }))).toBe(true);
  });
  it('signing can be switched off', async () => {
    const silent = await memoryBank({ quirks: { signResponses: false } });
    try {
      const reply = await new Tpp(silent, test.identity).send(CUSTOMERS);
      expect(reply.status).toBe(200);
      expect(reply.headers['signature']).toBeUndefined();
    } finally {
      await silent.stop();
    }
  });
});
