/**
 * Removes secrets from a body as it arrives. In JSON it looks into each string that is a value, and leaves the names of
 * members, numbers and everything between untouched; any other body is a text as a whole.
 */
import { type Hidden, formsOf, MASK, maskedText } from './mask.ts';
import { Masker } from './masker.ts';

/** Bytes of a string that is held back until its end. A longer one is masked in pieces. */
const HELD = 1024 * 1024;
const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** Bytes that a text other than JSON must have, because it is masked wherever the secret occurs. */
const LONG = 8;

export class BodyMasker {
  private readonly secrets: readonly Hidden[];
  private carried: Buffer = Buffer.alloc(0);
  private form: 'unknown' | 'json' | 'text' = 'unknown';
  /** Masks a text other than JSON, or a string of JSON that is too long to be held back. */
  private text: Masker;
  private inLongString = false;

  constructor(secrets: readonly Hidden[]) {
    this.secrets = secrets.filter(({ real }) => real !== '');
    this.text = this.textMasker();
  }

  /** Returns the bytes that can be passed on so far. @param last whether this is the last chunk */
  pass(chunk: Buffer, last = false): Buffer {
    if (this.secrets.length === 0) return chunk;
    const bytes = Buffer.concat([this.carried, chunk]);
    this.carried = Buffer.alloc(0);
    if (this.form === 'unknown') {
      const first = bytes.find((byte) => !SPACES.has(byte));
      if (first === undefined && !last) return this.hold(bytes);
      this.form = first === 0x7b || first === 0x5b || first === QUOTE ? 'json' : 'text';
      // A short text that is nothing but a secret.
      if (this.form === 'text' && last) return Buffer.from(maskedText(bytes.toString('utf8'), this.secrets));
    }
    return this.form === 'json' ? this.json(bytes, last) : this.text.pass(bytes, last);
  }

  private hold(bytes: Buffer): Buffer {
    this.carried = bytes;
    return Buffer.alloc(0);
  }

  private json(bytes: Buffer, last: boolean): Buffer {
    const parts: Buffer[] = [];
    let at = 0;
    if (this.inLongString) {
      const end = endOfString(bytes, 0);
      at = end.closed ? end.at : end.at - end.pending;
      parts.push(this.text.pass(bytes.subarray(0, at), end.closed || last));
      this.inLongString = !end.closed;
      if (!end.closed) this.hold(bytes.subarray(at));
    }
    while (!this.inLongString && at < bytes.length) {
      const open = bytes.indexOf(QUOTE, at);
      if (open < 0) {
        parts.push(bytes.subarray(at));
        break;
      }
      parts.push(bytes.subarray(at, open));
      const end = endOfString(bytes, open + 1);
      const after = end.closed ? nextOf(bytes, end.at) : -1;
      if (after < 0 && !last) {
        if (bytes.length - open <= HELD) {
          this.hold(bytes.subarray(open));
          break;
        }
        if (!end.closed) {
          this.inLongString = true;
          this.text = this.textMasker();
          parts.push(
            bytes.subarray(open, open + 1),
            this.text.pass(bytes.subarray(open + 1, end.at - end.pending)),
          );
          this.hold(bytes.subarray(end.at - end.pending));
          break;
        }
      }
      const token = bytes.subarray(open, end.at);
      parts.push(after >= 0 && bytes[after] === COLON ? token : this.token(token));
      at = end.at;
    }
    return Buffer.concat(parts);
  }

  /** A string of JSON with its quotes; the last one of a truncated body may lack the second. */
  private token(token: Buffer): Buffer {
    const text = token.toString('utf8');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.textMasker().pass(token, true);
    }
    const shown = maskedText(String(value), this.secrets);
    return shown === value ? token : Buffer.from(JSON.stringify(shown));
  }

  private textMasker(): Masker {
    const forms = this.secrets.flatMap(({ real }) => formsOf(real));
    return new Masker(
      forms.filter((form) => Buffer.byteLength(form) >= LONG),
      MASK,
    );
  }
}

/** A whole body with the secrets in it masked. */
export function maskedBody(body: Buffer, secrets: readonly Hidden[]): Buffer {
  return new BodyMasker(secrets).pass(body, true);
}

/**
 * @param from inside a string
 * @returns the offset after its closing quote; or that of the end, and how many bytes there belong to an unfinished escape
 */
function endOfString(bytes: Buffer, from: number): { at: number; closed: boolean; pending: number } {
  let at = from;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    const stop = quote < 0 ? bytes.length : quote;
    let slashes = 0;
    while (stop - slashes > from && bytes[stop - slashes - 1] === BACKSLASH) slashes++;
    if (quote < 0) return { at: stop, closed: false, pending: slashes % 2 };
    if (slashes % 2 === 0) return { at: quote + 1, closed: true, pending: 0 };
    at = quote + 1;
  }
}

/** Offset of the next byte that is no space, or -1. */
function nextOf(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (!SPACES.has(bytes[at] ?? 0)) return at;
  return -1;
}
