/** The mutation tool: what it changes, which rule it thinks a change belongs to, and whether it sees a test fail. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { judge } from '../../scripts/lib/mutation/judge.ts';
import { mutantsOf } from '../../scripts/lib/mutation/mutants.ts';
import { mutationReport } from '../../scripts/lib/mutation/report.ts';
import { corrected, resultOf } from '../../scripts/lib/mutation/results.ts';
import { sourcesAt } from '../../scripts/lib/mutation/sources.ts';
import { withSwitches } from '../../scripts/lib/mutation/switches.ts';
import { parse } from '../../scripts/lib/mutation/tree.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = 'test/support/mutation/fare.ts';

/** The keys of the mutants of a source. */
function keys(source: string): string[] {
  return mutantsOf('sample.ts', source).map(({ key }) => key);
}

it('kills the mutants that the tests of the sample notice, and reports the others', async () => {
  const mutants = new Map([[SAMPLE, mutantsOf(SAMPLE, readFileSync(join(ROOT, SAMPLE), 'utf8'))]]);
  const tests = new Map([['test/support/mutation/fare.test.ts', new Map([[SAMPLE, 1]])]]);
  const trial = { root: ROOT, mutants, tests, onlyOwnTests: false, isThorough: false };
  const judged = await judge(trial, () => {});
  expect(Object.fromEntries(judged.map(({ mutant, fate }) => [mutant.key, fate]))).toEqual({
    'fare: age < 16 → true': 'killed elsewhere',
    'fare: age < 16 → false': 'killed',
    'fare: age < 16 → age <= 16': 'killed elsewhere',
    'fare: 16 → 17': 'killed elsewhere',
    'fare: 500 → 501': 'killed',
    "fare: 'SENIOR' → (no case)": 'survived',
    'fare: 800 → 801': 'unreached',
    'fare: 1600 → 1601': 'killed',
    'ticketOf: age >= 67 → true': 'killed',
    'ticketOf: age >= 67 → false': 'survived',
    'ticketOf: age >= 67 → age > 67': 'survived',
    'ticketOf: 67 → 68': 'survived',
    "ticketOf: 'SENIOR' → ''": 'unreached',
    "ticketOf: 'ADULT' → ''": 'survived',
  });
});

it('changes conditions, operands, operators, calls, statements, numbers, patterns and arrays', () => {
  expect(keys('const f = (a, b) => (a && b ? [a] : !b);')).toEqual([
    'f: a && b → false',
    'f: a && b → a',
    'f: a && b → b',
    'f: [a] → []',
    'f: !b → b',
  ]);
  expect(keys('function f(a) { if (!a) g(a - (1 + 2)); }')).toEqual([
    'f: !a → true',
    'f: !a → false',
    'f: g(a - (1 + 2)); → (no statement)',
    'f: a - (1 + 2) → a + (1 + 2)',
    'f: 1 + 2 → 1 - 2',
    'f: 1 → 2',
    'f: 2 → 3',
  ]);
  expect(keys('const NAME = /^[a-z]{1,64}$/i; const t = (a) => a.trim().startsWith(NAME);')).toEqual([
    'NAME: /^[a-z]{1,64}$/i → /[a-z]{1,64}$/i',
    'NAME: /^[a-z]{1,64}$/i → /^[a-z]{1,64}/i',
    'NAME: /^[a-z]{1,64}$/i → /^[a-z]{1,64}$/',
    'NAME: /^[a-z]{1,64}$/i → /^[a-z]{2,64}$/i',
    'NAME: /^[a-z]{1,64}$/i → /^[a-z]{1,65}$/i',
    't: a.trim().startsWith(NAME) → a.trim().endsWith(NAME)',
    't: a.trim() → a',
  ]);
});

it('leaves types, imports, names of properties and texts alone', () => {
  expect(
    keys(`import { a } from './a.ts';
      type Size = 1 | 2;
      const b: Size = a as 1;
      const c = { 7: 'The amount is wrong.', rule: 'PAY-1' } satisfies object;`),
  ).toEqual([]);
});

