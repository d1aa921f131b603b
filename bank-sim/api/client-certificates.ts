/**
 * Which connections are asked for a TLS client certificate (SVC-5). OpenSSL checks the chain that a client sends, valid or not, on
 * the thread that does everything else, and the client decides what that costs. So the bank asks within a share of its time, each chain has a bound,
 * and they are checked one by one with time for others in between. A client that is not asked is served like any other.
 *
 * The bytes of a connection that was asked pass through JavaScript, which takes a third of a request's time. That matters to who sends thousands of
 * requests. So one that brought no certificate is closed after {@link MOST_REQUESTS}, as many servers do, and then the bank asks nobody for a while.
 */
import type { X509Certificate } from 'node:crypto';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { BoundedHandshake, Pace } from '../../shared/node/bounded-handshake.ts';

/**
 * Bytes of chains that are checked in short succession, and those that may follow in each second. The worst that fits into a kilobyte takes
 * about 8 ms, so that chains take an eighth of the time in the long run.
 */
const AT_ONCE = 128 * 1024;
const PER_SECOND = 16 * 1024;
/** Bytes that a client may send in its handshake. A QWAC with its intermediate has 3 to 5 KB, the rest of a handshake 1 to 3. */
const MOST_IN_HANDSHAKE = 10 * 1024;
/** Requests of a connection that was asked and brought no certificate. */
const MOST_REQUESTS = 1000;
/** Milliseconds after such a connection in which no other is asked. */
const BUSY = 5000;
/** Handshakes that may be under way with a certificate asked for. */
const MOST_UNDER_WAY = 8;

const NOT_ASKED = [
  'The bank did not ask for a TLS client certificate, because it was busy with other connections.',
];
const NONE: readonly never[] = [];

/** What may still be spent on chains: of one bank, or of all banks of a process, since all of them wait meanwhile. */
export class ChainBudget {
  readonly pace = new Pace();
  private left = AT_ONCE;
  private at: number;
  private readonly underWay = new Set<Socket>();
  private busyUntil = 0;
  private readonly clock: () => number;

  /** @param clock milliseconds */
  constructor(clock = () => performance.now()) {
    this.clock = clock;
    this.at = clock();
  }

  /** Whether there is room for another handshake with a certificate, beside those under way; then {@link end} must follow. */
  begin(socket: Socket): boolean {
    const now = this.clock();
    if (now < this.busyUntil) return false;
    this.left = Math.min(AT_ONCE, this.left + ((now - this.at) / 1000) * PER_SECOND);
    this.at = now;
    const reserved = this.underWay.size * MOST_IN_HANDSHAKE;
    if (this.left <= reserved || this.underWay.size >= MOST_UNDER_WAY) return false;
    this.underWay.add(socket);
    return true;
  }

  /** @param bytes of the chain that was sent */
  end(socket: Socket, bytes: number): void {
    this.underWay.delete(socket);
    this.left -= bytes;
  }

  /** Requests come by the thousand, from clients that have no certificate. */
  busy(): void {
    this.busyUntil = this.clock() + BUSY;
  }
}

/** What begins a handshake, with the server as `this`. */
type Begin = (this: Server, connection: Duplex) => void;

export class ClientCertificates {
  private readonly server: Server;
  private readonly budget: ChainBudget;
  private readonly notAsked = new WeakSet<Socket>();
  /** Whether there ever was one, which is rare. */
  private anyNotAsked = false;
  /** Requests of each connection that was asked and brought no certificate. */
  private readonly inVain = new WeakMap<Socket, number>();

  /** @param server that nobody listens to yet but Node itself @param budget of its own if left out */
  constructor(server: Server, budget = new ChainBudget()) {
    this.server = server;
    this.budget = budget;
    const begins = server.listeners('connection') as Begin[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      const { pace } = this.budget;
      const asked = this.budget.begin(socket)
        ? new BoundedHandshake(socket, { pace, most: MOST_IN_HANDSHAKE })
        : null;
      const secured = asked === null ? (tls: TLSSocket) => this.note(tls) : this.follow(socket, asked);
      for (const begin of begins) begin.call(this.seenBy(asked !== null, secured), asked ?? socket);
    });
  }

  /** Counts a request. @returns whether its connection is to be closed after it, unless there are more requests already */
  isLast(socket: Socket): boolean {
    const before = this.inVain.get(socket);
    if (before === undefined) return false;
    this.inVain.set(socket, before + 1);
    if (before + 1 < MOST_REQUESTS) return false;
    this.budget.busy();
    return true;
  }

  /** What a request is noted with whose connection was not asked for a certificate. The same array each time. */
  notes(socket: Socket): readonly string[] {
    return this.anyNotAsked && this.notAsked.has(socket) ? NOT_ASKED : NONE;
  }

  /**
   * The server as one connection sees it. Node looks there whether it asks for a certificate, which is without documentation but a field of
   * its TLS server in every version, and tells it when the handshake has ended.
   */
  private seenBy(asks: boolean, secured: (tls: TLSSocket) => void): Server {
    const { server } = this;
    return Object.create(server, {
      requestCert: { value: asks },
      emit: {
        value: (event: string, ...told: [TLSSocket]) => {
          if (event === 'secureConnection') secured(told[0]);
          return server.emit(event, ...told);
        },
      },
    }) as Server;
  }

  private note(tls: TLSSocket): void {
    this.notAsked.add(tls);
    this.anyNotAsked = true;
  }

  /** @returns what is to be done at the end of the handshake */
  private follow(socket: Socket, handshake: BoundedHandshake): (tls: TLSSocket) => void {
    let underWay = true;
    socket.once('close', () => {
      // The handshake has failed, perhaps after the check of a chain.
      if (underWay) this.budget.end(socket, socket.bytesRead);
      underWay = false;
    });
    return (tls) => {
      handshake.opened();
      knowOtherEnd(tls, socket);
      const certificate = tls.getPeerX509Certificate();
      if (certificate === undefined) this.inVain.set(tls, 0);
      if (underWay) this.budget.end(socket, bytesOf(certificate));
      underWay = false;
    };
  }
}

/** TLS over a stream does not know its other end. */
function knowOtherEnd(tls: TLSSocket, { remoteAddress, remotePort }: Socket): void {
  Object.defineProperties(tls, {
    remoteAddress: { value: remoteAddress },
    remotePort: { value: remotePort },
  });
}

/** Of a certificate and those that were sent after it. */
function bytesOf(first: X509Certificate | undefined): number {
  let bytes = 0;
  for (let next = first; next !== undefined; next = next.issuerCertificate) bytes += next.raw.length;
  return bytes;
}
