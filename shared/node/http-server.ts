/** HTTP servers on this machine: on loopback unless another address is chosen, and closed together with their connections. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { StartError } from './start-error.ts';
import { MAX_CONNECTIONS } from '../limits.ts';

/** Both addresses of `localhost`. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** An address to listen on, and the option that set it. */
export interface Interface {
  /** An IP address; `::` and `0.0.0.0` are all of the machine. */
  address: string;
  option: string;
}

/** Codes of the system for an address that the machine does not have. */
const NO_SUCH_ADDRESS: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Attempts at a port that is free on both addresses. */
const TRIES = 20;

/**
 * Makes a server listen, by default on both addresses of loopback: `localhost` means either, and a program of another user on the
 * other one would receive requests for this server.
 * @param servers the second one accepts connections on the other address @param port 0 for any free port @returns the port
 * @throws StartError if the address is not one of this machine; Error of the system, for example EADDRINUSE. Then neither listens
 */
export async function openPort(
  [server, sixth]: readonly [Server, Server],
  port: number,
  at: Interface | null = null,
): Promise<number> {
  const [first, second] = at === null ? LOOPBACK : [at.address];
  for (let left = TRIES; ; left -= 1) {
    try {
      const taken = await listen(server, port, first);
      if (second !== undefined) await openSixth([server, sixth], taken, second);
      return taken;
    } catch (error) {
      if (at !== null && NO_SUCH_ADDRESS.includes(codeOf(error)))
        throw new StartError(
          `${at.address}, given with ${at.option}, is not an address of this machine. 0.0.0.0 is all IPv4 addresses that it has, and :: is all.`,
        );
      // A port that is free on one address may be taken on the other.
      if (!isInUse(error) || port !== 0 || left <= 0) throw error;
    }
  }
}

/** Whether another program has the port. */
export function isInUse(error: unknown): boolean {
  return codeOf(error) === 'EADDRINUSE';
}

/** Resolves at once for a server that is not open. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function openSixth(
  [server, sixth]: readonly [Server, Server],
  port: number,
  address: string,
): Promise<void> {
  try {
    await listen(sixth, port, address);
  } catch (error) {
    // Without IPv6, no other program can listen there either.
    if (NO_SUCH_ADDRESS.includes(codeOf(error))) return;
    await closeServer(server);
    throw error;
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

/** A server that can be opened, closed with its connections, and opened again on any port. */
export class Listener {
  private readonly server: Server;
  /** Accepts connections on the IPv6 address for the server. */
  private readonly sixth: Server;
  private readonly option: string | null;
  private readonly most: number;
  private bound = 0;
  private readonly accepted = new Set<Socket>();
  /** Sockets of requests: over TLS not those that were accepted. */
  private readonly secured = new Set<Socket>();
  /** The incomplete response to the latest request of each connection. */
  private readonly waiting = new Map<Socket, ServerResponse>();
  private finishing = false;
  /** Opened by {@link openFor}. */
  private served = false;
  private whenEmpty: (() => void) | null = null;

  /**
   * @param server an HTTP or HTTPS server
   * @param option the command line option that sets its port, or null
   * @param most limit of open connections
   */
  constructor(server: Server, option: string | null, most = MAX_CONNECTIONS) {
    this.server = server;
    this.option = option;
    this.most = most;
    // allowHalfOpen, because an HTTP client may end its side before the response.
    this.sixth = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    });
    for (const one of [server, this.sixth]) {
      one.maxConnections = most;
      // Without a handler, a connection that was not accepted for lack of file descriptors would end the process.
      one.on('error', () => undefined);
    }
    server.on('connection', (socket: Socket) => this.admit(socket));
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) =>
      this.begin(socket),
    );
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.follow(request.socket, response),
    );
  }

  /** The current or last port. */
  get port(): number {
    return this.bound;
  }

  /** Number of open connections. */
  get connected(): number {
    return this.accepted.size;
  }

  /** Number of connections with an incomplete response. */
  get underway(): number {
    return this.waiting.size;
  }

  get isOpen(): boolean {
    return this.served || this.server.listening;
  }

  /**
   * @param port 0 for any free port
   * @param at loopback if null
   * @throws StartError that names the option, if the port is in use or the address is not one of this machine
   */
  async open(port: number, at: Interface | null = null): Promise<void> {
    try {
      this.bound = await openPort([this.server, this.sixth], port, at);
      this.finishing = false;
    } catch (error) {
      if (!isInUse(error)) throw error;
      throw new StartError(
        `Port ${port} is in use.${this.option === null ? '' : ` Choose another with ${this.option}, or 0 for any free port.`}`,
      );
    }
  }

  /** Opens it for connections of {@link take}: another server listens at its port. */
  openFor(port: number): void {
    this.served = true;
    this.bound = port;
    this.finishing = false;
    // Starts Node's timeouts of slow clients.
    this.server.emit('listening');
  }

  /** Serves a connection that another server accepted. */
  take(socket: Socket): void {
    if (this.served && this.accepted.size < this.most) this.server.emit('connection', socket);
    else socket.destroy();
  }

  /**
   * Stops accepting, closes idle connections, and resolves when every request that has arrived is answered. {@link close} does not
   * wait.
   */
  async finish(): Promise<void> {
    this.finishing = true;
    const closed = this.endListening();
    for (const socket of this.secured) {
      const last = this.waiting.get(socket);
      // Makes Node send Connection: close and close the connection after this response.
      if (last) last.shouldKeepAlive = false;
      else socket.destroy();
    }
    await closed;
  }

  async close(): Promise<void> {
    const closed = this.endListening();
    for (const socket of this.accepted) socket.destroy();
    await closed;
  }

  /** Resolves when the last connection has closed. */
  private async endListening(): Promise<void> {
    const { served } = this;
    this.served = false;
    await Promise.all([closeServer(this.server), closeServer(this.sixth)]);
    // The server does not wait for connections that another one accepted.
    if (served && this.accepted.size > 0)
      await new Promise<void>((resolve) => {
        this.whenEmpty = resolve;
      });
  }

  private admit(socket: Socket): void {
    this.accepted.add(socket);
    socket.once('close', () => {
      this.accepted.delete(socket);
      if (this.accepted.size === 0) this.whenEmpty?.();
    });
  }

  private begin(socket: Socket): void {
    if (this.finishing) {
      socket.destroy();
      return;
    }
    this.secured.add(socket);
    socket.once('close', () => {
      this.secured.delete(socket);
      // Node 24 never closes a response that has not begun.
      this.waiting.delete(socket);
    });
  }

  private follow(socket: Socket, response: ServerResponse): void {
    // Pipelined requests on a connection that has closed.
    if (socket.destroyed) return;
    this.waiting.set(socket, response);
    if (this.finishing) response.shouldKeepAlive = false;
    // `on`, because `once` allocates another function for each request.
    response.on('close', () => {
      if (this.waiting.get(socket) !== response) return;
      this.waiting.delete(socket);
      // Its headers may have been sent before `finish`.
      if (this.finishing) socket.destroySoon();
    });
  }
}

/** Opens all listeners. Throws only after every attempt has ended, because a late listener would occupy its port forever. */
export async function openAll(
  listeners: readonly [listener: Listener, port: number, at?: Interface | null][],
  orAnyPort: boolean,
): Promise<void> {
  const results = await Promise.allSettled(
    listeners.map(([listener, port, at = null]) =>
      listener.open(port, at).catch((error: unknown) => {
        if (orAnyPort && error instanceof StartError) return listener.open(0, at);
        throw error;
      }),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
