/** One port for all spaces: the name that a TLS client asks for (SNI) says which one it means. */
import type { Socket } from 'node:net';
import { isInUse, type Interface } from '../../shared/node/open-port.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { HelloReader } from './client-hello.ts';
import { Door } from './door.ts';

/** Milliseconds that a client has for its first message. */
const PATIENCE = 10_000;
/** Clients that have not sent it yet, if the system allows it. Beyond it, the oldest one makes room. */
export const MOST_WAITING = 1000;

/** A fatal alert, unrecognized_name (RFC 6066, 3): there is no space of this name. */
const UNKNOWN_NAME = Buffer.from([21, 3, 3, 0, 2, 2, 112]);

export class SharedDoor {
  private readonly door: Door;
  private readonly enter: (name: string, socket: Socket) => boolean;
  private readonly most: number;
  private readonly waiting = new Set<Socket>();

  /**
   * @param enter hands over a connection to whom its name means; false if there is nobody
   * @param most see {@link MOST_WAITING}
   */
  constructor(enter: (name: string, socket: Socket) => boolean, at: Interface | null, most: number) {
    this.enter = enter;
    this.most = most;
    this.door = new Door((socket) => this.await(socket), at);
  }

  /** @param option that sets the port @returns the port @throws StartError if it is in use */
  async open(port: number, option: string): Promise<number> {
    try {
      return await this.door.open(port);
    } catch (error) {
      if (!isInUse(error)) throw error;
      throw new StartError(`Port ${port} is in use. Choose another with ${option}, or 0 for any free port.`);
    }
  }

  /** Accepts no connection any more. Those that have entered stay. */
  close(): void {
    this.door.close();
    for (const socket of this.waiting) socket.destroy();
  }

  private await(socket: Socket): void {
    this.waiting.add(socket);
    if (this.waiting.size > this.most)
      for (const oldest of this.waiting) {
        oldest.destroy();
        break;
      }
    const timer = setTimeout(() => socket.destroy(), PATIENCE).unref();
    const hello = new HelloReader();
    const pieces: Buffer[] = [];
    const read = () => {
      for (
        let piece = socket.read() as Buffer | null;
        piece !== null;
        piece = socket.read() as Buffer | null
      ) {
        pieces.push(piece);
        const name = hello.read(piece);
        if (name !== undefined) return enter(name);
      }
    };
    const enter = (name: string | null) => {
      leave();
      // Whoever it is handed to begins with its first byte.
      socket.unshift(Buffer.concat(pieces));
      if (name === null || !this.enter(name, socket)) refuse(socket);
    };
    const gone = () => {
      leave();
      socket.destroy();
    };
    const leave = () => {
      clearTimeout(timer);
      this.waiting.delete(socket);
      socket.off('readable', read).off('error', gone).off('end', gone).off('close', gone);
    };
    socket.on('readable', read).on('error', gone).on('end', gone).on('close', gone);
  }
}

/** Says that there is no space of this name, and closes the connection. */
function refuse(socket: Socket): void {
  // The client may be gone already. Unheard, that error would end the process.
  socket.on('error', () => undefined);
  socket.end(UNKNOWN_NAME, () => socket.destroy());
}
