/** Splits a script into tokens, to recognise a few statements. Nothing is ever run. */
import { ownValue } from '../own-value.ts';
import { MAX_SCRIPT_CHARS, MAX_SCRIPT_NESTING } from '../limits.ts';
import { isSecretName, isSecretValue } from './secrets.ts';
import { variableName } from './variables.ts';

export interface Token {
  kind: 'word' | 'text' | 'number' | 'pattern' | 'mark' | 'unknown';
  /** As it is written; of a text, its value. */
  text: string;
  /** Position in the script. */
  from: number;
  to: number;
  /** Whether a line break stands before it. */
  newLine: boolean;
}

const PART =
  /(\s+|\/\/[^\n]*|\/\*[^]*?\*\/)|([A-Za-z_$][\w$]*)|(\d+(?:\.\d+)?)|("(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`)|(=>|===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[^])/y;

/** A regular expression; where one may stand, nothing is divided. */
const PATTERN = /\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
const BEFORE_PATTERN = /^(?:[(,=:[!&|?{};]|=>|[!=]==?|&&|\|\|)$/;

export function tokensOf(script: string): Token[] {
  if (script.length > MAX_SCRIPT_CHARS) return [];
  const tokens: Token[] = [];
  let newLine = true;
  for (let from = 0; from < script.length;) {
    const before = tokens.at(-1);
    const mayBePattern = before?.kind === 'mark' && BEFORE_PATTERN.test(before.text);
    const pattern = mayBePattern && script.charAt(from) === '/' ? at(PATTERN, script, from) : null;
    const found = pattern ?? at(PART, script, from);
    if (found === null) break;
    const [whole, blank, word, number, quoted] = found;
    const to = from + whole.length;
    if (pattern !== null) tokens.push({ kind: 'pattern', text: whole, from, to, newLine });
    else if (blank !== undefined) newLine ||= blank.includes('\n') || blank.startsWith('//');
    else if (quoted !== undefined) {
      const value = unquoted(quoted);
      tokens.push({ kind: value === null ? 'unknown' : 'text', text: value ?? quoted, from, to, newLine });
    } else {
      const kind = word === undefined ? (number === undefined ? 'mark' : 'number') : 'word';
      tokens.push({ kind, text: whole, from, to, newLine });
    }
    if (pattern !== null || blank === undefined) newLine = false;
    from = to;
  }
  return tokens;
}

function at(form: RegExp, script: string, from: number): RegExpExecArray | null {
  form.lastIndex = from;
  return form.exec(script);
}

/** A regular expression as a step has it. */
export class ScriptPattern {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** @returns null if it has flags that change what fits */
function patternOf(text: string): ScriptPattern | null {
  const end = text.lastIndexOf('/');
  if (/[^gu]/.test(text.slice(end + 1))) return null;
  // A step's expressions allow a backslash only where it means something.
  const source = text
    .slice(1, end)
    .replaceAll(/\\[^\w$()*+./?[\\\]^{|}]|\[(?:\\.|[^\\\]])*\]|\\./g, (part) =>
      /^\\[^\w$()*+./?[\\\]^{|}]/.test(part) ? part.slice(1) : part,
    );
  return new ScriptPattern(source);
}

const SHORT: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** The value of a text in quotes; null if it has an escape that is rare, or a value that is computed. */
function unquoted(quoted: string): string | null {
  if (quoted.startsWith('`') && quoted.includes('${')) return null;
  let known = true;
  const value = quoted
    .slice(1, -1)
    .replaceAll(/\\(u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^])/g, (_, escape: string) => {
      if (escape.length > 1) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      if (/[ux1-9]/.test(escape)) known = false;
      return ownValue(SHORT, escape) ?? escape;
    });
  return known ? value : null;
}

const FILLED = ['pm.variables.replaceIn', 'bru.interpolate'];
/** Read a variable. */
const GETTERS = [
  'pm.environment.get',
  'pm.collectionVariables.get',
  'pm.globals.get',
  'pm.variables.get',
  'pm.iterationData.get',
  'postman.getEnvironmentVariable',
  'postman.getGlobalVariable',
  'bru.getVar',
  'bru.getEnvVar',
  'bru.getGlobalEnvVar',
];

/** Goes through the tokens of a script. */
export class ScriptCursor {
  protected readonly script: string;
  protected readonly tokens: readonly Token[];
  protected at = 0;
  /** Names whose values the script says itself. */
  protected readonly constants = new Map<string, unknown>();
  private depth = 0;
  private readonly forms = new Map<string, readonly string[]>();

  constructor(script: string) {
    this.script = script;
    this.tokens = tokensOf(script);
  }

  /** `(1, "a", [true])` */
  protected literals(): unknown[] | null {
    if (!this.take('(')) return null;
    const values: unknown[] = [];
    while (!this.take(')')) {
      const one = this.literal();
      if (one === null) return null;
      values.push(one.value);
      if (!this.take(',') && !this.is(')')) return null;
    }
    return values;
  }

  protected literal(): { value: unknown } | null {
    return this.nested(() => this.oneLiteral());
  }

  private oneLiteral(): { value: unknown } | null {
    if (this.anyForm(FILLED) !== null) return this.filled((text) => text);
    if (this.anyForm(GETTERS) !== null) return this.filled((name) => `{{${variableName(name)}}}`);
    const token = this.tokens[this.at];
    if (token === undefined) return null;
    this.at++;
    if (token.kind === 'word' && this.constants.has(token.text))
      return { value: this.constants.get(token.text) };
    if (token.kind === 'pattern') {
      const value = patternOf(token.text);
      return value === null ? null : { value };
    }
    if (token.kind === 'text') return { value: token.text };
    if (token.kind === 'number') return { value: Number(token.text) };
    if (token.text === '-' && this.tokens[this.at]?.kind === 'number')
      return { value: -Number(this.tokens[this.at++]?.text) };
    if (token.text === 'true' || token.text === 'false') return { value: token.text === 'true' };
    if (token.text === 'null') return { value: null };
    if (token.text === '[') return this.listLiteral();
    return token.text === '{' && token.kind === 'mark' ? this.objectLiteral() : null;
  }

  /** `("{{name}}")`: a text whose variables are filled in, as in every text of a step. */
  private filled(valueOf: (text: string) => string): { value: unknown } | null {
    const [text, ...more] = this.literals() ?? [];
    return typeof text === 'string' && more.length === 0 ? { value: valueOf(text) } : null;
  }

  private listLiteral(): { value: unknown } | null {
    const values: unknown[] = [];
    while (!this.take(']')) {
      const one = this.literal();
      if (one === null || (!this.take(',') && !this.is(']'))) return null;
      values.push(one.value);
    }
    return { value: values };
  }

  private objectLiteral(): { value: unknown } | null {
    const values: [string, unknown][] = [];
    while (!this.take('}')) {
      const name = this.tokens[this.at];
      if (name?.kind !== 'text' && name?.kind !== 'word') return null;
      this.at++;
      const one = this.take(':') && name.text !== '__proto__' ? this.literal() : null;
      if (one === null || (!this.take(',') && !this.is('}'))) return null;
      values.push([name.text, one.value]);
    }
    return { value: Object.fromEntries(values) };
  }

  /** Whether a statement may end before the present token. */
  protected endsHere(): boolean {
    const token = this.tokens[this.at];
    return (
      token === undefined ||
      token.text === ';' ||
      token.text === '}' ||
      (token.newLine && /^[A-Za-z_$]/.test(token.text) && token.kind === 'word')
    );
  }

  /** A part of the script for the report. Where it speaks of a secret, its texts are left out. */
  protected textBetween(from: number, to: number): string {
    const start = this.tokens[from]?.from ?? 0;
    const text = this.script.slice(start, this.tokens[to - 1]?.to ?? this.script.length);
    const isSecret = this.tokens
      .slice(from, to)
      .some((token) => token.kind !== 'mark' && (isSecretName(token.text) || isSecretValue(token.text)));
    return isSecret
      ? text.replaceAll(/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?/g, '"…"')
      : text;
  }

  protected back(to: number): false {
    this.at = to;
    return false;
  }

  /** What `read` makes, or null inside of too many others: each takes a call. */
  protected nested<T>(read: () => T | null): T | null {
    if (this.depth >= MAX_SCRIPT_NESTING) return null;
    this.depth++;
    const made = read();
    this.depth--;
    return made;
  }

  protected is(text: string): boolean {
    const token = this.tokens[this.at];
    return token !== undefined && token.text === text && token.kind !== 'text';
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  /** Takes the first of the forms that stands here, as `pm.response.code`; it does not go on with a further name. */
  protected anyForm(forms: readonly string[]): string | null {
    const start = this.at;
    for (const form of forms) {
      const wanted = this.forms.get(form) ?? tokensOf(form).map(({ text }) => text);
      this.forms.set(form, wanted);
      if (wanted.every((text) => this.take(text))) return form;
      this.at = start;
    }
    return null;
  }
}
