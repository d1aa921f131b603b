/** Digits; more are not grouped. */
const LONGEST = 40;

/** Amounts for display: `12 450.00 NOK`, with a thin space between thousands. */
export function amountText({ amount, currency }: { amount: string | number; currency: string }): string {
  const [whole = '', decimals] = String(amount).split('.');
  // A bank can send any number of digits, and the grouping takes time that grows with their square.
  const grouped = whole.length > LONGEST ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u2009');
  return `${grouped}${decimals === undefined ? '' : `.${decimals}`} ${currency}`;
}
