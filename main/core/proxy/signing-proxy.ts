/** The signing proxy: a loopback address that signs the requests of other programs and forwards them to the bank of one environment. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Bank } from '../../../bank-sim/index.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { ProxyView } from '../../../shared/contract/proxy.ts';
import {
  answerBrokenRequests,
  answering,
  BROWSER_HEADERS,
  refuseTunnels,
} from '../../../shared/node/local-response.ts';
import { Listener, openAll } from '../../../shared/node/http-server.ts';
import { StartError } from '../../../shared/node/start-error.ts';
import { requestOf } from '../../../shared/requests/http.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import { mustBeConfirmed } from '../environments/imported.ts';
import { hidden } from '../redaction/mask.ts';
import { followUp, type FollowUpParts } from '../requests/follow-up.ts';
import { literalOrder, type Order, type OrderParts } from '../requests/order.ts';
import type { Sender } from '../requests/sender.ts';
import { sentenceOf } from '../store/disk.ts';
import { removeAddress, writeAddress } from './address-file.ts';
import { admitted, ownHeaders, type Refusal } from './proxy-access.ts';
import { requestHeaders, bodyOf, refusalOf, refuse, relayTo, whileWaiting } from './forwarding.ts';
import { LISTENER_TIMEOUTS_MS } from '../../../shared/limits.ts';

const t = texts.core.proxy;

/** A value that survives a restart. */
interface Kept<T> {
  read: () => T;
  write: (value: T) => void;
}

export interface ProxyParts extends Omit<OrderParts, 'bankNow'>, FollowUpParts {
  bank: OrderParts['bank'] & FollowUpParts['bank'] & Pick<Bank, 'controlBaseUrl' | 'controlToken'>;
  environments: FollowUpParts['environments'] & Pick<Environments, 'list' | 'read' | 'renewSession'>;
  /** Bank time of an environment, in milliseconds. */
  timeAt: (environment: Pick<Environment, 'kind'>) => number;
  sender: Pick<Sender, 'send'>;
  dataFolder: string;
  port: Kept<number>;
  token: Kept<string | null>;
  /** A request with the token counts as use of the workbench. */
  inUse: () => void;
  log: (line: string) => void;
}

type Chosen = Pick<ProxyView, 'environment' | 'origin'>;

export class SigningProxy {
  private readonly parts: ProxyParts;
  private readonly listener: Listener;
  private chosen: Chosen | null = null;
  /** Serialises changes: a port is never opened while it is being closed. */
  private readonly changes = new SerialQueue();

  constructor(parts: ProxyParts) {
    this.parts = parts;
    removeAddress(parts.dataFolder);
    const server = createServer(
      { ...LISTENER_TIMEOUTS_MS, ...BROWSER_HEADERS },
      answering(
        (request, response) => this.serve(request, response),
        (error) => parts.log(t.internal(String(error))),
      ),
    );
    answerBrokenRequests(server, { type: 'text/plain;charset=utf-8', body: t.tooManyHeaders });
    refuseTunnels(server, t.notAPath);
    this.listener = new Listener(server, null);
  }

  view(): ProxyView | null {
    if (this.chosen === null) return null;
    const { name } = this.parts.environments.read(this.chosen.environment);
    const address = `http://127.0.0.1:${this.listener.port}`;
    return { ...this.chosen, name, address, token: this.token() };
  }

  /**
   * Switches it on, or to another environment.
   * @throws HostError for an unknown environment, a port in use, or a folder that cannot be written
   */
  start(chosen: Chosen, port?: number): Promise<void> {
    return this.changes.run(async () => {
      mustBeConfirmed(this.parts.environments.read(chosen.environment));
      const moves = port !== undefined && port !== 0 && port !== this.listener.port;
      if (this.listener.isOpen && moves) await this.close();
      if (!this.listener.isOpen) await this.open(port);
      this.chosen = chosen;
      await this.tell();
    });
  }

