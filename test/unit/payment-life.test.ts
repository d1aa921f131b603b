/** The life of a payment as types: a step that the table does not have does not compile (PAY-6). */
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { LIFE, move, type Step } from '../../bank-sim/domain/payment.ts';
import { BASKET_LIFE, basketPath, basketStatus } from '../../bank-sim/domain/basket.ts';

describe('move', () => {
  it('a final status cannot be left', () => {
    expectTypeOf(move<'ACSC'>)
      .parameter(1)
      .toBeNever();
    expectTypeOf(move<'PART'>)
      .parameter(1)
      .toBeNever();
    expectTypeOf(move<'RJCT'>)
      .parameter(1)
      .toBeNever();
    expectTypeOf(move<'CANC'>)
      .parameter(1)
      .toBeNever();
    expectTypeOf(move<'STOP'>)
      .parameter(1)
      .toBeNever();
    expect(Object.entries(LIFE).filter(([, next]) => next.length === 0).length).toBe(5);
  });
  it('a payment in processing cannot be cancelled', () => {
    expectTypeOf(move<'PDNG'>)
      .parameter(1)
      .toEqualTypeOf<'ACSC' | 'PART' | 'RJCT' | 'BLCK' | 'STOP'>();
    expectTypeOf(move<'ACCP'>)
      .parameter(1)
      .toEqualTypeOf<'ACSC' | 'PART' | 'RJCT' | 'BLCK' | 'STOP'>();
    expect(LIFE.PDNG).not.toContain('CANC');
  });
  it('from two statuses, only what both may become is offered', () => {
    expectTypeOf(move<'RCVD' | 'BLCK'>)
      .parameter(1)
      .toEqualTypeOf<'ACTC' | 'PDNG' | 'ACCP' | 'ACSC' | 'RJCT'>();
    expect(LIFE.RCVD.filter((next) => LIFE.BLCK.some((other) => other === next)).length).toBe(5);
  });
});

describe('BSK-9: the worst status', () => {
  it.each([
    [['ACSC', 'PDNG', 'ACTC', 'ACCP', 'BLCK', 'PART'], 'ACTC'],
    [['ACSC', 'PATC'], 'PATC'],
    [['PATC', 'RCVD', 'ACSC'], 'RCVD'],
    [['RCVD', 'RJCT'], 'RJCT'],
    [['CANC', 'ACSC'], 'RJCT'],
    [['STOP', 'ACSC'], 'RJCT'],
    [['RCVD'], 'RCVD'],
  ] as const)('%j is %s', (statuses, worst) => {
    expect(basketStatus(statuses.map((status) => ({ status })))).toBe(worst);
  });

  /** A payment's path from its creation before the basket's: each choice takes one of the steps that its status allows. */
  const path = (choices: readonly [wait: number, choice: number][]): Step[] => {
    const steps: Step[] = [{ at: 0, status: 'RCVD', why: 'Created.' }];
    for (const [wait, choice] of choices) {
      const { at, status } = steps.at(-1) ?? { at: 0, status: 'RCVD' as const };
      const next = LIFE[status];
      const to = next[choice % Math.max(1, next.length)];
      if (to !== undefined) steps.push({ at: at + wait, status: to, why: `To ${to}.` });
    }
    return steps;
  };
  it('the payment that leaves the worst status is the cause, even if another is then the worst', () => {
    const signing: Step[] = [
      { at: 0, status: 'RCVD', why: 'Created.' },
      { at: 1, status: 'PATC', why: 'One of two has signed.' },
    ];
    const signed: Step[] = [
      { at: 0, status: 'RCVD', why: 'Created.' },
      { at: 2, status: 'ACTC', why: 'Signed.' },
    ];
    const booked: Step[] = [
      { at: 0, status: 'ACTC', why: 'Signed.' },
      { at: 2, status: 'ACSC', why: 'Booked.' },
    ];
    expect(basketPath(0, [signing, signed, booked])).toEqual([
      { at: 0, status: 'RCVD', by: null },
      { at: 2, status: 'PATC', by: { payment: 1, why: 'Signed.' } },
    ]);
  });
  it('steps of several payments count in the order of their instants', () => {
    const late: Step[] = [
      { at: 0, status: 'RCVD', why: 'Created.' },
      { at: 5, status: 'ACTC', why: 'Signed late.' },
    ];
    const early: Step[] = [
      { at: 0, status: 'RCVD', why: 'Created.' },
      { at: 3, status: 'PATC', why: 'One of two has signed.' },
      { at: 4, status: 'ACTC', why: 'Signed early.' },
    ];
    for (const paths of [
      [late, early],
      [early, late],
    ])
      expect(basketPath(0, paths)).toEqual([
        { at: 0, status: 'RCVD', by: null },
        { at: 5, status: 'ACTC', by: { payment: paths.indexOf(late), why: 'Signed late.' } },
      ]);
  });
  it('whatever its payments do, a basket moves along its own transitions to their worst status', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(20)), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 10 }), fc.nat(4), (choices, createdAt) => {
        const paths = choices.map(path);
        const taken = basketPath(createdAt, paths);
        expect(taken[0]?.at).toBe(createdAt);
        for (const [at, step] of taken.slice(1).entries()) {
          const before = taken[at];
          expect(step.at).toBeGreaterThan(before?.at ?? 0);
          expect(BASKET_LIFE[before?.status ?? 'RCVD']).toContain(step.status);
          expect(paths[step.by?.payment ?? -1]?.map(({ why }) => why)).toContain(step.by?.why);
        }
        const now = paths.map((one) => ({ status: one.at(-1)?.status ?? 'RCVD' }));
        expect(taken.at(-1)?.status).toBe(basketStatus(now));
      }),
      { numRuns: 1000 },
    );
  });
});
