/** Two hundred clients at once, reading and writing. */
import { it } from 'vitest';
import { useBank } from '../../support/bank.ts';
import { expectCrowdServed } from '../../support/crowd.ts';

const test = useBank();

it('SVC-10, PAY-6, PAY-20: 200 clients work at the same time', { timeout: 240_000 }, () =>
  expectCrowdServed(test, 200),
);
