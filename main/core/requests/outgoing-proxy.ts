/** The HTTP proxy through which a machine reaches other ones: which one, and a tunnel through it (RFC 9110, 9.3.6). */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { isLoopback } from '../../../shared/requests/loopback.ts';
import { DIRECT } from '../../../shared/contract/status.ts';
import { CONNECT_MS } from '../../../shared/limits.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.outgoingProxy;

/** The proxy for the origin of a bank; null for a direct connection. */
export type ProxyOf = (origin: string) => URL | null;

/** A failure of the proxy, as a sentence. */
export class ProxyError extends Error {}

/**
 * The proxy of an origin: that of the settings, otherwise that of the variables that curl reads. Loopback is never reached through one.
 * @param setting address, {@link DIRECT}, or empty for the variables
 * @throws ProxyError for a variable that is not an address
 */
export function proxyOf(setting: string, origin: string, env: NodeJS.ProcessEnv = process.env): URL | null {
  const url = new URL(origin);
  if (setting === DIRECT || isLoopback(url)) return null;
  if (setting !== '') return new URL(setting);
  const read = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  const address = read('HTTPS_PROXY') || read('ALL_PROXY');
  if (address === '' || isExcepted(url, read('NO_PROXY'))) return null;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const proxy = URL.canParse(text) ? new URL(text) : null;
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) throw new ProxyError(t.notAnAddress);
  return proxy;
}

/** As curl reads NO_PROXY: names with their subdomains, with or without a dot and a port; `*` for all. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', wanted = own] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return name !== '' && wanted === own && (hostname === name || hostname.endsWith(`.${name}`));
  });
}

/** A connection to `host:port` through the proxy. Rejects with a ProxyError. */
export function openTunnel(proxy: URL, authority: string): Promise<Socket> {
  const shown = proxy.host;
  return new Promise((resolve, reject) => {
    const ask = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : Number(proxy.port),
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...credentialsOf(proxy) },
      agent: false,
      signal: AbortSignal.timeout(CONNECT_MS),
    });
    ask.on('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(
        new ProxyError(statusCode === 407 ? t.needsPassword(shown) : t.refused(shown, authority, statusCode)),
      );
    });
    ask.on('error', (error) => {
      const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
      reject(new ProxyError(isLate ? t.tooLate(shown) : t.notReached(shown, error.message)));
    });
    ask.end();
  });
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
