/** Open connections by destination: several for each destination, each with one request at a time. */
import { type Address, Connection, type Sent, stoppedText, type TlsClient } from './connection.ts';

/** Where requests go, and which CAs are trusted there. */
export interface Target {
  baseUrl: string;
  /** PEM of the trusted CAs; empty for Node's own list. */
  ca: string;
  /** Id of the TLS client certificate, or null. */
  tlsCertificateId: string | null;
}

/** Concurrent requests to one destination. Further requests wait. */
const AT_ONCE = 8;
/** Number of destinations whose connections are kept while they are unused. */
const KEPT = 8;
/** Milliseconds after which an unused pool is closed and the key of its client certificate is forgotten. */
const IDLE = 60_000;

/** The connections to one destination. */
class Pool {
  readonly tlsCertificateId: string | null;
  private readonly address: Address;
  private readonly free: Connection[] = [];
  private readonly busy = new Set<Connection>();
  private readonly waiting: ((connection: Connection) => void)[] = [];
  private readonly emptied: () => void;
  private timer: NodeJS.Timeout | undefined;
  private retired = false;

  /** @param emptied called when the pool has been unused for {@link IDLE} */
  constructor(address: Address, tlsCertificateId: string | null, emptied: () => void) {
    this.address = address;
    this.tlsCertificateId = tlsCertificateId;
    this.emptied = emptied;
  }

  get isIdle(): boolean {
    return this.busy.size === 0 && this.waiting.length === 0;
  }

  /** Sends over a connection that carries nothing else in the meantime. @param request as for {@link Connection.send} */
  async send(...request: Parameters<Connection['send']>): Promise<Sent> {
    const [, , , { sink, signal }] = request;
    clearTimeout(this.timer);
    const connection = await this.take(signal);
    if (connection === null) {
      await sink.abandon();
      return { ok: false, failure: stoppedText(signal) };
    }
    try {
      return await connection.send(...request);
    } finally {
      this.give(connection);
    }
  }

  /** Stops taking new requests. The pool closes as soon as the requests in progress have ended. */
  retire(): void {
    this.retired = true;
    clearTimeout(this.timer);
    if (this.isIdle) void this.close();
  }

  /** Closes the pool and aborts the requests in progress. */
  async close(): Promise<void> {
    this.retired = true;
    clearTimeout(this.timer);
    await Promise.all([...this.free.splice(0), ...this.busy].map((connection) => connection.close()));
  }

  /** A connection as soon as one is free, or null if the request was cancelled before that. */
  private async take(signal: AbortSignal): Promise<Connection | null> {
    if (signal.aborted) return null;
    const connection =
      this.free.pop() ?? (this.busy.size < AT_ONCE ? new Connection(this.address) : undefined);
    if (connection === undefined) return this.turn(signal);
    this.busy.add(connection);
    return connection;
  }

  private turn(signal: AbortSignal): Promise<Connection | null> {
    return new Promise((resolve) => {
      const cancelled = () => {
        this.waiting.splice(this.waiting.indexOf(called), 1);
        resolve(null);
      };
      const called = (connection: Connection) => {
        signal.removeEventListener('abort', cancelled);
        resolve(connection);
      };
      this.waiting.push(called);
      signal.addEventListener('abort', cancelled, { once: true });
    });
  }

  private give(connection: Connection): void {
    const next = this.waiting.shift();
    if (next) {
      next(connection);
      return;
    }
    this.busy.delete(connection);
    this.free.push(connection);
    if (!this.isIdle) return;
    if (this.retired) void this.close();
    else this.timer = setTimeout(this.emptied, IDLE).unref();
  }
}

export class Pools {
  private readonly pools = new Map<string, Pool>();
  private readonly clientOf: (certificateId: string) => TlsClient;

  /** @param clientOf certificate and key of a TLS client; throws while the vault is locked */
  constructor(clientOf: (certificateId: string) => TlsClient) {
    this.clientOf = clientOf;
  }

  /** The pool of a destination: the same origin, trusted roots and client certificate. @throws HostError as `clientOf` does */
  to(target: Target): Pool {
    const { origin } = new URL(target.baseUrl);
    const { ca, tlsCertificateId } = target;
    const key = JSON.stringify([origin, ca, tlsCertificateId]);
    const known = this.pools.get(key);
    // Reinserted last, so that the pool unused for longest is first.
    this.pools.delete(key);
    const pool = known ?? this.opened(key, origin, ca, tlsCertificateId);
    this.pools.set(key, pool);
    this.trim();
    return pool;
  }

  /** Retires connections that may be stale or must no longer be used. Requests in progress end normally. */
  retire(which: (tlsCertificateId: string | null) => boolean): void {
    for (const [key, pool] of this.pools) {
      if (!which(pool.tlsCertificateId)) continue;
      this.pools.delete(key);
      pool.retire();
    }
  }

  /** Aborts requests and closes connections. */
  async close(which: (tlsCertificateId: string | null) => boolean): Promise<void> {
    const ended = Array.from(this.pools).filter(([, pool]) => which(pool.tlsCertificateId));
    for (const [key] of ended) this.pools.delete(key);
    await Promise.all(ended.map(([, pool]) => pool.close()));
  }

  private opened(key: string, origin: string, ca: string, tlsCertificateId: string | null): Pool {
    const client = tlsCertificateId === null ? null : this.clientOf(tlsCertificateId);
    const pool = new Pool({ origin, ca: ca.trim() === '' ? [] : [ca], client }, tlsCertificateId, () => {
      if (this.pools.get(key) === pool) this.pools.delete(key);
      pool.retire();
    });
    return pool;
  }

  /** Removes the pools unused for longest, but never one with requests in progress. */
  private trim(): void {
    for (const [key, pool] of Array.from(this.pools).slice(0, -1)) {
      if (this.pools.size <= KEPT) return;
      if (!pool.isIdle) continue;
      this.pools.delete(key);
      pool.retire();
    }
  }
}
