/**
 * The tap: a loopback address that passes the requests of another client on to the bank of an environment, unchanged, and verifies them
 * itself. It never signs. It has no token, because clients sign the path: only its own Host and no page may use it.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Bank, Verifier } from '../../../bank-sim/index.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { TapView } from '../../../shared/contract/tap.ts';
import { Listener, openAll } from '../../../shared/node/http-server.ts';
import { answerBrokenRequests, answering, refuseTunnels } from '../../../shared/node/local-response.ts';
import { ownHost, readTarget } from '../../../shared/node/local-request.ts';
import { StartError } from '../../../shared/node/start-error.ts';
import { operationFor } from '../../../shared/openapi/document.ts';
import { operationAt } from '../../../shared/requests/http.ts';
import { LISTENER_TIMEOUTS_MS } from '../../../shared/limits.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type Method, METHODS } from '../../../shared/xs2a/http-syntax.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import type { OpenApiDocuments } from '../environments/openapi.ts';
import { mustNotBeBlocked } from '../environments/imported.ts';
import { preparedAsCame } from '../history/received.ts';
import {
  bytesOf,
  pairsOf,
  passedHeaders,
  refusalOf,
  refuse,
  relayTo,
  whileWaiting,
} from '../proxy/forwarding.ts';
import type { Refusal } from '../proxy/proxy-access.ts';
import { maskedBody } from '../redaction/body-masker.ts';
import { credentialsOf } from '../redaction/credentials.ts';
import { type Hidden, hidden, masked } from '../redaction/mask.ts';
import type { Outgoing } from '../requests/exchange.ts';
import type { Sender } from '../requests/sender.ts';
import { Board, causeOf, type Known } from './board.ts';

const t = texts.core.tap;

export interface TapParts {
  bank: Pick<Bank, 'apiBaseUrl' | 'caFile' | 'caPem' | 'tls'>;
  environments: Pick<Environments, 'list' | 'read'>;
  openApi: Pick<OpenApiDocuments, 'schemasOf'>;
  vault: { certificate: (id: string) => { certificate: Certificate; name: string } };
  sender: Pick<Sender, 'pass'>;
  /** Bank time of an environment, in milliseconds. */
  timeAt: (environment: Pick<Environment, 'kind'>) => number;
  /** Values that must not be stored. */
  hidden: () => readonly Hidden[];
  emit: Emit;
  log: (line: string) => void;
}

interface Chosen {
  environment: string;
  tls: boolean;
  /** Whether the TLS client certificate of the environment is used, which the user has confirmed. */
  useTlsKey: boolean;
}

export class Tap {
  private readonly parts: TapParts;
  private readonly board = new Board();
  private verifier = new Verifier();
  private chosen: Chosen | null = null;
  private listener: Listener | null = null;
  /** Number of requests that are not yet on the board. */
  private underway = 0;
  /** Serialises changes: a port is never opened while it is being closed. */
  private readonly changes = new SerialQueue();

  constructor(parts: TapParts) {
    this.parts = parts;
  }

  /** Null while it is off. */
  view(): TapView | null {
    if (this.chosen === null || this.listener === null) return null;
    const { environment, tls, useTlsKey } = this.chosen;
    const { name, baseUrl, tlsCertificateId } = this.parts.environments.read(environment);
    const { pathname } = new URL(baseUrl ?? this.parts.bank.apiBaseUrl);
    const address = `${tls ? 'https' : 'http'}://localhost:${this.listener.port}`;
    return {
      environment,
      name,
      address: address + pathname.replace(/\/$/, ''),
      key:
        useTlsKey && tlsCertificateId !== null ? this.parts.vault.certificate(tlsCertificateId).name : null,
      ca: tls ? this.parts.bank.caFile : null,
      underway: this.underway,
      operations: this.board.operations(),
    };
  }

