/** Finds what has to be cut into a YAML text to change its value, and nothing else. */
import { alignedItems } from './aligned-items.ts';
import { isDeepEqual } from './deep-equal.ts';
import type { JsonValue } from './value-text.ts';
import { applied, BlockLines, breakAt, type Cut, lineStart } from './yaml-lines.ts';
import type { Collection, Entry, Part } from './yaml-parts.ts';
import {
  entryLines,
  blockLines,
  flowEntry,
  flowText,
  hasLines,
  isCollection,
  type Quotes,
  renderYaml,
  scalarText,
  valueText,
  type YamlIndents,
} from './yaml-text.ts';

const MOST_COLUMNS = 120;

/** What becomes an entry of a map, or an item of a list. */
export interface Wanted {
  readonly key?: string;
  readonly value: JsonValue;
  /** The entry that becomes it. */
  readonly entry?: Entry;
  /** Whether it stays where it is. */
  readonly stays: boolean;
}

/** Where a value stands: behind the key or dash at a column, or in braces. */
type Place =
  | { readonly after: number; readonly column: number; readonly inList: boolean }
  | { readonly json: boolean };

/** Finds the cuts into a text that ends with a line break. */
export class Cutter {
  /** How deep the values lie that are written anew. */
  deepest = 0;
  private readonly indents: YamlIndents;
  private readonly text: string;
  private readonly most: number;

  /** @param most how deep a collection may lie that is changed inside */
  constructor(text: string, most = Infinity) {
    this.text = text;
    this.most = most;
    this.indents = indentsOf(text);
  }

  /** @param place left out for the root */
  changes(part: Part, value: JsonValue, place?: Place, depth = 0): readonly Cut[] {
    if (isDeepEqual(part.value, value)) return [];
    const wanted = depth < this.most ? wantedEntries(part, value) : undefined;
    if (part.kind === 'leaf' || wanted === undefined) return [this.anew(part, value, place, depth)];
    const cuts = this.altered(part, wanted, depth);
    if (!part.inFlow) return cuts;
    const misfits = this.outgrows(part, cuts) || (hasLines(value) && !hasLines(part.value));
    const onLine = !this.text.slice(part.start, part.end).includes('\n');
    return onLine && misfits && !isInFlow(place) ? [this.anew(part, value, place, depth)] : cuts;
  }

  /** @param depth of the collection */
  altered(part: Collection, wanted: readonly Wanted[], depth: number): readonly Cut[] {
    return part.inFlow ? this.flowChanges(part, wanted, depth) : this.blockChanges(part, wanted, depth);
  }

  private blockChanges(part: Collection, wanted: readonly Wanted[], depth: number): readonly Cut[] {
    const cuts: Cut[] = [];
    const lines = new BlockLines(this.text, part, depth === 0);
    const { column } = lines;
    const inList = part.kind === 'list';
    let at = lines.first;
    for (const { key, value, entry, stays } of wanted) {
      const inner =
        entry && this.changes(entry.part, value, { after: entry.after, column, inList }, depth + 1);
      if (entry !== undefined && stays) {
        at = lines.end(entry);
        cuts.push(...(inner ?? []));
        continue;
      }
      this.deepest = Math.max(this.deepest, depth);
      const text = entry
        ? lines.whole(entry, inner ?? [])
        : `${entryLines(key, value, column, this.indents).join('\n')}\n`;
      cuts.push(lines.insertion(at, text));
    }
    const staying = new Set(wanted.flatMap(({ entry, stays }) => (entry && stays ? entry : [])));
    const gone = part.entries.filter((entry) => !staying.has(entry));
    return [...cuts, ...gone.map((entry) => lines.removal(entry, staying))];
  }

  private flowChanges(part: Collection, wanted: readonly Wanted[], depth: number): Cut[] {
    const { entries } = part;
    const cuts: Cut[] = [];
    const staying = wanted.flatMap(({ entry, stays }) => (entry && stays ? entry : []));
    const json = this.text[entries[0]?.start ?? 0] === '"';
    const lead = /\n[ \t]*$/.exec(this.text.slice(part.start, entries[0]?.start))?.[0] ?? ' ';
    const first = staying[0]?.start ?? part.start;
    let at: number | undefined;
    for (const { key, value, entry, stays } of wanted) {
      const inner = entry && this.changes(entry.part, value, { json }, depth + 1);
      if (entry !== undefined && stays) {
        at = entry.end;
        cuts.push(...(inner ?? []));
        continue;
      }
      this.deepest = Math.max(this.deepest, depth);
      const text = entry
        ? applied(this.text, inner ?? [], entry.start, entry.end)
        : flowEntry(key, value, json);
      const start = at ?? first;
      cuts.push({ start, end: start, text: at === undefined ? `${text},${lead}` : `,${lead}${text}` });
    }
    return [...cuts, ...this.flowRemovals(entries, new Set(staying))];
  }

  private flowRemovals(entries: readonly Entry[], staying: ReadonlySet<Entry>): Cut[] {
    const cuts: Cut[] = [];
    let before: Entry | undefined;
    let gone: Entry[] = [];
    for (const entry of entries) {
      if (!staying.has(entry)) gone.push(entry);
      else {
        if (gone[0] !== undefined)
          cuts.push({ start: gone[0].start, end: this.ownLine(gone, entry), text: '' });
        before = entry;
        gone = [];
      }
    }
    const [first, last] = [gone[0], gone.at(-1)];
    if (first === undefined || last === undefined || before === undefined) return cuts;
    const gap = this.text.slice(before.end, first.start).trimEnd();
    const comma = before.end + gap.indexOf(',');
    if (!gap.includes('#')) return [...cuts, { start: before.end, end: last.end, text: '' }];
    return [
      ...cuts,
      { start: comma, end: comma + 1, text: '' },
      { start: before.end + gap.length, end: last.end, text: '' },
    ];
  }

