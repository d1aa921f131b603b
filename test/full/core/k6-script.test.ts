/** The export for k6, of all the shipped collections. */
import { describe, it } from 'vitest';
import { k6ForFile } from '../../support/k6-run.ts';

const { expectAsInARun } = k6ForFile();

describe.each<[name: string, needsAFault: string[]]>([
  ['first-steps', []],
  ['account-information', []],
  ['payments-and-baskets', []],
  ['refusals', []],
  // It uses what a step with a deliberate fault keeps, which is not carried.
  ['conformance', ['The bank explains it']],
])('%s', (name, needsAFault) => {
  it('every request is accepted with its signature, and every check says what the run says', () =>
    expectAsInARun(name, needsAFault));
});
