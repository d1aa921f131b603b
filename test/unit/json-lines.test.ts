/** Where the fields of a JSON text stand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyIssues } from '../../shared/xs2a/body-issues.ts';
import { jsonProblem, lineOfField } from '../../shared/xs2a/json-lines.ts';
import { type Operation, OPERATIONS, operationById } from '../../shared/xs2a/operations.ts';

describe('lineOfField', () => {
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
});

describe('jsonProblem', () => {
  it('the line where parsing stopped is named', () => {
    expect(jsonProblem('{\n  "a": 1\n}')).toBeNull();
    expect(jsonProblem('{\n  "a": 1,\n}')).toMatchObject({ line: 3 });
    expect(jsonProblem('{\n  "a": ')?.text).toMatch(/^This is not valid JSON: /);
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
