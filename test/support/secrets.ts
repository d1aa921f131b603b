/** Searches bytes for a secret in every form in which it could appear. */
import { createPrivateKey } from 'node:crypto';

export interface Secret {
  what: string;
  /** Any one of these forms reveals the secret. */
  forms: Buffer[];
}

/** A password or passphrase: as UTF-8, UTF-16, JSON and base64. */
export function textSecret(what: string, text: string): Secret {
  const utf8 = Buffer.from(text, 'utf8');
  return {
    what,
    forms: [
      utf8,
      Buffer.from(text, 'utf16le'),
      Buffer.from(text, 'utf16le').swap16(),
      Buffer.from(JSON.stringify(text).slice(1, -1)),
      Buffer.from(encodeURIComponent(text)),
      ...base64Forms(utf8),
    ],
  };
}

/** A private key: parts of its private numbers, raw, in hexadecimal and in base64. */
export function keySecret(what: string, pem: string): Secret {
  const { d = '', p = '', q = '' } = createPrivateKey(pem).export({ format: 'jwk' });
  const forms = [d, p, q].flatMap((number) => {
    const bytes = Buffer.from(number, 'base64url');
    return [8, 64].flatMap((start) => {
      const piece = bytes.subarray(start, start + 24);
      const hex = piece.toString('hex');
      const jwk = number.slice(start * 2, start * 2 + 32);
      return [
        piece,
        Buffer.from(hex),
        Buffer.from(hex.toUpperCase()),
        Buffer.from(jwk),
        ...base64Forms(piece),
      ];
    });
  });
  return { what, forms };
}

/** A piece inside a longer base64 text: its three possible alignments, without the characters that depend on its neighbours. */
function base64Forms(piece: Buffer): Buffer[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), piece]).toString('base64');
    return Buffer.from(text.slice(shift === 0 ? 0 : 4, Math.floor((piece.length + shift) / 3) * 4));
  });
}

/** The names of the secrets that occur in the bytes. */
export function secretsIn(bytes: Buffer, secrets: readonly Secret[]): string[] {
  return secrets.filter(({ forms }) => forms.some((form) => bytes.includes(form))).map(({ what }) => what);
}
