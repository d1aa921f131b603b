/** Pools of connections by destination. */
import { type Address, Connection, type Sent, type TlsClient } from './connection.ts';
import type { ProxyOf } from './outgoing-proxy.ts';
import { abortText } from './tls-failure.ts';

export interface Target {
  baseUrl: string;
  /** PEM of the trusted CAs; empty for Node's own list. */
  ca: string;
  tlsCertificateId: string | null;
}

/** Connections per destination. Further requests queue. */
const MAX_CONNECTIONS = 8;
/** Destinations whose idle connections stay open. */
const MAX_POOLS = 8;
/** Milliseconds after which an idle pool closes, which drops its client key. */
const IDLE_MS = 60_000;

class Pool {
  readonly tlsCertificateId: string | null;
  private readonly address: Address;
  private readonly free: Connection[] = [];
  private readonly busy = new Set<Connection>();
  private readonly queue: ((connection: Connection) => void)[] = [];
  private readonly idled: () => void;
  private timer: NodeJS.Timeout | undefined;
  private retired = false;

  /** @param idled called after {@link IDLE_MS} without requests */
  constructor(address: Address, tlsCertificateId: string | null, idled: () => void) {
    this.address = address;
    this.tlsCertificateId = tlsCertificateId;
    this.idled = idled;
  }

  get isIdle(): boolean {
    return this.busy.size === 0 && this.queue.length === 0;
  }

  /** Sends over a connection that carries no other request in the meantime. */
  async send(...request: Parameters<Connection['send']>): Promise<Sent> {
    const [, , , { sink, signal }] = request;
    clearTimeout(this.timer);
    const connection = await this.acquire(signal);
    if (connection === null) {
      await sink.abandon();
      return { ok: false, failure: abortText(signal), isUnreachable: false };
    }
    try {
      return await connection.send(...request);
    } finally {
      this.release(connection);
    }
  }

  /** Takes no new requests, and closes when those in progress have ended. */
  retire(): void {
    this.retired = true;
    clearTimeout(this.timer);
    if (this.isIdle) void this.close();
  }

  async close(): Promise<void> {
    this.retired = true;
    clearTimeout(this.timer);
    await Promise.all([...this.free.splice(0), ...this.busy].map((connection) => connection.close()));
  }

  /** Null if the request was cancelled while it waited. */
  private async acquire(signal: AbortSignal): Promise<Connection | null> {
    if (signal.aborted) return null;
    const connection =
      this.free.pop() ?? (this.busy.size < MAX_CONNECTIONS ? new Connection(this.address) : undefined);
    if (connection === undefined) return this.queued(signal);
    this.busy.add(connection);
    return connection;
  }

  private queued(signal: AbortSignal): Promise<Connection | null> {
    return new Promise((resolve) => {
      const cancelled = () => {
        this.queue.splice(this.queue.indexOf(acquired), 1);
        resolve(null);
      };
      const acquired = (connection: Connection) => {
        signal.removeEventListener('abort', cancelled);
        resolve(connection);
      };
      this.queue.push(acquired);
      signal.addEventListener('abort', cancelled, { once: true });
    });
  }

  private release(connection: Connection): void {
    const next = this.queue.shift();
    if (next) return next(connection);
    this.busy.delete(connection);
    this.free.push(connection);
    if (!this.isIdle) return;
    if (this.retired) void this.close();
    else this.timer = setTimeout(this.idled, IDLE_MS).unref();
  }
}

export class Pools {
  private readonly pools = new Map<string, Pool>();
  private readonly clientOf: (certificateId: string) => TlsClient;
  private readonly proxyOf: ProxyOf;

  /** @param clientOf certificate and key of a TLS client; throws while the vault is locked */
  constructor(clientOf: (certificateId: string) => TlsClient, proxyOf: ProxyOf) {
    this.clientOf = clientOf;
    this.proxyOf = proxyOf;
  }

  /** Pools are keyed by origin, trusted roots and client certificate. @throws HostError as `clientOf` does */
  to(target: Target): Pool {
    const { origin } = new URL(target.baseUrl);
    const { ca, tlsCertificateId } = target;
    const proxy = this.proxyOf(origin);
    const key = JSON.stringify([origin, ca, tlsCertificateId, proxy?.href ?? null]);
    const known = this.pools.get(key);
    // Reinserted last: the order is that of last use.
    this.pools.delete(key);
    const pool = known ?? this.opened(key, { origin, ca, tlsCertificateId, proxy });
    this.pools.set(key, pool);
    this.trim();
    return pool;
  }

  retire(which: (tlsCertificateId: string | null) => boolean): void {
    for (const [key, pool] of this.pools) {
      if (!which(pool.tlsCertificateId)) continue;
      this.pools.delete(key);
      pool.retire();
    }
  }

  async close(which: (tlsCertificateId: string | null) => boolean): Promise<void> {
    const ended = Array.from(this.pools).filter(([, pool]) => which(pool.tlsCertificateId));
    for (const [key] of ended) this.pools.delete(key);
    await Promise.all(ended.map(([, pool]) => pool.close()));
  }

  private opened(
    key: string,
    { origin, ca, tlsCertificateId, proxy }: Omit<Target, 'baseUrl'> & Pick<Address, 'origin' | 'proxy'>,
  ): Pool {
    const client = tlsCertificateId === null ? null : this.clientOf(tlsCertificateId);
    const address = { origin, ca: ca.trim() === '' ? [] : [ca], client, proxy };
    const pool = new Pool(address, tlsCertificateId, () => {
      if (this.pools.get(key) === pool) this.pools.delete(key);
      pool.retire();
    });
    return pool;
  }

  /** Retires the pools unused for longest, except busy ones. */
  private trim(): void {
    for (const [key, pool] of Array.from(this.pools).slice(0, -1)) {
      if (this.pools.size <= MAX_POOLS) return;
      if (!pool.isIdle) continue;
      this.pools.delete(key);
      pool.retire();
    }
  }
}
