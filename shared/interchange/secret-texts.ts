/** Finds secrets by their names in a text: a query, a form, or JSON. Reads each text once. */
import { isSecretName } from './secrets.ts';
import { hasVariable } from './variables.ts';

/** Gives what stands in the place of a value, by the name of the value. */
export type Hide = (name: string, value: string) => string;
export type IsSecret = (name: string) => boolean;

/** What a value is called, and the name around it that is secret. */
export interface Called {
  name: string | null;
  around: string | null;
}

/** The secret name that goes on into a list or an object. */
export function inside({ name, around }: Called, isSecret: IsSecret): string | null {
  return name !== null && isSecret(name) ? name : around;
}

/** A value by its own name; else by the one around it. */
export function hiddenValue(value: string, { name, around }: Called, secret: Hide): string {
  const after = name === null ? value : secret(name, value);
  return after !== value || around === null ? after : secret(around, value);
}

/** @param type its Content-Type: a form is read as pairs, and every other text as JSON, also where it is not complete */
export function textWithoutSecrets(text: string, type: string | null, secret: Hide): string {
  return /x-www-form-urlencoded/i.test(type ?? '')
    ? pairsWithoutSecrets(text, secret)
    : membersWithoutSecrets(text, secret);
}

/** The query of an address, or a form. Names and values may be percent-encoded. */
export function pairsWithoutSecrets(text: string, secret: Hide): string {
  return text.replaceAll(/[^&\s]+/g, (pair) => {
    const at = pair.indexOf('=');
    if (at < 0) return pair;
    const value = decoded(pair.slice(at + 1));
    const after = secret(decoded(pair.slice(0, at)), value);
    return after === value ? pair : `${pair.slice(0, at)}=${formed(after)}`;
  });
}

/** A query as it is written, with the value of each pair changed. Each character is looked at once, whatever the text is. */
export function changedPairs(query: string, change: (name: string, value: string) => string): string {
  return query.replaceAll(/[^&#]+/g, (pair) => {
    const at = pair.indexOf('=');
    if (at < 1) return pair;
    return `${pair.slice(0, at)}=${change(pair.slice(0, at), pair.slice(at + 1))}`;
  });
}

/** As a form writes it, with variables as they are: they are filled in as texts. */
export function formed(text: string): string {
  return text
    .split(/(\{\{[^{}]+\}\})/)
    .map((part) =>
      hasVariable(part) ? part : encodeURIComponent(part.toWellFormed()).replaceAll('%20', '+'),
    )
    .join('');
}

/** Whatever of it can be decoded: what cannot must not hide the rest. */
function decoded(text: string): string {
  return text.replaceAll('+', ' ').replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

/** What looks like members of JSON, also if it is no JSON or would lose something as a value. */
function membersWithoutSecrets(text: string, secret: Hide): string {
  const levels: (Called & { isList: boolean })[] = [];
  let top: Called & { isList: boolean } = { name: null, around: null, isList: false };
  const value = (written: string, meant: string): string => {
    const after = hiddenValue(meant, top, secret);
    if (!top.isList) top.name = null;
    return after === meant ? written : JSON.stringify(after);
  };
  const mark = (sign: string): void => {
    if (sign === '{' || sign === '[') {
      levels.push(top);
      const isList = sign === '[';
      top = { name: isList ? top.name : null, around: inside(top, isSecretName), isList };
    } else if (sign === ',') {
      if (!top.isList) top.name = null;
    } else if (sign !== ':') {
      top = levels.pop() ?? top;
      if (!top.isList) top.name = null;
    }
  };
  return text.replaceAll(
    // A text without an end goes on to the end of the whole: who looks for its end again at each quotation mark takes for ever.
    /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|[{}[\]:,]|[^\s{}[\]:,"]+/g,
    (part: string, at: number) => {
      if (/^[{}[\]:,]$/.test(part)) {
        mark(part);
        return part;
      }
      const isText = part.startsWith('"');
      const meant = isText ? unescaped(part) : part;
      if (isFollowedByColon(text, at + part.length)) {
        top.name = meant;
        return part;
      }
      return isText || /^-?\d/.test(part) ? value(part, meant) : part;
    },
  );
}

function isFollowedByColon(text: string, at: number): boolean {
  const blanks = /\s{0,100}:/y;
  blanks.lastIndex = at;
  return blanks.test(text);
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.replaceAll(/^"|"$/g, '');
  }
}
