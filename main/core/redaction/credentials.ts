/** Masks credentials, recognised by name or form, in exchanges, requests and steps. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { addressWithout, Credentials, type Replaced } from '../../../shared/interchange/redaction.ts';
import { type Hide, textWithoutSecrets } from '../../../shared/interchange/secret-texts.ts';
import { hiddenSecret, isSecretName } from '../../../shared/interchange/secrets.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import { isPrivateKey } from '../../../shared/signing/certificate.ts';
import { MASK, masked } from './mask.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../../shared/collections/steps.ts';
import { LONG } from './forms.ts';

/** Masks a credential. @param found called with its value */
export function maskedCredential(found: (real: string) => void): Hide {
  return (name, value) => {
    const hidden = hiddenSecret(name, value);
    if (hidden?.isDropped !== true || value.includes(MASK)) return value;
    const shown = `{{${hidden.variable}}}`;
    found(value.slice(hidden.value.length - shown.length));
    return hidden.value.replace(shown, () => MASK);
  };
}

/** The same request without credentials. @param type the Content-Type of its body, if it is not among the headers */
export function requestWithout<Request extends ComposedRequest>(
  request: Request,
  hide: Hide,
  type: string | null = null,
): Request {
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, hide(name, value)]));
  return {
    ...request,
    params: values(request.params),
    query: values(request.query),
    headers: values(request.headers),
    line: request.line && addressWithout(request.line, hide),
    body: textWithoutSecrets(request.body, type ?? request.headers['content-type'] ?? null, hide),
  };
}

/** The same exchange without credentials. */
export function exchangeWithout(exchange: Exchange, hide: Hide): Exchange {
  const { request, prepared, requestBody, response, links } = exchange;
  const address = (text: string) => addressWithout(text, hide);
  const sentType = prepared.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? null;
  const type = response?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  return {
    ...exchange,
    path: address(exchange.path),
    request: request && requestWithout(request, hide, sentType),
    prepared: {
      ...prepared,
      url: address(prepared.url),
      headers: prepared.headers.map((header) => ({ ...header, value: hide(header.name, header.value) })),
      signing: { ...prepared.signing, lines: prepared.signing.lines.map(address) },
    },
    requestBody: textWithoutSecrets(requestBody, sentType, hide),
    response: response && {
      ...response,
      headers: response.headers.map(([name, value]) => [name, address(hide(name, value))]),
      body: textWithoutSecrets(response.body, type, hide),
    },
    links: links.map((link) => ({ ...link, href: address(link.href) })),
  };
}

/** The credentials in headers: each value, and the part after a scheme such as `Bearer`. A private key is one in any header. */
export function credentialsIn(headers: readonly (readonly [string, string])[]): string[] {
  return headers
    .filter(([name, value]) => isSecretName(name) || isPrivateKey(value))
    .flatMap(([, value]) => [value, value.replace(/^[\w-]+ +/, '')])
    .filter((value, at, all) => value !== '' && all.indexOf(value) === at);
}

/**
 * The credentials that another program sends: in headers, in its query and in its body.
 * @param target path with query
 * @param body a form or JSON; of any other text nothing is found
 */
export function credentialsOf(request: {
  headers: readonly (readonly [string, string])[];
  target: string;
  body: string;
}): string[] {
  const found: string[] = [];
  const hide = maskedCredential((real) => found.push(real));
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  addressWithout(request.target, hide);
  textWithoutSecrets(request.body, type, hide);
  return [...credentialsIn(request.headers), ...found];
}

export interface WithoutCredentials {
  steps: Step[];
  /** The names of the variables in their place, sorted. */
  secret: string[];
}

/**
 * Replaces the credentials in steps, and any repetition of them, by variables.
 * @param declared values of secret variables, which may have been written out
 */
export function withoutCredentials(
  steps: readonly Step[],
  declared: readonly Replaced[] = [],
): WithoutCredentials {
  const credentials = new Credentials();
  const hidden = masked(
    steps.map((step) => credentials.without(step)),
    found(credentials.replaced),
  );
  const written = found(declared).filter((one) => !isDeepStrictEqual(masked(hidden, [one]), hidden));
  const names = written.map(({ shown }) => shown.slice(2, -2));
  const secret = [...new Set([...credentials.variables, ...names])].sort();
  return { steps: masked(hidden, written), secret };
}

/** The values that are searched in other texts: a short one may be an ordinary word. */
export function found(replaced: readonly Replaced[]): Replaced[] {
  return replaced.filter(({ real }) => real.length >= LONG);
}
