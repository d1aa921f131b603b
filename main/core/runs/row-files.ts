/** The rows of files that the loops of a run name. */
import { texts } from '../../../shared/texts/texts.ts';
import type { ReadFile } from './collection-files.ts';
import { IN_COLLECTION, type Row, RowsError, rowsOf } from './rows.ts';

const t = texts.running.rows;

/** Files whose rows are kept: a loop in a loop needs the same ones at every turn. */
const KEPT = 4;

type Read = readonly Row[] | string;

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
