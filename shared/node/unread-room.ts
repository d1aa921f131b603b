/** The memory for what clients have asked for and do not read. When it is full, those with most of it make room. */
export class UnreadRoom {
  private readonly most: number;
  private readonly unread = new Map<object, { bytes: number; drop: () => void }>();
  private sum = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.most = most;
  }

  /** @param bytes that wait for a client now @param drop ends its connection */
  note(client: object, bytes: number, drop: () => void): void {
    this.sum += bytes - (this.unread.get(client)?.bytes ?? 0);
    this.unread.set(client, { bytes, drop });
    while (this.sum > this.most) {
      const [first, ...others] = this.unread;
      if (first === undefined) return;
      const [heaviest, its] = others.reduce(
        (most, one) => (one[1].bytes > most[1].bytes ? one : most),
        first,
      );
      this.forget(heaviest);
      its.drop();
    }
  }

  forget(client: object): void {
    this.sum -= this.unread.get(client)?.bytes ?? 0;
    this.unread.delete(client);
  }
}