  /** Aborts requests in progress. */
  stop(): Promise<void> {
    return this.changes.run(() => this.close());
  }

  renewToken(): Promise<void> {
    return this.changes.run(async () => {
      this.parts.token.write(newToken());
      if (this.chosen !== null) await this.tell();
    });
  }

  /** The environment may have been renamed or deleted. */
  environmentsChanged(): Promise<void> {
    return this.changes.run(async () => {
      if (this.chosen === null) return;
      const { environment } = this.chosen;
      if (this.parts.environments.list().some(({ id }) => id === environment)) await this.tell();
      else await this.close();
    });
  }

  private async open(port: number | undefined): Promise<void> {
    try {
      await openAll([[this.listener, port ?? this.parts.port.read()]], port === undefined);
    } catch (error) {
      if (error instanceof StartError) throw new HostError('refused', error.message);
      throw error;
    }
    this.parts.port.write(this.listener.port);
  }

  private async close(): Promise<void> {
    this.chosen = null;
    removeAddress(this.parts.dataFolder);
    if (this.listener.isOpen) await this.listener.close();
  }

  /** Writes the address file. If that fails, no program could find the proxy, so it is switched off. */
  private async tell(): Promise<void> {
    const view = this.view();
    if (view === null) return;
    const { bank, dataFolder, environments } = this.parts;
    const isLocal = environments.read(view.environment).kind === 'local';
    const { address, token, name: environment } = view;
    const control = { address: bank.controlBaseUrl, token: bank.controlToken };
    try {
      writeAddress(dataFolder, { environment, address, token, ...(isLocal && { control }) });
    } catch (error) {
      await this.close();
      throw new HostError('refused', t.notWritten(sentenceOf(error)));
    }
  }

  private token(): string {
    const known = this.parts.token.read();
    if (known !== null && known !== '') return known;
    const made = newToken();
    this.parts.token.write(made);
    return made;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.chosen === null) {
      refuse(response, { status: 503, sentence: t.off }, {});
      return;
    }
    const { environment, origin } = this.chosen;
    const keys = { token: this.token(), origin };
    const added = ownHeaders(request, keys);
    const admission = admitted(request, keys);
    if (admission.kind === 'answer') {
      refuse(response, admission, added);
      return;
    }
    this.parts.inUse();
    const { method, path } = admission;
    const body = await bodyOf(request);
    if (typeof body !== 'string') {
      refuse(response, body, added);
      return;
    }
    const headers = Object.entries(requestHeaders(request.rawHeaders));
    const written = requestOf({ method, path, headers, body });
    const refusal = await this.forward(written, environment, relayTo(response, added), response);
    if (refusal !== null) refuse(response, refusal, added);
  }

  /** @returns null if the whole response was relayed */
  private async forward(
    written: ComposedRequest,
    environmentId: string,
    relay: ReturnType<typeof relayTo>,
    response: ServerResponse,
  ): Promise<Refusal | null> {
    const { parts } = this;
    const signal = whileWaiting(response);
    return refusalOf(async () => {
      const order = this.orderOf(written, environmentId);
      const { environment, used: _, ...sent } = order;
      const exchange = await parts.sender.send({
        ...sent,
        origin: 'proxy',
        signal,
        onProgress: () => undefined,
        relay,
      });
      followUp(exchange, environment, parts);
      parts.emit('history.added', {});
      parts.emit('status.changed', {});
      return exchange;
    });
  }

  /** Masks the token, too: a client may have sent it in the wrong place. */
  private orderOf(written: ComposedRequest, environmentId: string): Order {
    const { timeAt, environments } = this.parts;
    const bankNow = () => timeAt(environments.read(environmentId));
    const order = literalOrder(written, environmentId, { ...this.parts, bankNow });
    const secrets = [...order.request.secrets, ...hidden([this.token()])];
    return { ...order, request: { ...order.request, secrets } };
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}
