/** Adds the collections of an export to those that are there. */
import { aboveOf, lastOf, type Listing } from '../../../shared/collection/tree.ts';
import { freeName } from '../../../shared/free-name.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import type { Attempt } from './attempt.ts';

const t = texts.core.importAll;

type Tree = Pick<Collections, 'changeFolder' | 'list' | 'makeFolder' | 'save'>;

/**
 * A collection whose name is taken gets a number.
 * @param attempt saves one folder or step @param left where a sentence for each damaged step is added
 * @returns the number of steps
 */
export function importCollections(
  collections: Tree,
  { entries, folders }: Listing,
  attempt: Attempt,
  left: string[],
): number {
  const taken = outermostIn(collections.list());
  /** Where each folder of the export is now. */
  const at = new Map<string, string>([['', '']]);
  const pathOf = (folder: string): string => {
    const known = at.get(folder);
    if (known !== undefined) return known;
    const above = aboveOf(folder);
    const path =
      above === ''
        ? freeName(folder, (name) => taken.has(name.toLowerCase()))
        : `${pathOf(above)}/${lastOf(folder)}`;
    at.set(folder, path);
    return path;
  };
  const outermostFirst = folders
    .filter(({ path }) => path !== '')
    .sort((one, other) => one.path.split('/').length - other.path.split('/').length);
  for (const { path, settings: own, documentation } of outermostFirst) {
    const { name: written, ...settings } = own;
    attempt(path, undefined, () => {
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
    steps += attempt(path, 0, () => {
      collections.save(pathOf(folder), step, null);
      return 1;
    });
  }
  return steps;
}

/** The names of the outermost folders in small letters, as some disks compare them. */
function outermostIn({ entries, folders }: Listing): Set<string> {
  const paths = [...folders.map(({ path }) => path), ...entries.map(({ folder }) => folder)];
  return new Set(paths.map((path) => (path.split('/')[0] ?? '').toLowerCase()));
}
