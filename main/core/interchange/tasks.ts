/** What the program of interchange-process.ts is asked, and what it answers: plain data, as the structured clone algorithm copies it. */
import type { ListedReport } from '../../../shared/interchange/listed.ts';
import type { ExportFormat, Format } from '../../../shared/interchange/model.ts';
import type { ListedUpdate } from '../../../shared/interchange/updating/listed.ts';
import type { NewFolder } from '../collections/folders.ts';
import type { FileWrite } from '../collections/write-all.ts';

export interface ReadTask {
  kind: 'read';
  /** As in shared/interchange/bundle.ts. */
  bundle: Uint8Array;
}

export interface Read {
  name: string;
  formats: Format[];
  steps: number;
  /** Whether there is nothing to save. */
  isEmpty: boolean;
  report: ListedReport;
}

export interface WriteTask extends Pick<NewFolder, 'file' | 'named'> {
  kind: 'write';
  bundle: Uint8Array;
  /** Absolute, of a folder that does not exist yet. */
  folder: string;
}

export interface ExportTask {
  kind: 'export';
  /** Absolute path of the folder of all collections. */
  root: string;
  /** Of the folder in it. */
  path: string;
  format: ExportFormat;
  /** Values of which the file has nothing. */
  secrets: readonly string[];
}

export interface Exported {
  name: string;
  text: string;
  report: ListedReport;
}

export interface UpdateTask {
  kind: 'update';
  bundle: Uint8Array;
  /** Absolute, of the folder that is updated. */
  folder: string;
  /** What is done, by {@link Compared.seen} of the list and the numbers of the items that somebody has chosen otherwise; null for the list. */
  chosen: { seen: string; otherwise: readonly number[] } | null;
}

export interface Compared {
  list: ListedUpdate;
  /** Of what the folder has. */
  seen: string;
  /** Empty for the list. */
  writes: readonly FileWrite[];
}

/** A file of “Export everything”. */
export interface WorkTask {
  kind: 'work';
  /** Everything in it, or how much that is. */
  wanted: 'all' | 'preview';
  name: string;
  bytes: Uint8Array;
}

export type Task = ReadTask | WriteTask | ExportTask | UpdateTask | WorkTask;

/** The result, a sentence on why there is none, or an error. */
export type Answer<T> =
  | { done: T }
  | { refused: string }
  | { error: { message: string; code?: string; path?: string } };

/** An error without what only one process knows. */
export function errorOf(error: unknown): Answer<never> {
  if (!(error instanceof Error)) return { error: { message: String(error) } };
  const text = (name: 'code' | 'path') => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? { [name]: value } : {};
  };
  return { error: { message: error.stack ?? error.message, ...text('code'), ...text('path') } };
}
