/** A light client for benches: requests that are signed beforehand, written to sockets that stay open. */
import { connect, type TLSSocket } from 'node:tls';

export interface Target {
  /** Without it, this machine's own address. */
  host?: string;
  port: number;
  /** PEM of the CA that the server's certificate comes from. */
  ca: string;
  /** Whole requests as they go over the wire; sent in turn. */
  requests: readonly Buffer[];
}

export interface Measured {
  perSecond: number;
  /** Status lines that were seen, and how often. */
  statuses: Map<string, number>;
  /** Milliseconds from each request to the end of its response. */
  times: number[];
}

/**
 * Sends over some connections, one request at a time on each.
 * @param until milliseconds, or a promise that ends the measurement
 */
export async function measure(
  target: Target,
  connections: number,
  until: number | Promise<unknown>,
): Promise<Measured> {
  const statuses = new Map<string, number>();
  const times: number[] = [];
  let turn = 0;
  const next = () => target.requests[turn++ % target.requests.length] ?? Buffer.alloc(0);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(target)));
  const start = performance.now();
  let ended = false;
  const stop = () => (ended = true);
  if (typeof until !== 'number') until.then(stop, stop);
  const end = () => (typeof until === 'number' ? performance.now() >= start + until : ended);
  await Promise.all(sockets.map((socket) => drive(target, socket, next, end, { statuses, times })));
  const seconds = (performance.now() - start) / 1000;
  return { perSecond: times.length / seconds, statuses, times };
}

function open({ host = '127.0.0.1', port, ca }: Target): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ca, servername: 'localhost' }, () => resolve(socket));
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

/** One connection, and another one in its place whenever the server closes it. */
function drive(
  target: Target,
  socket: TLSSocket,
  next: () => Buffer,
  end: () => boolean,
  { statuses, times }: Pick<Measured, 'statuses' | 'times'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(next());
    };
    let received: Buffer = Buffer.alloc(0);
    let missing = -1;
    let closes = false;
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing >= 0) missing -= chunk.length;
      else {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const head = received.indexOf('\r\n\r\n');
        if (head < 0) return;
        const text = received.toString('latin1', 0, head);
        const status = text.slice(9, 12);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        closes = /\r\nconnection: close/i.test(text);
        const length = /content-length: (\d+)/i.exec(text)?.[1];
        missing = head + 4 + Number(length ?? 0) - received.length;
      }
      if (missing > 0) return;
      received = Buffer.alloc(0);
      missing = -1;
      times.push(performance.now() - sent);
      if (!closes && !end()) {
        send();
        return;
      }
      socket.destroy();
      resolve(
        end()
          ? undefined
          : open(target).then((other) => drive(target, other, next, end, { statuses, times })),
      );
    });
    send();
  });
}
