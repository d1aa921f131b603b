/** One connection to a bank: sends requests with undici and measures them. */
import { lookup } from 'node:dns';
import { type LookupFunction, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { TLSSocket } from 'node:tls';
import { buildConnector, Client, errors } from 'undici';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { BodySink, ReceivedBody } from '../history/bodies/body-store.ts';
import { openTunnel } from './outgoing-proxy.ts';
import { abortText, failureText, isUnreachable, oneLine, timeOf } from './tls-failure.ts';
import {
  CONNECT_MS,
  MAX_RESPONSE_BYTES,
  RESPONSE_HEADERS_MS,
  RESPONSE_SILENCE_MS,
} from '../../../shared/limits.ts';

const t = texts.core.send;

type Response = NonNullable<Exchange['response']>;

export type Sent =
  | { ok: true; response: Omit<Response, 'body' | 'bodyBytes'>; body: ReceivedBody; duration: number }
  | {
      ok: false;
      failure: string;
      /** No connection could be made. */
      isUnreachable: boolean;
    };

export interface Underway {
  sink: BodySink;
  signal: AbortSignal;
  /** @param bytes of the body received so far */
  onProgress: (bytes: number) => void;
  relay?: Relay | undefined;
}

/** Forwards a response, byte for byte, while it is received. */
export interface Relay {
  /** Headers as received; a byte above 7f may be any ISO-8859-1 character. */
  head: (response: Pick<Response, 'status' | 'reason' | 'headers'>) => void;
  /** Resolves when the next piece can be written. */
  piece: (bytes: Buffer) => Promise<void>;
  end: () => void;
}

/** A TLS client's certificate with its chain, and its key, in PEM. */
export interface TlsClient {
  cert: string;
  key: string;
}

export interface Address {
  /** Scheme, host and port. */
  origin: string;
  /** PEM of the trusted CAs; empty for Node's own list. */
  ca: readonly string[];
  client: TlsClient | null;
  /** HTTP proxy; null for a direct connection. */
  proxy: URL | null;
}

/** Milliseconds that opening the connection took; zero if it was open already. */
interface Opening {
  dns: number;
  tcp: number;
  tls: number;
}

/** A keep-alive connection that carries one request at a time, so that measurements belong to one request. */
export class Connection {
  private readonly client: Client;
  private readonly origin: string;
  private readonly headersTimeout: number;
  private opening: Opening = { dns: 0, tcp: 0, tls: 0 };
  private tls: Response['tls'] = null;
  private lookupTime = 0;
  private readonly timedLookup: LookupFunction = (hostname, options, callback) => {
    const start = performance.now();
    lookup(hostname, options, (...found) => {
      this.lookupTime = performance.now() - start;
      callback(...found);
    });
  };

  constructor({ origin, ca, client, proxy }: Address, headersTimeout = RESPONSE_HEADERS_MS) {
    this.origin = origin;
    this.headersTimeout = headersTimeout;
    const connect = buildConnector({
      ...(ca.length === 0 ? {} : { ca: [...ca] }),
      ...client,
      allowH2: false,
      timeout: CONNECT_MS,
      autoSelectFamily: true,
      lookup: this.timedLookup,
    });
    this.client = new Client(origin, {
      pipelining: 1,
      headersTimeout: RESPONSE_SILENCE_MS,
      bodyTimeout: RESPONSE_SILENCE_MS,
      connect: (options, callback) => {
        const start = performance.now();
        let tcp = start;
        this.lookupTime = 0;
        const connectBy = (httpSocket?: Socket) => {
          // undici returns the socket, despite its types.
          const socket: unknown = connect({ ...options, ...(httpSocket && { httpSocket }) }, (...result) => {
            if (result[1]) {
              const now = performance.now();
              // Without TLS, undici calls back before the listener below.
              const connected = isTls(result[1]) ? tcp : now;
              const dns = Math.min(this.lookupTime, connected - start);
              this.opening = { dns, tcp: connected - start - dns, tls: now - connected };
              this.tls = isTls(result[1]) ? tlsFacts(result[1], this.tls) : null;
            }
            callback(...result);
          });
          if (socket instanceof Socket) socket.once('connect', () => (tcp = performance.now()));
        };
        const connectThrough = async (by: URL) => {
          let tunnel: Socket;
          try {
            tunnel = await openTunnel(by, authorityOf(origin));
          } catch (error) {
            callback(error instanceof Error ? error : new Error(String(error)), null);
            return;
          }
          tcp = performance.now();
          connectBy(tunnel);
        };
        if (proxy === null) connectBy();
        else void connectThrough(proxy);
      },
    });
  }

  /** Sends a request after the previous one has settled. @param target path with query, as signed */
  async send(
    request: { method: string; body: string | Uint8Array },
    target: string,
    prepared: Pick<Prepared, 'headers'>,
    { sink, signal, onProgress, relay }: Underway,
  ): Promise<Sent> {
    const start = performance.now();
    this.opening = { dns: 0, tcp: 0, tls: 0 };
    const ended = new AbortController();
    const stop = () => ended.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    // undici's own timeout restarts with every 103 Early Hints.
    const late = setTimeout(() => ended.abort(new errors.HeadersTimeoutError()), this.headersTimeout);
    try {
      const answer = await this.client.request({
        path: target,
        method: request.method,
        headers: prepared.headers.flatMap(({ name, value }) => [name, value]),
        body: request.body.length === 0 ? null : request.body,
        responseHeaders: 'raw',
        signal: ended.signal,
      });
      clearTimeout(late);
      const first = performance.now();
      const head = {
        status: answer.statusCode,
        reason: answer.statusText,
        headers: headerPairs(answer.headers),
      };
      relay?.head(head);
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_RESPONSE_BYTES) throw new Error(t.tooLarge(MAX_RESPONSE_BYTES / 1024 / 1024));
        await sink.write(chunk);
        onProgress(size);
        await relay?.piece(chunk);
      }
      relay?.end();
      const body = await sink.end();
      const end = performance.now();
      const { dns, tcp, tls } = this.opening;
      return {
        ok: true,
        duration: end - start,
        body,
        response: {
          ...head,
          tls: this.tls,
          timing: { dns, connect: tcp, tls, bank: first - start - dns - tcp - tls, download: end - first },
        },
      };
    } catch (error) {
      await sink.abandon();
      if (signal.aborted) return { ok: false, failure: abortText(signal), isUnreachable: false };
      return { ok: false, failure: failureText(error, this.origin), isUnreachable: isUnreachable(error) };
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
    }
  }

  close(): Promise<void> {
    return this.client.destroy();
  }
}

/** Host and port, for a tunnel. */
export function authorityOf(origin: string): string {
  const { hostname, port, protocol } = new URL(origin);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

function isTls(socket: Socket | TLSSocket): socket is TLSSocket {
  return 'encrypted' in socket;
}

/** @param before facts of the previous session: resumption does not send the certificate again */
function tlsFacts(socket: TLSSocket, before: Response['tls']): Response['tls'] {
  const agreed = { protocol: socket.getProtocol() ?? '', cipher: socket.getCipher().name };
  const certificate = socket.getPeerX509Certificate();
  if (!certificate && before) return { ...before, ...agreed };
  return {
    ...agreed,
    subject: oneLine(certificate?.subject),
    issuer: oneLine(certificate?.issuer),
    notAfter: certificate ? timeOf(certificate.validTo) : null,
    fingerprint: certificate?.fingerprint256 ?? '',
  };
}

/** With `responseHeaders: 'raw'`, names and values alternate. */
function headerPairs(headers: unknown): [string, string][] {
  const flat = Array.isArray(headers) ? (headers as (string | Buffer)[]).map(String) : [];
  return flat.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
}
