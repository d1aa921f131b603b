/** A body as lines: JSON formatted with one value per line, other text unchanged. Reading can start at any line. */
import { ByteReader, type ByteSource } from './bytes.ts';
import {
  COLON,
  COMMA,
  isBlank,
  isClosing,
  isCut,
  isOpening,
  QUOTE,
  readString,
  skipBlanks,
  skipScalar,
} from './json-scan.ts';

/** `pretty` formats JSON; `raw` shows what was received; `hex` shows every byte. */
export type BodyMode = 'pretty' | 'raw' | 'hex';

export interface BodyLine {
  text: string;
  /** Levels of indentation, which the text does not include. */
  depth: number;
  /** Opens a non-empty object or array, so it can be folded. */
  opens: boolean;
  /** Continues in the next line without a line break. */
  cut: boolean;
}

/** Where a line starts. */
interface Place {
  offset: number;
  depth: number;
  /** In a string that continues from the previous line. */
  inString: boolean;
}

/** Maximum size of a line in bytes; longer lines are split. */
const MAX_LINE = 4096;
/** Lines between two indexed places. */
const EVERY = 256;
const HEX_ROW = 16;

/** Reads a line: moves `place` past it and, on request, records the offsets of its parts. */
type Step = (place: Place, line: LineParts | null) => void;
interface LineParts {
  pieces: (string | [number, number])[];
  depth: number;
  opens: boolean;
  cut: boolean;
}

/** Adds bytes to a line; adjacent ones join the last piece, because damaged JSON may have thousands of values without a comma. */
function add(line: LineParts | null, from: number, to: number): void {
  const last = line?.pieces.at(-1);
  if (Array.isArray(last) && last[1] === from) last[1] = to;
  else line?.pieces.push([from, to]);
}

export class BodyLines {
  private readonly reader: ByteReader;
  private readonly step: Step;
  private readonly mode: BodyMode;
  /** The places of the lines 0, 256, 512… */
  private readonly places: Place[] = [{ offset: 0, depth: 0, inString: false }];
  /** The smallest depth in each block, so that a whole block can be skipped. */
  private readonly least: number[] = [];
  private readonly next: Place = { offset: 0, depth: 0, inString: false };
  private leastNow = Number.POSITIVE_INFINITY;
  private counted = 0;

  constructor(source: ByteSource, mode: BodyMode) {
    this.reader = new ByteReader(source);
    this.mode = mode;
    this.step = mode === 'pretty' ? this.prettyStep : this.rawStep;
    if (mode === 'hex') this.counted = Math.ceil(source.length / HEX_ROW);
    else if (mode === 'pretty') {
      const start = skipBlanks(this.reader, 0);
      this.next.offset = start;
      this.places = [{ offset: start, depth: 0, inString: false }];
    }
  }

  /** Lines counted so far. */
  get total(): number {
    return this.counted;
  }

  get complete(): boolean {
    return this.mode === 'hex' || this.next.offset >= this.reader.source.length;
  }

  /** Bytes whose lines are counted. */
  get indexed(): number {
    return this.mode === 'hex' ? this.reader.source.length : this.next.offset;
  }

  /** Continues counting lines, for about this many bytes. */
  index(bytes: number): void {
    const stop = this.next.offset + bytes;
    while (!this.complete && this.next.offset < stop) this.countOne();
  }

  /** Lines starting at a zero-based number; fewer if the body ends first. */
  lines(from: number, count: number): BodyLine[] {
    if (this.mode === 'hex') return this.hexLines(from, count);
    while (!this.complete && this.counted < from + count) this.countOne();
    const place = this.placeOf(from);
    if (place === null) return [];
    const lines: BodyLine[] = [];
    while (lines.length < count && from + lines.length < this.counted) {
      const parts: LineParts = { pieces: [], depth: 0, opens: false, cut: false };
      this.step(place, parts);
      const { pieces, ...line } = parts;
      const text = pieces
        .map((piece) => (typeof piece === 'string' ? piece : this.reader.text(piece[0], piece[1])))
        .join('');
      lines.push({ ...line, text });
    }
    return lines;
  }

  /** The line that closes what a line opens; the last line if the body ends before. */
  closing(line: number): number {
    const place = this.placeOf(line);
    if (place === null || this.mode !== 'pretty') return line;
    const opened: LineParts = { pieces: [], depth: 0, opens: false, cut: false };
    this.step(place, opened);
    if (!opened.opens) return line;
    let at = line + 1;
    for (;;) {
      if (at % EVERY === 0) {
        // Blocks that are entirely deeper are skipped.
        let block = at / EVERY;
        while ((this.least[block] ?? 0) > opened.depth) block++;
        if (block * EVERY > at) {
          at = block * EVERY;
          while (!this.complete && this.counted < at) this.countOne();
          const known = this.places[block];
          if (!known) return this.counted - 1;
          Object.assign(place, known);
        }
      }
      while (!this.complete && this.counted <= at) this.countOne();
      if (at >= this.counted) return this.counted - 1;
      const parts: LineParts = { pieces: [], depth: 0, opens: false, cut: false };
      this.step(place, parts);
      if (parts.depth <= opened.depth && !parts.cut) return at;
      at++;
    }
  }

