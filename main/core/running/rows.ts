/** Rows of data: CSV with a header line, or a JSON list of objects. */
import { parse } from 'csv-parse/sync';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.running.rows;

const MEGABYTE = 1024 * 1024;

export type Row = Readonly<Record<string, unknown>>;

/** The data cannot be read. The message says what is wrong. */
export class RowsError extends Error {}

/** Rows of one file. */
const MOST = 100_000;
/** Bytes of one file. */
export const MOST_BYTES = 64 * MEGABYTE;

/** @param name of the file, whose ending tells its form @throws RowsError */
export function rowsOf(name: string, text: string): Row[] {
  const rows = name.toLowerCase().endsWith('.csv') ? csvRows(name, text) : jsonRows(name, text);
  if (rows.length > MOST) throw new RowsError(t.tooMany(name, rows.length, MOST));
  return rows;
}

/** The rows of which each is an iteration of a run. @param name of the file @throws RowsError, also if there are none */
export function iterationRows(name: string, bytes: Uint8Array): Row[] {
  if (bytes.length > MOST_BYTES) throw new RowsError(t.tooLarge(name, MOST_BYTES / MEGABYTE));
  const rows = rowsOf(name, Buffer.from(bytes).toString('utf8'));
  if (rows.length === 0) throw new RowsError(t.none(name));
  return rows;
}

function csvRows(name: string, text: string): Row[] {
  try {
    const rows: unknown = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });
    return Array.isArray(rows) ? rows.filter(isRow) : [];
  } catch (error) {
    throw new RowsError(t.notCsv(name, error instanceof Error ? error.message : String(error)));
  }
}

function jsonRows(name: string, text: string): Row[] {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new RowsError(t.notJson(name, error instanceof Error ? error.message : String(error)));
  }
  if (!Array.isArray(json) || !json.every(isRow)) throw new RowsError(t.noList(name));
  return json;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
