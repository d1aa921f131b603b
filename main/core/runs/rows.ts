/** Rows of data: CSV with a header line, or a JSON array of objects. */
import { isUtf8 } from 'node:buffer';
import { type Options, parse } from 'csv-parse/sync';
import { texts } from '../../../shared/texts/texts.ts';
import {
  MAX_COLLECTION_ROWS_BYTES,
  MAX_GIVEN_ROWS_BYTES,
  MAX_ROWS,
  MAX_ROW_CHARS,
} from '../../../shared/limits.ts';

const t = texts.running.rows;

const MEGABYTE = 1024 * 1024;

export type Row = Readonly<Record<string, unknown>>;

export class RowsError extends Error {}

export interface RowLimits {
  bytes: number;
  rows: number;
}

/** Data that the user gives to a run. */
const GIVEN: RowLimits = { bytes: MAX_GIVEN_ROWS_BYTES, rows: MAX_ROWS };
/** A file of a collection, which the user may not know. */
export const IN_COLLECTION: RowLimits = { bytes: MAX_COLLECTION_ROWS_BYTES, rows: MAX_ROWS };

/** @param name whose extension decides the format @throws RowsError */
export function rowsOf(name: string, bytes: Buffer, limits: RowLimits): Row[] {
  if (bytes.length > limits.bytes) throw new RowsError(t.tooLarge(name, limits.bytes / MEGABYTE));
  if (!isUtf8(bytes)) throw new RowsError(t.notUtf8(name));
  const rows = name.toLowerCase().endsWith('.csv') ? csvRows(name, bytes, limits) : jsonRows(name, bytes);
  if (rows.length > limits.rows) throw new RowsError(t.tooMany(name, limits.rows));
  return rows;
}

/** The iterations of a run. @throws RowsError, also without rows */
export function iterationRows(name: string, bytes: Uint8Array): Row[] {
  const rows = rowsOf(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), GIVEN);
  if (rows.length === 0) throw new RowsError(t.none(name));
  return rows;
}

const CSV = {
  bom: true,
  max_record_size: MAX_ROW_CHARS,
  skip_empty_lines: true,
  trim: true,
} satisfies Options;

function csvRows(name: string, bytes: Buffer, limits: RowLimits): Row[] {
  const delimiter = delimiterOf(bytes);
  try {
    const rows: unknown = parse(bytes, {
      ...CSV,
      delimiter,
      columns: (header: string[]) => columnsOf(name, header),
      // One more detects excess rows.
      to: limits.rows + 1,
    });
    return Array.isArray(rows) ? rows.filter(isRow) : [];
  } catch (error) {
    if (error instanceof RowsError) throw error;
    throw new RowsError(t.notCsv(name, error instanceof Error ? error.message : String(error)));
  }
}

/** Spreadsheets write semicolons where the comma is the decimal mark. The header line decides: what makes more columns of it. */
function delimiterOf(bytes: Buffer): ',' | ';' {
  return columnsBy(';', bytes) > columnsBy(',', bytes) ? ';' : ',';
}

function columnsBy(delimiter: string, bytes: Buffer): number {
  try {
    const [header] = parse(bytes, { ...CSV, delimiter, to: 1 });
    return header?.length ?? 0;
  } catch {
    // Such as `"a";"b"`, read by commas.
    return 0;
  }
}

/** @throws RowsError for a name that is missing or there twice: a row would lose values */
function columnsOf(name: string, header: string[]): string[] {
  const missing = header.indexOf('');
  if (missing >= 0) throw new RowsError(t.noColumn(name, missing + 1));
  const doubled = header.find((column, at) => header.indexOf(column) < at);
  if (doubled !== undefined) throw new RowsError(t.doubledColumn(name, doubled));
  return header;
}

function jsonRows(name: string, bytes: Buffer): Row[] {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new RowsError(t.notJson(name, error instanceof Error ? error.message : String(error)));
  }
  if (!Array.isArray(json) || !json.every(isRow)) throw new RowsError(t.noList(name));
  return json;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
