/** Listeners that can be closed and opened again, also on another port. They are on loopback unless a person says otherwise. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { connectionShare } from './descriptors.ts';
import { closeServer, type Interface, isInUse, openPort } from './open-port.ts';
import { StartError } from './start-error.ts';
import { UnreadRoom } from './unread-room.ts';
import { WaitingRequests } from './waiting-requests.ts';

/**
 * Connections that one listener keeps open, if the system allows it. Beyond it, the oldest one that is not waiting for us
 * makes room, so that idle connections, however many, never keep others out.
 */
const MOST_CONNECTIONS = 2000;

/** Milliseconds within which a client must read something of what is sent to it, and between two looks at that. */
const READS_WITHIN = 30_000;
const LOOKS_EVERY = 2_000;

interface Connection {
  peer: string;
  socket: Socket;
  waiting: WaitingRequests;
  /** Whether it is closed if the client goes on reading nothing. */
  watched: boolean;
}

/** Which clients a listener bears; injected so that tests need not wait. */
export interface Bounds {
  connections: number;
  /** Bytes, see {@link MOST_WAITING}. */
  waiting: number;
  /** Shared with the other listeners of the process. */
  unread: UnreadRoom;
  /** Milliseconds, see {@link READS_WITHIN}. */
  readsWithin: number;
  looksEvery: number;
}

/** Bytes of the requests that wait for their responses, over all connections of a listener. Beyond it, the connection with most of them makes room. */
const MOST_WAITING = 128 * 1024 * 1024;

/** What has been sent to the clients of all listeners of this process, and has not been read. */
const unreadOfAll = new UnreadRoom(256 * 1024 * 1024);

/** A server that can be opened, and closed together with its connections. */
export class Listener {
  private readonly server: Server;
  /** Accepts connections on the other address and hands them to the server. */
  private readonly sixth: Server;
  private readonly option: string | null;
  private readonly bounds: Bounds;
  private bound = 0;
  private looking: NodeJS.Timeout | undefined;
  /** From the least to the most recently used; includes connections that have not sent anything yet. */
  private readonly connections = new Set<Connection>();
  /** The latest connection of each peer: a client that resets its connection can open another one from the same port. */
  private readonly byPeer = new Map<string, Connection>();
  /** By the socket of its requests, which over TLS is not the one that was accepted. */
  private readonly known = new WeakMap<Socket, Connection>();
  /** Bytes of all requests that wait for their responses. */
  private waiting = 0;
  private finishing = false;
  /** Whether others listen for it. */
  private served = false;
  private whenEmpty: (() => void) | null = null;