it('gives a mutant the rules of the nearest comment or refusal, or of the file', () => {
  const source = `/** PAY-1 to PAY-3. */
    export const limit = 5; // LIM-1
    /** SIG-10. */
    function date(a: number) {
      if (a > 1) return refuse({ rule: 'SIG-11' });
      return a + 2;
    }
    const rest = 3;`;
  const rules = Object.fromEntries(mutantsOf('sample.ts', source).map((one) => [one.key, one.rules]));
  expect(rules['limit: 5 → 6']).toEqual(['LIM-1']);
  expect(rules['date: a > 1 → true']).toEqual(['SIG-11']);
  expect(rules['date: a + 2 → a - 2']).toEqual(['SIG-10']);
  expect(rules['rest: 3 → 4']).toEqual(['PAY-1', 'PAY-3', 'PAY-2']);
});

it('each switch changes one thing, and none changes nothing', () => {
  const source = 'if (x > 2) y.push(x * (3 + 1)); else y.push(0);';
  const mutants = mutantsOf('sample.ts', source).map((mutant, at) => ({ ...mutant, id: at + 1 }));
  const run = (on: number, x: number): number[] => {
    const y: number[] = [];
    runInNewContext(withSwitches(source, mutants), { x, y, isMutant: (id: number) => id === on });
    return y;
  };
  const on = (key: string) => mutants.find((mutant) => mutant.key === `module: ${key}`)?.id ?? -1;
  expect([run(0, 2), run(0, 3)]).toEqual([[0], [12]]);
  expect(run(on('x > 2 → true'), 2)).toEqual([8]);
  expect(run(on('x > 2 → x >= 2'), 2)).toEqual([8]);
  expect(run(on('y.push(x * (3 + 1)); → (no statement)'), 3)).toEqual([]);
  expect(run(on('x * (3 + 1) → x / (3 + 1)'), 4)).toEqual([1]);
  expect(run(on('3 + 1 → 3 - 1'), 3)).toEqual([6]);
});

it('a source can still be parsed with its switches', () => {
  for (const file of sourcesAt(ROOT, ['shared/money'])) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const mutants = mutantsOf(file, source).map((mutant, at) => ({ ...mutant, id: at + 1 }));
    expect(() => parse(file, withSwitches(source, mutants)), file).not.toThrow();
  }
});

it('the report has survivors with their explanations, and a survivor that is tried again can be killed', () => {
  const mutant = (key: string) => ({ key, rules: ['SIG-1' as const] });
  const result = resultOf([
    [mutant('a'), 'killed'],
    [mutant('b'), 'survived'],
    [mutant('c'), 'unreached'],
    [mutant('d'), 'killed elsewhere'],
  ]);
  const report = mutationReport(
    { 'shared/x/y.ts': result },
    { 'shared/x/y.ts': { b: 'It is only faster.' } },
    new Map([
      ['shared/x/y.ts', 'changed'],
      ['shared/x/z.ts', ''],
    ]),
  );
  expect(report).toContain('## Changed since they were run\n\n- `shared/x/`: y.ts\n');
  expect(report).toContain('- `shared/x/`: z.ts');
  expect(report).toContain('| y.ts | 4 | 2 | 1 | 1 |');
  expect(report).toContain('- `b` It is only faster.');
  expect(report).toContain('- `c` **open**');
  expect(report).toContain('| SIG-1 | 4 | 1 |');
  // The run tries mutants again that had been killed before, with some of the tests.
  const later = corrected(result, [
    [mutant('a'), 'killed elsewhere'],
    [mutant('b'), 'survived'],
    [mutant('c'), 'killed'],
  ]);
  expect(later.survivors).toEqual({ b: 'survived' });
  expect(later.elsewhere).toEqual({ d: ['SIG-1'] });
  expect(corrected(later, [[mutant('c'), 'killed']])).toEqual(later);
  expect(later.rules['SIG-1']).toEqual({ mutants: 4, killed: 2 });
});
