/** The files of collections as an export gives them away: their own texts, in which only secrets are replaced. */
import { isDeepEqual } from '../../../shared/collections/deep-equal.ts';
import { COLLECTION_FILE, FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import {
  itemsByPath,
  withCollection,
  withGroup,
  withHead,
  withSteps,
} from '../../../shared/collections/flow-edit.ts';
import { readCollectionFile, readFlow } from '../../../shared/collections/flow-reader.ts';
import {
  flowOfPath,
  type FolderEntry,
  type Listing,
  type StepEntry,
} from '../../../shared/collections/tree.ts';
import type { Collections } from '../collections/collections.ts';
import { joined } from '../collections/tree-files.ts';

/** One file by its path from the root. */
export interface FileText {
  path: string;
  text: string;
}

/**
 * @param before what the files say @param after the same without secrets, in the same order
 * @returns every file that is not damaged; of a damaged one nobody knows the secrets
 */
export function textsOf(
  collections: Pick<Collections, 'textOf'>,
  before: Listing,
  after: Listing,
): { files: FileText[]; damaged: string[] } {
  const changes = Map.groupBy(
    [...changesOf(before.entries, after.entries), ...changesOf(before.folders, after.folders)],
    ({ path }) => flowOfPath(path) ?? path,
  );
  const files: FileText[] = [];
  const damaged: string[] = [];
  for (const { path, role, damage } of before.folders) {
    if (role !== 'collection' && role !== 'flow') continue;
    const file = role === 'flow' ? path : joined(path, COLLECTION_FILE);
    const text = damage === null ? collections.textOf(file) : null;
    const own = changes.get(path) ?? [];
    const changed =
      text === null ? null : role === 'flow' ? flowText(text, path, own) : collectionText(text, own);
    if (changed === null) damaged.push(file);
    else files.push({ path: file, text: changed });
  }
  return { files, damaged };
}

interface Change {
  path: string;
  next: FolderEntry | StepEntry;
}

function changesOf<Entry extends FolderEntry | StepEntry>(
  before: readonly Entry[],
  after: readonly Entry[],
): Change[] {
  return before.flatMap((own, at) => {
    const next = after[at];
    return next === undefined || isDeepEqual(own, next) ? [] : [{ path: own.path, next }];
  });
}

/** Null if it cannot be said without the secrets. */
function collectionText(text: string, [change]: readonly Change[]): string | null {
  const about = readCollectionFile(text);
  if (Array.isArray(about)) return null;
  if (change === undefined || 'step' in change.next) return text;
  return withCollection(text, { name: about.name, settings: change.next.settings });
}

/** Null if it cannot be said without the secrets. */
function flowText(text: string, path: string, changes: readonly Change[]): string | null {
  if (changes.length === 0) return text;
  const flow = readFlow(text);
  if (Array.isArray(flow)) return null;
  const items = itemsByPath(flow, path);
  const steps = changes.flatMap(({ path: at, next }) => {
    const item = items.get(at);
    return 'step' in next && item?.kind === 'step' ? [[item, next.step] as const] : [];
  });
  let edited: { text: string } | string = withSteps(flow, { changed: steps, added: [], removed: [] });
  for (const { path: at, next } of changes) {
    if ('step' in next) continue;
    const now = typeof edited === 'string' ? [] : readFlow(edited.text);
    if (Array.isArray(now)) return null;
    const group = itemsByPath(now, path).get(at);
    if (at === path) edited = { text: withHead(now, { ...next, name: now.head.flow }) };
    else if (group?.kind === 'group') edited = withGroup(now, group, { ...next, name: group.name });
  }
  return typeof edited === 'string' || Array.isArray(readFlow(edited.text)) ? null : edited.text;
}

export const isCollectionFile = (path: string) =>
  path.endsWith(FLOW_SUFFIX) || path === COLLECTION_FILE || path.endsWith(`/${COLLECTION_FILE}`);
