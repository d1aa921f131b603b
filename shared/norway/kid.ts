/** References that a Norwegian biller gives (PAY-10). */

/** Whether the last digit is the MOD10 (Luhn) check digit of the others. */
function isMod10(digits: string): boolean {
  const sum = Array.from(digits, Number).reduceRight((total, digit, at) => {
    const weighted = (digits.length - 1 - at) % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the last character is the MOD11 check of the others, weights 2 to 7 from the right; `-` stands for 10. */
function isMod11(text: string): boolean {
  const digits = text.slice(0, -1);
  if (!/^\d+$/.test(digits)) return false;
  const sum = Array.from(digits, Number).reduceRight(
    (total, digit, at) => total + digit * (2 + ((digits.length - 1 - at) % 6)),
    0,
  );
  const check = (11 - (sum % 11)) % 11;
  return text.at(-1) === (check === 10 ? '-' : String(check));
}

/** The form of a KID: 2 to 25 digits, the last one possibly `-`. */
export function hasKidForm(text: string): boolean {
  return /^\d{1,24}[\d-]$/.test(text);
}

/** Whether a text is a KID: its form, and a MOD10 or MOD11 check. */
export function isKid(text: string): boolean {
  return hasKidForm(text) && ((/^\d+$/.test(text) && isMod10(text)) || isMod11(text));
}

/** Whether a text is an ISO 11649 creditor reference: `RF`, two check digits, up to 21 characters, remainder 1 by 97. */
export function isCreditorReference(text: string): boolean {
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
