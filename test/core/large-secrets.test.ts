/** Secrets that a bank makes: what is kept as one is masked in everything that follows, so it has a size. */
import { describe, expect, it } from 'vitest';
import { masking } from '../../main/core/masking/mask.ts';
import { RunSecrets } from '../../main/core/running/run-secrets.ts';
import { useRuns } from '../support/bank-runs.ts';
import { measured } from '../support/cpu-time.ts';
import { CONSENT, CUSTOMERS, APPROVE, request } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';

const secret = (value: unknown) => ({ value, secret: true });

describe('a secret of a run', () => {
  it.each([
    ['a long text', 'x'.repeat(1_000_000)],
    ['many texts', Array.from({ length: 20_000 }, (_, at) => `text ${at}`)],
    ['texts in lists in lists', Array.from({ length: 200 }).reduce<unknown>((inner) => [inner, 'text'], 'x')],
  ])('is not %s', (_, value) => {
    const { result, seconds } = measured(() => new RunSecrets().holds(value));
    expect(result).toBe(false);
    expect(seconds).toBeLessThan(1);
  });

  it('is a token of eight thousand characters, but not thirty of them', () => {
    const secrets = new RunSecrets();
    const token = (at: number) => `${at}`.padEnd(8_000, 'abcdefgh');
    for (let at = 0; at < 20; at++) {
      expect(secrets.holds(token(at))).toBe(true);
      secrets.with([secret(token(at))]);
    }
    for (let at = 20; at < 30; at++) if (secrets.holds(token(at))) secrets.with([secret(token(at))]);
    expect(secrets.holds(token(31))).toBe(false);
  });

  it('is prepared once, however many steps have it', () => {
    const secrets = new RunSecrets();
    const variables = Array.from({ length: 20 }, (_, at) => secret(`${at}`.padEnd(2_000, 'abcdefgh')));
    const mask = () => masking(secrets.with(variables))(`before ${String(variables[7]?.value)} after`);
    expect(mask()).toBe('before ••• after');
    const { seconds } = measured(() => {
      for (let step = 0; step < 1_000; step++) mask();
    });
    expect(seconds).toBeLessThan(5);
  });
});

describe('a run', () => {
  const { ran } = useRuns();

  it('does not keep a response of any size as a secret: the step says so and fails', async () => {
    const run = await ran(
      stepsOf(
        CUSTOMERS,
        CONSENT,
        APPROVE,
        {
          name: 'Accounts',
          request: request('listAccounts'),
          keep: [{ as: 'first', from: { of: 'body', path: '$.accounts[0].resourceId' } }],
        },
        {
          name: 'All of it',
          request: request('listTransactions', {
            params: { 'account-id': '{{first}}' },
            query: { bookingStatus: 'both' },
          }),
          keep: [
            { as: 'one', from: { of: 'body', path: '$.account.bban' }, secret: true },
            { as: 'everything', from: { of: 'text' }, secret: true },
          ],
        },
      ),
    );
    const last = run.results.at(-1);
    expect(last?.outcome).toBe('failed');
    expect(last?.reason).toContain('too large for a secret');
    expect(last?.kept).toEqual([{ name: 'one', value: '•••' }]);
  });
});
