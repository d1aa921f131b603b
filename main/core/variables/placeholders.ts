/** Fills in `{{name}}` in a request before it is signed, and says which texts that has made secret. */
import { HostError } from '../../../shared/contract/envelope.ts';
import type { HttpRequest } from '../../../shared/request/http.ts';
import { MASK } from '../masking/mask.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.placeholders;

/** The value of a name, or null if it is not set. */
export type Lookup = (name: string) => { value: string; secret: boolean } | null;

export interface Filled<T> {
  request: T;
  /** The same with a mark in place of each secret value, which is what is shown of it. */
  shown: T;
  /** Secret values that were filled in. */
  secrets: string[];
}

/** In a path the braces are percent-encoded like everything else. */
const IN_PATH = /(?:\{\{|%7B%7B)([A-Za-z][\w.-]*)(?:\}\}|%7D%7D)/gi;
const IN_TEXT = /\{\{([A-Za-z][\w.-]*)\}\}/g;

/** Fills in every placeholder. @throws HostError that names the first one without a value */
export function fillIn<T extends HttpRequest>(request: T, lookup: Lookup): Filled<T> {
  const secrets = new Set<string>();
  /** Each name is looked up once for both texts: some values are different every time. */
  const fill = (text: string, pattern: RegExp, encode: (value: string) => string) => {
    const marks: string[] = [];
    const real = text.replaceAll(pattern, (_, name: string) => {
      const found = lookup(name);
      if (found === null) throw new HostError('bad-input', t.noValue(name));
      const hides = found.secret && found.value !== '';
      if (hides) secrets.add(found.value);
      const value = encode(found.value);
      marks.push(hides ? MASK : value);
      return value;
    });
    return { real, shown: text.replaceAll(pattern, () => marks.shift() ?? '') };
  };
  const plain = (value: string) => value;
  const path = fill(request.path, IN_PATH, encodeURIComponent);
  const headers = request.headers.map(([name, value]) => ({ name, ...fill(value, IN_TEXT, plain) }));
  const body = fill(request.body, IN_TEXT, plain);
  const pairs = (which: 'real' | 'shown') =>
    headers.map((header): [string, string] => [header.name, header[which]]);
  return {
    request: { ...request, path: path.real, headers: pairs('real'), body: body.real },
    shown: { ...request, path: path.shown, headers: pairs('shown'), body: body.shown },
    secrets: [...secrets],
  };
}
