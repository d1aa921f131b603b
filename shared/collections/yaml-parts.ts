/** Where the values of a YAML text stand in it. The text has no byte order mark, and ends with a line break. */
import { isMap, isScalar, isSeq, type Pair, parseDocument, type ParsedNode, type YAMLSeq } from 'yaml';
import type { JsonValue } from './value-text.ts';
import type { JsonMap } from './yaml-text.ts';

/** A value that is replaced as a whole. */
interface Leaf {
  readonly kind: 'leaf';
  readonly start: number;
  readonly end: number;
  readonly value: JsonValue;
}

/** A map or a list that is not empty. */
export interface Collection {
  readonly kind: 'map' | 'list';
  /** Whether it stands in braces or brackets. */
  readonly inFlow: boolean;
  readonly start: number;
  readonly end: number;
  readonly value: JsonMap | JsonValue[];
  readonly entries: readonly Entry[];
}

export type Part = Leaf | Collection;

/** An entry of a map, or an item of a list, which has no key. */
export interface Entry {
  readonly key?: string;
  /** Of the key or the dash. */
  readonly start: number;
  /** Behind the colon or the dash. */
  readonly after: number;
  readonly end: number;
  readonly part: Part;
}

/** What a text says; undefined if it is no single YAML document. */
export function valueOfYaml(text: string): { readonly value: JsonValue } | undefined {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  const value: JsonValue = document.toJS() ?? null;
  return { value };
}

/** The value of a text and of all in it; undefined if there is none. */
export function partsOf(text: string): Part | undefined {
  const document = parseDocument(text, { keepSourceTokens: true, logLevel: 'silent', prettyErrors: false });
  const root = document.contents;
  if (document.errors.length > 0 || root === null || isEmptyNode(root)) return undefined;
  return partOf(root, 0, text);
}

function partOf(node: ParsedNode | null, after: number, text: string): Part {
  if (node === null || isEmptyNode(node)) return { kind: 'leaf', start: after, end: after, value: null };
  const [start, end] = node.range;
  if (isMap(node)) {
    const entries = node.items.map((pair) => mapEntry(pair, text));
    const value = Object.fromEntries(entries.map(({ key, part }) => [key ?? '', part.value]));
    return collection('map', { inFlow: node.flow === true, start, end, value, entries }, text);
  }
  if (isSeq(node)) {
    const entries = listEntries(node, text);
    const value = entries.map((entry) => entry.part.value);
    return collection('list', { inFlow: node.flow === true, start, end, value, entries }, text);
  }
  return { kind: 'leaf', start, end, value: scalarOf(node) };
}

function collection(kind: Collection['kind'], read: Omit<Collection, 'kind'>, text: string): Part {
  const { start, end, value, entries, inFlow } = read;
  // A map of one entry in a list may stand without braces: `[a: 1]`.
  if (entries.length === 0 || (inFlow && !'{['.includes(text.charAt(start))))
    return { kind: 'leaf', start, end, value };
  return { ...read, kind, end: inFlow ? end : (entries.at(-1)?.end ?? end) };
}

function mapEntry({ key, value, srcToken }: Pair<ParsedNode, ParsedNode | null>, text: string): Entry {
  const [keyStart, keyEnd] = key.range;
  const start = srcToken?.start.find((token) => token.type === 'explicit-key-ind')?.offset ?? keyStart;
  const colon = srcToken?.sep?.find((token) => token.type === 'map-value-ind')?.offset;
  const after = colon === undefined ? keyEnd : colon + 1;
  const part = partOf(value, after, text);
  return { key: String(scalarOf(key) ?? ''), start, after, end: Math.max(after, part.end), part };
}

function listEntries(list: YAMLSeq.Parsed, text: string): Entry[] {
  const token = list.srcToken;
  if (token?.type !== 'block-seq')
    return list.items.map((item) => {
      const part = partOf(item, item.range[0], text);
      return { start: part.start, after: part.start, end: part.end, part };
    });
  const dashes = token.items.flatMap(
    ({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [],
  );
  return dashes.map((start, at) => {
    const part = partOf(list.items[at] ?? null, start + 1, text);
    return { start, after: start + 1, end: Math.max(start + 1, part.end), part };
  });
}

/** Whether a value is left out, which means null. */
function isEmptyNode(node: ParsedNode): boolean {
  return isScalar(node) && node.range[0] === node.range[1];
}

function scalarOf(node: ParsedNode): string | number | boolean | null {
  const value = isScalar(node) ? node.value : null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
