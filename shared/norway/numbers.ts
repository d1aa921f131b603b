/** Account numbers, national IDs and payment references (PAY-10): check digits and construction. */

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
 * A national ID in the synthetic range: the month is increased by 80, so that it cannot belong to a living person (SBX-1).
 * @param individual three digits @returns null if there are no check digits for it
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
const IBAN_LENGTHS = new Map(
  'NO15 SE24 DK18 FI18 IS26 DE22 FR27 NL18 BE16 ES24 IT27 PT25 PL28 GB22 IE22 AT20 CH21 LT20 LV21 EE20 LU20 CZ24'
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))] as const),
);

/** Whether a text is an IBAN: the country's length if known, and remainder 1 modulo 97. The caller removes blanks. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const length = IBAN_LENGTHS.get(text.slice(0, 2));
  if (length !== undefined && length !== text.length) return false;
  return isMod97(text);
}

/** Sum of the digits with every second one from the right doubled (MOD10, Luhn); ends in 0 for a valid number. */
function luhnSum(digits: string): number {
  return Array.from(digits, Number).reduceRight((total, digit, at) => {
    const weighted = (digits.length - 1 - at) % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
}

/** Completes digits to a KID with a MOD10 check digit. */
export function kidOf(digits: string): string {
  return digits + String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** Whether the last character is the MOD11 check of the digits before it, weights 2 to 7 from the right; `-` means 10. */
function isMod11(text: string): boolean {
  const digits = text.slice(0, -1);
  const sum = Array.from(digits, Number).reduceRight(
    (total, digit, at) => total + digit * (2 + ((digits.length - 1 - at) % 6)),
    0,
  );
  const check = (11 - (sum % 11)) % 11;
  return text.at(-1) === (check === 10 ? '-' : String(check));
}

/** Whether a text has the form of a KID: 2 to 25 digits, the last of which may be `-`. */
export function hasKidForm(text: string): boolean {
  return /^\d{1,24}[\d-]$/.test(text);
}

/** Whether a text is a KID: its form, and a MOD10 or MOD11 check. */
export function isKid(text: string): boolean {
  return hasKidForm(text) && (luhnSum(text) % 10 === 0 || isMod11(text));
}

/** Whether a text is an ISO 11649 creditor reference: `RF`, two check digits, up to 21 characters, remainder 1 modulo 97. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && isMod97(text);
}
