/** The collections that come with the program. The user works on copies. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Shipped } from '../../../shared/contract/saved.ts';
import { COLLECTION_FILE } from '../../../shared/collections/flow-file.ts';
import { readCollectionFile } from '../../../shared/collections/flow-reader.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { TreeFiles } from './tree-files.ts';

const t = texts.core.collections;

/** Those that come with the program, in the order in which a person learns from them. */
const LEARNING_ORDER = [
  'first-steps',
  'account-information',
  'payments-and-baskets',
  'refusals',
  'conformance',
];

/** @param folder of all shipped collections @returns them in learning order */
export function shippedIn(folder: string): Shipped[] {
  const order = (id: string) =>
    LEARNING_ORDER.includes(id) ? LEARNING_ORDER.indexOf(id) : LEARNING_ORDER.length;
  return readdirSync(folder)
    .flatMap((id) => {
      const settings = readCollectionFile(readFileSync(join(folder, id, COLLECTION_FILE), 'utf8'));
      if (Array.isArray(settings)) return [];
      return [{ id, name: settings.name ?? id, about: firstWords(settings.about ?? '') }];
    })
    .sort((a, b) => order(a.id) - order(b.id) || a.name.localeCompare(b.name, 'en'));
}

/** The first sentence of a text. */
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
  const folder = files.fileOf(path);
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
