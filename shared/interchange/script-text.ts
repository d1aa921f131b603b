/** The text of a script in statements, arguments and literals. Nothing is ever run. */
import { MAX_SCRIPT_NESTING } from '../limits.ts';
import type { Names } from './script-values.ts';
import { variableName } from './variables.ts';

/** What brackets in it do not count of: a comment, a text, a regular expression where one may stand. */
const ATOM =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|(?<=[(,=:[!&|?{};]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|[^]/y;

interface Piece {
  /** A statement, the head of a block, or its end. */
  is: 'statement' | 'open' | 'close';
  text: string;
}

/** The pieces of a script, in their order. A block begins where a brace follows a head such as `if (…)` or `function ()`. */
export function* piecesOf(script: string): Generator<Piece> {
  /** Brackets that are open around each block. */
  const around: number[] = [];
  let text = '';
  let open = 0;
  const statement = function* (): Generator<Piece> {
    const whole = text.trim();
    text = '';
    if (whole !== '') yield { is: 'statement', text: whole };
  };
  for (const atom of atomsOf(script)) {
    const before = text.trimEnd();
    const isComment = /^\/[/*]/.test(atom);
    if (isComment) continue;
    if (atom === '{' && (before === '' || /(?:\)|=>|\belse|\btry|\bfinally|\bdo)$/.test(before))) {
      yield { is: 'open', text: before.trim() };
      around.push(open);
      [text, open] = ['', 0];
    } else if (atom === '}' && open === 0 && around.length > 0) {
      yield* statement();
      yield { is: 'close', text: '' };
      // The brackets of the call around a function, such as `);`.
      open = around.pop() ?? 0;
    } else if (open === 0 && (atom === ';' || (atom === '\n' && !/[=+\-*%&|!<>?:,.(]$/.test(before)))) {
      if (atom === '\n') text += atom;
      else yield* statement();
    } else {
      // A line that does not go on with the one before begins a statement.
      if (text.includes('\n') && open === 0 && /^[\w$]$/.test(atom) && /\n\s*$/.test(text))
        yield* statement();
      if (/^[([{]$/.test(atom)) open++;
      if (/^[)\]}]$/.test(atom)) open = Math.max(0, open - 1);
      text += atom;
    }
  }
  yield* statement();
}

function* atomsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    ATOM.lastIndex = at;
    const [atom = ''] = ATOM.exec(text) ?? [];
    at += Math.max(1, atom.length);
    yield atom;
  }
}

/** The position after the bracket that ends the group at a position; the end of the text if there is none. */
export function groupEnd(text: string, start: number): number {
  let open = 0;
  let at = start;
  for (const atom of atomsOf(text.slice(start))) {
    at += atom.length;
    if (/^[([{]$/.test(atom)) open++;
    if (/^[)\]}]$/.test(atom) && --open === 0) return at;
  }
  return text.length;
}

/** What stands between the commas of a call. */
export function argumentsIn(text: string): string[] {
  const found = [''];
  let open = 0;
  for (const atom of atomsOf(text)) {
    if (/^[([{]$/.test(atom)) open++;
    if (/^[)\]}]$/.test(atom)) open--;
    if (atom === ',' && open === 0) found.push('');
    else found[found.length - 1] += atom;
  }
  const all = found.map((one) => one.trim());
  return all.at(-1) === '' ? all.slice(0, -1) : all;
}

/** A regular expression as a step has it. */
export class ScriptPattern {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const GETTER =
  /^(?:pm\.(?:environment|collectionVariables|globals|variables|iterationData)\.get|postman\.get(?:Environment|Global)Variable|bru\.get(?:Var|EnvVar|GlobalEnvVar))\(([^]*)\)$/;
const FILLED = /^(?:pm\.variables\.replaceIn|bru\.interpolate)\(([^]*)\)$/;

/** A value that the script says itself. @param names that it gives to some */
export function literalOf(expression: string, names: Names, depth = 0): { value: unknown } | null {
  const text = expression.trim();
  const meaning = names.get(text);
  if (depth > MAX_SCRIPT_NESTING) return null;
  if (meaning !== undefined) return literalOf(meaning, names, depth + 1);
  const [, got] = GETTER.exec(text) ?? [];
  const [, filled] = FILLED.exec(text) ?? [];
  if (got !== undefined || filled !== undefined) {
    const inner = literalOf(got ?? filled ?? '', names, depth + 1)?.value;
    if (typeof inner !== 'string') return null;
    return { value: got === undefined ? inner : `{{${variableName(inner)}}}` };
  }
  const [, pattern] = /^\/([^]+)\/[gu]*$/.exec(text) ?? [];
  if (pattern !== undefined) return { value: new ScriptPattern(patternOf(pattern)) };
  if (/^["'`]/.test(text)) {
    const value = textOf(text);
    return value === null ? null : { value };
  }
  if (text.startsWith('[') || text.startsWith('{')) return structureOf(text, names, depth);
  return /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(text) ? { value: JSON.parse(text) as unknown } : null;
}

function structureOf(text: string, names: Names, depth: number): { value: unknown } | null {
  if (groupEnd(text, 0) !== text.length) return null;
  const members = argumentsIn(text.slice(1, -1));
  const values: [string, unknown][] = [];
  for (const [at, member] of members.entries()) {
    const [head = '', bare, quoted] = text.startsWith('{')
      ? (/^(?:([\w$]+)|("[^"]*"|'[^']*'))\s*:/.exec(member) ?? [])
      : ['', String(at)];
    const name = bare ?? textOf(quoted ?? '');
    const one = literalOf(member.slice(head.length), names, depth + 1);
    if (name === null || name === '__proto__' || one === null) return null;
    values.push([name, one.value]);
  }
  return { value: text.startsWith('[') ? values.map(([, one]) => one) : Object.fromEntries(values) };
}

/** A step's expressions allow a backslash only where it means something. */
function patternOf(source: string): string {
  return source.replaceAll(/\\[^\w$()*+./?[\\\]^{|}]|\[(?:\\.|[^\\\]])*\]|\\./g, (part) =>
    /^\\[^\w$()*+./?[\\\]^{|}]/.test(part) ? part.slice(1) : part,
  );
}

const SHORT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The value of a text in quotes; null if it is none, or is computed. */
export function textOf(quoted: string): string | null {
  const [, , inside] = /^(["'`])([^]*)\1$/.exec(quoted) ?? [];
  if (inside === undefined || (quoted.startsWith('`') && inside.includes('${'))) return null;
  const mark = quoted.charAt(0);
  if (inside.replaceAll(/\\[^]/g, '').includes(mark)) return null;
  return inside.replaceAll(/\\(u[\da-fA-F]{4}|[^])/g, (_, escape: string) =>
    escape.length > 1
      ? String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      : (Object.entries(SHORT).find(([one]) => one === escape)?.[1] ?? escape),
  );
}
