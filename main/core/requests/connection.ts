/** One connection to a bank: sends prepared requests with undici and measures each of them. */
import { lookup } from 'node:dns';
import { type LookupFunction, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { buildConnector, Client, errors } from 'undici';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import type { HttpRequest } from '../../../shared/requests/http.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { BodySink, ReceivedBody } from '../history/bodies/body-store.ts';
import { timeOf } from './certificate-time.ts';
import { namesOf, tlsFaultOf, tlsFaultText } from './tls-failure.ts';
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
  | { ok: false; failure: string };

/** What belongs to one request in progress. */
export interface Underway {
  /** Where the body is written as it arrives. */
  sink: BodySink;
  /** Aborts the request. */
  signal: AbortSignal;
  /** Called with the number of body bytes received so far. */
  onProgress: (bytes: number) => void;
  /** Gets the response as it arrives. */
  relay?: Relay | undefined;
}

/** Passes a response on to somebody else, byte for byte, while it is received. */
export interface Relay {
  /** Headers as they were received, except that HTTP allows a byte above 7f to be any character of ISO-8859-1. */
  head: (response: Pick<Response, 'status' | 'reason' | 'headers'>) => void;
  /** Resolves when there is room for the next piece of the body. */
  piece: (bytes: Buffer) => Promise<void>;
  /** The response is complete. */
  end: () => void;
}

/** What a TLS client presents, in PEM: a certificate with its chain, and the key. */
export interface TlsClient {
  cert: string;
  key: string;
}

/** The destination of a connection, and the certificates of both ends. */
export interface Address {
  /** Scheme, host and port. */
  origin: string;
  /** PEM of the trusted CAs; empty for Node's own list. */
  ca: readonly string[];
  /** TLS client certificate with its chain and key; null for none. */
  client: TlsClient | null;
}

/** Milliseconds that it took to open a connection; zero if it was already open. */
interface Opening {
  dns: number;
  tcp: number;
  tls: number;
}

/** One connection, kept open between requests. It carries one request at a time, so that measurements belong to that request. */
export class Connection {
  private readonly client: Client;
  private readonly origin: string;
  private readonly longestWait: number;
  private opening: Opening = { dns: 0, tcp: 0, tls: 0 };
  private tls: Response['tls'] = null;
  /** Milliseconds that the last name lookup took. An IP address needs no lookup. */
  private named = 0;
  private readonly timedLookup: LookupFunction = (hostname, options, callback) => {
    const start = performance.now();
    lookup(hostname, options, (...found) => {
      this.named = performance.now() - start;
      callback(...found);
    });
  };

  constructor({ origin, ca, client }: Address, longestWait = RESPONSE_HEADERS_MS) {
    this.origin = origin;
    this.longestWait = longestWait;
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
        this.named = 0;
        // undici returns the socket, although its types do not say so.
        const socket: unknown = connect(options, (...result) => {
          if (result[1]) {
            const now = performance.now();
            // Without TLS, undici calls back in the same event, before the listener below.
            const connected = isTls(result[1]) ? tcp : now;
            const dns = Math.min(this.named, connected - start);
            this.opening = { dns, tcp: connected - start - dns, tls: now - connected };
            this.tls = isTls(result[1]) ? tlsFacts(result[1], this.tls) : null;
          }
          callback(...result);
        });
        if (socket instanceof Socket) socket.once('connect', () => (tcp = performance.now()));
      },
    });
  }

  /** Sends one request. The next one waits until this one has settled. @param target path with query, as it was signed */
  async send(
    request: Pick<HttpRequest, 'method' | 'body'>,
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
    // undici's own limit starts anew with every 103 Early Hints.
    const late = setTimeout(() => ended.abort(new errors.HeadersTimeoutError()), this.longestWait);
    try {
      const answer = await this.client.request({
        path: target,
        method: request.method,
        headers: prepared.headers.flatMap(({ name, value }) => [name, value]),
        body: request.body === '' ? null : request.body,
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
      return { ok: false, failure: signal.aborted ? stoppedText(signal) : failureText(error, this.origin) };
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
    }
  }

  /** Aborts the request in progress. */
  close(): Promise<void> {
    return this.client.destroy();
  }
}

/** The reason for aborting a request whose sender is a program that no longer waits for the response. */
export class ClientGone extends Error {}

/** Who stopped a request: a limit on time, the program that has sent it, or the user. */
export function stoppedText({ reason }: AbortSignal): string {
  if (reason instanceof ClientGone) return t.clientGone;
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? t.timedOut : t.cancelled;
}

function isTls(socket: Socket | TLSSocket): socket is TLSSocket {
  return 'encrypted' in socket;
}

/** @param before facts of the previous session: a resumed session does not send the certificate again */
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

/** A distinguished name on one line. Node writes one attribute per line. */
function oneLine(name = ''): string {
  return name.replaceAll('\n', ', ');
}

/** With `responseHeaders: 'raw'`, names and values alternate as they were received on the wire. */
function headerPairs(headers: unknown): [string, string][] {
  const flat = Array.isArray(headers) ? (headers as (string | Buffer)[]).map(String) : [];
  return flat.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
}

/** Why a request or a connection failed: a sentence with what to do. */
export function failureText(error: unknown, origin: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'ECONNREFUSED':
      return t.nothingListens(origin);
    case 'ENOTFOUND':
      return t.unknownName(origin);
    case 'ENOSPC':
      return t.diskFull;
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return t.connectionClosed(origin, message);
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return t.noAnswerInTime(origin);
    case 'UND_ERR_INVALID_ARG':
      return t.cannotBeSent(message);
    default:
      return tlsText(error, code, message, origin) ?? t.failed(origin, message);
  }
}

/** Null for an error that is not about TLS. */
function tlsText(error: unknown, code: string, message: string, origin: string): string | null {
  const fault = tlsFaultOf(code, message);
  if (fault === null) return null;
  const certificate =
    error instanceof Error && 'cert' in error
      ? (error.cert as Partial<PeerCertificate> | undefined)
      : undefined;
  return tlsFaultText(fault, origin, code, namesOf(certificate?.subjectaltname));
}
