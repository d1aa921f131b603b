/** Money in whole minor units, never in floating point (AIS-11). */

/** ISO 4217 currencies whose minor unit is not a hundredth. */
const DECIMALS = new Map<string, number>([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
]);

/** The number of decimals of a currency (ISO 4217). */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}

/** Formats -12450 minor units of NOK as `"-124.50"`, with exactly the currency's decimals. */
export function formatMinor(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole number of minor units.`);
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${minor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`;
}

/** The minor units of a text with exactly the currency's decimals, or null. */
export function parseMinor(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const match = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(text);
  if (!match || (match[3] ?? '').length !== decimals) return null;
  const minor = Number(`${match[2]}${match[3] ?? ''}`);
  if (!Number.isSafeInteger(minor)) return null;
  return match[1] === '-' && minor !== 0 ? -minor : minor;
}

/** The largest balance that the bank stores, in minor units: the sum of a few of them is still a safe integer. */
export const LARGEST_KEPT = 2_000_000_000_000_000;

/**
 * What the transactions of an account may add up to without their signs, and each of the bank's own accounts, in minor units: with a balance
 * added, a sum of some of them is still a safe integer (AIS-11).
 */
export const LARGEST_TURNOVER = 7_000_000_000_000_000;

/** Minor units. Seven million smaller amounts would still not be too much, so nobody adds them up for each. */
const SMALL = 1_000_000_000;

/** Whether an amount and what there is would be more than the bank adds up. @param there in minor units, without signs */
export function addsTooMuch(amount: number, there: () => number): boolean {
  return Math.abs(amount) >= SMALL && Math.abs(amount) + there() > LARGEST_TURNOVER;
}

/** Whether the bank can store a balance. */
export function isKeepable(minor: number): boolean {
  return Math.abs(minor) <= LARGEST_KEPT;
}

/** Currencies of the bank's accounts. */
const CURRENCIES = new Set([
  'NOK',
  'EUR',
  'SEK',
  'DKK',
  'USD',
  'GBP',
  'CHF',
  'PLN',
  'CZK',
  'CAD',
  'AUD',
  'NZD',
  'ZAR',
  'TRY',
  'THB',
  'HKD',
  'SGD',
  'CNY',
  'INR',
  ...DECIMALS.keys(),
]);

/** Whether the bank supports the currency. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

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
