/** Credentials by their name or form, wherever an exchange or a request has them. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { addressWithout } from '../../../shared/interchange/given-away.ts';
import { type Hide, textWithoutSecrets } from '../../../shared/interchange/secret-texts.ts';
import { hiddenSecret } from '../../../shared/interchange/secrets.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import { MASK } from './mask.ts';

/** Puts the mask in place of a credential. @param found called with what was there */
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
