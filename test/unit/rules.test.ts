/** The rules of the bank: each has a sentence to show, and at least one conformance test that proves it. */
import { describe, expect, it } from 'vitest';
import { conformanceBook, conformanceTests, testsFor } from '../../scripts/lib/conformance-book.ts';
import { STATEMENTS } from '../../scripts/lib/statements.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { RULE_IDS, RULES } from '../../shared/xs2a/rules.ts';

const tests = await conformanceTests();
/** How many rules each family has, and the ids between them. */
const FAMILIES = {
  SVC: 11,
  SIG: 15,
  HDR: 10,
  SCA: 14,
  AIS: 11,
  LIM: 4,
  PAY: 20,
  BSK: 10,
  SBX: 6,
  TPP: 1,
  ERR: 2,
  VER: 4,
};
const ALL = [
  ...Object.entries(FAMILIES).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, at) => `${family}-${at + 1}`),
  ),
  'SIG-4a',
  'AIS-5a',
  'PAY-6a',
];

it('the catalogue of rules has exactly the rules of the contract', () => {
  expect(Object.keys(RULES).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    ALL.toSorted((a, b) => (a < b ? -1 : 1)),
  );
});

describe('every rule is proven by a conformance test', () => {
  it.each(RULE_IDS)('%s', (rule) => {
    expect(testsFor(rule, tests).length).toBeGreaterThan(0);
  });
});

it('every rule of an operation has a sentence to show', () => {
  for (const operation of OPERATIONS)
    for (const rule of operation.rules) expect(RULES[rule], rule).toBeDefined();
});

it('a statement of the specification whose test is not there is named, or has two meanings', () => {
  const without = tests.filter(({ title }) => !title.endsWith('plain HTTP is refused'));
  expect(() => conformanceBook(without)).toThrow('no test is called "service: plain HTTP is refused"');
  const twice = tests.flatMap((test) => [test, { ...test, title: `Again › ${test.title}` }]);
  expect(() => conformanceBook(twice)).toThrow('several tests are called');
});

it('the book of conformance has every rule and every statement of the specification', () => {
  const book = conformanceBook(tests);
  for (const rule of RULE_IDS) expect(book).toContain(`## ${rule}\n\n${RULES[rule]}\n`);
  for (const { section } of STATEMENTS) expect(book).toContain(section);
});
