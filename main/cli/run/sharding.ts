/** `--shard`: the part of a run that one of several machines runs. */
import { createHash } from 'node:crypto';
import { type PlannedItem, stepsOf } from '../../../shared/collections/plan.ts';
import { partOf, readShard, type Shard, unitsOf } from '../../../shared/collections/shard.ts';
import type { FolderNode } from '../../../shared/collections/tree.ts';
import type { Row } from '../../core/runs/rows.ts';
import { UsageError } from '../command.ts';
import type { RunShard } from './reporters/reporter.ts';

/** What is run. */
interface Plan {
  items: readonly PlannedItem[];
  /** Null without data. */
  rows: readonly Row[] | null;
}

export interface RunPart extends Plan {
  /** Of its first row. */
  firstNumber: number;
  /** Null for the whole. */
  shard: RunShard | null;
  /** A sentence if there is nothing to run in it. */
  empty: string | null;
}

/** @throws UsageError */
export function shardOf(text: string): Shard {
  const shard = readShard(text);
  if (shard === null)
    throw new UsageError(`--shard must be a number of how many, such as 2/5, not “${text}”.`);
  return shard;
}

/** The rows of one shard, or, without data, its collections. @param shard null for everything */
export function partOfRun({ items, rows }: Plan, tree: FolderNode, shard: Shard | null): RunPart {
  if (shard === null) return { items, rows, firstNumber: 1, shard: null, empty: null };
  const about = { ...shard, plan: fingerprintOf({ items, rows }) };
  if (rows !== null) {
    const part = partOf(rows, () => 1, shard);
    const empty = part.units.length > 0 ? null : emptyText(shard, rows.length, 'row of data', 'rows of data');
    return { items, rows: part.units, firstNumber: part.from + 1, shard: about, empty };
  }
  const units = unitsOf(items, tree);
  const part = partOf(units, (unit) => unit.reduce((sum, item) => sum + stepsOf(item), 0), shard);
  const empty = part.units.length > 0 ? null : emptyText(shard, units.length, 'collection', 'collections');
  return { items: part.units.flat(), rows, firstNumber: 1, shard: about, empty };
}

function emptyText({ number, of }: Shard, count: number, one: string, several: string): string {
  return `Shard ${number} of ${of} has nothing to run: there ${count === 1 ? `is 1 ${one}` : `are ${count} ${several}`}, and each is in one shard.`;
}

/** The same for every shard of a run: of its steps, and of how many rows there are. No value of the data can be found out by it. */
function fingerprintOf({ items, rows }: Plan): string {
  const hash = createHash('sha256').update(`${rows?.length ?? 'no'} rows\n`);
  const add = (item: PlannedItem) => {
    hash.update(`${JSON.stringify([item.path, 'damage' in item ? item.damage : item.step])}\n`);
    if (!('damage' in item)) item.included?.forEach(add);
  };
  items.forEach(add);
  return hash.digest('hex').slice(0, 16);
}