  /**
   * Switches it on, or to another environment, with an empty board.
   * @param port any free one if omitted
   * @throws HostError for an unknown or blocked environment, or a port in use
   */
  start(chosen: Chosen, port = 0): Promise<void> {
    return this.changes.run(async () => {
      mustNotBeBlocked(this.parts.environments.read(chosen.environment));
      await this.close();
      const serve = answering(
        (request, response) => this.serve(request, response),
        (error) => this.parts.log(t.internal(String(error))),
      );
      const { tls } = this.parts.bank;
      const server = chosen.tls
        ? createTlsServer({ ...LISTENER_TIMEOUTS_MS, ...tls }, serve)
        : createServer(LISTENER_TIMEOUTS_MS, serve);
      answerBrokenRequests(server, { type: 'text/plain;charset=utf-8', body: t.broken });
      refuseTunnels(server, t.notAPath);
      const listener = new Listener(server, null);
      try {
        await openAll([[listener, port]], false);
      } catch (error) {
        if (error instanceof StartError) throw new HostError('refused', error.message);
        throw error;
      }
      this.board.clear();
      this.verifier = new Verifier();
      [this.chosen, this.listener] = [chosen, listener];
    });
  }

  /** Aborts requests in progress. */
  stop(): Promise<void> {
    return this.changes.run(() => this.close());
  }

  /** The environment may have been deleted. */
  environmentsChanged(): Promise<void> {
    return this.changes.run(async () => {
      const { chosen } = this;
      if (chosen === null) return;
      if (!this.parts.environments.list().some(({ id }) => id === chosen.environment)) await this.close();
    });
  }

  private async close(): Promise<void> {
    const { listener } = this;
    [this.chosen, this.listener] = [null, null];
    if (listener?.isOpen === true) await listener.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { chosen } = this;
    if (chosen === null) {
      refuse(response, { status: 503, sentence: t.off }, {});
      return;
    }
    this.underway++;
    try {
      // TypeScript does not see the assignment below.
      let exchange = null as Exchange | null;
      const came = await arrived(request);
      const refusal =
        'sentence' in came
          ? came
          : await refusalOf(async () => (exchange = await this.pass(chosen, { request, ...came }, response)));
      this.note(chosen, request, exchange ?? refusal);
      if (refusal !== null) refuse(response, refusal, {});
    } finally {
      this.underway--;
      this.parts.emit('tap.changed', {});
    }
  }

  /** Puts a request on the board. @param result what the bank answered, or why the tap did not pass it on */
  private note(chosen: Chosen, request: IncomingMessage, result: Exchange | Refusal | null): void {
    const { environments } = this.parts;
    // The environment may have been deleted in the meantime.
    const environment = environments.list().find(({ id }) => id === chosen.environment);
    if (result === null || environment === undefined) return;
    const { method = '', url: target = '/' } = request;
    const path = this.pathOf(target, environment);
    const { requestId, ...shown } = masked(
      { path, requestId: request.headers['x-request-id']?.toString() ?? null },
      this.secretsOf({ headers: pairsOf(request.rawHeaders), target, body: '' }),
    );
    const operation = this.operationOf(environment, method, path);
    const outcome =
      'sentence' in result
        ? { cause: t.notPassedOn(result.sentence ?? String(result.status)), exchange: null }
        : { cause: causeOf(result), exchange: result.id };
    this.board.note({ method, ...shown, operation }, { ...outcome, requestId });
  }

  private secretsOf(sent: Parameters<typeof credentialsOf>[0]): readonly Hidden[] {
    return [...this.parts.hidden(), ...hidden(credentialsOf(sent))];
  }

  private baseUrlOf({ baseUrl }: Environment): string {
    return baseUrl ?? this.parts.bank.apiBaseUrl;
  }

  /** Clients sign the path with that of the base URL. */
  private pathOf(target: string, environment: Environment): string {
    const base = new URL(this.baseUrlOf(environment)).pathname.replace(/\/$/, '');
    return target.startsWith(`${base}/`) ? target.slice(base.length) : target;
  }

  /** By the OpenAPI document of the environment, otherwise by the catalogue. */
  private operationOf(environment: Environment, method: string, path: string): Known | null {
    const schemas = this.parts.openApi.schemasOf(environment);
    return schemas === null || schemas === 'specification'
      ? (operationAt(method, path)?.operation ?? null)
      : operationFor(schemas, method, path);
  }

