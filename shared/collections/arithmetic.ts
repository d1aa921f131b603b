/** Exact calculation with decimal numbers, as amounts need it. */
import { MAX_OPERAND_CHARS } from '../limits.ts';

/** A number as its digits without a point, and how many of them are decimals. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** @returns null if a text is no decimal number, or too long to calculate with */
function decimalOf(text: string): Decimal | null {
  if (text.length > MAX_OPERAND_CHARS || !/^-?\d+(?:\.\d+)?$/.test(text)) return null;
  const [whole = '', decimals = ''] = text.split('.');
  return { digits: BigInt(whole + decimals), scale: decimals.length };
}

function textOf({ digits, scale }: Decimal): string {
  const [sign, size] = digits < 0n ? ['-', -digits] : ['', digits];
  const text = String(size).padStart(scale + 1, '0');
  const at = text.length - scale;
  return `${sign}${text.slice(0, at)}${scale === 0 ? '' : `.${text.slice(at)}`}`;
}

function sum(a: Decimal, b: Decimal, sign: bigint): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const at = (one: Decimal) => one.digits * 10n ** BigInt(scale - one.scale);
  return { digits: at(a) + sign * at(b), scale };
}

const product = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
});

/**
 * `*` before `+` and `-`, else from left to right. A sum has the decimals of the operand that has most of them: 1250.00 - 0.5 is 1249.50.
 * @param operators between the operands
 * @returns the result, or the position of an operand that is no number
 */
export function calculated(operands: readonly string[], operators: readonly string[]): string | number {
  let total: Decimal = { digits: 0n, scale: 0 };
  let sign = 1n;
  let term: Decimal | null = null;
  for (const [at, text] of operands.entries()) {
    const next = decimalOf(text);
    if (next === null) return at;
    const operator = operators[at - 1];
    if (term !== null && operator !== '*') {
      total = sum(total, term, sign);
      sign = operator === '-' ? -1n : 1n;
    }
    term = term !== null && operator === '*' ? product(term, next) : next;
  }
  return textOf(term === null ? total : sum(total, term, sign));
}