  /** Numbers of the lines with these offsets, which are in ascending order. */
  linesAt(offsets: readonly number[]): number[] {
    const last = offsets.at(-1);
    if (last === undefined) return [];
    if (this.mode === 'hex') return offsets.map((offset) => Math.floor(offset / HEX_ROW));
    while (!this.complete && this.next.offset <= last) this.countOne();
    // In one pass: a thousand may be in one block of long lines.
    const place: Place = { offset: 0, depth: 0, inString: false };
    let line = -1;
    return offsets.map((offset) => {
      const block = this.blockOf(offset);
      if (line < block * EVERY) {
        Object.assign(place, this.places[block]);
        line = block * EVERY;
      }
      for (;;) {
        const after = { ...place };
        this.step(after, null);
        if (after.offset > offset || line + 1 >= this.counted) return line;
        Object.assign(place, after);
        line++;
      }
    });
  }

  /** The last block that starts at or before an offset. */
  private blockOf(offset: number): number {
    let low = 0;
    let high = this.places.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.places[middle]?.offset ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private countOne(): void {
    const parts: LineParts = { pieces: [], depth: 0, opens: false, cut: false };
    this.step(this.next, parts);
    this.leastNow = Math.min(this.leastNow, parts.depth);
    this.counted++;
    if (this.counted % EVERY === 0) {
      this.places.push({ ...this.next });
      this.least.push(this.leastNow);
      this.leastNow = Number.POSITIVE_INFINITY;
    }
  }

  /** Where a line starts, as a separate object; null if there is no such line. */
  private placeOf(line: number): Place | null {
    if (line < 0 || line >= this.counted) return null;
    const known = this.places[Math.floor(line / EVERY)];
    if (!known) return null;
    const place = { ...known };
    for (let at = line - (line % EVERY); at < line; at++) this.step(place, null);
    return place;
  }

  private readonly rawStep: Step = (place, line) => {
    const { reader } = this;
    let at = place.offset;
    const stop = at + MAX_LINE;
    for (;;) {
      const byte = reader.at(at);
      if (byte === 0x0a || byte === -1) break;
      if (isCut(byte, at, stop)) break;
      at++;
    }
    const cut = at < reader.source.length && reader.at(at) !== 0x0a;
    if (line) {
      const end = at > place.offset && reader.at(at - 1) === 0x0d && !cut ? at - 1 : at;
      line.pieces.push([place.offset, end]);
      line.cut = cut;
    }
    place.offset = cut ? at : at + 1;
  };

  private readonly prettyStep: Step = (place, line) => {
    const { reader } = this;
    const begin = place.offset;
    let at = begin;
    if (line) line.depth = place.depth;
    const done = (offset: number) => {
      place.offset = skipBlanks(reader, offset);
    };
    if (place.inString) {
      const { end, closed } = readString(reader, at, MAX_LINE);
      add(line, at, Math.min(end, reader.source.length));
      at = end;
      place.inString = !closed;
      if (!closed) {
        if (line) line.cut = true;
        place.offset = at;
        return;
      }
    }
    for (;;) {
      at = skipBlanks(reader, at);
      const byte = reader.at(at);
      if (byte === -1) return done(at);
      // Damaged JSON without any comma must not become one endless line.
      if (at - begin > 4 * MAX_LINE) return done(at);
      if (byte === QUOTE) {
        const { end, closed } = readString(reader, at + 1, MAX_LINE);
        add(line, at, Math.min(end, reader.source.length));
        at = end;
        if (!closed) {
          place.inString = true;
          if (line) line.cut = true;
          place.offset = at;
          return;
        }
      } else if (byte === COLON) {
        line?.pieces.push(': ');
        at++;
      } else if (byte === COMMA) {
        line?.pieces.push(',');
        return done(at + 1);
      } else if (isOpening(byte)) {
        const inside = skipBlanks(reader, at + 1);
        add(line, at, at + 1);
        if (isClosing(reader.at(inside))) {
          add(line, inside, inside + 1);
          at = inside + 1;
        } else {
          if (line) line.opens = true;
          place.depth++;
          return done(at + 1);
        }
      } else if (isClosing(byte)) {
        // A closing bracket starts a line.
        if (at !== begin) return done(at);
        place.depth = Math.max(0, place.depth - 1);
        if (line) line.depth = place.depth;
        add(line, at, at + 1);
        at = skipBlanks(reader, at + 1);
        if (reader.at(at) === COMMA) {
          line?.pieces.push(',');
          at++;
        }
        return done(at);
      } else {
        const end = skipScalar(reader, at, MAX_LINE);
        add(line, at, end);
        at = end;
        // Damaged: two values without a comma get a line each.
        const after = reader.at(at);
        if (!isBlank(after) && after !== COMMA && after !== COLON && !isClosing(after)) return done(at);
      }
    }
  };

  private hexLines(from: number, count: number): BodyLine[] {
    const { source } = this.reader;
    const last = Math.min(this.counted, from + count);
    const lines: BodyLine[] = [];
    for (let row = Math.max(0, from); row < last; row++) {
      const bytes = source.read(row * HEX_ROW, Math.min(source.length, (row + 1) * HEX_ROW));
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
      const text = Array.from(bytes, (byte) =>
        byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
      ).join('');
      const offset = (row * HEX_ROW).toString(16).padStart(8, '0');
      lines.push({
        text: `${offset}  ${hex.padEnd(HEX_ROW * 3 - 1)}  ${text}`,
        depth: 0,
        opens: false,
        cut: false,
      });
    }
    return lines;
  }
}
