/** The keyId of the Signature header: `SN=<serial>,CA=<issuer>` (SIG-4, SIG-4a). */
import {
  type Name,
  parseRfc2253,
  printRfc2253,
  printUnreversed,
  sameName,
  sameNameUnreversed,
} from './names.ts';

/** The parts of a certificate that make up a keyId. */
export interface KeyIdSource {
  /** Upper-case hexadecimal, without sign byte or leading zeros. */
  serial: string;
  issuer: Name;
}

/** The reference format, which the client writes (SIG-4a). */
export function keyIdOf(certificate: KeyIdSource): string {
  return `SN=${certificate.serial},CA=${printRfc2253(certificate.issuer)}`;
}

/** The name without RFC 2253's reversal, as clients that omit the reversal send it. Never accepted. */
export function unreversedKeyIdOf(certificate: KeyIdSource): string {
  return `SN=${certificate.serial},CA=${printUnreversed(certificate.issuer)}`;
}

export type KeyIdMatch =
  | { matches: true; notes: string[] }
  /** `text` contains the hint. */
  | { matches: false; text: string; hint: string | null };

/** SIG-14: the text names the step that failed. */
const MISMATCH = 'The KeyID is not matching the certificate (step: key-id)';

/**
 * Compares a keyId with the certificate as the quirk `strictKeyId` says (SIG-4). By default by meaning: variants match and
 * leave a note. A strict bank accepts only the reference format and names what differs from it. For the two frequent
 * mistakes (decimal serial, unreversed issuer) the text contains a hint.
 */
export function matchKeyId(
  keyId: string,
  certificate: KeyIdSource,
  { strictKeyId } = { strictKeyId: false },
): KeyIdMatch {
  const expected = keyIdOf(certificate);
  if (keyId === expected) return { matches: true, notes: [] };
  const match = matchMeaning(keyId, certificate, expected);
  if (!match.matches || !strictKeyId) return match;
  return no('this bank accepts only the reference format.', match.notes.join(' '), expected);
}

function matchMeaning(keyId: string, certificate: KeyIdSource, expected: string): KeyIdMatch {
  const parts = /^SN=([^,]*),( *)CA=([\s\S]*)$/.exec(keyId);
  if (!parts) return no('it does not have the form SN=<serial>,CA=<issuer>.', null, expected);
  const [, serial = '', blanks = '', issuer = ''] = parts;
  const notes: string[] = [];
  if (blanks !== '') notes.push('A blank follows the comma before CA=. The reference format has none.');

  const hints: string[] = [];
  let wrong = '';
  if (serial !== certificate.serial) {
    if (normalSerial(serial) === certificate.serial) {
      notes.push(`The serial is written as ${serial}. The reference format is ${certificate.serial}.`);
    } else {
      wrong = 'serial';
      if (/^\d+$/.test(serial) && BigInt(serial).toString(16).toUpperCase() === certificate.serial) {
        hints.push(
          `The serial is written in decimal. Write it in upper-case hexadecimal: ${certificate.serial}.`,
        );
      }
    }
  }
  const name = parseRfc2253(issuer);
  if (name === null) {
    wrong = wrong ? 'serial and issuer' : 'issuer';
    hints.push('The issuer cannot be parsed as an RFC 2253 name.');
  } else if (sameName(name, certificate.issuer)) {
    if (issuer !== printRfc2253(certificate.issuer)) {
      notes.push('The issuer is written differently from the reference format.');
    }
  } else {
    wrong = wrong ? 'serial and issuer' : 'issuer';
    if (sameNameUnreversed(name, certificate.issuer)) {
      hints.push(
        'The parts of the issuer are not reversed. RFC 2253 starts with the last one in the certificate.',
      );
    }
  }
  if (wrong === '') return { matches: true, notes };
  return no(`another ${wrong}.`, hints.join(' ') || null, expected);
}

/** The expected keyId comes last, because it may be too long for the text (ERR-1). */
function no(what: string, hint: string | null, expected: string): KeyIdMatch {
  const sentences = [`${MISMATCH}: ${what}`, ...(hint === null ? [] : [hint]), `Expected: ${expected}`];
  return { matches: false, text: sentences.join(' '), hint };
}

function normalSerial(serial: string): string | null {
  return /^[0-9a-fA-F]+$/.test(serial) ? serial.toUpperCase().replace(/^0+(?=.)/, '') : null;
}
