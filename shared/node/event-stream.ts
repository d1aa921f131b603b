/** Server-sent events (WHATWG HTML, 9.2) to clients that may not read them. */
import type { ServerResponse } from 'node:http';

/** Bytes that may wait for one client, beside one event, and for all clients of this process. */
const MOST_WAITING = 2 * 1024 * 1024;
const MOST_TOGETHER = 32 * 1024 * 1024;

/** The memory for events that have not been read yet. Those who read least make room for others. */
export class EventRoom {
  private readonly each: number;
  private readonly together: number;
  /** What waited when it was last looked at; since then, it can only have become less. */
  private readonly waiting = new Map<ServerResponse, number>();
  private sum = 0;

  /** @param each bytes for one client @param together bytes for all */
  constructor(each: number, together: number) {
    this.each = each;
    this.together = together;
  }

  enter(response: ServerResponse): void {
    this.waiting.set(response, 0);
    response.once('close', () => this.leave(response));
  }

  write(response: ServerResponse, piece: string): void {
    // Ended to make room for others.
    if (!this.waiting.has(response)) return;
    if (response.writableLength > this.each) {
      this.end(response);
      return;
    }
    response.write(piece);
    this.look(response);
    if (this.sum <= this.together) return;
    for (const one of this.waiting.keys()) this.look(one);
    while (this.sum > this.together) this.end(this.heaviest());
  }

  private look(response: ServerResponse): void {
    const { writableLength } = response;
    this.sum += writableLength - (this.waiting.get(response) ?? 0);
    this.waiting.set(response, writableLength);
  }

  private heaviest(): ServerResponse {
    const [first, ...others] = this.waiting;
    if (first === undefined) throw new Error('Nobody waits.');
    return others.reduce((most, one) => (one[1] > most[1] ? one : most), first)[0];
  }

  private end(response: ServerResponse): void {
    this.leave(response);
    response.destroy();
  }

  private leave(response: ServerResponse): void {
    this.sum -= this.waiting.get(response) ?? 0;
    this.waiting.delete(response);
  }
}

const roomOfAll = new EventRoom(MOST_WAITING, MOST_TOGETHER);

/**
 * Starts a response of events.
 * @returns writes a piece; a client that does not read is disconnected before its pieces fill the memory, and can come again
 */
export function eventStream(response: ServerResponse, room = roomOfAll): (piece: string) => void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': connected\n\n');
  room.enter(response);
  return (piece) => room.write(response, piece);
}
