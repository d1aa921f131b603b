/** The bank's journal: order, causes, what did not happen, and bounds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Fact, Journal, type BankExchange } from '../../bank-sim/journal.ts';

const note = (text: string): Fact => ({ kind: 'note', text, about: [] });
const EXCHANGE: BankExchange = {
  requestId: null,
  method: 'GET',
  path: '/',
  status: 200,
  tpp: null,
  operation: null,
  at: 0,
  clientCertificate: null,
  notes: [],
  rule: null,
  explanation: null,
  issues: [],
};
const started = () => new Journal({ now: () => 2, realTime: () => 1 });
const textsOf = (journal: Journal) =>
  journal.after(0).map(({ event }) => (event.kind === 'note' ? event.text : event.kind));

it('what did not happen is not entered, also within something that did', () => {
  const journal = started();
  journal.atomically(() => {
    journal.add(note('a'));
    try {
      journal.atomically(() => {
        journal.add(note('lost'));
        throw new Error('rolled back');
      });
    } catch {
      journal.add(note('b'));
    }
  });
  expect(textsOf(journal)).toEqual(['a', 'b']);
});

it('what is known at its end only still comes before what it has caused', () => {
  const journal = started();
  journal.enclose(
    () => note('request'),
    () => journal.add(note('step')),
  );
  expect(journal.after(0).map(({ seq, event }) => [seq, event.cause])).toEqual([
    [1, null],
    [2, 1],
  ]);
});

it('what is not entered is nobody’s cause', () => {
  const journal = started();
  const cause = journal.add(note('cause'));
  journal.during(cause, () =>
    journal.enclose(
      () => null,
      () => journal.add(note('effect')),
    ),
  );
  expect(journal.after(1).map(({ event }) => event.cause)).toEqual([1]);
});

it('the newest entries are kept, and with them at most 1,000 exchanges', () => {
  const journal = started();
  const exchange = { ...EXCHANGE, path: '/v1/accounts' };
  for (let at = 0; at < 5000; at++) journal.add(note(String(at)), { exchange });
  expect(journal.exchanges({ limit: 5000 })).toHaveLength(1000);
  expect(journal.after(0).length).toBeLessThanOrEqual(2000);
  for (let at = 0; at < 100_000; at++) journal.add(note(String(at)));
  const kept = journal.after(0);
  expect(kept.length).toBeLessThanOrEqual(40_000);
  expect(kept.at(-1)?.seq).toBe(105_000);
  expect(journal.after(104_990).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 10 }, (_, at) => 104_991 + at),
  );
});

type Act = 'add' | 'during' | 'enclose' | 'omit' | 'atomically' | 'fail';

it('every cause is an entry before its effect, whatever is done within whatever', () => {
  const acts = fc.letrec<{ act: [Act, unknown[]] }>((tie) => ({
    act: fc.oneof(
      { depthSize: 'small' },
      fc.constant<[Act, unknown[]]>(['add', []]),
      fc.tuple(
        fc.constantFrom<Act>('during', 'enclose', 'omit', 'atomically', 'fail'),
        fc.array(tie('act'), { maxLength: 3 }),
      ),
    ),
  })).act;
  const carryOut = (journal: Journal, [act, within]: [Act, unknown[]]): void => {
    const inner = () => {
      for (const one of within) carryOut(journal, one as [Act, unknown[]]);
    };
    if (act === 'add') journal.add(note('add'));
    else if (act === 'during') journal.during(journal.add(note('cause')), inner);
    else if (act === 'enclose' || act === 'omit')
      journal.enclose(() => (act === 'omit' ? null : note('around')), inner);
    else if (act === 'atomically') journal.atomically(inner);
    else
      try {
        journal.atomically(() => {
          inner();
          journal.add(note('lost'));
          throw new Error('rolled back');
        });
      } catch {
        // It has not happened.
      }
  };
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 5 }), (program) => {
      const journal = started();
      for (const one of program) carryOut(journal, one);
      const entries = journal.after(0);
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
      for (const { seq, event } of entries) {
        expect(event).not.toMatchObject({ text: 'lost' });
        expect(event.cause ?? 0).toBeLessThan(seq);
        expect(event.cause).not.toBe(0);
      }
    }),
  );
});
