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
  | { matches: false; text: string; hint: string | null };

const MISMATCH = 'The KeyID is not matching';

/**
 * Compares a keyId with the certificate by meaning (SIG-4). Variants match and leave a note;
 * for the two frequent mistakes (decimal serial, unreversed issuer) the text contains a hint.
 */
export function matchKeyId(keyId: string, certificate: KeyIdSource): KeyIdMatch {
  const expected = keyIdOf(certificate);
  if (keyId === expected) return { matches: true, notes: [] };
  const parts = /^SN=([^,]*),\s*CA=([\s\S]*)$/.exec(keyId);
  if (!parts) return no(`: it does not have the form SN=<serial>,CA=<issuer>.`, null);
  const [, serial = '', issuer = ''] = parts;
  const notes: string[] = [];

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
  return no(` the certificate: another ${wrong}. Expected: ${expected}`, hints.join(' ') || null);
}

function no(rest: string, hint: string | null): KeyIdMatch {
  return { matches: false, text: MISMATCH + rest, hint };
}

function normalSerial(serial: string): string | null {
  return /^[0-9a-fA-F]+$/.test(serial) ? serial.toUpperCase().replace(/^0+(?=.)/, '') : null;
}
