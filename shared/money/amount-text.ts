/** Amounts as people read them, everywhere: `NOK 1,250.00`. */
import { formatMinor } from './money.ts';

/** Digits; more are not grouped. */
const LONGEST = 40;

/** @param amount as a bank writes it: a decimal number, which may be negative */
export function amountText({ amount, currency }: { amount: string | number; currency: string }): string {
  const [whole = '', decimals] = String(amount).split('.');
  // A bank can send any number of digits, and the grouping takes time that grows with their square.
  const grouped = whole.length > LONGEST ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${currency} ${grouped}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** @throws RangeError like {@link formatMinor} */
export function minorText(minor: number, currency: string): string {
  return amountText({ amount: formatMinor(minor, currency), currency });
}
