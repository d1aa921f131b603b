/** Reads the files of a collection that its steps name. They stay inside that collection, by whatever path or link. */
import { join, relative } from 'node:path';
import { FileError, placeInside, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { IN_COLLECTION, type Row, RowsError, rowsOf } from './rows.ts';

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

const t = texts.running.rows;

/** Files whose rows are kept: a loop in a loop needs the same ones at every turn. */
const KEPT = 4;

type Read = readonly Row[] | string;

/** The rows of files that the loops of a run name. */
export class RowFiles {
  private readonly readFile: ReadFile;
  /** In the order in which they were read. */
  private readonly kept = new Map<string, Read>();

  constructor(readFile: ReadFile) {
    this.readFile = readFile;
  }

  /** @param collection its path @param file in it @returns a sentence if the file cannot be read. Each file is read once or a few times in a run */
  rowsOf(collection: string, file: string): Read {
    const key = JSON.stringify([collection, file]);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const rows = this.read(collection, file);
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= KEPT) this.kept.delete(oldest);
    this.kept.set(key, rows);
    return rows;
  }

  private read(collection: string, file: string): Read {
    try {
      return rowsOf(file, Buffer.from(this.readFile(collection, file)), IN_COLLECTION);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return error instanceof RowsError ? message : t.unreadable(file, message);
    }
  }
}
