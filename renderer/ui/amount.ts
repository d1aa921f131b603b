/** Amounts as people read them: `12 450.00 NOK`, thousands set apart by a thin blank. */
export function amountText({ amount, currency }: { amount: string | number; currency: string }): string {
  const [whole = '', decimals] = String(amount).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u2009');
  return `${grouped}${decimals === undefined ? '' : `.${decimals}`} ${currency}`;
}
