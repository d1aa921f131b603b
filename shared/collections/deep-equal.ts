/** Whether two JSON values are equal; both may be large, and from somebody else. */

/** Two values have more in them than may be compared. */
export class TooMuchToCompare extends Error {}

/** Compares one value with each of many, such as the rows of a response, in a time that grows with the sum of their sizes. */
export class Comparison {
  private left: number;
  /** Counted once: a large value is perhaps compared with a thousand others. */
  private readonly sizes = new WeakMap<object, number>();

  /** @param most values that may be looked at in all comparisons together */
  constructor(most = Infinity) {
    this.left = most;
  }

  /** The order of an object's members does not matter. @throws TooMuchToCompare */
  isEqual(a: unknown, b: unknown): boolean {
    const waiting: Pair[] = [];
    if (!this.isAlike(a, b, waiting)) return false;
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop())
      if (!this.isSame(pair, waiting)) return false;
    return true;
  }

  /** Whether two lists or objects are equal, but for those in them, which are left to do. */
  private isSame([a, b]: Pair, waiting: Pair[]): boolean {
    if (isList(a) || isList(b)) {
      if (!isList(a) || !isList(b) || a.length !== b.length) return false;
      return a.every((one, at) => this.isAlike(one, b[at], waiting));
    }
    if (this.sizeOf(a) !== this.sizeOf(b)) return false;
    return Object.keys(a).every((name) => Object.hasOwn(b, name) && this.isAlike(a[name], b[name], waiting));
  }

  private isAlike(a: unknown, b: unknown, waiting: Pair[]): boolean {
    this.look();
    if (a === b) return true;
    if (!isObject(a) || !isObject(b)) return false;
    waiting.push([a, b]);
    return true;
  }

  private sizeOf(value: Members): number {
    const known = this.sizes.get(value);
    if (known !== undefined) return known;
    const size = Object.keys(value).length;
    this.sizes.set(value, size);
    return size;
  }

  private look(): void {
    this.left--;
    if (this.left < 0) throw new TooMuchToCompare();
  }
}

type Members = Readonly<Record<string, unknown>>;
type Pair = readonly [Members, Members];

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Whether two JSON values are equal; the order of an object's members does not matter. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  return new Comparison().isEqual(a, b);
}
