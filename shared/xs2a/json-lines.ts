/** Maps parts of a JSON text to lines, in linear time. */
import { MAX_BODY_NESTING } from '../limits.ts';

/** Strings, punctuation, line breaks and other values of valid JSON. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,\n]|[^\s{}[\]:,"]+/g;

/** A searched field, or a parent of one. */
interface Wanted {
  /** From 1; null until it is found. */
  line: number | null;
  /** Position of a value that is neither an object nor a list, in characters. */
  span: { from: number; to: number } | null;
  below: Map<string, Wanted>;
}

const wantedField = (): Wanted => ({ line: null, span: null, below: new Map() });

/**
 * The lines of fields, from 1; that of the nearest parent for a missing field.
 * @param text valid JSON
 * @param paths names and array positions joined by `/`, as in `payments/0/creditorName`
 */
export function linesOfFields(text: string, paths: readonly string[]): number[] {
  const root = wantedField();
  for (const path of paths) want(root, path);
  find(text, root);
  return paths.map((path) => nearestLine(root, path));
}

/** The position of the value of a field; null if there is none, or it is an object or a list. @param text valid JSON */
export function spanOfValue(text: string, path: string): { from: number; to: number } | null {
  const root = wantedField();
  const wanted = want(root, path);
  find(text, root);
  return wanted.span;
}

function want(root: Wanted, path: string): Wanted {
  let at = root;
  for (const name of path.split('/')) {
    const next = at.below.get(name) ?? wantedField();
    at.below.set(name, next);
    at = next;
  }
  return at;
}

/** An open object or array of the text; `wanted` is null if nothing in it is searched. */
interface Open {
  wanted: Wanted | null;
  /** The current index in an array; null in an object. */
  index: number | null;
  /** The current field of an object. */
  field: Wanted | null;
}

function find(text: string, root: Wanted): void {
  const open: Open[] = [];
  let line = 1;
  let expectsKey = false;
  /** The searched field of the next value. */
  const here = () => {
    const top = open.at(-1);
    if (!top) return root;
    return top.index === null ? top.field : below(top.wanted, String(top.index));
  };
  const begin = (wanted: Wanted | null) => {
    if (wanted) wanted.line ??= line;
  };
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const top = open.at(-1);
    if (token === '\n') line++;
    else if (token === '{' || token === '[') {
      const wanted = here();
      begin(wanted);
      open.push({ wanted, index: token === '[' ? 0 : null, field: null });
      expectsKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      expectsKey = false;
    } else if (token === ',') {
      if (top && top.index !== null) top.index++;
      expectsKey = top?.index === null;
    } else if (token === ':') expectsKey = false;
    else if (expectsKey && top) {
      top.field = top.wanted && below(top.wanted, JSON.parse(token) as string);
      // The second of two fields with one name counts.
      if (top.field) top.field.line = line;
    } else {
      const wanted = here();
      begin(wanted);
      if (wanted) wanted.span = { from: index, to: index + token.length };
    }
  }
}

/** The searched field with a name, which may contain `/`. */
function below(wanted: Wanted | null, name: string): Wanted | null {
  let at = wanted;
  for (const part of name.split('/')) at = at?.below.get(part) ?? null;
  return at;
}

function nearestLine(root: Wanted, path: string): number {
  let at: Wanted | undefined = root;
  let line = 1;
  for (const name of [null, ...path.split('/')]) {
    at = name === null ? root : at.below.get(name);
    if (at === undefined) break;
    line = at.line ?? line;
  }
  return line;
}

/** The first line nested deeper than a limit, or null. @param text valid JSON */
function lineTooDeep(text: string, limit: number): number | null {
  let depth = 0;
  let line = 1;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '\n') line++;
    else if (token === '}' || token === ']') depth--;
    else if ((token === '{' || token === '[') && ++depth > limit) return line;
  }
  return null;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** A string of JSON without its closing quote. */
const STRING = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
/** What can begin a value: `"` is any string, `0` any other scalar. */
const VALUE = '{["0';

/** The position where a text stops being JSON, in characters. Parsers do not always tell it. */
function stopOf(text: string): number {
  const open: string[] = [];
  let next = VALUE;
  for (let at = 0; ;) {
    while (/[ \t\r\n]/.test(text[at] ?? '')) at++;
    const char = text[at] ?? '';
    STRING.lastIndex = SCALAR.lastIndex = at;
    const isScalar = SCALAR.test(text);
    const kind = isScalar ? '0' : char;
    if (kind === '' || !next.includes(kind)) return at;
    const isName = kind === '"' && next.startsWith('"');
    if (kind === '"') {
      STRING.test(text);
      at = STRING.lastIndex;
      if (text[at] !== '"') return at;
    }
    at = isScalar ? SCALAR.lastIndex : at + 1;
    if (kind === '{' || kind === '[') open.push(kind);
    else if (kind === '}' || kind === ']') open.pop();
    const inObject = open.at(-1) === '{';
    if (kind === '{') next = '"}';
    else if (kind === '[') next = `${VALUE}]`;
    else if (kind === ',') next = inObject ? '"' : VALUE;
    else if (kind === ':') next = VALUE;
    else if (isName) next = ':';
    else next = open.length === 0 ? '' : inObject ? ',}' : ',]';
  }
}

/** What to do about a usual mistake at a position; empty for any other. */
function remedyAt(text: string, at: number): string {
  const rest = text.slice(at, at + 10);
  if (rest.startsWith('\ufeff')) return ' Write it without a byte order mark (BOM) in front.';
  if (rest.startsWith("'"))
    return ' Put names and texts in double quotes, as json.dumps and JSON.stringify do.';
  if (/^(?:None|True|False|NaN|undefined)/.test(rest)) return ' Write null, true or false.';
  const isAfterComma = /^[}\]]/.test(rest) && text.slice(0, at).trimEnd().endsWith(',');
  return isAfterComma ? ` Remove the comma before the ${rest[0]}.` : '';
}

/** Characters on either side of a position in an excerpt. */
const NEAR = 20;

function placeOf(text: string, at: number): string {
  const column = at - text.lastIndexOf('\n', at - 1);
  const before = text.slice(Math.max(at - NEAR, at - column + 1), at);
  const [after = ''] = text.slice(at, at + NEAR).split('\n', 1);
  return `column ${column}: ${(before + after).trim().toWellFormed()}`;
}

interface JsonProblem {
  /** From 1. */
  line: number;
  text: string;
  /** Column and excerpt. */
  place: string;
}

/** Why a text is not JSON or nested too deeply, and where; null for valid JSON. */
export function jsonProblem(text: string): JsonProblem | null {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = stopOf(text);
    const reason = message.replace(/(?: in JSON| at position|, (?:\.\.\.)?").*$/s, '');
    return {
      line: lineAt(text, at),
      text: `This is not valid JSON: ${reason}.${remedyAt(text, at)}`,
      place: placeOf(text, at),
    };
  }
  const line = lineTooDeep(text, MAX_BODY_NESTING);
  return line === null
    ? null
    : {
        line,
        place: 'column 1',
        text: `Objects and arrays are nested more than ${MAX_BODY_NESTING} levels deep, so the body is not checked here.`,
      };
}

/** Indented JSON; null for a text that is not JSON or nested too deeply. */
export function prettyJson(text: string): string | null {
  return jsonProblem(text) === null ? JSON.stringify(JSON.parse(text), null, 2) : null;
}
