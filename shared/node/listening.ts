/** Listeners on loopback that can be closed and opened again, also on another port. */
import type { Server, Socket } from 'node:net';
import { StartError } from './start-error.ts';

const HOST = '127.0.0.1';

/** Opens a server on loopback. @param port 0 for any free port @returns the actual port */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** A server on loopback that can be opened, and closed together with its connections. */
export class Listener {
  private readonly server: Server;
  private readonly option: string;
  private known = 0;
  /** Includes connections that have not sent anything yet, which would keep the server from closing. */
  private readonly sockets = new Set<Socket>();

  /** @param option the command line option that sets its port */
  constructor(server: Server, option: string) {
    this.server = server;
    this.option = option;
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** The port that it listens on, or listened on when it was last open. */
  get port(): number {
    return this.known;
  }

  get isOpen(): boolean {
    return this.server.listening;
  }

  /** @param port 0 for any free port @throws StartError if the port is in use; names the option to change */
  async open(port: number): Promise<void> {
    try {
      this.known = await listen(this.server, port);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      throw new StartError(
        `Port ${port} is in use. Choose another with ${this.option}, or 0 for any free port.`,
      );
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      // Clients that keep their connection open must not delay the close.
      for (const socket of this.sockets) socket.destroy();
    });
  }
}

/** Opens all listeners. Throws only after every attempt has ended, because a late listener would keep its port forever. */
export async function openAll(
  listeners: readonly [listener: Listener, port: number][],
  orAnyPort: boolean,
): Promise<void> {
  const results = await Promise.allSettled(
    listeners.map(([listener, port]) =>
      listener.open(port).catch((error: unknown) => {
        if (orAnyPort && error instanceof StartError) return listener.open(0);
        throw error;
      }),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
