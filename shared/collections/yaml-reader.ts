/** Reads YAML with the place of everything in it, and says what is wrong in the words of who writes it. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type ParsedNode,
  visit,
  type YAMLError,
} from 'yaml';
import { flowMistakes as t } from '../texts/flow-mistakes.ts';
import { ownValue } from '../own-value.ts';
import type { JsonValue } from './value-text.ts';

/** What is wrong at a place of a text; line and column from 1. */
export interface PlacedMistake {
  line: number;
  column: number;
  text: string;
  /** Whether it may well be right. */
  isNote?: true;
}

export type Path = readonly (string | number)[];

/** A text that YAML can read. */
export class YamlText {
  readonly value: JsonValue;
  private readonly document: Document<ParsedNode>;
  private readonly lines: LineCounter;
  readonly text: string;

  constructor(text: string, document: Document<ParsedNode>, lines: LineCounter) {
    this.text = text;
    this.document = document;
    this.lines = lines;
    this.value = document.toJS({ maxAliasCount: 0 }) as JsonValue;
  }

  /** Line and column of a value, or of its key, or of the nearest thing around it that exists. */
  at(path: Path, what: 'key' | 'value' = 'value'): { line: number; column: number } {
    const node = this.nodeAt(path, what);
    return this.placeAt(node?.range?.[0] ?? 0);
  }

  /** Undefined if nothing is there. */
  valueAt(path: Path): JsonValue | undefined {
    let value: JsonValue | undefined = this.value;
    for (const part of path) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = Array.isArray(value) ? value[Number(part)] : ownValue(value, String(part));
    }
    return value;
  }

  /** A value as it is written. */
  written(path: Path): string {
    const range = this.nodeAt(path, 'value')?.range;
    return range ? this.text.slice(range[0], range[1]) : '';
  }

  private placeAt(offset: number): { line: number; column: number } {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  private nodeAt(path: Path, what: 'key' | 'value'): Node | null {
    let node: Node | null = this.document.contents;
    let last: Node | null = node;
    for (const [at, part] of path.entries()) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
        if (pair === undefined) return last;
        const isLast = at === path.length - 1;
        const key = isNode(pair.key) ? pair.key : null;
        node = isNode(pair.value) ? pair.value : null;
        if (isLast && what === 'key') return key ?? last;
        last = isEmptyScalar(node) ? (key ?? last) : (node ?? key ?? last);
      } else if (isSeq(node)) {
        const item: unknown = node.items[Number(part)];
        if (!isNode(item)) return last;
        node = item;
        last = item;
      } else return last;
    }
    return last;
  }
}

/** Nothing stands there: its key is what a person sees. */
const isEmptyScalar = (node: Node | null) =>
  isScalar(node) && (node.source ?? '') === '' && node.value === null;

/** @returns the text with its places, or what is wrong with it as YAML and with what YAML would make of it */
export function readYaml(text: string): YamlText | PlacedMistake[] {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ' '), {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    prettyErrors: false,
    lineCounter: lines,
    stringKeys: false,
  });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [error] = document.errors;
  const found: PlacedMistake[] = [];
  if (error !== undefined) {
    const place = at(error.pos[0]);
    const written = text.split(/\r?\n/);
    return [hintIn(written, place.line) ?? { ...place, text: sentenceOf(error, text, written, place.line) }];
  }
  visit(document, {
    Node: (_, node) => {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node) || node.anchor !== undefined || (node.tag !== undefined && isTagged(node)))
        found.push({ ...at(offset), text: t.aliases });
      return undefined;
    },
  });
  visit(document, {
    Pair: (_, { key }) => {
      if (!isCollection(key)) return undefined;
      // `{{name}}` without quotes is a map whose key is a map.
      const offset = key.range?.[0] ?? 0;
      const from = text.lastIndexOf('{{', offset + 1);
      const [written = '{{…}}'] = /^\{\{[^}]*\}\}/.exec(text.slice(Math.max(0, from))) ?? [];
      found.push({ ...at(Math.max(0, from)), text: t.quoteVariable(written) });
      return visit.BREAK;
    },
    // After the keys: what they lead to.
    Map: (_, { items }) => {
      for (const { key, value } of items)
        if (isScalar(key) && (value === null || (isNode(value) && isEmptyScalar(value)))) {
          const name = String(key.value);
          const text = name.includes(':') ? t.colonBlank(name) : t.empty(name);
          found.push({ ...at(key.range?.[0] ?? 0), text });
        }
      return undefined;
    },
    Scalar: (key, node) => {
      const { source, value, type } = node;
      if (key === 'key' && value === null) return undefined;
      if (typeof value !== 'number' || type !== 'PLAIN' || source === undefined || source === String(value))
        return undefined;
      found.push({ ...at(node.range?.[0] ?? 0), text: t.numberChanges(source, String(value)) });
      return undefined;
    },
  });
  return found.length > 0 ? found : new YamlText(text, document, lines);
}

