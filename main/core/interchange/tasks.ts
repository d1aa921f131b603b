/** What the program of interchange-process.ts is asked, and what it answers: plain data, as the structured clone algorithm copies it. */
import { MAX_STEP_FILE_NESTING } from '../../../shared/limits.ts';
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

/** A file of “Export everything”, or a snapshot. */
export interface WorkTask {
  kind: 'work';
  /** Everything in it, or how much that is; or the snapshot. */
  wanted: 'all' | 'preview' | 'snapshot';
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

/** Objects and lists in each other, in an answer: more than any file of ours has. */
const MAX_ANSWER_NESTING = 2 * MAX_STEP_FILE_NESTING;

/**
 * Node.js reads an answer call in call, outside of whatever could catch an error: one of 2,000 lists in each other ends the process
 * that gets it.
 */
export function isTooDeep(answer: Answer<unknown>): boolean {
  const open: Iterator<unknown>[] = [[answer].values()];
  for (let inside = open.at(-1); inside !== undefined; inside = open.at(-1)) {
    const { done, value } = inside.next();
    if (done === true) open.pop();
    else if (typeof value === 'object' && value !== null) {
      if (open.length > MAX_ANSWER_NESTING) return true;
      open.push((Array.isArray(value) ? value : Object.values(value)).values());
    }
  }
  return false;
}
