/** Reads the files of a collection that its steps name. They stay inside the collection, by whatever path or link. */
import { FileError, placeInside, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { IN_COLLECTION } from './rows.ts';

/**
 * @param root the outermost folder
 * @returns reads a file by its path in that folder. It throws FileError, or Error of the file system
 */
export function filesIn(root: string): (path: string) => string {
  return (path) => {
    const place = placeInside(root, path);
    if (place === null || place.blocked !== null) throw new FileError(texts.running.outside);
    return readPlainFile(place.file, IN_COLLECTION.bytes).toString('utf8');
  };
}
