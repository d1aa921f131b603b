/** Collections as a tree, without a disk. */
import { COLLECTION_FILE } from '../../shared/collections/flow-file.ts';
import { listedFlow } from '../../shared/collections/flow-listing.ts';
import {
  aboveOf,
  folderEntry,
  type FolderEntry,
  type FolderNode,
  treeOf,
} from '../../shared/collections/tree.ts';

/** The outermost folder of a collection that says nothing. */
export const collectionAt = (path: string): FolderEntry => folderEntry(path, 'collection');

/** @param files texts of flows by path; any text makes `collection.yaml` one that says nothing */
export function treeIn(files: Readonly<Record<string, string>>): FolderNode {
  const all = Object.entries(files).map(([path, text]) =>
    path.endsWith(COLLECTION_FILE)
      ? { entries: [], folders: [collectionAt(aboveOf(path))] }
      : listedFlow(path, text, () => ''),
  );
  return treeOf({
    entries: all.flatMap(({ entries }) => entries),
    folders: all.flatMap(({ folders }) => folders),
  });
}
