/** Maps the parts of a JSON text to lines, so that a fault can be shown at its line. Every function takes linear time. */
import { MAX_BODY_NESTING } from '../limits.ts';

/** Strings, punctuation, line breaks and other values of valid JSON. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,\n]|[^\s{}[\]:,"]+/g;

/** A field that is looked for, or one above it. */
interface Wanted {
  /** From 1; null until it is found. */
  line: number | null;
  /** Of a value that is neither an object nor a list: where it begins and ends, in characters. */
  span: { from: number; to: number } | null;
  below: Map<string, Wanted>;
}

const wantedField = (): Wanted => ({ line: null, span: null, below: new Map() });

/**
 * The lines of fields, counted from 1; that of the nearest parent for a missing field. The text is read once for all of them.
 * @param text valid JSON
 * @param paths names and array positions joined by `/`, as in `payments/0/creditorName`
 */
export function linesOfFields(text: string, paths: readonly string[]): number[] {
  const root = wantedField();
  for (const path of paths) want(root, path);
  find(text, root);
  return paths.map((path) => nearestLine(root, path));
}

/** Where the value of a field begins and ends; null if there is none, or it is an object or a list. @param text valid JSON */
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

/** An open object or array of the text. Null as `wanted` if nothing in it is looked for. */
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
  /** What the value that begins is. */
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
      // Of two fields with one name, the second counts.
      if (top.field) top.field.line = line;
    } else {
      const wanted = here();
      begin(wanted);
      if (wanted) wanted.span = { from: index, to: index + token.length };
    }
  }
}

/** The field with a name, which may itself contain `/`; null if nothing there is looked for. */
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

/** The line where objects and arrays are nested deeper than a limit, counted from 1; null if they are not. @param text valid JSON */
export function lineTooDeep(text: string, limit: number): number | null {
  let depth = 0;
  let line = 1;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '\n') line++;
    else if (token === '}' || token === ']') depth--;
    else if ((token === '{' || token === '[') && ++depth > limit) return line;
  }
  return null;
}

/** The line that contains an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Why a text is not JSON, or too deep to be checked, and the line where that begins; null for other JSON. */
export function jsonProblem(text: string): { line: number; text: string } | null {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    // An error without a position means that the text ends too early.
    const offset = position === undefined ? text.length : Number(position);
    return {
      line: lineAt(text, offset),
      text: `This is not valid JSON: ${message.replace(/ in JSON.*$/, '')}.`,
    };
  }
  const line = lineTooDeep(text, MAX_BODY_NESTING);
  return line === null
    ? null
    : {
        line,
        text: `Objects and arrays are nested more than ${MAX_BODY_NESTING} levels deep, so the body is not checked here.`,
      };
}

/** JSON with one field per line; null for a text that is not JSON, or too deep. */
export function prettyJson(text: string): string | null {
  return jsonProblem(text) === null ? JSON.stringify(JSON.parse(text), null, 2) : null;
}
