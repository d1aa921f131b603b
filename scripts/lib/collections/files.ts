/** The shipped collections as files: path and text of each. */
import { NO_SETTINGS, writeFolderFile } from '../../../shared/collections/folder-file.ts';
import { writeStepFile } from '../../../shared/collections/step-file.ts';
import type { Draft } from './draft.ts';
import { accountInformation } from './account-information.ts';
import { conformance } from './conformance.ts';
import { firstSteps } from './first-steps.ts';
import { paymentsAndBaskets } from './payments-and-baskets.ts';
import { refusals } from './refusals.ts';
import { collectionSchema } from './schema.ts';

const COLLECTIONS: readonly Draft[] = [
  firstSteps,
  paymentsAndBaskets,
  accountInformation,
  refusals,
  conformance,
];

const SCHEMA = 'collection.schema.json';

/** Text by path, relative to the folder of the collections. The README.md of each collection is written by hand. */
export function collectionFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [at, collection] of COLLECTIONS.entries()) {
    files.set(`${collection.folder}/${SCHEMA}`, collectionSchema());
    files.set(`${collection.folder}/collection.json`, settingsOf(collection, at + 1, `./${SCHEMA}`));
    addInside(collection, collection.folder, '', files);
  }
  return files;
}

function addInside({ items }: Draft, path: string, up: string, files: Map<string, string>): void {
  for (const [at, item] of items.entries()) {
    const order = at + 1;
    if ('items' in item) {
      const inner = `${path}/${item.folder}`;
      files.set(`${inner}/folder.json`, settingsOf(item, order, `../${up}${SCHEMA}`));
      addInside(item, inner, `../${up}`, files);
    } else {
      const file = `${path}/${String(order).padStart(2, '0')}-${slugOf(item.name)}.step.json`;
      files.set(file, writeStepFile({ ...item, order }, `${up === '' ? './' : up}${SCHEMA}`));
    }
  }
}

function settingsOf({ name, settings = {} }: Draft, order: number, schema: string): string {
  return writeFolderFile({ ...NO_SETTINGS, ...settings, name, order }, schema);
}

/** Characters of a file's name, so that paths stay short enough for every file system. */
const LONGEST = 48;

function slugOf(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return words.length <= LONGEST ? words : words.slice(0, words.lastIndexOf('-', LONGEST));
}
