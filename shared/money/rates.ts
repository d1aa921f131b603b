/** The bank's fixed, published rates (PAY-20): the same every day, so that a demonstration can be repeated. */
import { decimalsOf } from './money.ts';
import { ownValue } from '../own-value.ts';
import { withoutLast } from '../index-of.ts';

/** Ten-thousandths of a Norwegian krone per whole unit of the currency. */
export const RATES: Readonly<Record<string, number>> = {
  NOK: 10_000,
  EUR: 117_435,
  USD: 100_820,
  GBP: 133_910,
  SEK: 10_645,
  DKK: 15_742,
  CHF: 125_480,
  PLN: 27_580,
  CZK: 4_812,
  CAD: 72_315,
  AUD: 65_940,
  NZD: 57_705,
  ZAR: 5_690,
  TRY: 2_415,
  THB: 3_098,
  HKD: 12_965,
  SGD: 77_430,
  CNY: 14_130,
  INR: 1_148,
  BIF: 34,
  CLP: 106,
  DJF: 567,
  GNF: 12,
  ISK: 827,
  JPY: 657,
  KMF: 239,
  KRW: 69,
  PYG: 14,
  RWF: 70,
  UGX: 28,
  VND: 4,
  VUV: 832,
  XAF: 179,
  XOF: 179,
  XPF: 984,
  BHD: 267_400,
  IQD: 77,
  JOD: 142_200,
  KWD: 328_150,
  LYD: 18_560,
  OMR: 261_870,
  TND: 34_320,
};

function rateOf(currency: string): bigint {
  const rate = ownValue(RATES, currency);
  if (rate === undefined) throw new RangeError(`The bank has no rate for ${currency}.`);
  return BigInt(rate);
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

/**
 * The rate at which an amount became another one: for one unit of the first currency.
 * @param from minor units, not 0
 */
export function appliedRate(from: Amount, to: Amount): Rate {
  const [paid, charged] = [from, to].map(({ minor }) => BigInt(Math.abs(minor)));
  const rate = quotientOf(
    (charged ?? 0n) * 10n ** BigInt(decimalsOf(from.currency)),
    (paid ?? 0n) * 10n ** BigInt(decimalsOf(to.currency)),
  );
  return { unitCurrency: from.currency, exchangeRate: rate };
}

interface Amount {
  minor: number;
  currency: string;
}

function quotientOf(dividend: bigint, divisor: bigint): string {
  const scaled = String(divideHalfEven(dividend * 10n ** BigInt(RATE_DECIMALS), divisor));
  const digits = scaled.padStart(RATE_DECIMALS + 1, '0');
  const decimals = withoutLast(digits.slice(-RATE_DECIMALS), '0');
  return `${digits.slice(0, -RATE_DECIMALS)}${decimals === '' ? '' : `.${decimals}`}`;
}
