/** Money in whole minor units, never in floating point (AIS-11), and the bank's fixed, published rates (PAY-20). */
import { withoutLast } from '../linear-text.ts';

/** The bank's currencies by their number of decimals (ISO 4217), each with ten-thousandths of a krone per whole unit. */
const TABLE: Readonly<Record<number, string>> = {
  0: 'BIF 34 CLP 106 DJF 567 GNF 12 ISK 827 JPY 657 KMF 239 KRW 69 PYG 14 RWF 70 UGX 28 VND 4 VUV 832 XAF 179 XOF 179 XPF 984',
  2: 'NOK 10000 EUR 117435 USD 100820 GBP 133910 SEK 10645 DKK 15742 CHF 125480 PLN 27580 CZK 4812 CAD 72315 AUD 65940 NZD 57705 ZAR 5690 TRY 2415 THB 3098 HKD 12965 SGD 77430 CNY 14130 INR 1148',
  3: 'BHD 267400 IQD 77 JOD 142200 KWD 328150 LYD 18560 OMR 261870 TND 34320',
};
const CURRENCIES = new Map(
  Object.entries(TABLE).flatMap(([decimals, row]) =>
    Array.from(row.matchAll(/(\w{3}) (\d+)/g), ([, code = '', rate]) => {
      return [code, { decimals: Number(decimals), rate: Number(rate) }] as const;
    }),
  ),
);

/** Exchange rates by currency, in ten-thousandths of a krone per unit. */
export const RATES: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from(CURRENCIES, ([code, { rate }]) => [code, rate]),
);

/** Whether the bank supports the currency. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** The number of decimals of a currency. */
export function decimalsOf(currency: string): number {
  return CURRENCIES.get(currency)?.decimals ?? 2;
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

/** Characters of an amount up to which digits are grouped: a bank can send any number, and grouping takes the square of it. */
const MAX_GROUPED = 40;

/** `NOK 1,250.00`. @param amount as a bank writes it: a decimal number, which may be negative */
export function amountText({ amount, currency }: { amount: string | number; currency: string }): string {
  const [whole = '', decimals] = String(amount).split('.');
  const grouped = whole.length > MAX_GROUPED ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${currency} ${grouped}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** @throws RangeError like {@link formatMinor} */
export function minorText(minor: number, currency: string): string {
  return amountText({ amount: formatMinor(minor, currency), currency });
}

/** The largest balance that the bank stores, in minor units: a sum of a few is still a safe integer. */
export const LARGEST_KEPT = 2_000_000_000_000_000;

/**
 * Limit of the sum of an account's transactions without their signs, and of each of the bank's own accounts, in minor units: with a
 * balance added, a sum of some of them is still a safe integer (AIS-11).
 */
export const LARGEST_TURNOVER = 7_000_000_000_000_000;

/** Amounts below it, in minor units, need no check: seven million of them are below {@link LARGEST_TURNOVER}. */
const UNCHECKED = 1_000_000_000;

/** Whether an amount exceeds the turnover that the bank can add up. @param turnover so far, in minor units, without signs */
export function addsTooMuch(amount: number, turnover: () => number): boolean {
  return Math.abs(amount) >= UNCHECKED && Math.abs(amount) + turnover() > LARGEST_TURNOVER;
}

/** Whether the bank can store a balance. */
export function isKeepable(minor: number): boolean {
  return Math.abs(minor) <= LARGEST_KEPT;
}

function rateOf(currency: string): bigint {
  const known = CURRENCIES.get(currency);
  if (known === undefined) throw new RangeError(`The bank has no rate for ${currency}.`);
  return BigInt(known.rate);
}

/** Integer division, rounded half to even, for non-negative numbers. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/**
 * An amount in another currency, rounded half to even to its minor unit.
 * @param minor minor units of `from`, 0 or more
 * @throws RangeError for a currency without a rate, or a result that is not a safe integer
 */
export function convert(minor: number, from: string, to: string): number {
  if (from === to) return minor;
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`${minor} cannot be converted.`);
  const result = divideHalfEven(
    BigInt(minor) * rateOf(from) * 10n ** BigInt(decimalsOf(to)),
    rateOf(to) * 10n ** BigInt(decimalsOf(from)),
  );
  if (result > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The amount is too large to convert.');
  return Number(result);
}

/** A rate of exchange: what one unit of `unitCurrency` costs in the other currency. */
export interface Rate {
  unitCurrency: string;
  /** Decimal number without trailing zeros. */
  exchangeRate: string;
}

/** Decimals of a quoted rate: enough for the smallest one between two of the bank's currencies. */
const RATE_DECIMALS = 10;

/**
 * The published rate between two currencies: for one unit of the foreign currency, or of `from` if both are foreign.
 * @throws RangeError for a currency without a rate
 */
export function publishedRate(from: string, to: string): Rate {
  const [unitCurrency, other] = from === 'NOK' ? [to, from] : [from, to];
  return { unitCurrency, exchangeRate: quotientOf(rateOf(unitCurrency), rateOf(other)) };
}

interface Amount {
  minor: number;
  currency: string;
}

/** The rate at which an amount became another one, for one unit of the first currency. @param from minor units, not 0 */
export function appliedRate(from: Amount, to: Amount): Rate {
  const scaled = (amount: Amount, by: Amount) =>
    BigInt(Math.abs(amount.minor)) * 10n ** BigInt(decimalsOf(by.currency));
  return { unitCurrency: from.currency, exchangeRate: quotientOf(scaled(to, from), scaled(from, to)) };
}

function quotientOf(dividend: bigint, divisor: bigint): string {
  const scaled = String(divideHalfEven(dividend * 10n ** BigInt(RATE_DECIMALS), divisor));
  const digits = scaled.padStart(RATE_DECIMALS + 1, '0');
  const decimals = withoutLast(digits.slice(-RATE_DECIMALS), '0');
  return `${digits.slice(0, -RATE_DECIMALS)}${decimals === '' ? '' : `.${decimals}`}`;
}
