/**
 * The requests of one connection that wait for their responses. Node reads them as fast as they come, so that clients which send
 * ahead could fill the memory. Here, a connection is not read further while some of its requests wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Waiting requests at which a connection is not read further, and at which it is read again. What one read has brought comes on top. */
const MOST_AHEAD = 16;
const FEW_AHEAD = 8;

/** Bytes that Node's objects of a request take, beside its headers. */
const OBJECTS = 4096;

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  weight: number;
}

export class WaitingRequests {
  /** What requests come and responses go through: over TLS not the socket that was accepted. */
  stream: Socket;
  /** Bytes that the requests take, roughly. */
  weight = 0;
  /** In the order of their requests. A list, because nearly always one waits, and few ever do. */
  private waiting: Waiting[] = [];
  private held = false;
  private followed: Socket | null = null;

  constructor(accepted: Socket) {
    this.stream = accepted;
  }

  get size(): number {
    return this.waiting.length;
  }

  /** Whether the client has sent a whole request. */
  get anyComplete(): boolean {
    return this.waiting.some(({ request }) => request.complete);
  }

  /** The response to the latest request. */
  get last(): ServerResponse | undefined {
    return this.waiting.at(-1)?.response;
  }

  /** @returns the bytes that the request takes */
  enter(request: IncomingMessage, response: ServerResponse): number {
    const weight = weightOf(request);
    if (this.followed !== request.socket) this.follow(request.socket);
    this.waiting.push({ request, response, weight });
    this.weight += weight;
    this.held ||= this.size >= MOST_AHEAD;
    if (this.held) this.stream.pause();
    return weight;
  }

  /** @returns the bytes that are free again: 0 if the request does not wait any more */
  leave(response: ServerResponse): number {
    const at = this.waiting.findIndex((one) => one.response === response);
    const weight = this.waiting[at]?.weight ?? 0;
    if (at >= 0) this.waiting.splice(at, 1);
    this.weight -= weight;
    if (this.held && this.size <= FEW_AHEAD) {
      this.held = false;
      this.stream.resume();
    }
    return weight;
  }

  /** Lets go of all requests. @returns the bytes that are free again */
  clear(): number {
    const { weight } = this;
    this.waiting = [];
    this.weight = 0;
    return weight;
  }

  private follow(stream: Socket): void {
    this.stream = stream;
    this.followed = stream;
    // Node reads on for the body of any request, and after each response.
    stream.on('resume', () => {
      if (this.held) stream.pause();
    });
  }
}

function weightOf({ rawHeaders, url = '' }: IncomingMessage): number {
  let weight = OBJECTS + url.length;
  for (const text of rawHeaders) weight += text.length;
  return weight;
}
