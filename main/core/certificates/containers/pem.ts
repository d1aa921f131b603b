/** PEM texts (RFC 7468) and the older encrypted form (RFC 1421 headers). */
import { decodeBase64 } from '../../../../shared/signing/base64.ts';

export interface PemBlock {
  /** Between BEGIN and the dashes, for example `CERTIFICATE`. */
  label: string;
  /** RFC 1421 headers by lower-case name, for example `dek-info`. */
  headers: ReadonlyMap<string, string>;
  /** Null if the text is not base64. */
  der: Uint8Array | null;
}

/** The blocks of a text in order. Text between them, such as openssl's "Bag Attributes", is skipped. */
export function readPem(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  const begins = /-----BEGIN ([A-Z0-9 ]{1,64})-----/g;
  // Not one pattern for the whole block: it would read the rest of the text again for each block without an end. A block has no
  // dashes inside.
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    const label = begin[1] ?? '';
    const end = `-----END ${label}-----`;
    const at = text.indexOf('-----', begins.lastIndex);
    if (at < 0) break;
    if (!text.startsWith(end, at)) continue;
    blocks.push(blockOf(label, text.slice(begins.lastIndex, at)));
    begins.lastIndex = at + end.length;
  }
  return blocks;
}

function blockOf(label: string, inside: string): PemBlock {
  const headers = new Map<string, string>();
  const body = inside.replaceAll(/^[ \t]*([A-Za-z0-9-]+):[ \t]*(.*)$/gm, (_, name: string, value: string) => {
    headers.set(name.toLowerCase(), value.trim());
    return '';
  });
  // Configuration files and variables have \n for a line break.
  return { label, headers, der: decodeBase64(body.replaceAll(/(?:\\[rn]|\s)+/g, '')) };
}

/** Whether the text starts a block without ending it, because it was truncated. */
export function isCutPem(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]+-----/.test(text) && readPem(text).length === 0;
}
