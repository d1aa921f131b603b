/** The ports of the spaces: each space has two, one for TPPs and one for PSUs, and keeps them. */
import { isInUse, closeServer, type Interface, openPort } from '../../shared/node/http-server.ts';
import { SpaceRefusal } from './record.ts';
import { createServer, type Server, type Socket } from 'node:net';

/** Both included; null for any free ports. */
export type PortRange = { from: number; to: number } | null;

export class Ports {
  private readonly range: PortRange;
  /** Ports of an ended space are given away last, because its clients may still be trying. */
  private next: number;

  constructor(range: PortRange) {
    this.range = range;
    this.next = range?.from ?? 0;
  }

  /**
   * Opens a door at a port that nobody has.
   * @param kept ports of the spaces, also of those that cannot open theirs at the moment
   * @throws SpaceRefusal if there is none
   */
  async openFree(door: PortListener, kept: ReadonlySet<number>): Promise<number> {
    const { range } = this;
    if (range === null) return door.open(0);
    for (let left = range.to - range.from + 1; left > 0; left -= 1) {
      const port = this.next;
      this.next = port === range.to ? range.from : port + 1;
      if (kept.has(port)) continue;
      try {
        return await door.open(port);
      } catch (error) {
        if (!isInUse(error)) throw error;
      }
    }
    throw new SpaceRefusal(
      409,
      `No port from ${range.from} to ${range.to} is free, and a space needs two. End a space, or start the service with other --ports.`,
    );
  }
}

/** A port at which the service accepts connections for a space, whether its bank is awake or not. */
export class PortListener {
  private readonly server: Server;
  private readonly sixth: Server;
  private readonly at: Interface | null;

  /** @param enters gets each connection @param at loopback if null */
  constructor(enters: (socket: Socket) => void, at: Interface | null) {
    this.at = at;
    // An HTTP server needs sockets that stay open for writing when the client has finished.
    const options = { allowHalfOpen: true, noDelay: true };
    this.server = createServer(options, enters);
    this.sixth = createServer(options, enters);
    // A connection that the system could not accept, for want of a file descriptor, is lost; unheard, it would end the process.
    for (const one of [this.server, this.sixth]) one.on('error', () => undefined);
  }

  /** @param port 0 for any free port @returns the port @throws StartError if the address is not one of this machine; Error of the system, for example EADDRINUSE */
  open(port: number): Promise<number> {
    return openPort([this.server, this.sixth], port, this.at);
  }

  /** Accepts no connection any more. Those that have entered stay. */
  close(): void {
    for (const one of [this.server, this.sixth]) void closeServer(one);
  }
}
