/** Reads the files of a collection that its steps name. They stay inside that collection, by whatever path or link. */
import { join, relative } from 'node:path';
import { FileError, placeInside, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { IN_COLLECTION } from './rows.ts';

/** @returns the text of a file of a collection, by its path in there. @throws FileError, or Error of the file system */
export type ReadFile = (collection: string, file: string) => string;

/**
 * @param root the outermost folder
 * @param isOne whether that folder is one whole. The folder of all collections is not: who wrote one of them has nothing to do
 * with the others, so a step that is in no collection has no files
 */
export function filesIn(root: string, isOne: boolean): ReadFile {
  return (collection, file) => {
    if (collection === '' && !isOne) throw new FileError(texts.running.noCollection);
    const inside = placeInside(join(root, collection), file);
    // From the outermost folder again: the one of the collection may have become a link, too.
    const place = inside === null ? null : placeInside(root, relative(root, inside.file));
    if (place === null || place.blocked !== null) throw new FileError(texts.running.outside);
    return readPlainFile(place.file, IN_COLLECTION.bytes).toString('utf8');
  };
}
