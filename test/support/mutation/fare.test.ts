/** Run by test/unit/mutation.test.ts against mutants of the sample. */
import { expect, test } from 'vitest';
import { fare } from './fare.ts';

test('SIG-1: children pay less', () => {
  expect(fare(15)).toBe(500);
});

test('adults pay in full', () => {
  expect(fare(16)).toBe(1600);
  expect(fare(66)).toBe(1600);
});
