/** The key derivation of PKCS#12 (RFC 7292, appendix B.2), which no library provides in both runtimes. */
import { createHash } from 'node:crypto';

/** The purpose of the derived bytes (appendix B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

/** Iterations between two progress reports. */
const REPORT = 10_000;

/**
 * @param hash as node:crypto names it
 * @param password BMPString with its two zero bytes at the end
 * @param size number of bytes to derive
 * @param onProgress called with the iterations done, every 10,000
 */
export function pkcs12Key(
  hash: string,
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  purpose: number,
  size: number,
  onProgress: (done: number) => void = () => undefined,
): Buffer {
  const block = hash === 'sha384' || hash === 'sha512' ? 128 : 64;
  const diversifier = Buffer.alloc(block, purpose);
  const input = Buffer.concat([filled(salt, block), filled(password, block)]);
  const out: Buffer[] = [];
  let made = 0;
  while (made < size) {
    let digest = createHash(hash).update(diversifier).update(input).digest();
    for (let round = 1; round < iterations; round++) {
      digest = createHash(hash).update(digest).digest();
      if (round % REPORT === 0) onProgress(round);
    }
    out.push(digest);
    made += digest.length;
    addToBlocks(input, filled(digest, block).subarray(0, block));
  }
  return Buffer.concat(out).subarray(0, size);
}

/** Repeats the bytes up to the next multiple of the block size. No bytes stay no bytes. */
function filled(bytes: Uint8Array, block: number): Buffer {
  const size = Math.ceil(bytes.length / block) * block;
  return Buffer.alloc(size, size === 0 ? undefined : bytes);
}

/** Adds B + 1 to every block of I, each as a big-endian number. */
function addToBlocks(input: Buffer, b: Buffer): void {
  for (let start = 0; start < input.length; start += b.length) {
    let carry = 1;
    for (let at = b.length - 1; at >= 0; at--) {
      const sum = (input[start + at] ?? 0) + (b[at] ?? 0) + carry;
      input[start + at] = sum & 0xff;
      carry = sum >> 8;
    }
  }
}

/**
 * The byte encodings of one password. For ASCII all programs agree. For other characters the standards require UTF-8
 * (PBES2) and BMPString (PKCS#12), and older programs used other encodings.
 */

/** For PBES2 and the traditional form, most likely first. */
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
