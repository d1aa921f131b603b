/** The only code that sends requests: composes, signs, sends, judges and records. */
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { sentBody, signedBody } from '../../../shared/faults/apply.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import type { FlowRecord, Left } from '../flow/record.ts';
import { maskedBody } from '../redaction/body-masker.ts';
import { type Hidden, masked } from '../redaction/mask.ts';
import { type Identity, prepare, targetOf } from './compose.ts';
import type { Relay, TlsClient } from './connection.ts';
import {
  answeredExchange,
  type Explain,
  failedExchange,
  type Outgoing,
  titleOf,
  type Recorder,
} from './exchange.ts';
import { judged } from './judgement.ts';
import { Pools, type Target } from './pool.ts';
import type { ResolvedRequest } from './resolve.ts';
import { texts } from '../../../shared/texts/texts.ts';

export interface SendOrder {
  request: {
    /** What is sent, with every variable filled in. */
    filled: ResolvedRequest;
    /** As it was composed. This version is stored. */
    written: ComposedRequest;
    /** Its body with its secrets masked. */
    body: string;
    /** Secrets in the request, which are masked in everything that is stored or shown. */
    secrets: readonly Hidden[];
    /** Credentials in its headers, which are masked in what is stored. */
    credentials: readonly Hidden[];
  };
  destination: Target & {
    /** Whose bank it is, for the event log. */
    bank: { environment: string; isLocal: boolean };
    /** Null for a bank that does not explain its refusals. */
    explain: Explain | null;
  };
  identity: Identity & {
    /** Whether the built-in test authority issued the certificate. */
    madeHere: boolean;
  };
  /** Aborts only this request; its exchange says so. */
  signal: AbortSignal;
  /** Called with the number of body bytes received so far. */
  onProgress: (bytes: number) => void;
  /** Called with the body of the response as it was received, unless it is too large for memory. What is recorded has its secrets masked. */
  onBody?: ((body: Buffer) => void) | undefined;
  /** Gets the response as it arrives, with the secrets in it. */
  relay?: Relay | undefined;
  /** The program's own windows, runs and demonstrations, unless it is said. */
  origin?: Exchange['origin'];
}

export class Sender {
  private readonly pools: Pools;
  private readonly recorder: Recorder;
  private readonly flow: Pick<FlowRecord, 'sends'> | null;
  private readonly underway = new Set<Promise<unknown>>();

  /**
   * @param clientOf certificate and key of a TLS client, by id; throws while the vault is locked
   * @param flow learns of each request before it is sent, and of its end; null where nobody draws them
   */
  constructor(
    recorder: Recorder,
    clientOf: (certificateId: string) => TlsClient,
    flow: Pick<FlowRecord, 'sends'> | null,
  ) {
    this.recorder = recorder;
    this.flow = flow;
    this.pools = new Pools(clientOf);
  }

  /**
   * Sends a request over a connection that no other request uses at the same time, and records the exchange.
   * @returns the exchange, even if there was no response
   * @throws HostError for a request that cannot be composed, or a client certificate whose key is not available from the vault
   */
  async send(order: SendOrder): Promise<Exchange> {
    const exchange = this.exchange(order);
    this.underway.add(exchange);
    return exchange.finally(() => this.underway.delete(exchange));
  }

  /** Opens new connections for later requests. Those in progress end normally. */
  renew(): void {
    this.pools.retire(() => true);
  }

  /** Closes the connections of deleted client certificates. @param isGone called with the id of the certificate */
  dropClients(isGone: (certificateId: string) => boolean): void {
    this.pools.retire((client) => client !== null && isGone(client));
  }

  /** Closes every connection with a client certificate at once, because each has a private key in memory. Others continue. */
  forgetKeys(): void {
    void this.pools.close((client) => client !== null);
  }

  /** Ends everything, and resolves when the last exchange has been recorded. */
  async close(): Promise<void> {
    await this.pools.close(() => true);
    await Promise.allSettled(this.underway);
  }

  private async exchange(order: SendOrder): Promise<Exchange> {
    const { request, destination, identity, origin = null } = order;
    const { filled, written } = request;
    const secrets = [...request.secrets, ...request.credentials];
    const { baseUrl, explain } = destination;
    const prepared = prepare(filled, { ...identity, baseUrl });
    const { fault, method } = filled;
    const body = sentBody(fault, signedBody(fault, filled.body));
    const target = targetOf(filled, { baseUrl });
    const { certificate, madeHere } = identity;
    const outgoing = {
      id: randomUUID(),
      origin,
      at: Date.now(),
      environment: destination.bank.environment,
      written,
      filled,
      prepared,
      body,
      shownBody: shownBody(sentBody(fault, signedBody(fault, request.body)), secrets),
      target,
      certificate,
      madeHere,
      explain,
    };
    const left = this.flow?.sends({
      ...destination.bank,
      exchange: outgoing.id,
      origin,
      tpp: certificate.organizationIdentifier ?? certificate.commonName ?? '',
      method,
      target,
      title: titleOf(filled),
      headers: prepared.headers,
      secrets,
    });
    try {
      const exchange = await this.exchanged(order, outgoing, secrets, left?.unanswered);
      left?.ended(exchange);
      return exchange;
    } catch (error) {
      left?.failed(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private async exchanged(
    { destination, signal, onProgress, onBody, relay }: SendOrder,
    outgoing: Outgoing,
    secrets: readonly Hidden[],
    unanswered: Left['unanswered'] = () => null,
  ): Promise<Exchange> {
    const { body, target, prepared } = outgoing;
    const { method } = outgoing.filled;
    const sent = await this.pools.to(destination).send({ method, body }, target, prepared, {
      sink: this.recorder.sink(secrets),
      signal,
      onProgress,
      relay,
    });
    if (!sent.ok) {
      // A scripted failure (SCA-8) looks like any other from here; the bank, which knows better, has spoken before it closed the connection.
      const said = unanswered();
      const failed = failedExchange(outgoing, said === null ? sent.failure : texts.core.send.scripted(said));
      return this.recorder.keep(masked(failed, secrets), NO_BODY);
    }
    // Recorded first: whatever the response does to those who judge it, it is kept.
    const { file } = sent.body;
    if (file === null) onBody?.(sent.body.bytes);
    const bytes = file === null ? maskedBody(sent.body.bytes, secrets) : sent.body.bytes;
    const length = file === null ? bytes.length : sent.body.length;
    const kept = this.recorder.keep(masked(answeredExchange(outgoing, sent), secrets), {
      bytes,
      file,
      length,
    });
    const judgement = await judged(outgoing, sent, {
      masked: (text) => masked(text, secrets),
      outline: (name) => this.recorder.outline(name),
    });
    return this.recorder.judge(kept, masked(judgement, secrets));
  }
}

const NO_BODY = { bytes: Buffer.alloc(0), file: null, length: 0 };

/** What the body of a request shows: its secret variables are masked already, and it may contain their values once more. */
function shownBody(body: string, secrets: readonly Hidden[]): string {
  return maskedBody(Buffer.from(body), secrets).toString('utf8');
}
