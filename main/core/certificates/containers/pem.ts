/** PEM texts (RFC 7468), and the encrypted ones of before (RFC 1421 headers). */
import { decodeBase64, encodeBase64 } from '../../../../shared/signing/base64.ts';

export interface PemBlock {
  /** Between BEGIN and the dashes, e.g. `CERTIFICATE`. */
  label: string;
  /** RFC 1421 headers by lower-case name, e.g. `dek-info`. */
  headers: ReadonlyMap<string, string>;
  /** Null where the text is no base64. */
  der: Uint8Array | null;
}

/** The blocks of a text in their order; what stands between them (openssl's "Bag Attributes") is passed over. */
export function readPem(text: string): PemBlock[] {
  return Array.from(
    text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g),
    ([, label = '', inside = '']) => {
      const headers = new Map<string, string>();
      const body = inside.replaceAll(
        /^[ \t]*([A-Za-z0-9-]+):[ \t]*(.*)$/gm,
        (_, name: string, value: string) => {
          headers.set(name.toLowerCase(), value.trim());
          return '';
        },
      );
      return { label, headers, der: decodeBase64(body.replaceAll(/\s+/g, '')) };
    },
  );
}

/** Whether a text began a block and did not end it: cut off on the way. */
export function isCutPem(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]+-----/.test(text) && readPem(text).length === 0;
}

/** PEM of DER, in lines of 64 characters. */
export function pemOf(der: Uint8Array, label: string): string {
  const lines = encodeBase64(der).replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
