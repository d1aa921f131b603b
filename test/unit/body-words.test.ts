/** PAY-2: every sentence about a wrong value names the limit and the value, in words of the bank. */
import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from '../../shared/xs2a/payment-members.ts';
import { bodyIssues } from '../../shared/xs2a/body-issues.ts';
import { operationById, OPERATIONS, type Operation } from '../../shared/xs2a/operations.ts';

/** The words of the schema library. */
const LIBRARY =
  /\b(?:Invalid|expected (?:one|string|number|array|object|boolean|int)|Too (?:big|small)|Unrecognized|NaN|undefined|regex|pattern)\b/;
const WRONG = ['', 'x', 'ЖЖ', 'x'.repeat(600), 17, -1.5, true, null, [], ['x', 'x'], {}, { x: 1 }];

/** Between fields, the sentence says what the other field is. */
const WITH_VALUE =
  /; found .|is not a field of this operation|cannot be combined|differ\b|allowed only|is before|outside SEPA/;

function isThere(body: unknown, path: string): boolean {
  let value: unknown = body;
  for (const step of path === '' ? [] : path.split('/'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  return value !== undefined;
}

/** A body with one value replaced, for each value in it. */
function* replaced(body: unknown, wrong: unknown): Generator {
  yield wrong;
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body))
    for (const other of replaced(value, wrong))
      yield Array.isArray(body)
        ? body.map((one: unknown, at) => (String(at) === name ? other : one))
        : { ...body, [name]: other };
}

const examplesOf = ({ example, examples = {}, choices = {} }: Operation) =>
  Object.keys(choices).length === 0
    ? [{ product: '', example }]
    : Object.entries(choices).flatMap(([, products]) =>
        products.map((product) => ({ product, example: examples[product] ?? example })),
      );

describe('PAY-2: a wrong value', () => {
  it('anywhere in the body of any operation is described in the words of the bank, with the value', () => {
    let sentences = 0;
    for (const operation of OPERATIONS as readonly Operation[])
      for (const { product, example } of examplesOf(operation)) {
        if (example === undefined || operation.input === undefined) continue;
        const right: unknown = JSON.parse(example);
        for (const wrong of WRONG)
          for (const body of replaced(right, wrong))
            for (const { text, path } of bodyIssues(operation, { 'payment-product': product }, body)) {
              sentences++;
              expect(text).not.toMatch(LIBRARY);
              expect(!isThere(body, path) || WITH_VALUE.test(text) || text.endsWith(LEFT_OUT), text).toBe(
                true,
              );
              expect(text.length).toBeLessThanOrEqual(500);
            }
      }
    expect(sentences).toBeGreaterThan(2000);
  });

  const payment = (change: object) =>
    bodyIssues(
      operationById('createPayment'),
      { 'payment-product': 'domestic-norway-credit-transfers' },
      {
        ...(JSON.parse(operationById('createPayment').example ?? '{}') as object),
        ...change,
      },
    ).map(({ text }) => text);
  const amount = (text: string, currency = 'NOK') => ({ instructedAmount: { amount: text, currency } });
  it.each([
    [amount('10.123'), 'instructedAmount/amount: has 3 decimals, but NOK takes 2; found "10.123".'],
    [amount('10.00', 'EUR'), 'instructedAmount/currency: must be NOK for this product; found "EUR".'],
    [{ creditorName: 'x'.repeat(71) }, 'creditorName: has more than 70 characters; found 71.'],
    [{ creditorName: 7 }, 'creditorName: must be a text in quotation marks; found 7.'],
    [{ creditorName: '' }, 'creditorName: must not be empty; found "".'],
    [
      { creditorName: 'Жанна' },
      'creditorName: has a character that the payment systems cannot process (U+0416); found "Жанна".',
    ],
    [
      { creditorAccount: { bban: '123' } },
      'creditorAccount/bban: is not an 11-digit account number with a valid MOD11 check digit; found "123".',
    ],
  ])('%j', (change, sentence) => {
    expect(payment(change)).toEqual([sentence]);
  });
});