  private async pass(
    { environment: id, useTlsKey }: Chosen,
    { request, method, body }: { request: IncomingMessage; method: Method; body: Uint8Array },
    response: ServerResponse,
  ): Promise<Exchange> {
    const { parts } = this;
    const signal = whileWaiting(response);
    const environment = parts.environments.read(id);
    const isLocal = environment.kind === 'local';
    const baseUrl = this.baseUrlOf(environment);
    const came = { method, target: request.url ?? '/', headers: pairsOf(request.rawHeaders), body };
    const { outgoing, secrets } = this.verified(came, environment);
    const headers = passedHeaders(request.rawHeaders).map(([name, value]) => ({
      name,
      value,
      source: '',
      rule: null,
      line: null,
    }));
    const exchange = await parts.sender.pass(
      {
        destination: {
          baseUrl,
          ca: isLocal ? parts.bank.caPem : environment.roots,
          tlsCertificateId: useTlsKey ? environment.tlsCertificateId : null,
          bank: { environment: environment.name, isLocal },
        },
        signal,
        relay: relayTo(response, {}, []),
        secrets,
      },
      outgoing,
      headers,
    );
    const { explanation, status, title } = exchange;
    if (explanation !== null)
      parts.emit('history.refused', {
        id: exchange.id,
        title,
        status: status ?? 0,
        reason: explanation.text,
        count: 1,
      });
    parts.emit('history.added', {});
    return exchange;
  }

  /** The request as it is recorded, with what a bank that follows the environment's signature profile says about it. */
  private verified(
    came: { method: Method; target: string; headers: [string, string][]; body: Uint8Array },
    environment: Environment,
  ): { outgoing: Outgoing; secrets: readonly Hidden[] } {
    const { parts } = this;
    const { method, target, headers, body } = came;
    const { profile } = environment;
    const { host, origin } = new URL(this.baseUrlOf(environment));
    const path = this.pathOf(target, environment);
    const now = parts.timeAt(environment);
    const { explanation, certificate } = this.verifier.verify(came, now, { path, profile });
    const operation = operationAt(method, path)?.operation ?? null;
    const text = Buffer.from(body).toString('utf8');
    const secrets = this.secretsOf({ headers, target, body: text });
    const prepared = preparedAsCame({ method, target, headers }, origin);
    const isHostSigned = prepared.headers.some(
      ({ name, line }) => name.toLowerCase() === 'host' && line !== null,
    );
    const explained = explanation && {
      ...explanation,
      notes: [...explanation.notes, ...(isHostSigned ? [t.hostSigned(host)] : [])],
    };
    const shownBody = maskedBody(Buffer.from(body), secrets).toString('utf8');
    const outgoing: Outgoing = {
      id: randomUUID(),
      origin: 'tap',
      at: Date.now(),
      environment: environment.name,
      written: null,
      filled: { method, path, headers, body: shownBody, operation, fault: null },
      place: 'base',
      prepared,
      body,
      shownBody,
      target,
      certificate: certificate ?? parts.vault.certificate(environment.certificateId).certificate,
      profile,
      madeHere: false,
      schemas: parts.openApi.schemasOf(environment),
      explain: explained === null ? null : () => explained,
    };
    return { outgoing, secrets };
  }
}

/** What browsers add to the requests of pages. */
const PAGE_HEADERS = ['origin', 'sec-fetch-site', 'sec-fetch-dest'] as const;

/** Method and body of a request that the tap passes on, or why it does not. */
async function arrived(request: IncomingMessage): Promise<{ method: Method; body: Uint8Array } | Refusal> {
  const method = METHODS.find((one) => one === request.method);
  if (method === undefined)
    return { status: 405, sentence: t.otherMethod, headers: { Allow: METHODS.join(', ') } };
  const refusal = notAdmitted(request);
  if (refusal !== null) return refusal;
  const body = await bytesOf(request);
  return body instanceof Uint8Array ? { method, body } : body;
}

/** Null if the request comes from a program of this machine that is pointed here. */
function notAdmitted(request: IncomingMessage): Refusal | null {
  // Also for clients that use this address as an HTTP proxy.
  if (readTarget(request) === null) return { status: 400, sentence: t.notAPath };
  if (ownHost(request) === null) return { status: 403, sentence: t.otherHost };
  // Node's own fetch sends Sec-Fetch-Mode; only browsers send the other ones.
  const isPage = PAGE_HEADERS.some((name) => request.headers[name] !== undefined);
  return isPage ? { status: 403, sentence: t.noPage } : null;
}
