/** Reads files that steps name. They must be inside the collection, whatever path or link leads to them. */
import { join, relative } from 'node:path';
import { FileError, placeInside, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { IN_COLLECTION, type Row, RowsError, rowsOf } from './rows.ts';

/** @param file path inside the collection @throws FileError, or Error of the file system */
export type ReadFile = (collection: string, file: string) => Buffer;

/**
 * @param root the outermost folder
 * @param isOne whether it is one collection. Different collections may have different authors, so a step outside of all has no files
 */
export function filesIn(root: string, isOne: boolean): ReadFile {
  return (collection, file) => {
    if (collection === '' && !isOne) throw new FileError(texts.running.noCollection);
    const inside = placeInside(join(root, collection), file);
    // Checked again from the root: the collection's own folder may have become a link.
    const place = inside === null ? null : placeInside(root, relative(root, inside.file));
    if (place === null || place.blocked !== null) throw new FileError(texts.running.outside);
    return readPlainFile(place.file, IN_COLLECTION.bytes);
  };
}

const t = texts.running.rows;

/** Cached files, for nested loops. */
const MAX_FILES = 4;

type Read = readonly Row[] | string;

/** Caches the rows of files that loops name. */
export class RowFiles {
  private readonly readFile: ReadFile;
  private readonly kept = new Map<string, Read>();

  constructor(readFile: ReadFile) {
    this.readFile = readFile;
  }

  /** @param collection its path @param file inside it @returns rows, or why the file cannot be read */
  rowsOf(collection: string, file: string): Read {
    const key = JSON.stringify([collection, file]);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const rows = this.read(collection, file);
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= MAX_FILES) this.kept.delete(oldest);
    this.kept.set(key, rows);
    return rows;
  }

  private read(collection: string, file: string): Read {
    try {
      return rowsOf(file, this.readFile(collection, file), IN_COLLECTION);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return error instanceof RowsError ? message : t.unreadable(file, message);
    }
  }
}
