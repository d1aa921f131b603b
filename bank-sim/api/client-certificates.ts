/**
 * Which connections are asked for a TLS client certificate (SVC-5). OpenSSL checks the chain that a client sends, valid or not, on
 * the thread that does everything else, and the client decides what that costs: 90 KB of names and constraints take half a second.
 * Node sets no limit, so the bank asks within a share of its time. A client that is not asked is served like any other.
 */
import type { X509Certificate } from 'node:crypto';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/**
 * Bytes of chains that are checked at once, and those that may follow in each second. The worst that fits into a kilobyte takes
 * about 7 ms, so that chains take an eighth of the time in the long run. A QWAC with its intermediate has 3 to 5 KB.
 */
const AT_ONCE = 128 * 1024;
const PER_SECOND = 16 * 1024;
/** Handshakes that may be under way with a certificate asked for: what they cost is known only at their end. */
const MOST_UNDER_WAY = 8;

const NOT_ASKED = [
  'The bank did not ask for a TLS client certificate, because it was busy with those of other connections.',
];
const NONE: readonly never[] = [];

/** Without documentation, but a field of Node's TLS server in every version: read for each new connection. */
type AskingServer = Server & { requestCert: boolean };

/** What may still be spent on chains: of one bank, or of all banks of a process, since all of them wait meanwhile. */
export class ChainBudget {
  private left = AT_ONCE;
  private at: number;
  private underWay = 0;
  private readonly clock: () => number;

  /** @param clock milliseconds */
  constructor(clock = () => performance.now()) {
    this.clock = clock;
    this.at = clock();
  }

  /** Whether there is room for another handshake with a certificate; then {@link end} must follow. */
  begin(): boolean {
    const now = this.clock();
    this.left = Math.min(AT_ONCE, this.left + ((now - this.at) / 1000) * PER_SECOND);
    this.at = now;
    if (this.left <= 0 || this.underWay >= MOST_UNDER_WAY) return false;
    this.underWay++;
    return true;
  }

  /** @param bytes of the chain that was sent */
  end(bytes: number): void {
    this.underWay--;
    this.left -= bytes;
  }
}

export class ClientCertificates {
  private readonly budget: ChainBudget;
  /** Connections whose handshake is under way, by their other end, which a TLS connection and the one below it have in common. */
  private readonly underWay = new Map<string, Socket>();
  private readonly notAsked = new WeakSet<Socket>();
  /** Whether there ever was one, which is rare. */
  private anyNotAsked = false;

  /** @param budget of its own if left out */
  constructor(server: Server, budget = new ChainBudget()) {
    this.budget = budget;
    // Before Node's own listener, which begins the handshake.
    server.prependListener('connection', (socket: Socket) => {
      const asks = this.budget.begin();
      (server as AskingServer).requestCert = asks;
      if (asks) this.follow(socket);
    });
    server.prependListener('secureConnection', (socket: TLSSocket) => {
      if (this.underWay.delete(endOf(socket))) this.budget.end(bytesOf(socket.getPeerX509Certificate()));
      else {
        this.notAsked.add(socket);
        this.anyNotAsked = true;
      }
    });
  }

  /** What a request is noted with whose connection was not asked for a certificate. The same array each time. */
  notes(socket: Socket): readonly string[] {
    return this.anyNotAsked && this.notAsked.has(socket) ? NOT_ASKED : NONE;
  }

  private follow(socket: Socket): void {
    const end = endOf(socket);
    // The client has reset its connection and uses its port again.
    if (this.underWay.has(end)) this.budget.end(0);
    this.underWay.set(end, socket);
    socket.once('close', () => {
      if (this.underWay.get(end) !== socket) return;
      // The handshake has failed, perhaps after the check of a chain.
      this.underWay.delete(end);
      this.budget.end(socket.bytesRead);
    });
  }
}

function endOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Of a certificate and those that were sent after it. */
function bytesOf(first: X509Certificate | undefined): number {
  let bytes = 0;
  for (let next = first; next !== undefined; next = next.issuerCertificate) bytes += next.raw.length;
  return bytes;
}
