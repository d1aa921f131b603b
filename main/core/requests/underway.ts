/** The requests in progress, by the id that the client gave each of them, so that one can be cancelled without the others. */
export class Underway {
  private readonly requests = new Set<{ id: string; ends: AbortController }>();

  /** Runs a request that `cancel` can abort. */
  async run<T>(id: string, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const request = { id, ends: new AbortController() };
    this.requests.add(request);
    try {
      return await send(request.ends.signal);
    } finally {
      this.requests.delete(request);
    }
  }

  /** Aborts the request with this id. Does nothing if it has already ended. */
  cancel(id: string): void {
    for (const request of this.requests) if (request.id === id) request.ends.abort();
  }
}
