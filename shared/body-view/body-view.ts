/** All views of a stored body of any size: lines, folds, search, tree, JSONPath. */
import { jsonpath } from 'json-p3';
import { ByteReader, type ByteSource, memorySource } from './bytes.ts';
import { isOpening, skipBlanks, skipValue } from './json-scan.ts';
import { BodyLines, type BodyLine, type BodyMode } from './lines.ts';
import { type BodyNode, BodyTree, type Members } from './tree.ts';
import { MAX_FOUND, MAX_PARSED_BODY_BYTES, MAX_PARSED_LINKS_BYTES } from '../limits.ts';

interface LineWindow {
  lines: BodyLine[];
  /** Lines counted so far. */
  total: number;
  complete: boolean;
  /** Bytes whose lines are counted. */
  indexed: number;
}

/** The matches of a JSONPath. */
export interface PathMatches {
  matches: { path: string; text: string }[];
  total: number;
  /** Why there are no matches, or null. */
  problem: string | null;
}

const LINKS = '_links';
/** Characters shown of a value that a JSONPath matches. */
const SHOWN = 2000;

export class BodyView {
  private readonly source: ByteSource;
  private readonly modes = new Map<BodyMode, BodyLines>();
  private tree: BodyTree | null = null;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** Whether it starts as a JSON object or array. */
  isJson(): boolean {
    const reader = new ByteReader(this.source);
    return isOpening(reader.at(skipBlanks(reader, 0)));
  }

  /** Continues counting lines in every mode that has been viewed. @returns whether there is more to count */
  index(bytes: number): boolean {
    for (const lines of this.modes.values()) {
      if (lines.complete) continue;
      lines.index(bytes);
      return true;
    }
    return false;
  }

  lines(mode: BodyMode, from: number, count: number): LineWindow {
    const lines = this.in(mode);
    const window = lines.lines(from, count);
    return { lines: window, total: lines.total, complete: lines.complete, indexed: lines.indexed };
  }

  /** The line that closes what a line of the pretty view opens. */
  closing(line: number): number {
    return this.in('pretty').closing(line);
  }

  /** The lines that contain a text. */
  search(mode: BodyMode, text: string): { lines: number[]; more: boolean } {
    const { offsets, more } = searchBody(this.source, text, MAX_FOUND);
    return { lines: [...new Set(this.in(mode).linesAt(offsets))], more };
  }

  root(): BodyNode {
    return this.trees().root();
  }

  members(offset: number, from: number, count: number): Members {
    return this.trees().members(offset, from, count);
  }

