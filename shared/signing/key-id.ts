/** The keyId of the Signature header: `SN=<serial>,CA=<issuer>` (SIG-4, SIG-4a). */
import {
  type Name,
  parseRfc2253,
  printRfc2253,
  printUnreversed,
  sameName,
  sameNameUnreversed,
} from './distinguished-names.ts';

/** The parts of a certificate that make up a keyId. */
export interface KeyIdSource {
  /** Upper-case hexadecimal, without sign byte or leading zeros. */
  serial: string;
  issuer: Name;
}

/** The reference form, which the client writes (SIG-4a). */
export function keyIdOf(certificate: KeyIdSource): string {
  return `SN=${certificate.serial},CA=${printRfc2253(certificate.issuer)}`;
}

/** Without RFC 2253's reversal, a mistake of clients. Never accepted. */
export function unreversedKeyIdOf(certificate: KeyIdSource): string {
  return `SN=${certificate.serial},CA=${printUnreversed(certificate.issuer)}`;
}

export type KeyIdMatch =
  | { matches: true; notes: string[] }
  /** `text` contains the hint. */
  | { matches: false; text: string; hint: string | null };

/** Names the failed step (SIG-14). */
const MISMATCH = 'The KeyID is not matching the certificate (step: key-id)';
const OTHER_SPELLING = 'its spelling is not the specified one.';

/** Which spellings a bank accepts (SIG-4); the first is the specified one. */
export const KEY_ID_SPELLINGS = ['specified', 'lenient', 'reference'] as const;
export type KeyIdSpelling = (typeof KEY_ID_SPELLINGS)[number];

/** A difference from the reference form with the same meaning. */
interface Variant {
  text: string;
  /** Whether only a lenient bank accepts it, against RFC 2253, sections 2 and 3. */
  lenient: boolean;
}

/**
 * Compares a keyId with the certificate as the quirk `keyIdSpelling` says (SIG-4). An accepted spelling other than the reference form has
 * notes; a refusal has the correct spelling, with a hint for a decimal serial and an unreversed issuer.
 */
export function matchKeyId(
  keyId: string,
  certificate: KeyIdSource,
  spelling: KeyIdSpelling = 'specified',
): KeyIdMatch {
  const expected = keyIdOf(certificate);
  if (keyId === expected) return { matches: true, notes: [] };
  const variants = variantsIn(keyId, certificate, expected);
  if ('matches' in variants) return variants;
  const textOf = ({ text }: Variant) => text;
  if (spelling === 'reference')
    return mismatch('this bank accepts only the reference form.', variants.map(textOf).join(' '), expected);
  const refused = spelling === 'specified' ? variants.filter(({ lenient }) => lenient) : [];
  if (refused.length > 0) return mismatch(OTHER_SPELLING, refused.map(textOf).join(' '), expected);
  return { matches: true, notes: variants.map(textOf) };
}

/** The differences of a matching keyId from the reference form, or the mismatch. */
function variantsIn(
  keyId: string,
  certificate: KeyIdSource,
  expected: string,
): Variant[] | Extract<KeyIdMatch, { matches: false }> {
  const parts = /^SN=([^,]*),( *)CA=([\s\S]*)$/.exec(keyId);
  if (!parts) return mismatch('it does not have the form SN=<serial>,CA=<issuer>.', null, expected);
  const [, serial = '', blanks = '', issuer = ''] = parts;
  const variants: Variant[] = [];
  if (blanks !== '') variants.push({ text: 'Write no blank after the comma before CA=.', lenient: true });

  const hints: string[] = [];
  let wrong = '';
  if (serial !== certificate.serial) {
    if (normalSerial(serial) === certificate.serial) {
      const text = `Write the serial in upper-case hexadecimal without leading zeros, ${certificate.serial}, not ${serial}.`;
      variants.push({ text, lenient: true });
    } else {
      const how = otherWriting(serial, certificate.serial);
      if (how === null) wrong = 'serial';
      else
        hints.push(
          `The serial is written ${how}. Write it in upper-case hexadecimal digits alone: ${certificate.serial}.`,
        );
    }
  }
  const name = parseRfc2253(issuer);
  const decoded = percentDecoded(issuer);
  if (decoded !== null && isIssuer(decoded, certificate)) {
    hints.push(
      "The issuer is percent-encoded, as in the example of the Berlin Group's Implementation Guidelines. Write it as RFC 2253 does, without percent-encoding.",
    );
  } else if (name === null) {
    wrong = wrong ? 'serial and issuer' : 'issuer';
    hints.push('The issuer cannot be parsed as an RFC 2253 name.');
  } else if (sameName(name, certificate.issuer)) {
    if (hasBlanks(issuer))
      variants.push({ text: 'Write no blanks around the commas of the issuer.', lenient: true });
    else if (issuer !== printRfc2253(certificate.issuer))
      variants.push({
        text: 'The issuer is written differently from the reference form.',
        lenient: false,
      });
  } else if (sameNameUnreversed(name, certificate.issuer)) {
    hints.push(
      'The parts of the issuer are not reversed. RFC 2253 starts with the last one in the certificate.',
    );
  } else {
    wrong = wrong ? 'serial and issuer' : 'issuer';
  }
  if (wrong === '' && hints.length === 0) return variants;
  return mismatch(wrong === '' ? OTHER_SPELLING : `another ${wrong}.`, hints.join(' ') || null, expected);
}

/** Whether blanks surround separators of a name, which RFC 2253 allows only for its predecessor (section 4). */
function hasBlanks(name: string): boolean {
  const bare = name.replaceAll(/\\.|"(?:[^"\\]|\\.)*"/gs, '_');
  return /(?:^|[,;+]) | (?:[,;+]|$)|(?:^|[,;+])[^=,;+]*(?: =|= )/.test(bare);
}

/** The expected keyId comes last, because it may be too long for the text (ERR-1). */
function mismatch(
  what: string,
  hint: string | null,
  expected: string,
): Extract<KeyIdMatch, { matches: false }> {
  const sentences = [`${MISMATCH}: ${what}`, ...(hint === null ? [] : [hint]), `Expected: ${expected}`];
  return { matches: false, text: sentences.join(' '), hint };
}

/** Null for a text without percent-encoding. */
function percentDecoded(text: string): string | null {
  if (!/%[0-9a-f]{2}/i.test(text)) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Whether a text names the issuer, in either order. */
function isIssuer(text: string, { issuer }: KeyIdSource): boolean {
  const name = parseRfc2253(text);
  return name !== null && (sameName(name, issuer) || sameNameUnreversed(name, issuer));
}

/** How the right serial is written that no bank takes; null for another serial. */
function otherWriting(serial: string, right: string): string | null {
  if (/^\d+$/.test(serial) && BigInt(serial).toString(16).toUpperCase() === right) return 'in decimal';
  const [mark] = /^0x|[: -]/i.exec(serial) ?? [];
  const digits = serial.replace(/^0x/i, '').replaceAll(/[: -]/g, '');
  return mark !== undefined && normalSerial(digits) === right ? `with ${JSON.stringify(mark)}` : null;
}

function normalSerial(serial: string): string | null {
  return /^[0-9a-fA-F]+$/.test(serial) ? serial.toUpperCase().replace(/^0+(?=.)/, '') : null;
}
