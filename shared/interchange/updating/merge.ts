/** Three versions of a JSON value: as a document had it, as the user has it now, and as a newer document has it. */
import { isDeepEqual } from '../../collections/deep-equal.ts';
import type { RequestStep } from '../../collections/steps.ts';
import { ownValue } from '../../own-value.ts';

export type Json = Exclude<RequestStep['json'], undefined>;
/** Undefined where there is none. */
export type MaybeJson = RequestStep['json'];
type JsonObject = { [name: string]: Json };

/** Names of members and positions in lists. */
export type Way = readonly (string | number)[];

/** A value in which the documents differ. `conflict`: the user has changed it too, and theirs stays. */
export interface Difference {
  kind: 'added' | 'changed' | 'removed' | 'conflict';
  way: Way;
  /** As the newer document has it; undefined if it has none. */
  now: MaybeJson;
  /** As the earlier document had it. */
  was: MaybeJson;
}

export interface Versions<T> {
  /** As the earlier document had it; undefined also if nobody knows. */
  base: T;
  mine: T;
  theirs: T;
}

/**
 * What only the document has changed becomes what it says now. What the user has changed stays.
 * @param found called with each difference
 */
export function merged(
  versions: Versions<MaybeJson>,
  found: (difference: Difference) => void,
  way: Way = [],
): MaybeJson {
  const { base, mine, theirs } = versions;
  if (isDeepEqual(mine, theirs)) return mine;
  if (isDeepEqual(base, mine)) {
    differences(base, theirs, found, way);
    return theirs;
  }
  if (isDeepEqual(base, theirs)) return mine;
  if (isObject(mine) && isObject(theirs) && (base === undefined || isObject(base)))
    return mergedObject({ base: base ?? {}, mine, theirs }, found, way);
  if (Array.isArray(mine) && isListLike(theirs, mine) && (base === undefined || isListLike(base, mine)))
    return mine.map((one, at) => {
      const inner = merged({ base: base?.[at], mine: one, theirs: theirs[at] }, found, [...way, at]);
      // Each of the lists has something at each position.
      return inner === undefined ? one : inner;
    });
  found({ kind: 'conflict', way, was: base, now: theirs });
  return mine;
}

function mergedObject(
  { base, mine, theirs }: Versions<JsonObject>,
  found: (difference: Difference) => void,
  way: Way,
): Json {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)]);
  return Object.fromEntries(
    Array.from(names).flatMap((name): [string, Json][] => {
      const inner = {
        base: ownValue(base, name),
        mine: ownValue(mine, name),
        theirs: ownValue(theirs, name),
      };
      const value = merged(inner, found, [...way, name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** How two documents differ, value by value. */
function differences(
  was: MaybeJson,
  now: MaybeJson,
  found: (difference: Difference) => void,
  way: Way,
): void {
  if (isDeepEqual(was, now)) return;
  if (isObject(was) && isObject(now)) {
    for (const name of new Set([...Object.keys(was), ...Object.keys(now)]))
      differences(ownValue(was, name), ownValue(now, name), found, [...way, name]);
  } else if (Array.isArray(was) && isListLike(now, was))
    for (const [at, one] of was.entries()) differences(one, now[at], found, [...way, at]);
  else {
    const kind = was === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    found({ kind, way, was, now });
  }
}

function isObject(value: MaybeJson): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether it is a list of the same length: others cannot be compared item by item. */
function isListLike(value: MaybeJson, list: readonly Json[]): value is Json[] {
  return Array.isArray(value) && value.length === list.length;
}
