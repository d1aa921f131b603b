/** A map that remembers only so many: the oldest goes first. */
export class Recent<V> {
  private readonly map = new Map<string | number, V>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string | number): V | undefined {
    return this.map.get(key);
  }

  set(key: string | number, value: V): void {
    this.map.delete(key);
    this.map.set(key, value);
    if (this.map.size <= this.most) return;
    const oldest = this.map.keys().next().value;
    if (oldest !== undefined) this.map.delete(oldest);
  }

  /** Forgets every value of which this holds. */
  forget(isGone: (value: V) => boolean): void {
    for (const [key, value] of this.map) if (isGone(value)) this.map.delete(key);
  }

  /** Returns the value and forgets it. */
  take(key: string | number): V | undefined {
    const value = this.map.get(key);
    this.map.delete(key);
    return value;
  }
}
