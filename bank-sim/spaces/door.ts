/** A port at which the service accepts connections for a space, whether its bank is awake or not. */
import { createServer, type Server, type Socket } from 'node:net';
import { closeServer, type Interface, openPort } from '../../shared/node/open-port.ts';

export class Door {
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
