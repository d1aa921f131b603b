/** A JSON body as a tree: members of one object or array, from any member on. */
import { ByteReader, type ByteSource } from './bytes.ts';
import {
  COLON,
  COMMA,
  isClosing,
  isObject,
  isOpening,
  QUOTE,
  readString,
  skipBlanks,
  skipScalar,
  skipValue,
} from './json-scan.ts';

type NodeKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export interface BodyNode {
  /** Offset of its value in the body, in bytes. */
  offset: number;
  /** Name in an object; null in an array. */
  name: string | null;
  /** Position among its siblings, from 0. */
  index: number;
  kind: NodeKind;
  /** The value as JSON, truncated if long; for an object or array its brackets. */
  text: string;
  /** Whether it has members. */
  opens: boolean;
}

/** Members of one object or array. */
export interface Members {
  nodes: BodyNode[];
  total: number;
}

/** Members between two indexed places. */
const EVERY = 100;
/** Bytes shown of a value. */
const SHOWN = 400;
/** Objects and arrays whose index is cached. */
const MAX_CACHED = 64;

interface Places {
  starts: number[];
  total: number;
}

export class BodyTree {
  private readonly reader: ByteReader;
  private readonly known = new Map<number, Places>();

  constructor(source: ByteSource) {
    this.reader = new ByteReader(source);
  }

  root(): BodyNode {
    return this.nodeAt(skipBlanks(this.reader, 0), null, 0);
  }

  /** @param offset of an object or array, from its node @param from the first member, counted from 0 */
  members(offset: number, from: number, count: number): Members {
    const { reader } = this;
    const places = this.placesOf(offset);
    const named = isObject(reader.at(offset));
    const nodes: BodyNode[] = [];
    const block = Math.floor(from / EVERY);
    let at = places.starts[block] ?? -1;
    for (let index = block * EVERY; at >= 0 && index < Math.min(from + count, places.total); index++) {
      const { value, name } = this.memberAt(at, named);
      if (index >= from) nodes.push(this.nodeAt(value, name(), index));
      at = this.after(value);
    }
    return { nodes, total: places.total };
  }

  /** Where the members of an object or array start, found in one pass. */
  private placesOf(offset: number): Places {
    const found = this.known.get(offset);
    if (found) return found;
    const { reader } = this;
    const named = isObject(reader.at(offset));
    const starts: number[] = [];
    let total = 0;
    let at = isOpening(reader.at(offset)) ? skipBlanks(reader, offset + 1) : -1;
    while (at >= 0 && reader.at(at) !== -1 && !isClosing(reader.at(at))) {
      if (total % EVERY === 0) starts.push(at);
      total++;
      at = this.after(this.memberAt(at, named).value);
    }
    const places = { starts, total };
    const oldest = this.known.keys().next().value;
    if (this.known.size >= MAX_CACHED && oldest !== undefined) this.known.delete(oldest);
    this.known.set(offset, places);
    return places;
  }

  /** The member that starts at an offset: where its value is, and its name on request. */
  private memberAt(at: number, named: boolean): { value: number; name: () => string | null } {
    const { reader } = this;
    if (!named || reader.at(at) !== QUOTE) return { value: at, name: () => null };
    const { end } = readString(reader, at + 1);
    const colon = skipBlanks(reader, end);
    if (reader.at(colon) !== COLON) return { value: at, name: () => null };
    return {
      value: skipBlanks(reader, colon + 1),
      name: () => nameOf(reader.text(at, Math.min(end, at + SHOWN))),
    };
  }

  /** Where the next member starts. */
  private after(value: number): number {
    const { reader } = this;
    const end = skipBlanks(reader, skipValue(reader, value));
    return reader.at(end) === COMMA ? skipBlanks(reader, end + 1) : end;
  }

  private nodeAt(offset: number, name: string | null, index: number): BodyNode {
    const { reader } = this;
    const first = reader.at(offset);
    const common = { offset, name, index };
    if (isOpening(first)) {
      const opens = !isClosing(reader.at(skipBlanks(reader, offset + 1)));
      const [kind, text] = isObject(first) ? (['object', '{}'] as const) : (['array', '[]'] as const);
      return { ...common, kind, text, opens };
    }
    if (first === QUOTE) {
      const { end, closed } = readString(reader, offset + 1, SHOWN);
      const text = reader.text(offset, Math.min(end, reader.source.length)) + (closed ? '' : '…');
      return { ...common, kind: 'string', text, opens: false };
    }
    const text = reader.text(offset, skipScalar(reader, offset, SHOWN));
    return { ...common, kind: kindOf(text), text, opens: false };
  }
}

function kindOf(text: string): NodeKind {
  if (text === 'null') return 'null';
  return text === 'true' || text === 'false' ? 'boolean' : 'number';
}

/** The name without its quotes; a truncated or damaged one is not unescaped. */
function nameOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}
