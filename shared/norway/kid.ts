/** Payment references of Norwegian billers (PAY-10). */
import { isMod97 } from './numbers.ts';

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
