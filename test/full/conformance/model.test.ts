/** Random commands against the bank and against a small model of it (PAY-6 to PAY-9, PAY-20, SBX-5, SVC-10). */
import fc from 'fast-check';
import { it } from 'vitest';
import { makeIdentity } from '../../support/identity.ts';
import { type Command, expectAgreementOver } from '../../support/payment-model.ts';
import { SEED } from '../support/seed.ts';

const which = fc.nat(9);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      product: fc.constantFrom('NDCT' as const, 'INDCTS' as const),
      amount: fc.oneof(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1_000_000, max: 4_500_000 })),
      inDays: fc.option(fc.integer({ min: 0, max: 5 })),
      fromEirik: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sign' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('abort', 'delete', 'cancel', 'hold', 'release', 'stop'),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'batch' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
);

it(
  'PAY-6, PAY-7, PAY-8, PAY-9, PAY-20, SBX-5, SVC-10: bank and model agree after any sequence of commands',
  { timeout: 300_000 },
  async () => {
    const identity = await makeIdentity();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), (commands) =>
        expectAgreementOver(commands, identity),
      ),
      { numRuns: Number(process.env['TPP_MODEL_RUNS'] ?? 25), seed: SEED },
    );
  },
);
