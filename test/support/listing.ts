/** A collection as its files would be listed, without a disk. */
import { FLOW_SUFFIX } from '../../shared/collections/flow-file.ts';
import { NO_REPEATS, NO_SETTINGS } from '../../shared/collections/settings.ts';
import {
  allOf,
  type FolderEntry,
  type FolderNode,
  type Listing,
  pathPart,
  type StepEntry,
  treeOf,
} from '../../shared/collections/tree.ts';
import type { Step } from '../../shared/collections/steps.ts';
import type { Folder } from '../../shared/interchange/model.ts';
import type { Outcome } from '../../shared/interchange/updating/update.ts';

const joined = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

/** A step at a path that no other one has: its name may stand more than once. */
export function entryOf(folder: string, step: Step, at: number): StepEntry {
  const path = joined(folder, pathPart(`${at} ${step.name}`));
  return { path, folder, name: step.name, at, place: null, step, fingerprint: '' };
}

/** A folder of another program, such as a group. */
export function folderWith(given: Partial<Folder> & Pick<Folder, 'children'>): Folder {
  return {
    kind: 'folder',
    role: 'group',
    name: '',
    settings: NO_SETTINGS,
    repeats: NO_REPEATS,
    path: '',
    ...given,
  };
}

/** What an import would write. */
export function listingOf(folder: Folder, path = '', at = 0): Listing {
  const { name, role, settings, repeats, fromOpenApi = false } = folder;
  const own = { path, name, role, at, settings, repeats, fromOpenApi };
  const listing: Listing = { entries: [], folders: [{ ...own, place: null, fingerprint: '', damage: null }] };
  for (const [position, child] of folder.children.entries()) {
    if (child.kind === 'step') listing.entries.push(entryOf(path, child.step, position));
    else {
      const file = pathPart(`${position} ${child.name}`) + (child.role === 'flow' ? FLOW_SUFFIX : '');
      const inner = listingOf(child, joined(path, file), position);
      listing.entries.push(...inner.entries);
      listing.folders.push(...inner.folders);
    }
  }
  return listing;
}

/** The tree that an export reads. */
export const nodeOf = (folder: Folder): FolderNode => treeOf(listingOf(folder));

/** What an update would write. */
export function listingAfter(listing: Listing, outcome: Outcome): Listing {
  const changed = new Map(outcome.changed.map(({ path, step }) => [path, step]));
  const added = outcome.added.map(({ folder, step }, at) =>
    entryOf(folder, step, 1000 + listing.entries.length + at),
  );
  const made = Array.from(outcome.flows, ([path, name]): FolderEntry => ({
    path,
    name,
    role: 'flow',
    at: 0,
    place: null,
    fromOpenApi: false,
    settings: NO_SETTINGS,
    repeats: NO_REPEATS,
    damage: null,
    fingerprint: '',
  }));
  return {
    entries: [
      ...listing.entries
        .filter(({ path }) => !outcome.removed.includes(path))
        .map((entry) => ({ ...entry, step: changed.get(entry.path) ?? entry.step })),
      ...added,
    ],
    folders: [...listing.folders, ...made].map((folder) => ({
      ...folder,
      settings:
        folder.path === '' && outcome.secret.length > 0
          ? { ...folder.settings, secret: [...folder.settings.secret, ...outcome.secret] }
          : folder.settings,
    })),
  };
}

/** The steps of a tree by their paths. */
export function stepsIn(tree: FolderNode): Map<string, Step> {
  return new Map(
    Array.from(allOf(tree)).flatMap((node) => (node.kind === 'step' ? [[node.path, node.entry.step]] : [])),
  );
}
