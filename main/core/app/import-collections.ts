/** Adds the collections of an export to those that are there. */
import { aboveOf, lastOf, type Listing } from '../../../shared/collection/tree.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';

const t = texts.core.importAll;

type Tree = Pick<Collections, 'changeFolder' | 'list' | 'makeFolder' | 'save'>;

/**
 * A collection whose name is taken gets a number. What cannot be saved is left out; the rest is not affected.
 * @returns the number of steps, and a sentence for each that was left out
 */
export function importCollections(
  collections: Tree,
  { entries, folders }: Listing,
): { steps: number; left: string[] } {
  const left: string[] = [];
  const taken = outermostIn(collections.list());
  /** Where each folder of the export is now. */
  const at = new Map<string, string>([['', '']]);
  const pathOf = (folder: string): string => {
    const known = at.get(folder);
    if (known !== undefined) return known;
    const above = aboveOf(folder);
    const path = above === '' ? freeName(folder, taken) : `${pathOf(above)}/${lastOf(folder)}`;
    at.set(folder, path);
    return path;
  };
  const attempt = (path: string, save: () => void) => {
    try {
      save();
    } catch (error) {
      left.push(t.notSaved(path, error instanceof Error ? error.message : String(error)));
    }
  };
  const outermostFirst = folders
    .filter(({ path }) => path !== '')
    .sort((one, other) => one.path.split('/').length - other.path.split('/').length);
  for (const { path, settings: own, documentation } of outermostFirst) {
    const { name: written, ...settings } = own;
    attempt(path, () => {
      const wanted = pathOf(path);
      const made = collections.makeFolder(aboveOf(wanted), lastOf(wanted));
      const name = wanted === path && written !== undefined ? written : lastOf(wanted);
      at.set(
        path,
        collections.changeFolder(made, { name, settings, documentation: documentation ?? '' }, null),
      );
    });
  }
  let steps = 0;
  for (const { path, folder, step, damage } of entries) {
    if (step === null) {
      left.push(t.notSaved(path, damage ?? ''));
      continue;
    }
    attempt(path, () => {
      collections.save(pathOf(folder), step, null);
      steps++;
    });
  }
  return { steps, left };
}

/** The names of the outermost folders in small letters, as some disks compare them. */
function outermostIn({ entries, folders }: Listing): Set<string> {
  const paths = [...folders.map(({ path }) => path), ...entries.map(({ folder }) => folder)];
  return new Set(paths.map((path) => (path.split('/')[0] ?? '').toLowerCase()));
}

/** The name, or with a number if it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} (${number})`;
  return free;
}
