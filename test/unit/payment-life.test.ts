/** The life of a payment as types: a step that the table does not have does not compile (PAY-6). */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { LIFE, move } from '../../bank-sim/domain/payment.ts';
import { basketStatus } from '../../bank-sim/domain/basket.ts';

describe('move', () => {
  it('leads nowhere from where a payment has ended', () => {
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
    expect(Object.entries(LIFE).filter(([, next]) => next.length === 0).length).toBe(4);
  });
  it('cancels nothing that is in processing', () => {
    expectTypeOf(move<'PDNG'>)
      .parameter(1)
      .toEqualTypeOf<'ACSC' | 'PART' | 'RJCT' | 'BLCK'>();
    expectTypeOf(move<'ACCP'>)
      .parameter(1)
      .toEqualTypeOf<'ACSC' | 'PART' | 'RJCT' | 'BLCK'>();
    expect(LIFE.PDNG).not.toContain('CANC');
  });
  it('of two statuses offers what both may become', () => {
    expectTypeOf(move<'RCVD' | 'BLCK'>)
      .parameter(1)
      .toEqualTypeOf<'ACTC' | 'PDNG' | 'ACCP' | 'ACSC' | 'RJCT'>();
    expect(LIFE.RCVD.filter((next) => LIFE.BLCK.some((other) => other === next)).length).toBe(5);
  });
});

describe('BSK-9: the worst case', () => {
  it.each([
    [['ACSC', 'PDNG', 'ACTC', 'ACCP', 'BLCK', 'PART'], 'ACTC'],
    [['ACSC', 'PATC'], 'PATC'],
    [['PATC', 'RCVD', 'ACSC'], 'RCVD'],
    [['RCVD', 'RJCT'], 'RJCT'],
    [['CANC', 'ACSC'], 'RJCT'],
    [['RCVD'], 'RCVD'],
  ] as const)('%j is %s', (statuses, worst) => {
    expect(basketStatus(statuses.map((status) => ({ status })))).toBe(worst);
  });
});
