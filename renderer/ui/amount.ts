/** Amounts for display: `12 450.00 NOK`, with a thin space between thousands. */
export function amountText({ amount, currency }: { amount: string | number; currency: string }): string {
  const [whole = '', decimals] = String(amount).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u2009');
  return `${grouped}${decimals === undefined ? '' : `.${decimals}`} ${currency}`;
}
