/** Opens the port of a server: on loopback, unless a person says otherwise. */
import type { Server } from 'node:net';
import { StartError } from './start-error.ts';

/** Both addresses that `localhost` means. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** Where a listener listens: an address that a person has chosen, and the option that they chose it with. */
export interface Interface {
  /** An IP address; `::` and `0.0.0.0` are all of the machine. */
  address: string;
  option: string;
}

/** What the system says of an address that the machine does not have. */
const NO_SUCH_ADDRESS: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Ports to try for "any free port", which must be free on both addresses. */
const TRIES = 20;

/**
 * Makes a server listen. Unless it is told another address, it listens on both addresses of loopback, because `localhost` means
 * either: a program of another user on the other one would get what is meant for this server.
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
      // Any free port of the one address may be taken on the other.
      if (!isInUse(error) || port !== 0 || left <= 0) throw error;
    }
  }
}

/** Whether the port is another program's. */
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
    // A machine without IPv6 has no such address, so nobody else can listen there either.
    if (NO_SUCH_ADDRESS.includes(codeOf(error))) return;
    await closeServer(server);
    throw error;
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      // Many ports may be tried.
      server.removeListener('listening', listens);
      reject(error);
    };
    const listens = () => {
      server.removeListener('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    };
    server.once('error', failed);
    server.once('listening', listens);
    server.listen(port, host);
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
