/** Sends a prepared request with undici and measures it. */
import { performance } from 'node:perf_hooks';
import type { TLSSocket } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import type { Draft, Exchange, Prepared } from '../../../shared/contract/methods.ts';

type Response = NonNullable<Exchange['response']>;

export type Sent =
  | { ok: true; response: Omit<Response, 'body' | 'bodyBytes'>; body: Buffer; duration: number }
  | { ok: false; failure: string };

/** Bytes. A larger answer is cut off with a sentence. */
const MAX_ANSWER = 256 * 1024 * 1024;

export interface BankAddress {
  /** Scheme, host and port. */
  origin: string;
  /** PEM of the authorities to trust; none for Node's own list. */
  ca: readonly string[];
  /** TLS client certificate with its chain and key, PEM; null for none. */
  client: { cert: string; key: string } | null;
}

/** A connection to one environment's bank, kept open between requests. */
export class BankConnection {
  private readonly agent: Agent;
  private readonly origin: string;
  /** Of the connection in use; zero in `timing` when a request finds it open. */
  private connected = { tcp: 0, tls: 0 };
  private tls: Response['tls'] = null;

  constructor({ origin, ca, client }: BankAddress) {
    this.origin = origin;
    const connect = buildConnector({
      ...(ca.length === 0 ? {} : { ca: [...ca] }),
      ...client,
      allowH2: false,
      timeout: 10_000,
      autoSelectFamily: true,
    });
    this.agent = new Agent({
      connections: 1,
      pipelining: 1,
      headersTimeout: 60_000,
      bodyTimeout: 60_000,
      connect: (options, callback) => {
        const start = performance.now();
        let tcp = start;
        const socket = connect(options, (...result) => {
          if (result[1]) {
            this.connected = { tcp: tcp - start, tls: performance.now() - tcp };
            this.tls = tlsFacts(result[1] as TLSSocket);
          }
          callback(...result);
        }) as unknown;
        // undici hands the socket back before it is connected; its own types do not say so.
        (socket as TLSSocket | undefined)?.once('connect', () => (tcp = performance.now()));
      },
    });
  }

  /** @param target path with query, as it was signed */
  async send(draft: Pick<Draft, 'method' | 'body'>, target: string, prepared: Prepared): Promise<Sent> {
    const start = performance.now();
    this.connected = { tcp: 0, tls: 0 };
    try {
      const answer = await this.agent.request({
        origin: this.origin,
        path: target,
        method: draft.method,
        headers: prepared.headers.flatMap(({ name, value }) => [name, value]),
        body: draft.body === '' ? null : draft.body,
        responseHeaders: 'raw',
      });
      const first = performance.now();
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_ANSWER) throw new Error(`The answer is over ${MAX_ANSWER} bytes and was cut off.`);
        chunks.push(chunk);
      }
      const end = performance.now();
      const { tcp, tls } = this.connected;
      return {
        ok: true,
        duration: end - start,
        body: Buffer.concat(chunks),
        response: {
          status: answer.statusCode,
          reason: answer.statusText,
          headers: headerPairs(answer.headers),
          tls: this.tls,
          timing: { connect: tcp, tls, bank: first - start - tcp - tls, download: end - first },
        },
      };
    } catch (error) {
      return { ok: false, failure: failureText(error, this.origin) };
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

function tlsFacts(socket: TLSSocket): Response['tls'] {
  if (typeof socket.getProtocol !== 'function') return null;
  const subject = socket.getPeerX509Certificate()?.subject ?? '';
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().name,
    subject: subject.replaceAll('\n', ', '),
  };
}

/** With `responseHeaders: 'raw'` the headers come as names and values in turn, as they crossed the wire. */
function headerPairs(headers: unknown): [string, string][] {
  const flat = Array.isArray(headers) ? (headers as (string | Buffer)[]).map(String) : [];
  return flat.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
}

function failureText(error: unknown, origin: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${origin}. Start the bank, or check the base URL of the environment.`;
    case 'ENOTFOUND':
      return `The name in ${origin} is not known. Check the base URL of the environment and the network.`;
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return `The bank at ${origin} closed the connection before it answered (${message}). Send again.`;
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `The bank at ${origin} did not answer in time. Send again, or check whether it is running.`;
    case 'UND_ERR_INVALID_ARG':
      return `The request cannot be sent: ${message}. HTTP allows only visible ISO-8859-1 characters in header names and values.`;
    default:
      return /certificate|self.signed|SSL|TLS/i.test(`${code} ${message}`)
        ? `The TLS certificate of ${origin} is not trusted (${message}). Add the bank's root to the environment.`
        : `The request to ${origin} failed: ${message}`;
  }
}
