/** The lines that the entries of a YAML block take, and cuts into a text. */
import type { Collection, Entry } from './yaml-parts.ts';

/** A piece of a text, and what comes in its place. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The lines of the entries of a block. */
export class BlockLines {
  readonly column: number;
  /** Where an entry goes that becomes the first one. */
  readonly first: number;

  private readonly text: string;
  private readonly part: Collection;
  private readonly isRoot: boolean;

  constructor(text: string, part: Collection, isRoot: boolean) {
    this.text = text;
    this.part = part;
    this.isRoot = isRoot;
    const start = part.entries[0]?.start ?? part.start;
    this.column = start - lineStart(text, start);
    this.first = part.entries[0] ? this.start(part.entries[0]) : start;
  }

  private isOnLine(at: number): boolean {
    return this.text[at - 1] === '\n' || at === 0;
  }

  /** With the comments directly above it. A first entry perhaps begins behind the dash of the list that it is in. */
  start(entry: Entry): number {
    let start = lineStart(this.text, entry.start);
    if (this.text.slice(start, entry.start).trim() !== '') return entry.start;
    const at = this.part.entries.indexOf(entry);
    const before = this.part.entries[at - 1];
    // Comments at the beginning of a file are about all of it.
    if (before === undefined && this.isRoot) return start;
    const bound = before ? lineAfter(this.text, before.end) : 0;
    while (start > bound) {
      const above = lineStart(this.text, start - 1);
      const indent = commentIndent(this.text, above);
      if (indent === undefined || indent > this.column || above < bound) break;
      start = above;
    }
    return start;
  }

  /** With the comments below it that are indented more than it is. */
  end(entry: Entry): number {
    let end = lineAfter(this.text, entry.end);
    for (let next = end; next < this.text.length;) {
      const below = this.text.indexOf('\n', next) + 1;
      const indent = commentIndent(this.text, next);
      if (indent !== undefined && indent > this.column) end = below;
      else if (this.text.slice(next, below).trim() !== '') break;
      next = below;
    }
    return end;
  }

  /** The whole lines of an entry, with cuts into it. */
  whole(entry: Entry, cuts: readonly Cut[]): string {
    const start = this.start(entry);
    const text = applied(this.text, cuts, start, this.end(entry));
    return this.isOnLine(start) ? text : `${' '.repeat(this.column)}${text}`;
  }

  /** @param text of whole lines, indented to the column */
  insertion(at: number, text: string): Cut {
    const inLine = this.isOnLine(at) ? text : `${text.trimStart()}${' '.repeat(this.column)}`;
    return { start: at, end: at, text: inLine };
  }

  removal(entry: Entry, staying: ReadonlySet<Entry>): Cut {
    const start = this.start(entry);
    if (this.isOnLine(start)) return { start, end: this.end(entry), text: '' };
    // What stays moves up behind the dash, be it an entry or a comment.
    const next = this.part.entries.findIndex((one) => staying.has(one));
    const end = this.end(this.part.entries[next - 1] ?? entry);
    return { start, end: end + Math.max(0, this.text.slice(end).search(/\S/)), text: '' };
  }
}

/** A text, or a piece of it, with cuts into it; their lines end as its own do. */
export function applied(text: string, cuts: readonly Cut[], from = 0, to = text.length): string {
  const lineBreak = lineBreakOf(text);
  const pieces: string[] = [];
  let at = from;
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(text.slice(at, cut.start), cut.text.replace(/\r?\n/g, lineBreak));
    at = Math.max(at, cut.end);
  }
  return [...pieces, text.slice(at, to)].join('');
}

export function lineBreakOf(text: string): string {
  const at = text.indexOf('\n');
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line after that of a value begins. */
function lineAfter(text: string, end: number): number {
  return (text[end - 1] === '\n' ? end - 1 : text.indexOf('\n', end)) + 1;
}

/** Where the break of the last line of a value is. */
export function breakAt(text: string, end: number): number {
  const at = lineAfter(text, end) - 1;
  return text[at - 1] === '\r' ? at - 1 : at;
}

/** How far a comment is indented that has this line for itself. */
function commentIndent(text: string, line: number): number | undefined {
  let at = line;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text[at] === '#' ? at - line : undefined;
}
