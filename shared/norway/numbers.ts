/** Norwegian account and identity numbers: check digits and construction. */

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}

/** The MOD11 check digit for as many of the digits as there are weights, or null if it would be 10 (such numbers are not issued). */
function mod11(digits: string, weights: readonly number[]): string | null {
  const rest = (11 - (weighted(digits, weights) % 11)) % 11;
  return rest === 10 ? null : String(rest);
}

const BBAN_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
const IDENTITY_WEIGHTS_1 = [3, 7, 6, 1, 8, 9, 4, 5, 2];
const IDENTITY_WEIGHTS_2 = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Completes the first ten digits of an account number, or null if there is no check digit for them. */
export function bbanFrom(tenDigits: string): string | null {
  const check = mod11(tenDigits, BBAN_WEIGHTS);
  return check === null ? null : tenDigits + check;
}

/** Whether 11 digits are an account number with a valid MOD11 check digit. */
export function isBban(text: string): boolean {
  return /^\d{11}$/.test(text) && bbanFrom(text.slice(0, 10)) === text;
}

/** The IBAN of a Norwegian account number (ISO 13616, mod 97). */
export function ibanOf(bban: string): string {
  const check = 98n - (BigInt(`${bban}232400`) % 97n);
  return `NO${String(check).padStart(2, '0')}${bban}`;
}

/**
 * A national ID in the synthetic range: the month is increased by 80, so that it cannot belong to a living
 * person (SBX-1). `individual` is the three-digit individual number. Null if there are no check digits for it.
 */
export function syntheticIdentityNumber(
  year: number,
  month: number,
  day: number,
  individual: string,
): string | null {
  const two = (value: number) => String(value).padStart(2, '0');
  const nine = two(day) + two(month + 80) + two(year % 100) + individual;
  const first = mod11(nine, IDENTITY_WEIGHTS_1);
  const second = first === null ? null : mod11(nine + first, IDENTITY_WEIGHTS_2);
  return second === null ? null : nine + first + second;
}

/** Whether 11 digits are a national ID, by its two check digits. */
export function isIdentityNumber(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  return mod11(text, IDENTITY_WEIGHTS_1) === text[9] && mod11(text, IDENTITY_WEIGHTS_2) === text[10];
}

/** Whether the first four characters are the check of the rest, with letters counted from 10: remainder 1 modulo 97 (ISO 7064). */
export function isMod97(text: string): boolean {
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** IBAN lengths by country (ISO 13616 registry), for the countries whose length the bank checks. */
const IBAN_LENGTHS = new Map([
  ['NO', 15],
  ['SE', 24],
  ['DK', 18],
  ['FI', 18],
  ['IS', 26],
  ['DE', 22],
  ['FR', 27],
  ['NL', 18],
  ['BE', 16],
  ['ES', 24],
  ['IT', 27],
  ['PT', 25],
  ['PL', 28],
  ['GB', 22],
  ['IE', 22],
  ['AT', 20],
  ['CH', 21],
  ['LT', 20],
  ['LV', 21],
  ['EE', 20],
  ['LU', 20],
  ['CZ', 24],
]);

/** Whether a text is an IBAN: the country's length if known, and remainder 1 modulo 97. The caller removes blanks. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const length = IBAN_LENGTHS.get(text.slice(0, 2));
  if (length !== undefined && length !== text.length) return false;
  return isMod97(text);
}
