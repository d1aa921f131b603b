/**
 * The way of a request. order.ts fills in the variables and names destination and identity; compose.ts adds the headers and signs;
 * pool.ts and connection.ts send; a recorder (exchange.ts) stores the exchange; judge.ts judges it. No other code sends requests
 * to banks.
 */
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { sentBody, signedBody } from '../../../shared/faults/apply.ts';
import type { BankSchemas } from '../environments/openapi.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import type { FlowRecord, Left } from '../flow/record.ts';
import { tppOf } from '../../../shared/signing/certificate.ts';
import { maskedBody } from '../redaction/body-masker.ts';
import { type Hidden, masked } from '../redaction/mask.ts';
import { type Identity, prepare, targetOf } from './compose.ts';
import type { Relay, TlsClient } from './connection.ts';
import { decodedBody } from './content-coding.ts';
import { type Explain, exchangeOf, type Outgoing, titleOf, type Recorder } from './exchange.ts';
import { judged } from './judge.ts';
import { type ProxyOf, proxyOf } from './outgoing-proxy.ts';
import type { Place } from './place.ts';
import { Pools, type Target } from './pool.ts';
import type { ResolvedRequest } from './resolve.ts';
import { texts } from '../../../shared/texts/texts.ts';

export interface SendOrder {
  request: {
    /** With every variable filled in. */
    filled: ResolvedRequest;
    /** As composed, and as stored. */
    written: ComposedRequest;
    /** The body with masked secrets. */
    body: string;
    /** Masked in everything that is stored or shown. */
    secrets: readonly Hidden[];
    /** Credentials in headers, masked in what is stored. */
    credentials: readonly Hidden[];
  };
  destination: Target & {
    bank: { environment: string; isLocal: boolean };
    /** The base URL, unless {@link sentTo} says otherwise. */
    at?: Place['at'];
    /** Null for a bank that does not explain refusals. */
    explain: Explain | null;
    schemas: BankSchemas;
  };
  identity: Identity & {
    /** Whether the built-in test authority issued the certificate. */
    madeHere: boolean;
  };
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
  /** Called with the unmasked body, unless it is too large for memory. */
  onBody?: ((body: Buffer) => void) | undefined;
  /** Called if no connection could be made. */
  onUnreachable?: (() => void) | undefined;
  relay?: Relay | undefined;
  /** Null, the default, for the program's own windows, runs and demonstrations. */
  origin?: Exchange['origin'];
  /** What the step calls it; without one, the event log names the operation. */
  name?: string | undefined;
}

/** How a request is sent. */
type Dispatch = Pick<SendOrder, 'name' | 'onBody' | 'onProgress' | 'onUnreachable' | 'relay' | 'signal'> & {
  destination: Target & Pick<SendOrder['destination'], 'bank'>;
};

export class Sender {
  private readonly pools: Pools;
  private readonly recorder: Recorder;
  private readonly flow: Pick<FlowRecord, 'sends'> | null;
  private readonly idOfOther: (id: string, used: string) => string | null;
  private readonly underway = new Set<Promise<unknown>>();

  /**
   * @param clientOf throws while the vault is locked
   * @param flow null if nobody reads the event log
   * @param proxy by default that of the variables
   * @param idOfOther the name of another environment than the used one whose bank has returned an id; null for none
   */
  constructor(
    recorder: Recorder,
    clientOf: (certificateId: string) => TlsClient,
    flow: Pick<FlowRecord, 'sends'> | null,
    proxy: ProxyOf = (origin) => proxyOf('', origin),
    idOfOther: (id: string, used: string) => string | null = () => null,
  ) {
    this.recorder = recorder;
    this.flow = flow;
    this.idOfOther = idOfOther;
    this.pools = new Pools(clientOf, proxy);
  }

  /**
   * Sends a request over a connection of its own and records the exchange, also without a response.
   * @throws HostError for a request that cannot be composed, or a client key that the vault does not provide
   */
  async send(order: SendOrder): Promise<Exchange> {
    const exchange = this.exchange(order);
    this.underway.add(exchange);
    return exchange.finally(() => this.underway.delete(exchange));
  }

  /** Later requests use new connections. Requests in progress end normally. */
  renew(): void {
    this.pools.retire(() => true);
  }

  /** Closes the connections of deleted client certificates. */
  dropClients(isGone: (certificateId: string) => boolean): void {
    this.pools.retire((client) => client !== null && isGone(client));
  }

  /** Closes connections whose client key is in memory. */
  forgetKeys(): void {
    void this.pools.close((client) => client !== null);
  }

