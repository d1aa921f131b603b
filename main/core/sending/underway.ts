/** The requests under way, each by the id that its client gave it, so that one can be cancelled and the others go on. */
export class Underway {
  private readonly requests = new Set<{ id: string; ends: AbortController }>();

  /** Runs a sending that `cancel` can end. */
  async run<T>(id: string, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const request = { id, ends: new AbortController() };
    this.requests.add(request);
    try {
      return await send(request.ends.signal);
    } finally {
      this.requests.delete(request);
    }
  }

  /** Ends the request of this id; one that is over already stays as it is. */
  cancel(id: string): void {
    for (const request of this.requests) if (request.id === id) request.ends.abort();
  }
}
