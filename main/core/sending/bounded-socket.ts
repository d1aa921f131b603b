/** The connection below the TLS of a client. What a server sends in its handshake is bounded, because the check of its certificates is not. */
import { constants } from 'node:crypto';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { BoundedHandshake, Pace } from '../../../shared/node/bounded-handshake.ts';

/** Bytes. The chains of real banks have 3 to 8 KB, and the worst of this size takes half a second. */
export const MOST_IN_HANDSHAKE = 24 * 1024;
/** Of all connections of this process, since all of them wait meanwhile. */
const pace = new Pace();

/** A second handshake within a connection would bring another chain, as often as the server likes. TLS 1.3 has none. */
export const ONE_HANDSHAKE = { secureOptions: constants.SSL_OP_NO_RENEGOTIATION } as const;

/** The handshake of a server has more than {@link MOST_IN_HANDSHAKE} bytes. */
export class HandshakeTooLong extends Error {}

export interface BoundedSocket {
  /** For TLS, which must be told of its handshake with {@link BoundedHandshake.opened}. */
  handshake: BoundedHandshake;
  /** The connection itself. */
  below: Socket;
}

/** Opens a connection. Its errors are those of the handshake; one that is too long ends with {@link HandshakeTooLong}. */
export function openBounded(options: NetConnectOpts): BoundedSocket {
  const below = connect({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000, ...options });
  return {
    below,
    handshake: new BoundedHandshake(below, {
      pace,
      most: MOST_IN_HANDSHAKE,
      tooLong: () => new HandshakeTooLong(),
    }),
  };
}
