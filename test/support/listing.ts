/** A collection as its files would be listed, without a disk. */
import { allOf, type FolderNode, type Listing, type StepEntry } from '../../shared/collections/tree.ts';
import { NO_SETTINGS } from '../../shared/collections/folder-file.ts';
import type { Step } from '../../shared/collections/steps.ts';
import type { Folder } from '../../shared/interchange/model.ts';
import type { Outcome } from '../../shared/interchange/updating/update.ts';

const joined = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

/** A step at a path that no other one has: its name may stand more than once. */
export function entryOf(folder: string, step: Step, at: number): StepEntry {
  const path = joined(folder, `${at} ${step.name.replaceAll('/', '-')}`);
  return { path, folder, name: step.name, step, damage: null, fingerprint: '' };
}

/** What an import would write. */
export function listingOf(folder: Folder, path = ''): Listing {
  const listing: Listing = {
    entries: [],
    folders: [
      {
        path,
        isCollection: path === '',
        fromOpenApi: folder.fromOpenApi === true,
        settings: folder.settings,
        damage: null,
        unreadable: null,
        documentation: folder.documentation,
        fingerprint: '',
      },
    ],
  };
  for (const [at, child] of folder.children.entries()) {
    if (child.kind === 'step') listing.entries.push(entryOf(path, child.step, at));
    else {
      const inner = listingOf(child, joined(path, `${at} ${child.name.replaceAll('/', '-')}`));
      listing.entries.push(...inner.entries);
      listing.folders.push(...inner.folders);
    }
  }
  return listing;
}

/** What an update would write. */
export function listingAfter(listing: Listing, outcome: Outcome): Listing {
  const changed = new Map(outcome.changed.map(({ path, step }) => [path, step]));
  const added = outcome.added.map(({ folder, step }, at) =>
    entryOf(folder, step, 1000 + listing.entries.length + at),
  );
  const made = outcome.folders.map(({ path, name, order }) => ({
    path,
    isCollection: false,
    fromOpenApi: false,
    settings: { ...NO_SETTINGS, name, ...(order === undefined ? {} : { order }) },
    damage: null,
    unreadable: null,
    documentation: null,
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
      documentation: outcome.readmes.get(folder.path) ?? folder.documentation,
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
    Array.from(allOf(tree)).flatMap((node) =>
      node.kind === 'step' && node.entry.step !== null ? [[node.path, node.entry.step]] : [],
    ),
  );
}
