/** Where the fields of a JSON text stand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyIssues } from '../../shared/xs2a/body-issues.ts';
import { jsonProblem, lineOfField } from '../../shared/xs2a/json-lines.ts';
import { type Operation, OPERATIONS, operationById } from '../../shared/xs2a/operations.ts';

describe('lineOfField', () => {
  it('finds every field of any JSON, printed a line each', () => {
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
  it('goes into objects and lists, and stops at the parent of what is missing', () => {
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
  it('names the line at which reading ended', () => {
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
    'the example of $operation.id $product is right',
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
  it('tells what the bank would tell, by the product of the path', () => {
    const issues = bodyIssues(
      operationById('createPayment'),
      { 'payment-product': 'sepa-credit-transfers' },
      { instructedAmount: { amount: '10', currency: 'NOK' }, extra: 1 },
    );
    expect(issues.map(({ path }) => path)).toContain('extra');
    expect(issues.find(({ path }) => path === 'creditorName')?.text).toBe('creditorName: is missing.');
  });
});
