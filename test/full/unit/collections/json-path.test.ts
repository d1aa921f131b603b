/** What it costs to follow the JSONPaths of a collection through a body of a bank. */
import { expect, it } from 'vitest';
import { baselineValues } from '../../../../shared/collections/baseline.ts';
import { type Outcome, valueOf } from '../../../../shared/collections/source.ts';
import { measured } from '../../support/cpu-time.ts';

const FLAT = `[${'{"b":1},'.repeat(49_000)}1]`;

it.each([
  ['$..*', 'flat', FLAT],
  ['$..[?@.b==-1 || @.c==@.d || length(@)==7]', 'flat', FLAT],
  [`$..*${'[*]'.repeat(28)}`, 'deep', `[${`${'['.repeat(45)}${']'.repeat(45)},`.repeat(2150)}1]`],
])('%s through a %s body is soon done', (path, _, text) => {
  const outcome: Outcome = {
    response: { status: 200, headers: [], text, time: 1, schema: 'yes', signature: 'yes', verdicts: [] },
    redirect: null,
  };
  expect(measured(() => valueOf({ of: 'body', path }, outcome)).seconds).toBeLessThan(20);
});

it('what a baseline keeps is soon found where everything is volatile', () => {
  expect(measured(() => baselineValues(FLAT, ['$[*].b'])).seconds).toBeLessThan(20);
});
