/** What the service does not do, as a sentence and the status of its response. */
export class SpaceRefusal extends Error {
  readonly status: 400 | 404 | 409 | 503;

  constructor(status: SpaceRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}