  /** Where the entry begins, or a comment on a line of its own above it. */
  private ownLine(gone: readonly Entry[], entry: Entry): number {
    const from = gone.at(-1)?.end ?? entry.start;
    const comment = /\n[ \t]*#/.exec(this.text.slice(from, entry.start));
    return comment ? from + comment.index + comment[0].length - 1 : entry.start;
  }

  private outgrows(part: Collection, cuts: readonly Cut[]): boolean {
    const growth = cuts.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
    return growth > 0 && part.end - lineStart(this.text, part.start) + growth > MOST_COLUMNS;
  }

  /** A value that is written anew. */
  private anew(part: Part, value: JsonValue, place: Place | undefined, depth: number): Cut {
    this.deepest = Math.max(this.deepest, depth);
    const { start, end } = part;
    const quotes = part.kind === 'leaf' ? quotesAt(this.text, start) : 'plain';
    if (place === undefined) return this.rootAnew(part, value);
    if (isInFlow(place)) {
      const text = isCollection(value)
        ? flowText(value, place.json)
        : scalarText(value, { inFlow: true, quotes: place.json ? 'double' : quotes });
      return { start, end, text: start === end ? ` ${text}` : text };
    }
    const { after, column, inList } = place;
    const line = breakAt(this.text, after);
    const used = after - lineStart(this.text, after);
    const { head, below } = valueText(value, column, { used, indents: this.indents, inList, quotes });
    const comment = this.commentOf(part, after);
    const gap = start > after && start < line ? this.text.slice(after, start) : ' ';
    const isCompact = head === '' && inList && comment === '';
    const first = isCompact
      ? ` ${(below[0] ?? '').trimStart()}`
      : head === ''
        ? comment
        : `${part.kind === 'leaf' || part.inFlow ? gap : ' '}${head}${comment}`;
    const text = [first, ...(isCompact ? below.slice(1) : below)].join('\n');
    return { start: after, end: breakAt(this.text, Math.max(after, end)), text };
  }

  private rootAnew({ start, end }: Part, value: JsonValue): Cut {
    const isBlock = isCollection(value) && Object.keys(value).length > 0;
    const text = isBlock ? blockLines(value, 0, this.indents).join('\n') : renderYaml(value).trimEnd();
    const isOnLine = this.text.slice(lineStart(this.text, start), start).trim() === '';
    const from = isOnLine ? lineStart(this.text, start) : start;
    const to = this.text[end - 1] === '\n' ? breakAt(this.text, end) : end;
    return { start: from, end: to, text: isOnLine ? text : `\n${text}` };
  }

  /** The comment at the end of the line of a value, with the blanks before it. */
  private commentOf({ kind, start, end, ...part }: Part, after: number): string {
    const line = breakAt(this.text, after);
    const isBlockText =
      kind === 'leaf' && /[|>]/.test(this.text.charAt(start)) && this.text[end - 1] === '\n';
    let rest = '';
    if (start > line) rest = this.text.slice(after, line);
    else if (isBlockText) rest = /\s.*$/.exec(this.text.slice(start, line))?.[0] ?? '';
    else if (kind === 'leaf' || ('inFlow' in part && part.inFlow))
      rest = this.text.slice(Math.max(after, end), breakAt(this.text, Math.max(after, end)));
    return /^\s+#/.test(rest) ? rest.trimEnd() : '';
  }
}

/** What becomes the entries of a collection; undefined if none of them stays. */
function wantedEntries(part: Part, value: JsonValue): Wanted[] | undefined {
  if (part.kind === 'leaf' || !isCollection(value) || Array.isArray(value) !== (part.kind === 'list'))
    return undefined;
  const wanted = Array.isArray(value) ? wantedItems(part, value) : wantedFields(part, value);
  return wanted.some(({ stays }) => stays) ? wanted : undefined;
}

function wantedFields(part: Collection, value: Record<string, JsonValue>): Wanted[] {
  const byKey = new Map(part.entries.map((entry) => [entry.key, entry]));
  return Object.entries(value).map(([key, inner]) => {
    const entry = byKey.get(key);
    return { key, value: inner, entry, stays: entry !== undefined };
  });
}

function wantedItems(part: Collection, value: JsonValue[]): Wanted[] {
  const old = part.entries.map((entry) => entry.part.value);
  const { from, staying } = alignedItems(old, value);
  return value.map((inner, at) => {
    const index = from[at];
    if (index === undefined) return { value: inner, stays: false };
    return { value: inner, entry: part.entries[index], stays: staying.has(index) };
  });
}

const isInFlow = (place: Place | undefined): place is { readonly json: boolean } =>
  place !== undefined && 'json' in place;

function quotesAt(text: string, at: number): Quotes {
  return text[at] === '"' ? 'double' : text[at] === "'" ? 'single' : 'plain';
}

/** The indents that a text has, by the first map and the first list in it. */
export function indentsOf(text: string): YamlIndents {
  const map = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n\1( +)[^\s#-]/m.exec(text)?.[2]?.length ?? 2;
  const list = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n\1( *)- /m.exec(text)?.[2]?.length ?? 2;
  // A text that begins with a blank says its indent in one digit.
  return { map: Math.min(map, 9), list };
}
