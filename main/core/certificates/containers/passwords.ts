/**
 * The byte encodings of one password. For ASCII all programs agree. For other characters the standards require UTF-8
 * (PBES2) and BMPString (PKCS#12), and older programs used other encodings.
 */

/** For PBES1, PBES2 and the traditional form, most likely first. */
export function byteForms(password: string): Buffer[] {
  const forms = [password, password.normalize('NFC'), password.normalize('NFD')].map((text) =>
    Buffer.from(text, 'utf8'),
  );
  if (/^[\x00-\xff]*$/.test(password)) forms.push(Buffer.from(password, 'latin1'));
  return distinct(forms);
}

/** For PKCS#12: BMPString with two zero bytes (RFC 7292, appendix B.1), most likely first. */
export function bmpForms(password: string): Buffer[] {
  const forms = [password, password.normalize('NFC'), password.normalize('NFD')].map(bmp);
  // OpenSSL before 1.1 treated each byte of the UTF-8 encoding as a character.
  forms.push(bmp(Buffer.from(password, 'utf8').toString('latin1')));
  // Some programs encode an empty password as two zero bytes, others as no bytes.
  if (password === '') forms.push(Buffer.alloc(0));
  return distinct(forms);
}

/** BMPString with its terminator. */
export function bmp(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf16le').swap16();
}

function distinct(forms: readonly Buffer[]): Buffer[] {
  return forms.filter((form, at) => forms.findIndex((other) => other.equals(form)) === at);
}
