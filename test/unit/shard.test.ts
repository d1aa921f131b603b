/** A run that is divided: every unit is in one shard, and the shards after each other are the whole. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlannedItem } from '../../shared/collections/plan.ts';
import { MOST_SHARDS, partOf, readShard, unitsOf } from '../../shared/collections/shard.ts';
import { treeOf } from '../../shared/collections/tree.ts';
import { collectionAt } from '../support/trees.ts';

describe('readShard', () => {
  it('reads a number of how many', () => {
    expect(readShard('1/1')).toEqual({ number: 1, of: 1 });
    expect(readShard(`3/${MOST_SHARDS}`)).toEqual({ number: 3, of: MOST_SHARDS });
  });
  it.each(['', '1', '0/3', '4/3', '1/0', '-1/3', '1/3/5', '1.5/3', ' 1/3', '1/1001', '1e1/20'])(
    '“%s” is none',
    (text) => expect(readShard(text)).toBeNull(),
  );
});

describe('partOf', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 60 });
  const shards = fc.integer({ min: 1, max: 12 });
  const all = <One>(units: readonly One[], weightOf: (unit: One) => number, of: number) =>
    Array.from({ length: of }, (_, at) => partOf(units, weightOf, { number: at + 1, of }));

  it('is contiguous, complete and disjoint, whatever the weights', () => {
    fc.assert(
      fc.property(weights, shards, (given, of) => {
        const units = given.map((weight, at) => ({ weight, at }));
        const parts = all(units, ({ weight }) => weight, of);
        expect(parts.flatMap(({ units: some }) => some)).toEqual(units);
        let before = 0;
        for (const part of parts) {
          expect(part.from).toBe(before);
          before += part.units.length;
        }
      }),
    );
  });
  it('is as large as the others, give or take one, where all weigh the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), shards, (count, of) => {
        const sizes = all(
          Array.from({ length: count }, (_, at) => at),
          () => 1,
          of,
        ).map(({ units }) => units.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('unitsOf', () => {
  const divided = (paths: readonly string[], collections: readonly string[]) => {
    const items = paths.map((path): PlannedItem => ({ path, name: path, place: null, damage: '' }));
    const tree = treeOf({ entries: [], folders: collections.map(collectionAt) });
    return unitsOf(items, tree).map((unit) => unit.map(({ path }) => path));
  };

  it('keeps the steps of a collection together, with those of a collection inside it', () => {
    expect(divided(['a/1', 'a/b/2', 'a/3', 'c/4', 'c/d/5'], ['a', 'a/b', 'c'])).toEqual([
      ['a/1', 'a/b/2', 'a/3'],
      ['c/4', 'c/d/5'],
    ]);
  });
  it('keeps steps outside every collection together, with what is between them', () => {
    expect(divided(['a/1', 'x', 'b/2', 'y', 'c/3'], ['a', 'b', 'c'])).toEqual([
      ['a/1'],
      ['x', 'b/2', 'y'],
      ['c/3'],
    ]);
  });
  it('does not divide a collection that is run by itself', () => {
    expect(divided(['1', 'b/2', '3'], ['', 'b'])).toEqual([['1', 'b/2', '3']]);
    expect(divided([], [])).toEqual([]);
  });
});
