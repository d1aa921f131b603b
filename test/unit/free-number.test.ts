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
it('SBX-2: when every number is used, there is none', () => {
  expect(freeNumber(0, () => true)).toBeNull();
});