function isTagged(node: Node): boolean {
  return 'tag' in node && typeof node.tag === 'string' && !node.tag.startsWith('tag:yaml.org,2002:');
}

/** What a person most often forgets on a line that YAML cannot read. */
function hintIn(lines: readonly string[], near: number): PlacedMistake | null {
  for (const line of [near, near - 1]) {
    const written = lines[line - 1] ?? '';
    const tab = /^ *\t/.exec(written);
    if (tab !== null) return { line, column: tab[0].length, text: t.tab };
    const variable = /(?:[:,[{-] +|[[{])(\{\{[^{}"]*\}\}[^,\]}"#]*)/.exec(written);
    if (variable !== null)
      return {
        line,
        column: variable.index + variable[0].length - (variable[1] ?? '').length + 1,
        text: t.quoteVariable((variable[1] ?? '').trim()),
      };
    const path = /[{,] *(?:[\w-]+: +)?(\$[^"',}\s]*\[)/.exec(written);
    if (path !== null)
      return { line, column: path.index + path[0].length - (path[1] ?? '').length + 1, text: t.quotePath };
    const start = /(?:: +|- +)([@`%&*!|>])/.exec(written);
    if (start !== null)
      return { line, column: start.index + start[0].length, text: t.quoteStart(start[1] ?? '') };
  }
  return null;
}

/** Kinds of errors by what a person did. */
const SENTENCES: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: t.documents,
  TAB_AS_INDENT: t.tab,
  BAD_INDENT: t.indent,
  MULTILINE_IMPLICIT_KEY: t.keyValue,
  MISSING_CHAR: t.keyValue,
  UNEXPECTED_TOKEN: t.quoteInside,
};

function sentenceOf(error: YAMLError, text: string, lines: readonly string[], line: number): string {
  const written = lines[line - 1] ?? '';
  switch (error.code) {
    case 'DUPLICATE_KEY': {
      const [key = ''] = /^[^\s:]+/.exec(text.slice(error.pos[0])) ?? [];
      return t.keyTwice(key);
    }
    case 'BLOCK_AS_IMPLICIT_KEY': {
      const at = written.indexOf(': ');
      const [key, value] = [written.slice(0, Math.max(0, at)), written.slice(at + 2).trim()];
      return value.includes(': ') ? t.quoteColon(key.replace(/^[ -]+/, ''), value) : t.deeper;
    }
    default: {
      if (error.message.includes('- indicator')) return t.indent;
      const opened = OPENINGS.find(([part]) => error.message.includes(part))?.[1];
      if (opened !== undefined) return t.unclosed(opened);
      return ownValue(SENTENCES, error.code) ?? t.yaml(`${error.message.replace(/\.?$/, '')}.`);
    }
  }
}

/** What has no end, by words of the message. */
const OPENINGS = [
  ['Missing closing "', '"'],
  ["Missing closing '", "'"],
  ['end with a }', '{'],
  ['end with a ]', '['],
] as const;