  /** Aborts everything, and resolves when the last exchange is recorded. */
  async close(): Promise<void> {
    await this.pools.close(() => true);
    await Promise.allSettled(this.underway);
  }

  private async exchange(order: SendOrder): Promise<Exchange> {
    const { request, destination, identity, origin = null } = order;
    const { filled, written } = request;
    const secrets = [...request.secrets, ...request.credentials];
    const { at = 'base', baseUrl, schemas, explain } = destination;
    const prepared = prepare(filled, { ...identity, baseUrl });
    const { fault } = filled;
    const body = sentBody(fault, signedBody(fault, filled.body));
    const target = targetOf(filled, { baseUrl });
    const { certificate, madeHere, profile } = identity;
    const outgoing = {
      id: randomUUID(),
      origin,
      at: Date.now(),
      place: at,
      environment: destination.bank.environment,
      written,
      filled,
      prepared,
      body,
      shownBody: shownBody(sentBody(fault, signedBody(fault, request.body)), secrets),
      target,
      certificate,
      profile,
      madeHere,
      schemas,
      explain,
    };
    return this.followed(order, outgoing, secrets);
  }

  /** Sends what another program has signed, as it is, and records the exchange. @param headers that are sent, in their order */
  async pass(
    order: Pick<Dispatch, 'destination' | 'relay' | 'signal'> & { secrets: readonly Hidden[] },
    outgoing: Outgoing,
    headers: Prepared['headers'],
  ): Promise<Exchange> {
    const passed = { ...order, onProgress: () => undefined };
    const exchange = this.followed(passed, outgoing, order.secrets, headers);
    this.underway.add(exchange);
    return exchange.finally(() => this.underway.delete(exchange));
  }

  /** Sends, with an event of each end in the log. */
  private async followed(
    order: Dispatch,
    outgoing: Outgoing,
    secrets: readonly Hidden[],
    headers = outgoing.prepared.headers,
  ): Promise<Exchange> {
    const { certificate, filled, origin, place, prepared, target } = outgoing;
    const left = this.flow?.sends({
      ...order.destination.bank,
      exchange: outgoing.id,
      origin,
      tpp: tppOf(certificate).id,
      method: filled.method,
      target: place === 'base' ? target : prepared.url,
      title: order.name ?? titleOf(filled, outgoing.schemas),
      headers: prepared.headers,
      secrets,
    });
    try {
      const exchange = await this.exchanged(order, outgoing, headers, secrets, left?.unanswered);
      await left?.caughtUp?.();
      left?.ended(exchange);
      return exchange;
    } catch (error) {
      left?.failed(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private async exchanged(
    { destination, signal, onProgress, onBody, onUnreachable, relay }: Dispatch,
    outgoing: Outgoing,
    headers: Prepared['headers'],
    secrets: readonly Hidden[],
    unanswered: Left['unanswered'] = () => null,
  ): Promise<Exchange> {
    const { body, target } = outgoing;
    const { method } = outgoing.filled;
    const sent = await this.pools.to(destination).send(
      { method, body },
      target,
      { headers },
      {
        sink: this.recorder.sink(secrets),
        signal,
        onProgress,
        relay,
      },
    );
    if (!sent.ok) {
      if (sent.isUnreachable) onUnreachable?.();
      // A scripted failure (SCA-8) looks like any other here; the bank reported it before it closed the connection.
      const said = unanswered();
      const failed = said === null ? sent : { ...sent, failure: texts.core.send.scripted(said) };
      return this.recorder.keep(masked(exchangeOf(outgoing, failed), secrets), NO_BODY);
    }
    // Recorded first, so that no failure of the judgement loses it.
    const { file } = sent.body;
    const plain = file === null ? decodedBody(sent.body.bytes, sent.response.headers) : sent.body.bytes;
    if (file === null) onBody?.(plain);
    const bytes = file === null ? maskedBody(plain, secrets) : plain;
    const length = file === null ? bytes.length : sent.body.length;
    const kept = this.recorder.keep(masked(exchangeOf(outgoing, sent), secrets), { bytes, file, length });
    const answer = { ...sent, body: { ...sent.body, bytes: plain } };
    const judgement = await judged(outgoing, answer, {
      masked: (text) => masked(text, secrets),
      outline: (name) => this.recorder.outline(name),
      idOfOther: (id) => this.idOfOther(id, outgoing.environment),
    });
    return this.recorder.judge(kept, masked(judgement, secrets));
  }
}

const NO_BODY = { bytes: Buffer.alloc(0), file: null, length: 0 };

/** Secret variables in it are masked already; their values may occur again. */
function shownBody(body: string, secrets: readonly Hidden[]): string {
  return maskedBody(Buffer.from(body), secrets).toString('utf8');
}
