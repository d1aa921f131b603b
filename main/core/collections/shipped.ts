/** The collections that come with the program. The user works on copies. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Shipped } from '../../../shared/contract/saved.ts';
import { COLLECTION_FILE, readFolderFile } from '../../../shared/collections/folder-file.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { TreeFiles } from './tree-files.ts';

const t = texts.core.collections;

/** @param folder of all shipped collections @returns them in learning order */
export function shippedIn(folder: string): Shipped[] {
  return readdirSync(folder)
    .flatMap((id) => {
      const settings = readFolderFile(readFileSync(join(folder, id, COLLECTION_FILE), 'utf8'));
      if (typeof settings === 'string') return [];
      const about = firstWords(readFileSync(join(folder, id, 'README.md'), 'utf8'));
      return [{ id, name: settings.name ?? id, order: settings.order ?? Number.POSITIVE_INFINITY, about }];
    })
    .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name, 'en'))
    .map(({ id, name, about }) => ({ id, name, about }));
}

/** The first sentence below the title. */
function firstWords(readme: string): string {
  const text = readme.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  return /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text;
}

/**
 * Copies a collection into the tree, unless it exists.
 * @param from the folder of all shipped collections
 * @returns the path of the copy
 * @throws HostError for an unknown id
 */
export function addShipped(files: TreeFiles, from: string, id: string): string {
  const known = shippedIn(from).find((one) => one.id === id);
  if (known === undefined) throw new HostError('not-found', t.notShipped(id));
  const path = known.name;
  const folder = files.fileOf(path, '');
  if (files.exists(folder)) return path;
  try {
    for (const file of filesIn(join(from, id), ''))
      files.write(join(folder, file), readFileSync(join(from, id, file), 'utf8'));
  } catch (error) {
    files.removeFolder(folder);
    throw error;
  }
  return path;
}

/** Every file below a folder, relative to it. */
function filesIn(folder: string, below: string): string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = join(below, name);
    return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
  });
}
