/** Pointing at a value: what it proposes, and which value a line of a body shows. */
import fc from 'fast-check';
import { valuesOfLines } from '../../../renderer/parts/response/body/json-paths.ts';
import { expect, test } from 'vitest';
import { beginningOf } from '../../../shared/body-view/body-view.ts';
import { matchesOf, documentOf } from '../../../shared/collections/json-path.ts';
import { expectationOf, nameFor } from '../../../shared/collections/value-choice.ts';
import type { Source } from '../../../shared/collections/source.ts';
import type { Pointed } from '../../../renderer/state/requests/pointing.ts';
import { VARIABLE_NAME } from '../../../shared/collections/variable-name.ts';

const body = (path: string): Source => ({ of: 'body', path });

test.each([
  [body('$.paymentId'), 'paymentId'],
  [body('$.accounts[2]'), 'accounts'],
  [body('$.accounts[0].balances[0].balanceAmount.amount'), 'amount'],
  [body("$['odd name']"), 'oddName'],
  [body("$['1st']"), 'value1st'],
  [body("$['øre']"), 're'],
  [body('$'), 'value'],
  [{ of: 'header', name: 'X-Request-ID' }, 'xRequestId'],
  [{ of: 'header', name: 'Location' }, 'location'],
  [{ of: 'link', name: 'scaRedirect' }, 'scaRedirect'],
  [{ of: 'error-code' }, 'errorCode'],
  [{ of: 'redirect', name: 'psu-id' }, 'psuId'],
  [{ of: 'status' }, 'status'],
] as const)('the name of a variable comes from the key of its value: %o', (source, name) => {
  expect(nameFor(source, [])).toBe(name);
});

test('a proposed name is one that placeholders take, and free', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(3), (key, count) => {
      const source = { of: 'header', name: key } as const;
      const taken: string[] = [];
      for (let at = 0; at <= count; at++) taken.push(nameFor(source, taken));
      expect(new Set(taken).size).toBe(taken.length);
      for (const name of taken) expect(name).toMatch(VARIABLE_NAME);
    }),
  );
});

test('a value is expected as it is; what is different each time is expected more weakly', () => {
  expect(expectationOf({ of: 'status' }, 201).must).toEqual({ is: 'equal', to: 201 });
  expect(expectationOf(body('$.a'), null).must).toEqual({ is: 'equal', to: null });
  expect(expectationOf({ of: 'link', name: 'self' }, '/v1/x').must).toEqual({ is: 'present' });
  expect(expectationOf(body('$.a'), [1]).must).toEqual({ is: 'of-form', form: 'list' });
  expect(expectationOf(body('$.a'), {}).must).toEqual({ is: 'of-form', form: 'object' });
  expect(expectationOf({ of: 'text' }, 'x'.repeat(501)).must).toEqual({ is: 'present' });
});

test('each line of a formatted body has the path of its value, and that value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (drawn) => {
      const value: unknown = JSON.parse(JSON.stringify({ drawn }));
      const { lines } = beginningOf(JSON.stringify(value), 10_000);
      const points = valuesOfLines(lines);
      expect(points).toHaveLength(lines.length);
      const wrong = lines.filter((line, at) => !isRight(line, points[at] ?? null, value));
      expect(wrong).toEqual([]);
    }),
  );
});

test('after a line that cannot be read, nothing is claimed', () => {
  expect(valuesOfLines(['{', '"a": 1,', '"b": "half', '"c": 2'])).toEqual([
    { source: body('$'), value: {} },
    { source: body('$.a'), value: 1 },
    null,
    null,
  ]);
});

/** Whether a line shows the value that it is said to show. */
function isRight(line: string, pointed: Pointed | null, whole: unknown): boolean {
  if (pointed === null) return /^\s*[\]}],?$/.test(line);
  const { source, value } = pointed;
  const document = documentOf(JSON.stringify(whole));
  const found = source.of === 'body' && typeof document !== 'string' ? matchesOf(source.path, document) : [];
  const [match] = typeof found === 'string' ? [] : found;
  if (found.length !== 1 || match === undefined) return false;
  // Of an object or array in several lines, only what it is.
  if (typeof match.value === 'object' && match.value !== null)
    return Array.isArray(match.value) === Array.isArray(value);
  return match.value === value;
}
