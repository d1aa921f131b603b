/** Clients at once, reading and writing. test/full/conformance/crowd.test.ts has two hundred. */
import { it } from 'vitest';
import { useBank } from '../support/bank.ts';
import { expectCrowdServed } from '../support/crowd.ts';

const test = useBank();

it('SVC-10, PAY-6, PAY-20: 40 clients work at the same time', () => expectCrowdServed(test, 40));
