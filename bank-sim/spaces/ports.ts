/** The ports of the spaces: each space has one for TPPs and one for PSUs. */
import { createServer, type Server, type Socket } from 'node:net';
import { closeServer, type Interface, isInUse, openPort } from '../../shared/node/http-server.ts';
import { SpaceRefusal } from './record.ts';

/** Both included; null for any free ports. */
export type PortRange = { from: number; to: number } | null;

export class Ports {
  private readonly range: PortRange;
  /** Ports of an ended space are reused last, because its clients may still be trying. */
  private next: number;

  constructor(range: PortRange) {
    this.range = range;
    this.next = range?.from ?? 0;
  }

  /**
   * Opens a listener at a free port.
   * @param assigned ports of all spaces, open or not
   * @throws SpaceRefusal if there is none
   */
  async openFree(listener: PortListener, assigned: ReadonlySet<number>): Promise<number> {
    const { range } = this;
    if (range === null) return listener.open(0);
    for (let left = range.to - range.from + 1; left > 0; left -= 1) {
      const port = this.next;
      this.next = port === range.to ? range.from : port + 1;
      if (assigned.has(port)) continue;
      try {
        return await listener.open(port);
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

/** Accepts connections for a space, whether its bank is awake or not. */
export class PortListener {
  private readonly servers: readonly [Server, Server];
  private readonly at: Interface | null;

  /** @param at loopback if null */
  constructor(connected: (socket: Socket) => void, at: Interface | null) {
    this.at = at;
    // An HTTP server needs sockets that stay open for writing when the client has finished.
    const options = { allowHalfOpen: true, noDelay: true };
    // For both address families.
    this.servers = [createServer(options, connected), createServer(options, connected)];
    // For example when the process has no file descriptor left: the connection is lost, but the process continues.
    for (const server of this.servers) server.on('error', () => undefined);
  }

  /** @param port 0 for any free port @returns the port @throws StartError if the address is not one of this machine; Error of the system, for example EADDRINUSE */
  open(port: number): Promise<number> {
    return openPort(this.servers, port, this.at);
  }

  /** Stops accepting connections; accepted ones stay open. */
  close(): void {
    for (const server of this.servers) void closeServer(server);
  }
}
