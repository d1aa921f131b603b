/** Masks secrets in a body as it arrives. In JSON only string values are masked, not member names; any other body is one text. */
import { LONG } from './forms.ts';
import { CUTS, type Hidden, MASK, maskedText, type Prepared, prepared } from './mask.ts';
import { Masker, searchInBytes } from './byte-masker.ts';
import type { Search } from './percent-search.ts';

/** Maximum size of a string that is buffered whole, in bytes. A longer one is masked in pieces. */
const MAX_BUFFERED = 1024 * 1024;
const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

export class BodyMasker {
  private readonly prepared: Prepared;
  /** For a text in pieces. */
  private readonly search: Search;
  /** Bytes of the longest secret. */
  private readonly longest: number;
  private readonly buffered: number;
  /** Scanned bytes that must wait for more. */
  private carried: Buffer = Buffer.alloc(0);
  /** Unscanned bytes. */
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private form: 'unknown' | 'json' | 'text' | 'pieces' = 'unknown';
  /** Masks a text or a JSON string that is too long for the buffer. */
  private text: Masker;
  private inLongString = false;

  /** @param buffered bytes of a string or text; the output does not depend on the chunks */
  constructor(secrets: readonly Hidden[], buffered = MAX_BUFFERED) {
    this.prepared = prepared(secrets.filter(({ real }) => real !== ''));
    const long = this.prepared.long.map(({ form }) => form);
    const short = [...this.prepared.short.keys()];
    this.search = searchInBytes(
      [...long, ...short.filter((form) => Buffer.byteLength(form) >= LONG)],
      this.prepared.decoded.map(({ form }) => form),
      CUTS,
    );
    this.longest = short.reduce((most, form) => Math.max(most, Buffer.byteLength(form)), this.search.reach);
    this.buffered = buffered;
    this.text = this.textMasker();
  }

  /** Returns the bytes that can be passed on so far. @param last whether this is the last chunk */
  pass(chunk: Buffer, last = false): Buffer {
    if (this.longest === 0) return chunk;
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    // Rescans only after as many new bytes: a bank may send byte by byte.
    if (this.waitingBytes < this.carried.length && !last) return Buffer.alloc(0);
    const bytes = Buffer.concat([this.carried, ...this.waiting]);
    this.carried = Buffer.alloc(0);
    this.waiting = [];
    this.waitingBytes = 0;
    return this.form === 'unknown' ? this.beginning(bytes, last) : this.rest(bytes, last);
  }

  /** Passes leading spaces on, except those that a secret may begin with. */
  private beginning(bytes: Buffer, last: boolean): Buffer {
    const first = nextOf(bytes, 0, bytes.length);
    if (first >= 0) {
      const opens = bytes[first];
      this.form = opens === 0x7b || opens === 0x5b || opens === QUOTE ? 'json' : 'text';
    } else if (last) this.form = 'text';
    const from = Math.max(0, (first < 0 ? bytes.length : first) - this.longest);
    const left = bytes.subarray(from);
    const after = this.form === 'unknown' ? this.hold(left) : this.rest(left, last);
    return Buffer.concat([bytes.subarray(0, from), after]);
  }

  private rest(bytes: Buffer, last: boolean): Buffer {
    if (this.form === 'json') return this.json(bytes, last);
    if (this.form === 'text') {
      if (bytes.length > this.buffered) this.form = 'pieces';
      else return last ? this.shortText(bytes) : this.hold(bytes);
    }
    return this.text.pass(bytes, last);
  }

  /** Keeps invalid UTF-8, unless there is a secret in the text. */
  private shortText(bytes: Buffer): Buffer {
    const text = bytes.toString('utf8');
    const shown = maskedText(text, this.prepared);
    return shown === text ? bytes : Buffer.from(shown);
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
      at = end.closed || last ? end.at : end.at - end.pending;
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
      if (end.at - open > this.buffered) {
        const stop = end.closed || last ? end.at : end.at - end.pending;
        this.text = this.textMasker();
        parts.push(
          bytes.subarray(open, open + 1),
          this.text.pass(bytes.subarray(open + 1, stop), end.closed || last),
        );
        this.inLongString = !end.closed;
        if (!end.closed) this.hold(bytes.subarray(stop));
        at = end.at;
        continue;
      }
      // A colon, after any number of spaces, makes it a member's name.
      const lookEnd = Math.min(bytes.length, end.at + this.buffered);
      const after = end.closed ? nextOf(bytes, end.at, lookEnd) : -1;
      if (after < 0 && !last && lookEnd < end.at + this.buffered) {
        this.hold(bytes.subarray(open));
        break;
      }
      const token = bytes.subarray(open, end.at);
      parts.push(after >= 0 && bytes[after] === COLON ? token : this.token(token));
      at = end.at;
    }
    return Buffer.concat(parts);
  }

  /** @param token a JSON string with its quotes; in a truncated body, the closing one may be missing */
  private token(token: Buffer): Buffer {
    if (token.length - 1 < this.prepared.shortest) return token;
    const text = token.toString('utf8');
    const value = stringOf(text);
    if (value === null) return this.textMasker().pass(token, true);
    const shown = maskedText(value, this.prepared);
    return shown === value ? token : Buffer.from(JSON.stringify(shown));
  }

  private textMasker(): Masker {
    return new Masker(this.search, MASK);
  }
}

/** The value of a JSON string, or null. */
function stringOf(token: string): string | null {
  if (!token.includes('\\')) return token.length > 1 && token.endsWith('"') ? token.slice(1, -1) : null;
  try {
    return String(JSON.parse(token));
  } catch {
    return null;
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

/** Offset of the next byte before `end` that is not a space, or -1. */
function nextOf(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at++) if (!SPACES.has(bytes[at] ?? 0)) return at;
  return -1;
}
