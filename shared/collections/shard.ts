/**
 * A run that is divided over several machines. What needs each other stays together: the steps of a collection use what earlier ones
 * kept, but collections and rows of data stand for themselves.
 */
import type { PlannedItem } from './plan.ts';
import { allOf, type FolderNode, foldersAround } from './tree.ts';

export interface Shard {
  /** From 1 on. */
  number: number;
  of: number;
}

/** Shards of one run. */
export const MOST_SHARDS = 1000;

/** @param text such as `2/4` @returns null if it is no shard */
export function readShard(text: string): Shard | null {
  const [, number, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (number === undefined || of === undefined || number < 1 || number > of || of > MOST_SHARDS) return null;
  return { number, of };
}

export interface Part<One> {
  /** How many units are before the part. */
  from: number;
  units: readonly One[];
}

/**
 * The units of one shard: those in a row whose middle lies in its part of the whole weight. Every unit is in one shard, and the shards
 * after each other are the whole in its order.
 */
export function partOf<One>(units: readonly One[], weightOf: (unit: One) => number, shard: Shard): Part<One> {
  const whole = units.reduce((sum, unit) => sum + weightOf(unit), 0);
  let before = 0;
  const shards = units.map((unit) => {
    const weight = weightOf(unit);
    const middle = before + weight / 2;
    before += weight;
    return whole === 0 ? 1 : Math.min(shard.of, Math.floor((middle * shard.of) / whole) + 1);
  });
  return {
    from: shards.filter((one) => one < shard.number).length,
    units: units.filter((_, at) => shards[at] === shard.number),
  };
}

/**
 * The steps of a plan in units that can run without each other, in their order: the steps of one collection, and those that are in no
 * collection, with everything between them.
 */
export function unitsOf(items: readonly PlannedItem[], tree: FolderNode): PlannedItem[][] {
  const collections = new Set(
    [...allOf(tree)].flatMap((node) =>
      node.kind === 'folder' && node.role === 'collection' ? [node.path] : [],
    ),
  );
  // The outermost: its steps may need those of a collection inside it.
  const around = items.map(({ path }) => foldersAround(path).find((one) => collections.has(one)) ?? null);
  const lastOf = new Map(around.map((one, at) => [one, at]));
  const units: PlannedItem[][] = [];
  let end = -1;
  for (const [at, item] of items.entries()) {
    if (at > end) units.push([]);
    units.at(-1)?.push(item);
    end = Math.max(end, lastOf.get(around[at] ?? null) ?? at);
  }
  return units;
}
