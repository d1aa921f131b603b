/** Which items of a list are still in another one, so that each keeps its place and its comments. */
import { isDeepEqual } from './deep-equal.ts';
import type { JsonValue } from './value-text.ts';

/** What people call an item by. */
const NAMES = ['name', 'request', 'control', 'consent', 'sca', 'session', 'include', 'group'];

interface Alignment {
  /** For each wanted item, the item that becomes it, if any. */
  readonly from: readonly (number | undefined)[];
  /** The items that are in their old order. */
  readonly staying: ReadonlySet<number>;
}

/** Equal items belong together, then those of the same name, then those between the same neighbours. */
export function alignedItems(old: readonly JsonValue[], wanted: readonly JsonValue[]): Alignment {
  const from = Array.from<number | undefined>({ length: wanted.length });
  let head = 0;
  while (head < old.length && head < wanted.length && isSame(old, head, wanted, head)) from[head] = head++;
  let oldEnd = old.length;
  let end = wanted.length;
  while (oldEnd > head && end > head && isSame(old, oldEnd - 1, wanted, end - 1)) from[--end] = --oldEnd;

  const waiting = new Set(Array.from({ length: oldEnd - head }, (_, at) => head + at));
  for (const nameOf of [canonical, identity]) {
    const byName = Map.groupBy(waiting, (at) => nameOf(old[at] ?? null));
    for (let at = head; at < end; at++) {
      const name = from[at] === undefined ? nameOf(wanted[at] ?? null) : undefined;
      const found = name === undefined ? undefined : byName.get(name)?.shift();
      if (found === undefined) continue;
      from[at] = found;
      waiting.delete(found);
    }
  }
  pairNeighbours(from, longestRise(from), waiting);
  return { from, staying: longestRise(from) };
}

/** Pairs what is left between two items that stay. */
function pairNeighbours(
  from: (number | undefined)[],
  staying: ReadonlySet<number>,
  waiting: Set<number>,
): void {
  const left = [...waiting];
  let next = 0;
  let free: number[] = [];
  const pairUntil = (bound: number): void => {
    for (; (left[next] ?? Infinity) < bound; next++) {
      const at = free.shift();
      if (at !== undefined) from[at] = left[next];
    }
    free = [];
  };
  for (const [at, old] of from.entries())
    if (old === undefined) free.push(at);
    else if (staying.has(old)) pairUntil(old);
  pairUntil(Infinity);
}

/** As many as possible of the numbers, each greater than those before it. */
function longestRise(numbers: readonly (number | undefined)[]): Set<number> {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const one of numbers) {
    if (one === undefined) continue;
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? Infinity) < one) low = middle + 1;
      else high = middle;
    }
    before.set(one, ends[low - 1]);
    ends[low] = one;
  }
  const rise = new Set<number>();
  for (let one = ends.at(-1); one !== undefined; one = before.get(one)) rise.add(one);
  return rise;
}

function isSame(a: readonly JsonValue[], at: number, b: readonly JsonValue[], other: number): boolean {
  return isDeepEqual(a[at], b[other]);
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: JsonValue) =>
    typeof inner !== 'object' || inner === null || Array.isArray(inner)
      ? inner
      : Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function identity(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const name = NAMES.find((one) => Object.hasOwn(value, one)) ?? Object.keys(value)[0];
  return name === undefined ? undefined : `${name}: ${JSON.stringify(value[name])}`;
}
