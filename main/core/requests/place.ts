/** Where a request goes: below the base URL of its environment, to another address of the bank, or to somebody else. */
import { isLoopback } from '../../../shared/requests/loopback.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import { secretTexts } from '../../../shared/collections/secret-values.ts';
import { readable } from '../../../shared/requests/compose.ts';
import { type HttpRequest, operationAt } from '../../../shared/requests/http.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { hasPassage, hidden, prepared } from '../redaction/mask.ts';
import { mayLead } from '../sca/allowed-pages.ts';
import type { ResolvedRequest } from './resolve.ts';

const t = texts.core.resolve;

export interface Place {
  /** `elsewhere`: nothing of the bank or the environment goes there. */
  at: 'base' | 'host' | 'elsewhere';
  /** What precedes the path. */
  baseUrl: string;
  path: string;
}

/** The address of a bank. */
export interface BankAddress {
  baseUrl: string;
  /** Other hosts that are the bank's too, each with its port unless that is 443. */
  hosts: readonly string[];
}

/**
 * @param written a path, or an address, with its variables @param filled the same with their values
 * @throws HostError for what is neither, and for an address that nothing may be sent to
 */
export function placeOf(written: string, filled: string, { baseUrl, hosts }: BankAddress): Place {
  if (written.startsWith('/')) return { at: 'base', baseUrl, path: filled };
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const url = URL.parse(filled);
  const rest = url === null ? filled : (/^https?:\/\/[^/?#@\\]+(.*)$/i.exec(filled)?.[1] ?? '#');
  const path = url !== null && /^(?:\?|$)/.test(rest) ? `/${rest}` : rest;
  if (!/^\/[!-~]*$/.test(path)) throw new HostError('bad-input', t.noAddress(readable(written)));
  const isAtBase = url === null || url.origin === origin;
  if (isAtBase && path.startsWith(`${prefix}/`))
    return { at: 'base', baseUrl, path: path.slice(prefix.length) };
  if (url === null) return { at: 'base', baseUrl, path };
  if (isAtBase || hosts.includes(url.host)) {
    if (url.protocol !== 'https:' && !isLoopback(url)) throw new HostError('refused', t.onlyHttps(url.host));
    return { at: 'host', baseUrl: url.origin, path };
  }
  // A bank's link could name any program of this machine.
  if (!mayLead(url, baseUrl))
    throw new HostError('refused', isLoopback(url) ? t.thisMachine(url.host) : t.onlyHttps(url.host));
  return { at: 'elsewhere', baseUrl: url.origin, path };
}

/** A request at its place. It may match an operation only with the values of its variables. */
export function placed<Request extends ResolvedRequest>(request: Request, { at, path }: Place): Request {
  const found = at === 'base' ? operationAt(request.method, path) : null;
  return { ...request, path, operation: request.operation ?? found?.operation ?? null };
}

/**
 * @param known variables of the environment, of which the request may have values; asked for only if it goes to somebody else
 * @throws HostError if a request to somebody else has the value of a secret one
 */
export function mustKeepSecrets(
  { at, baseUrl }: Place,
  { path, headers, body }: Pick<HttpRequest, 'body' | 'headers' | 'path'>,
  known: () => readonly Pick<Variable, 'name' | 'secret' | 'value'>[],
): void {
  if (at !== 'elsewhere') return;
  const text = [path, ...headers.flat(), body].join('\n');
  const told = known().find((one) => {
    if (!one.secret) return false;
    const secret = prepared(hidden([...secretTexts([one])]));
    return hasPassage(text, secret) || [...secret.short.keys()].some((form) => text.includes(form));
  });
  if (told !== undefined) throw new HostError('refused', t.secretElsewhere(told.name, new URL(baseUrl).host));
}
