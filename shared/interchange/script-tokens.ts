/** Splits a script into tokens, to recognise a few statements. Nothing is ever run. */
import { ownValue } from '../own-value.ts';
import { MAX_SCRIPT_CHARS, MAX_SCRIPT_NESTING } from '../limits.ts';
import { isSecretName, isSecretValue } from './secrets.ts';

export interface Token {
  kind: 'word' | 'text' | 'number' | 'mark' | 'unknown';
  /** As it is written; of a text, its value. */
  text: string;
  /** Position in the script. */
  from: number;
  to: number;
  /** Whether a line break stands before it. */
  newLine: boolean;
}

const PART =
  /(\s+|\/\/[^\n]*|\/\*[^]*?\*\/)|([A-Za-z_$][\w$]*)|(\d+(?:\.\d+)?)|("(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\$]|\\[^])*`)|(=>|===|!==|==|!=|&&|\|\||\+\+|--|[^])/gy;

export function tokensOf(script: string): Token[] {
  if (script.length > MAX_SCRIPT_CHARS) return [];
  const tokens: Token[] = [];
  let newLine = true;
  for (const found of script.matchAll(PART)) {
    const [whole, blank, word, number, quoted] = found;
    const [from, to] = [found.index, found.index + whole.length];
    if (blank !== undefined) {
      newLine ||= blank.includes('\n') || blank.startsWith('//');
      continue;
    }
    const value = quoted === undefined ? null : unquoted(quoted);
    if (quoted !== undefined)
      tokens.push({ kind: value === null ? 'unknown' : 'text', text: value ?? quoted, from, to, newLine });
    else
      tokens.push({
        kind: word === undefined ? (number === undefined ? 'mark' : 'number') : 'word',
        text: whole,
        from,
        to,
        newLine,
      });
    newLine = false;
  }
  return tokens;
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

/** The value of a text in quotes; null if it has an escape that is rare. */
function unquoted(quoted: string): string | null {
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

/** Goes through the tokens of a script. */
export class ScriptCursor {
  protected readonly script: string;
  protected readonly tokens: readonly Token[];
  protected at = 0;
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

  protected literal(depth = 0): { value: unknown } | null {
    if (this.anyForm(FILLED) !== null) return this.filled();
    const token = this.tokens[this.at];
    if (token === undefined || depth > MAX_SCRIPT_NESTING) return null;
    this.at++;
    if (token.kind === 'text') return { value: token.text };
    if (token.kind === 'number') return { value: Number(token.text) };
    if (token.text === '-' && this.tokens[this.at]?.kind === 'number')
      return { value: -Number(this.tokens[this.at++]?.text) };
    if (token.text === 'true' || token.text === 'false') return { value: token.text === 'true' };
    if (token.text === 'null') return { value: null };
    if (token.text === '[') return this.listLiteral(depth);
    return token.text === '{' && token.kind === 'mark' ? this.objectLiteral(depth) : null;
  }

  /** `("{{name}}")`: a text whose variables are filled in, as in every text of a step. */
  private filled(): { value: unknown } | null {
    const [text, ...more] = this.literals() ?? [];
    return typeof text === 'string' && more.length === 0 ? { value: text } : null;
  }

  private listLiteral(depth: number): { value: unknown } | null {
    const values: unknown[] = [];
    while (!this.take(']')) {
      const one = this.literal(depth + 1);
      if (one === null || (!this.take(',') && !this.is(']'))) return null;
      values.push(one.value);
    }
    return { value: values };
  }

  private objectLiteral(depth: number): { value: unknown } | null {
    const values: [string, unknown][] = [];
    while (!this.take('}')) {
      const name = this.tokens[this.at];
      if (name?.kind !== 'text' && name?.kind !== 'word') return null;
      this.at++;
      const one = this.take(':') && name.text !== '__proto__' ? this.literal(depth + 1) : null;
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