  /** @param server an HTTP or HTTPS server @param option the command line option that sets its port, if there is one */
  constructor(server: Server, option: string | null, bounds: Partial<Bounds> = {}) {
    this.server = server;
    this.option = option;
    this.bounds = {
      connections: connectionShare(MOST_CONNECTIONS),
      waiting: MOST_WAITING,
      unread: unreadOfAll,
      readsWithin: READS_WITHIN,
      looksEvery: LOOKS_EVERY,
      ...bounds,
    };
    // An HTTP server needs sockets that stay open for writing when the client has finished.
    this.sixth = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    });
    // A connection that the system could not accept, for want of a file descriptor, is lost; unheard, it would end the process.
    for (const one of [server, this.sixth]) one.on('error', () => undefined);
    server.on('connection', (socket: Socket) => this.admit(socket));
    // As early as possible, while the peer has no newer connection.
    server.on('secureConnection', (socket: Socket) => this.connectionOf(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.follow(request, response),
    );
  }

  /** The port that it listens on, or listened on when it was last open. */
  get port(): number {
    return this.bound;
  }

  /** Open connections. */
  get connected(): number {
    return this.connections.size;
  }

  /** Requests without a complete response. */
  get underway(): number {
    let underway = 0;
    for (const { waiting } of this.connections) underway += waiting.size;
    return underway;
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
      this.begin(await openPort([this.server, this.sixth], port, at));
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
    // Node begins to watch for slow clients when a server listens.
    this.server.emit('listening');
    this.begin(port);
  }

  /** Serves a connection that somebody else has accepted for it. */
  take(socket: Socket): void {
    if (this.served) this.server.emit('connection', socket);
    else socket.destroy();
  }

  /**
   * Accepts no connection any more, and resolves when every request that has arrived is answered. Connections without one are closed.
   * {@link close} does not wait.
   */
  async finish(): Promise<void> {
    this.finishing = true;
    const closed = this.endListening();
    for (const { socket, waiting } of this.connections) {
      const { last } = waiting;
      // Tells the client, and has Node close the connection. The earlier requests of a connection come first.
      if (last) last.shouldKeepAlive = false;
      else socket.destroy();
    }
    await closed;
  }

  async close(): Promise<void> {
    const closed = this.endListening();
    clearInterval(this.looking);
    // Clients that keep their connection open must not delay the close.
    for (const { socket } of this.connections) socket.destroy();
    await closed;
  }

  private begin(port: number): void {
    this.bound = port;
    this.finishing = false;
    this.looking = setInterval(() => this.watchReaders(), this.bounds.looksEvery).unref();
  }

  /** @returns when the last connection has ended */
  private async endListening(): Promise<void> {
    const { served } = this;
    this.served = false;
    await Promise.all([closeServer(this.server), closeServer(this.sixth)]);
    // Connections that others have accepted are not the server's own, so it does not wait for them.
    if (served && this.connections.size > 0)
      await new Promise<void>((resolve) => {
        this.whenEmpty = resolve;
      });
  }

  private admit(socket: Socket): void {
    const peer = peerOf(socket);
    const admitted: Connection = { peer, socket, waiting: new WaitingRequests(socket), watched: false };
    this.connections.add(admitted);
    this.byPeer.set(peer, admitted);
    this.known.set(socket, admitted);
    socket.once('close', () => this.forget(admitted));
    if (this.connections.size <= this.bounds.connections) return;
    for (const connection of this.connections) {
      // At last the newest itself, if all others wait for us.
      if (waitsForUs(connection)) continue;
      this.drop(connection);
      return;
    }
  }

  private drop(connection: Connection): void {
    this.forget(connection);
    // Over TLS, requests that are already read would still be served.
    connection.waiting.stream.destroy();
    connection.socket.destroy();
  }

  private forget(connection: Connection): void {
    this.connections.delete(connection);
    if (this.connections.size === 0) this.whenEmpty?.();
    this.bounds.unread.forget(connection);
    // Responses that have not begun are never closed (Node 24).
    this.waiting -= connection.waiting.clear();
    // The peer may have a newer connection by now, which is not forgotten with the old one.
    if (this.byPeer.get(connection.peer) === connection) this.byPeer.delete(connection.peer);
  }

  /** Closes connections whose clients ask and do not read: the responses would stay in memory. */
  private watchReaders(): void {
    for (const connection of this.connections) {
      const { waiting, watched } = connection;
      const { stream, size } = waiting;
      const bytes = stream.writableLength;
      if (bytes > 0) this.bounds.unread.note(connection, bytes, () => this.drop(connection));
      else this.bounds.unread.forget(connection);
      const unread = size > 0 && bytes > 0;
      if (unread === watched) continue;
      connection.watched = unread;
      // The socket's own timer sees whether the system could send anything. Between two requests, it is Node's.
      if (size > 0) stream.setTimeout(unread ? this.bounds.readsWithin : 0);
    }
  }

  private follow(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connectionOf(request.socket);
    // The rest of what was read from a connection that is closed.
    if (connection === undefined || !this.connections.has(connection)) return;
    this.waiting += connection.waiting.enter(request, response);
    if (this.finishing) response.shouldKeepAlive = false;
    // Emitted once. Unlike `once`, `on` makes no further function for each request.
    response.on('close', () => {
      this.waiting -= connection.waiting.leave(response);
      // Its headers may have been sent before it was known to be the last.
      if (this.finishing && connection.waiting.size === 0) connection.waiting.stream.destroySoon();
      // Used just now, so it is the last to make room.
      if (this.connections.delete(connection)) this.connections.add(connection);
    });
    if (this.waiting > this.bounds.waiting) this.dropHeaviest();
  }

  private dropHeaviest(): void {
    const weightOf = (connection: Connection) => connection.waiting.weight;
    const [first, ...others] = this.connections;
    if (first === undefined) return;
    this.drop(others.reduce((most, one) => (weightOf(one) > weightOf(most) ? one : most), first));
  }

  private connectionOf(socket: Socket): Connection | undefined {
    const known = this.known.get(socket);
    if (known !== undefined) return known;
    const found = this.byPeer.get(peerOf(socket));
    if (found !== undefined) this.known.set(socket, found);
    return found;
  }
}

/** A request that is still arriving does not count: a client could take forever to send it, or to read the response. */
function waitsForUs({ waiting }: Connection): boolean {
  return waiting.stream.writableLength === 0 && waiting.anyComplete;
}

/** Identifies a connection by its other end, which a TLS connection and the one below it have in common. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
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
