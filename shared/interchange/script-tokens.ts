/** Splits a script into tokens, to recognise a few statements. Nothing is ever run. */
import { ownValue } from '../own-value.ts';
import { MAX_SCRIPT_CHARS } from '../limits.ts';

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
