/** Looks for a secret in bytes, in every form in which it could have got there. */
import { createPrivateKey } from 'node:crypto';

export interface Secret {
  what: string;
  /** Each of these betrays it. */
  forms: Buffer[];
}

/** A password or passphrase: as UTF-8, as UTF-16, as JSON, in base64. */
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

/** A private key: pieces of its private numbers, raw, in hexadecimal and in base64. */
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

/** However the piece lies in a longer text of base64: three alignments, without what depends on its neighbours. */
function base64Forms(piece: Buffer): Buffer[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), piece]).toString('base64');
    return Buffer.from(text.slice(shift === 0 ? 0 : 4, Math.floor((piece.length + shift) / 3) * 4));
  });
}

/** What of the secrets is found in the bytes, each by its name. */
export function secretsIn(bytes: Buffer, secrets: readonly Secret[]): string[] {
  return secrets.filter(({ forms }) => forms.some((form) => bytes.includes(form))).map(({ what }) => what);
}
