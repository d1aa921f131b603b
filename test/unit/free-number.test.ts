/** SBX-2: the search for an unused national identity number ends. */
import { expect, it } from 'vitest';
import { freeNumber } from '../../bank-sim/domain/free-number.ts';
import { isIdentityNumber } from '../../shared/norway/numbers.ts';

it('SBX-2: each customer gets another number', () => {
  const used = new Set<string>();
  for (let count = 0; count < 1000; count++) {
    const number = freeNumber(count, (one) => used.has(one));
    expect(number !== null && isIdentityNumber(number)).toBe(true);
    used.add(String(number));
  }
  expect(used.size).toBe(1000);
});
it.each([
  [0, '01817010055'],
  [1, '02827110186'],
  [28, '01859812887'],
  [29, '02867012993'],
  [348, '13817044861'],
  [400, '09859310017'],
])('SBX-2: the search begins after %i customers', (customers, number) => {
  expect(freeNumber(customers, () => false)).toBe(number);
});
it('SBX-2: 10,000 numbers are tried, of which some have no check digits', () => {
  const tried = (from: number) => {
    const found: string[] = [];
    freeNumber(from, (number) => {
      found.push(number);
      return true;
    });
    return found;
  };
  // From 5 on, the first of these is left out, and the one at the end has no check digits.
  expect([tried(4).length, tried(5).length]).toEqual([8259, 8258]);
  expect(tried(5)).toEqual(tried(4).slice(1));
});
it('SBX-2: when every number is used, there is none', () => {
  expect(freeNumber(0, () => true)).toBeNull();
});
