/** HTTP servers on this machine: on loopback unless a person says otherwise, with time limits, and closed together with their connections. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { closeServer, type Interface, isInUse, openPort } from './open-port.ts';
import { isOver, ResponseOrder } from './response-order.ts';
import { StartError } from './start-error.ts';
import { MAX_CONNECTIONS } from '../limits.ts';

/**
 * A listener whose error, thrown or rejected, is reported and answered with a 500 without text. The requests of a connection are
 * answered one after the other.
 */
export function answering(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  failed: (error: unknown) => void,
): RequestListener {
  const order = new ResponseOrder();
  return (request, response) => {
    // Kept here: Node takes it from a request whose body is too large to be read to its end.
    const { socket } = request;
    const before = order.enter(socket, response);
    // An async function, so that it does not matter whether an error is thrown before or after the first wait.
    const answered = (async () => {
      if (before !== null) await isOver(before);
      // The client has gone, so nothing is done for it that it cannot know about.
      if (!socket.destroyed) await answer(request, response);
    })();
    void answered.catch((error: unknown) => {
      // A client that has gone is not an error of ours, and nobody reads the response.
      if (socket.destroyed) return;
      failed(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
    });
  };
}

/** A server that can be opened, closed together with its connections, and opened again, also on another port. */
export class Listener {
  private readonly server: Server;
  /** Accepts connections on the other address and hands them to the server. */
  private readonly sixth: Server;
  private readonly option: string | null;
  private readonly most: number;
  private bound = 0;
  /** As they were accepted. */
  private readonly accepted = new Set<Socket>();
  /** What requests come through: over TLS not the socket that was accepted. */
  private readonly secured = new Set<Socket>();
  /** The response to the latest request of each connection, while it is not complete. */
  private readonly waiting = new Map<Socket, ServerResponse>();
  private finishing = false;
  /** Whether others listen for it. */
  private served = false;
  private whenEmpty: (() => void) | null = null;

  /**
   * @param server an HTTP or HTTPS server
   * @param option the command line option that sets its port, if there is one
   * @param most connections that are kept open
   */
  constructor(server: Server, option: string | null, most = MAX_CONNECTIONS) {
    this.server = server;
    this.option = option;
    this.most = most;
    // An HTTP server needs sockets that stay open for writing when the client has finished.
    this.sixth = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    });
    for (const one of [server, this.sixth]) {
      one.maxConnections = most;
      // A connection that the system could not accept, for want of a file descriptor, is lost; unheard, it would end the process.
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

  /** The port that it listens on, or listened on when it was last open. */
  get port(): number {
    return this.bound;
  }

  /** Open connections. */
  get connected(): number {
    return this.accepted.size;
  }

  /** Connections with a request that has no complete response. */
  get underway(): number {
    return this.waiting.size;
  }

  get isOpen(): boolean {
    return this.served || this.server.listening;
  }

  /**
   * @param port 0 for any free port
   * @param at loopback if null
   * @throws StartError if the port is in use, or the address is not one of this machine; names the option to change
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

  /** Opens it for the connections that {@link take} gets, because somebody else listens at its port. */
  openFor(port: number): void {
    this.served = true;
    this.bound = port;
    this.finishing = false;
    // Node begins to watch for slow clients when a server listens.
    this.server.emit('listening');
  }

  /** Serves a connection that somebody else has accepted for it. */
  take(socket: Socket): void {
    if (this.served && this.accepted.size < this.most) this.server.emit('connection', socket);
    else socket.destroy();
  }

  /**
   * Accepts no connection any more, and resolves when every request that has arrived is answered. Connections without one are closed.
   * {@link close} does not wait.
   */
  async finish(): Promise<void> {
    this.finishing = true;
    const closed = this.endListening();
    for (const socket of this.secured) {
      const last = this.waiting.get(socket);
      // Tells the client, and has Node close the connection. The earlier requests of a connection come first.
      if (last) last.shouldKeepAlive = false;
      else socket.destroy();
    }
    await closed;
  }

  async close(): Promise<void> {
    const closed = this.endListening();
    // Clients that keep their connection open must not delay the close.
    for (const socket of this.accepted) socket.destroy();
    await closed;
  }

  /** @returns when the last connection has ended */
  private async endListening(): Promise<void> {
    const { served } = this;
    this.served = false;
    await Promise.all([closeServer(this.server), closeServer(this.sixth)]);
    // Connections that others have accepted are not the server's own, so it does not wait for them.
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
      // Responses that have not begun are never closed (Node 24).
      this.waiting.delete(socket);
    });
  }

  private follow(socket: Socket, response: ServerResponse): void {
    // The rest of what was read from a connection that is closed.
    if (socket.destroyed) return;
    this.waiting.set(socket, response);
    if (this.finishing) response.shouldKeepAlive = false;
    // Emitted once. Unlike `once`, `on` makes no further function for each request.
    response.on('close', () => {
      if (this.waiting.get(socket) !== response) return;
      this.waiting.delete(socket);
      // Its headers may have been sent before it was known to be the last.
      if (this.finishing) socket.destroySoon();
    });
  }
}

/** Opens all listeners. Throws only after every attempt has ended, because a late listener would keep its port forever. */
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
