/** Fills in `{{name}}` in a request before it is signed. Returns the secret values that were used, so that they can be masked. */
import { HostError } from '../../../shared/contract/envelope.ts';
import type { HttpRequest } from '../../../shared/request/http.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.placeholders;

/** The value of a name, or null if it is not set. */
export type Lookup = (name: string) => { value: string; secret: boolean } | null;

export interface Filled<T> {
  request: T;
  /** Secret values that were filled in. */
  secrets: string[];
}

/** In a path the braces are percent-encoded like everything else. */
const IN_PATH = /(?:\{\{|%7B%7B)([A-Za-z][\w.-]*)(?:\}\}|%7D%7D)/gi;
const IN_TEXT = /\{\{([A-Za-z][\w.-]*)\}\}/g;

/** Fills in every placeholder. @throws HostError that names the first one without a value */
export function fillIn<T extends HttpRequest>(request: T, lookup: Lookup): Filled<T> {
  const secrets = new Set<string>();
  const valueOf = (name: string): string => {
    const found = lookup(name);
    if (found === null) throw new HostError('bad-input', t.noValue(name));
    if (found.secret && found.value !== '') secrets.add(found.value);
    return found.value;
  };
  const inText = (text: string) => text.replaceAll(IN_TEXT, (_, name: string) => valueOf(name));
  const filled = {
    ...request,
    path: request.path.replaceAll(IN_PATH, (_, name: string) => encodeURIComponent(valueOf(name))),
    headers: request.headers.map(([name, value]): [string, string] => [name, inText(value)]),
    body: inText(request.body),
  };
  return { request: filled, secrets: [...secrets] };
}
