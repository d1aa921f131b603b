/** PAY-2: what must be a text and has no quotation marks is mended by them. */
import { describe, expect, it } from 'vitest';
import { inQuotes, bodyFaults, checksOf } from '../../shared/xs2a/body-faults.ts';
import { operationById } from '../../shared/xs2a/operations.ts';

const PRODUCT = { 'payment-product': 'domestic-norway-credit-transfers' };
const quotable = (text: string) =>
  bodyFaults(checksOf(operationById('createPayment'), PRODUCT), text).shown.flatMap(
    ({ toQuote }) => toQuote ?? [],
  );

describe('PAY-2: quotation marks are offered', () => {
  it.each([
    ['{ "creditorName": 123 }', '{ "creditorName": "123" }'],
    ['{ "creditorName": true, "a": 1 }', '{ "creditorName": "true", "a": 1 }'],
    [
      '{ "instructedAmount": { "currency": "NOK", "amount": 12.50 } }',
      '{ "instructedAmount": { "currency": "NOK", "amount": "12.50" } }',
    ],
  ])('for %s', (text, after) => {
    const [path = 'none'] = quotable(text);
    expect(inQuotes(text, path)).toBe(after);
    expect(quotable(after)).toEqual([]);
  });
  it.each([
    ['a body without a fault in a text', '{ "creditorName": "Ola" }'],
    ['an object', '{ "creditorName": {} }'],
    ['null', '{ "creditorName": null }'],
    ['a word of another language', '{ "creditorName": True }'],
    ['a field that does not exist', '{ "constructor": 1 }'],
    ['no object', '17'],
  ])('not for %s', (_, text) => {
    expect(quotable(text)).toEqual([]);
  });
});
