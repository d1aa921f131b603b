/** Where the fields of a JSON text stand. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bodyIssues } from '../../shared/xs2a/body-issues.ts';
import { bodyFaults, checksOf, MAX_FAULTS } from '../../shared/xs2a/body-faults.ts';
import { jsonProblem, linesOfFields, prettyJson } from '../../shared/xs2a/json-lines.ts';
import { type Operation, OPERATIONS, operationById } from '../../shared/xs2a/operations.ts';
import { MAX_BODY_NESTING } from '../../shared/limits.ts';

/** The line of one field. */
const lineOfField = (text: string, path: string) => linesOfFields(text, [path])[0] ?? 0;

describe('linesOfFields', () => {
  it('every field of any JSON is found, one field per line', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => !key.includes('/')),
          fc.json(),
        ),
        (flat) => {
          const names = Object.keys(flat);
          const text = JSON.stringify(flat, null, 2);
          for (const [at, name] of names.entries())
            expect(lineOfField(text, name), text).toBe(text.split('\n').length === 1 ? 1 : 2 + at);
        },
      ),
    );
  });
  it('objects and lists are searched; a missing field gives the line of its parent', () => {
    const text = JSON.stringify({ a: { b: 'x:y,{' }, payments: [{ c: 1 }, { c: [1, 2], d: null }] }, null, 2);
    const line = (path: string) => text.split('\n')[lineOfField(text, path) - 1]?.trim();
    expect(line('a/b')).toBe('"b": "x:y,{"');
    expect(line('payments/1/c')).toBe('"c": [');
    expect(line('payments/1/c/1')).toBe('2');
    expect(line('payments/1/d')).toBe('"d": null');
    expect(line('payments/1/missing')).toBe('{');
    expect(lineOfField(text, 'payments/1/missing')).toBe(lineOfField(text, 'payments/1'));
    expect(lineOfField(text, 'nothing')).toBe(1);
  });
  it('many fields at once have the lines that each of them has alone', () => {
    const names = fc.constantFrom('a', 'b', 'a/b', '', '0', '\\"{');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(1, null, '', '},'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(names, tie('tree'), { maxKeys: 3 }),
      ),
    }));
    const paths = fc.array(fc.array(names, { maxLength: 4 }).map((path) => path.join('/')));
    fc.assert(
      fc.property(tree, paths, (json, wanted) => {
        const text = JSON.stringify(json, null, 1);
        expect(linesOfFields(text, wanted)).toEqual(wanted.map((path) => lineOfField(text, path)));
      }),
    );
  });
});

describe('bodyFaults', () => {
  afterEach(() => vi.restoreAllMocks());
  const bulk = operationById('createBulkPayment');
  const params = { 'payment-product': 'domestic-norway-credit-transfers' };
  it('the text is read a fixed number of times, however many faults it has', () => {
    const text = `{"payments":[${'{},\n'.repeat(2_000)}{}]}`;
    const tokens = vi.spyOn(RegExp.prototype, 'exec');
    const { shown, more } = bodyFaults(checksOf(bulk, params), text);
    expect(tokens.mock.calls.length).toBeLessThan(3 * text.length);
    expect(shown).toHaveLength(MAX_FAULTS);
    expect(more).toBeGreaterThan(MAX_FAULTS);
    expect(shown.at(-1)?.line).toBeGreaterThan(1);
  });
  it.each([
    ['{"a":', '}'],
    ['[', ']'],
    ['{"payments":[{"a":', '}]}'],
  ])('%s, nested 33,000 times, is one fault', (open, close) => {
    const text = `${open.repeat(33_000)}1${close.repeat(33_000)}`;
    const { shown, more } = bodyFaults(checksOf(bulk, params), text);
    expect([shown.length, more]).toEqual([1, 0]);
    expect(shown[0]?.text).toContain(`nested more than ${MAX_BODY_NESTING} levels deep`);
    expect(prettyJson(text)).toBeNull();
  });
  it('what is nested as deep as is checked is checked, at the lines of its fields', () => {
    const nested = `${'['.repeat(MAX_BODY_NESTING - 1)}\n${']'.repeat(MAX_BODY_NESTING - 1)}`;
    expect(bodyFaults(checksOf(bulk, params), `{\n"a": ${nested},\n"b": 1}`).shown).toEqual(
      expect.arrayContaining([
        { line: 2, text: 'a: The bank does not know this member and leaves it out.' },
        { line: 4, text: 'b: The bank does not know this member and leaves it out.' },
      ]),
    );
    expect(jsonProblem(`{\n"a": [${nested}]}`)).toMatchObject({ line: 2 });
  });
});

describe('jsonProblem', () => {
  it('the line where parsing stopped is named', () => {
    expect(jsonProblem('{\n  "a": 1\n}')).toBeNull();
    expect(jsonProblem('{\n  "a": 1,\n}')).toMatchObject({ line: 3 });
    expect(jsonProblem('{\n  "a": ')?.text).toMatch(/^This is not valid JSON: /);
  });
  it.each([
    ['{"a": {}, "b": [],\n "c": [1, -2.5e3, true, None]}', 2, 25, 'Write null, true or false.'],
    ["{'a': 1}", 1, 2, 'Put names and texts in double quotes'],
    ['{"a":\n[1, \n]}', 3, 1, 'Remove the comma before the ].'],
    ['{"a": 1, }', 1, 10, 'Remove the comma before the }.'],
    ['\ufeff{}', 1, 1, 'Write it without a byte order mark (BOM) in front.'],
    ['{"a": "x', 1, 9, 'Unterminated string.'],
    [String.raw`{"a\"\u00e6": "\x"}`, 1, 16, 'Bad escaped character.'],
    ['{"a": 01}', 1, 8, 'Unexpected number.'],
    ['{} x', 1, 4, 'Unexpected non-whitespace character after JSON.'],
    ['["a" "b"]', 1, 6, "Expected ',' or ']' after array element."],
    ['{"a", 1}', 1, 5, "Expected ':' after property name."],
    ['x'.repeat(50), 1, 1, "Unexpected token 'x'."],
  ])('%j stops being JSON in line %d, column %d', (text, line, column, said) => {
    expect(jsonProblem(text)).toEqual({
      line,
      text: expect.stringContaining(said),
      place: expect.stringMatching(new RegExp(`^column ${column}: `)),
    });
    expect(jsonProblem(text)?.text).toMatch(/^This is not valid JSON: [^"]*\.$/);
  });
});

describe('bodyIssues', () => {
  const examples = OPERATIONS.flatMap((operation: Operation & { id: string }) =>
    operation.examples === undefined
      ? [{ operation, product: '', example: operation.body === 'json' ? operation.example : undefined }]
      : Object.entries(operation.examples).map(([product, example]) => ({ operation, product, example })),
  ).filter(({ example }) => example !== undefined);
  it.each(examples)(
    'the example of $operation.id $product has no issues',
    ({ operation, product, example = '' }) => {
      expect(
        bodyIssues(
          operation,
          { 'payment-product': product },
          JSON.parse(example.replaceAll('{{today}}', '2026-11-20')),
        ),
      ).toEqual([]);
    },
  );
  it('the issues are those of the bank for the product in the path', () => {
    const issues = bodyIssues(
      operationById('createPayment'),
      { 'payment-product': 'sepa-credit-transfers' },
      { instructedAmount: { amount: '10', currency: 'NOK' }, extra: 1 },
    );
    expect(issues.map(({ path }) => path)).toContain('extra');
    expect(issues.find(({ path }) => path === 'creditorName')?.text).toBe('creditorName: is missing.');
  });
});
