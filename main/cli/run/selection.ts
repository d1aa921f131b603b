/** Selects what `run` runs: the collection of a path, the chosen steps, the rows of data, and the shard of them. */
import { existsSync, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { COLLECTION_FILE, FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { UsageError } from '../command.ts';
import { shippedNames } from '../own-files.ts';
import { createHash } from 'node:crypto';
import {
  type Choice,
  countOf,
  everyItem,
  planOf,
  PlanError,
  type PlannedItem,
} from '../../../shared/collections/plan.ts';
import { partOf, readShard, type Shard, unitsOf } from '../../../shared/collections/shard.ts';
import { allOf, type FolderNode } from '../../../shared/collections/tree.ts';
import { type Row, RowsError } from '../../core/runs/rows.ts';
import type { RunShard } from './reporters/reporter.ts';

const WRITABLE_BY_ALL = 0o002;

export interface Place {
  root: string;
  /** The folder or flow to run, relative to the root; '' for everything. */
  start: string;
}

/** @param path of a folder or a flow file @throws UsageError if it does not exist */
export function placeOf(path: string): Place {
  const whole = resolve(path);
  const stat = statSync(whole, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new UsageError(
      `${path} does not exist. Give the folder of a collection, or one that comes with the program: ${shippedNames().join(', ')}.`,
    );
  if (!stat.isDirectory() && !whole.endsWith(FLOW_SUFFIX))
    throw new UsageError(
      `${path} is neither a folder nor a flow: the name of its file ends with ${FLOW_SUFFIX}.`,
    );
  const folder = stat.isDirectory() ? whole : dirname(whole);
  const root = collectionAround(folder) ?? folder;
  const start = relative(root, whole).split(sep).join('/');
  return { root, start };
}

/** The nearest folder with a file of a collection; null if there is none. */
export function collectionAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, COLLECTION_FILE))) return at;
    if (dirname(at) === at || !isOfSameOwner(folder, dirname(at))) return null;
  }
}

/** Only files of the same owner count: in `/tmp`, everybody can write a collection file. */
function isOfSameOwner(inner: string, outer: string): boolean {
  // Windows has no such owners.
  if (process.platform === 'win32') return true;
  const { uid } = statSync(inner);
  const above = statSync(outer);
  const file = lstatSync(join(outer, COLLECTION_FILE), { throwIfNoEntry: false });
  return (
    above.uid === uid && (above.mode & WRITABLE_BY_ALL) === 0 && (file === undefined || file.uid === uid)
  );
}

/** @throws UsageError in place of errors in the collection or the data */
export function planned<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof PlanError || error instanceof RowsError ? new UsageError(error.message) : error;
  }
}

/** @throws PlanError, or UsageError if nothing is chosen */
export function itemsOf(tree: FolderNode, start: string, choice: Choice): PlannedItem[] {
  const items = planOf(tree, start, choice);
  if (items.length === 0) throw new UsageError(`No step is chosen: ${whyNone(choice)}.`);
  return items;
}

function whyNone({ only, tags }: Choice): string {
  const named = only.length === 0 ? [] : [`is called ${only.join(' or ')} (--only)`];
  const tagged = tags.length === 0 ? [] : [`has the tag ${tags.join(' or ')} (--tag)`];
  const wanted = [...named, ...tagged].join(' and ');
  return wanted === ''
    ? `there is no flow with steps; the name of its file ends with ${FLOW_SUFFIX}`
    : `nothing ${wanted}`;
}

/** The name of what is run: from its file, otherwise the folder's. */
export function nameOf(tree: FolderNode, root: string, start: string): string {
  const node = [...allOf(tree)].find(({ path }) => path === start);
  return node === undefined || node.name === '' ? basename(root) : node.name;
}

interface Plan {
  items: readonly PlannedItem[];
  rows: readonly Row[] | null;
}

interface RunPart extends Plan {
  firstNumber: number;
  /** Null for a whole run. */
  shard: RunShard | null;
  /** Why there is nothing to run in it, if so. */
  empty: string | null;
}

/** @throws UsageError */
export function shardOf(text: string): Shard {
  const shard = readShard(text);
  if (shard === null)
    throw new UsageError(`--shard must be a number of how many, such as 2/5, not “${text}”.`);
  return shard;
}

/** The rows of a shard, or its collections without data. */
export function partOfRun({ items, rows }: Plan, tree: FolderNode, shard: Shard | null): RunPart {
  if (shard === null) return { items, rows, firstNumber: 1, shard: null, empty: null };
  const about = { ...shard, plan: fingerprintOf({ items, rows }) };
  if (rows !== null) {
    const part = partOf(rows, () => 1, shard);
    const empty = part.units.length > 0 ? null : emptyText(shard, rows.length, 'row of data', 'rows of data');
    return { items, rows: part.units, firstNumber: part.from + 1, shard: about, empty };
  }
  const units = unitsOf(items, tree);
  const part = partOf(units, countOf, shard);
  const empty = part.units.length > 0 ? null : emptyText(shard, units.length, 'collection', 'collections');
  return { items: part.units.flat(), rows, firstNumber: 1, shard: about, empty };
}

function emptyText({ number, of }: Shard, count: number, one: string, several: string): string {
  return `Shard ${number} of ${of} has nothing to run: there ${count === 1 ? `is 1 ${one}` : `are ${count} ${several}`}, and each is in one shard.`;
}

/** The same for every shard of a run: a hash of its steps and number of rows, but not of the data. */
function fingerprintOf({ items, rows }: Plan): string {
  const hash = createHash('sha256').update(`${rows?.length ?? 'no'} rows\n`);
  for (const item of everyItem(items)) {
    const what = 'damage' in item ? item.damage : 'items' in item ? item.repeats : item.step;
    hash.update(`${JSON.stringify([item.path, what])}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
