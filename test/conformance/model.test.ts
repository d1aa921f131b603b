/** The bank and a small model of it (test/support/payment-model.ts) agree; test/full/conformance/model.test.ts draws the commands at random. */
import { it } from 'vitest';
import { makeIdentity } from '../support/identity.ts';
import { type Command, expectAgreementOver } from '../support/payment-model.ts';

type Created = Extract<Command, { do: 'create' }>;
const create = (amount: number, change: Partial<Created> = {}): Command => ({
  do: 'create',
  product: 'NDCT',
  amount,
  inDays: null,
  fromEirik: true,
  ...change,
});
type Act = Exclude<Command['do'], 'create' | 'batch' | 'advance'>;
const all = (which: number, ...acts: Act[]): Command[] => acts.map((act) => ({ do: act, which }));
const advance = (hours: number): Command => ({ do: 'advance', hours });
const BATCH: Command = { do: 'batch' };

it.each<[what: string, commands: Command[]]>([
  [
    'each act in each status',
    [
      create(10_000),
      ...all(0, 'abort', 'cancel', 'hold', 'release', 'stop', 'delete', 'sign', 'hold'),
      create(20_000),
      ...all(
        1,
        'sign',
        'sign',
        'delete',
        'cancel',
        'hold',
        'sign',
        'delete',
        'release',
        'stop',
        'release',
        'sign',
      ),
      create(30_000, { inDays: 3 }),
      ...all(2, 'sign', 'hold', 'cancel', 'release', 'delete', 'cancel', 'sign', 'stop'),
      create(4_000_000, { product: 'INDCTS' }),
      ...all(3, 'sign', 'delete', 'cancel', 'stop'),
    ],
  ],
  [
    'money that runs out and comes back, over days and batches',
    [
      create(3_000_000),
      ...all(0, 'sign'),
      create(3_000_000),
      ...all(1, 'sign'),
      create(3_000_000, { product: 'INDCTS' }),
      ...all(2, 'sign'),
      create(2_000_000, { fromEirik: false }),
      ...all(3, 'sign'),
      BATCH,
      BATCH,
      create(4_400_000),
      ...all(4, 'sign'),
      create(100, { inDays: 0 }),
      ...all(5, 'sign'),
      create(200, { inDays: 3, fromEirik: false }),
      ...all(6, 'sign', 'hold'),
      create(300, { inDays: 1 }),
      ...all(7, 'sign'),
      advance(7),
      advance(30),
      ...all(6, 'release'),
      advance(30),
      advance(30),
      BATCH,
    ],
  ],
])(
  'PAY-6, PAY-7, PAY-8, PAY-9, PAY-20, SBX-5, SVC-10: bank and model agree after %s',
  async (_, commands) => {
    await expectAgreementOver(commands, await makeIdentity());
  },
);
