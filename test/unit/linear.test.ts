/**
 * Checks of texts that others write take time in proportion to their length. With a time that grows with its square, each
 * text here would take far longer than a test may.
 */
import { expect, it } from 'vitest';
import { amountText } from '../../renderer/ui/amount.ts';
import { printRfc2253 } from '../../shared/signing/names.ts';
import { bodyIssues } from '../../shared/xs2a/body-issues.ts';
import { operationById } from '../../shared/xs2a/operations.ts';

const COMMON_NAME = '2.5.4.3';

it.each(['@'.repeat(400_000), `a@${'b'.repeat(400_000)}`, '@.'.repeat(200_000)])(
  'TPP-1: a long e-mail address (%#)',
  (email) => {
    expect(bodyIssues(operationById('putContact'), {}, { email })).not.toEqual([]);
  },
);
it('TPP-1: a dot must follow the @, but not at once', () => {
  const wrong = (email: string) => bodyIssues(operationById('putContact'), {}, { email }).length > 0;
  expect(['a@b.no', 'a.b@c', 'a@b', 'a.b', `${'a'.repeat(250)}@b.no`, 'a@.no'].map(wrong)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});
it('an amount with very many digits', () => {
  const digits = '1'.repeat(200_000);
  expect(amountText({ amount: `${digits}.50`, currency: 'NOK' })).toBe(`${digits}.50 NOK`);
});
it('a name in a certificate with blanks at both ends and very many inside', () => {
  const text = `  a${' '.repeat(400_000)}b \r`;
  const attribute = { oid: COMMON_NAME, text, raw: new Uint8Array() };
  expect(printRfc2253([[attribute]])).toBe(`CN=\\ \\ a${' '.repeat(400_000)}b\\ \\\r`);
});
it.each([
  ['', ''],
  [' ', '\\ '],
  ['   ', '\\ \\ \\ '],
  ['a', 'a'],
  [' a', '\\ a'],
])('the blanks of the name "%s" are escaped once', (text, escaped) => {
  expect(printRfc2253([[{ oid: COMMON_NAME, text, raw: new Uint8Array() }]])).toBe(`CN=${escaped}`);
});