  /** @param path JSONPath (RFC 9535) */
  query(path: string): PathMatches {
    const problem = (text: string): PathMatches => ({ matches: [], total: 0, problem: text });
    if (this.source.length > MAX_PARSED_BODY_BYTES)
      return problem(
        `JSONPath reads the whole body, up to ${MAX_PARSED_BODY_BYTES / 1024 / 1024} MB; this one is larger. Search for a text, or open the tree.`,
      );
    let json: unknown;
    try {
      json = JSON.parse(new TextDecoder().decode(this.source.read(0, this.source.length)));
    } catch (error) {
      return problem(`The body is not JSON: ${String(error instanceof Error ? error.message : error)}`);
    }
    try {
      const nodes = jsonpath.query(path, json as Parameters<typeof jsonpath.query>[1]).nodes;
      return {
        matches: nodes.slice(0, MAX_FOUND).map((node) => ({
          path: node.getPath(),
          text: preview(node.value, SHOWN),
        })),
        total: nodes.length,
        problem: null,
      };
    } catch (error) {
      return problem(
        `This is not a valid JSONPath: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /**
   * A JSON object reduced to its links and those of the objects directly inside it (SVC-8). Empty for a body that is too large or not an
   * object.
   */
  outline(): Record<string, unknown> {
    if (this.source.length > MAX_PARSED_BODY_BYTES || !this.isJson()) return {};
    const reader = new ByteReader(this.source);
    const linksIn = (node: BodyNode): [string, unknown][] =>
      this.namedMembers(node).flatMap((member): [string, unknown][] => {
        if (member.name !== LINKS) return [];
        const end = Math.min(skipValue(reader, member.offset), member.offset + MAX_PARSED_LINKS_BYTES);
        return [[LINKS, parsed(reader.text(member.offset, end))]];
      });
    const root = this.root();
    const inside = this.namedMembers(root).flatMap((member): [string, unknown][] =>
      member.kind === 'object' && member.name !== LINKS
        ? [[member.name ?? '', Object.fromEntries(linksIn(member))]]
        : [],
    );
    return Object.fromEntries([...linksIn(root), ...inside]);
  }

  /** The first members of an object; empty for an array. */
  private namedMembers(node: BodyNode): BodyNode[] {
    return node.kind === 'object' ? this.members(node.offset, 0, 100).nodes : [];
  }

  private in(mode: BodyMode): BodyLines {
    const known = this.modes.get(mode);
    if (known) return known;
    const lines = new BodyLines(this.source, mode);
    this.modes.set(mode, lines);
    return lines;
  }

  private trees(): BodyTree {
    this.tree ??= new BodyTree(this.source);
    return this.tree;
  }
}

/** The start of a value as JSON, without serialising what is not shown. */
function preview(value: unknown, room: number): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > room ? `${value.slice(0, room)}…` : value);
  if (typeof value !== 'object' || value === null) return String(value);
  const array = Array.isArray(value);
  let text = array ? '[' : '{';
  for (const [name, member] of Object.entries(value)) {
    if (text.length > 1) text += ', ';
    if (text.length >= room) {
      text += '…';
      break;
    }
    text += (array ? '' : `${JSON.stringify(name)}: `) + preview(member, room - text.length);
  }
  return text + (array ? ']' : '}');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const PAGE = 1024 * 1024;
/** One character per byte, so that an index in the text is an offset in the body. */
const oneByte = new TextDecoder('latin1');

interface Found {
  /** Offsets in bytes, in ascending order. */
  offsets: number[];
  /** Whether there are more than requested. */
  more: boolean;
}

/** Searches a text without case. @param most maximum number of offsets */
export function searchBody(source: ByteSource, text: string, most: number): Found {
  const offsets: number[] = [];
  const wanted = lowerCased(new TextEncoder().encode(text));
  if (wanted.length === 0) return { offsets, more: false };
  for (let start = 0; start < source.length; start += PAGE) {
    // A match may start on one page and end on the next.
    const page = lowerCased(source.read(start, Math.min(source.length, start + PAGE + wanted.length - 1)));
    for (let at = page.indexOf(wanted); at >= 0; at = page.indexOf(wanted, at + 1)) {
      if (offsets.length === most) return { offsets, more: true };
      offsets.push(start + at);
    }
  }
  return { offsets, more: false };
}

/** Lower-cases the letters of English and of the Latin-1 supplement (Å, Ø, Æ, É…), one character per byte. */
function lowerCased(utf8: Uint8Array): string {
  const small = utf8.slice();
  let before = 0;
  for (let at = 0; at < small.length; at++) {
    const byte = small[at] ?? 0;
    const ascii = byte >= 0x41 && byte <= 0x5a;
    // U+00C0 to U+00DE, except the multiplication sign.
    const supplement = before === 0xc3 && byte >= 0x80 && byte <= 0x9e && byte !== 0x97;
    if (ascii || supplement) small[at] = byte + 0x20;
    before = byte;
  }
  return oneByte.decode(small);
}

/** Maximum indentation depth. */
const INDENTED = 40;

/** The first lines of a body, formatted if it is JSON, and whether there are more. @param most lines */
export function beginningOf(text: string, most: number): { lines: string[]; more: boolean } {
  const view = new BodyView(memorySource(new TextEncoder().encode(text)));
  const { lines, total } = view.lines(view.isJson() ? 'pretty' : 'raw', 0, most + 1);
  return {
    lines: lines.slice(0, most).map((line) => '  '.repeat(Math.min(line.depth, INDENTED)) + line.text),
    more: total > most,
  };
}
