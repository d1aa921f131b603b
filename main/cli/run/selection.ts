/** Selects what `run` runs: the collection of a path, the chosen steps. */
import { existsSync, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { COLLECTION_FILE, FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { UsageError } from '../command.ts';
import { shippedNames } from '../own-files.ts';
import { type Choice, planOf, PlanError, type PlannedItem } from '../../../shared/collections/plan.ts';
import { allOf, type FolderNode } from '../../../shared/collections/tree.ts';
import { RowsError } from '../../core/runs/rows.ts';

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
