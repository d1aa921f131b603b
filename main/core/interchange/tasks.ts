/** The tasks of main/worker/interchange.ts, and its answers: plain data, as the structured clone algorithm copies it. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { MAX_STEP_FILE_NESTING } from '../../../shared/limits.ts';
import type { ListedEnvironment, ListedReport } from '../../../shared/interchange/listed.ts';
import type {
  ExportFormat,
  Format,
  ImportedEnvironment,
  SourceFile,
} from '../../../shared/interchange/model.ts';
import type { ListedUpdate } from '../../../shared/interchange/updating/listed.ts';
import type { UpdateItem } from '../../../shared/interchange/updating/update.ts';
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
  environments: ListedEnvironment[];
  report: ListedReport;
}

export interface WriteTask {
  kind: 'write';
  bundle: Uint8Array;
  /** Absolute, of a folder that does not exist yet. */
  folder: string;
  /** Of the collection; undefined for that of its folder. */
  name: string | undefined;
}

/** The environments that go with it, which are not written there. */
export type Written = ImportedEnvironment[];

export interface ExportTask {
  kind: 'export';
  /** Absolute path of the folder of all collections. */
  root: string;
  /** Of the folder in it. */
  path: string;
  format: ExportFormat;
  /** Values that the file must not contain. */
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
  /** {@link Compared.seen} of the list, and the items whose choice the user has changed; null for the list. */
  chosen: { seen: string; otherwise: readonly number[] } | null;
}

export interface Compared {
  list: ListedUpdate;
  /** Fingerprint of the folder. */
  seen: string;
  /** Empty for the list. */
  writes: readonly FileWrite[];
}

/** A file of “Export everything”, or a snapshot. */
export interface WorkTask {
  kind: 'work';
  wanted: 'all' | 'preview' | 'snapshot';
  name: string;
  bytes: Uint8Array;
}

/** Reads files for the command line. */
export interface ImportTask {
  kind: 'import';
  files: readonly SourceFile[];
  /** Null if it is to be recognised. */
  from: Format | null;
}

/** Compares a folder with a document for the command line. */
export interface PlanTask {
  kind: 'plan-update';
  files: readonly SourceFile[];
  /** Absolute. */
  folder: string;
  /** Whether the steps of removed operations are deleted. */
  deletes: boolean;
}

export interface UpdatePlan {
  items: UpdateItem[];
  /** The files that the chosen items change. */
  writes: readonly FileWrite[];
}

/** Reads the OpenAPI document of a bank. The answer is its text as JSON, which may be nested deeply. */
export interface OpenApiTask {
  kind: 'openapi';
  bundle: Uint8Array;
}

export type Task =
  | OpenApiTask
  | ReadTask
  | WriteTask
  | ExportTask
  | UpdateTask
  | ImportTask
  | PlanTask
  | WorkTask;

/** The result, a sentence on why there is none, or an error. */
export type Answer<T> =
  | { done: T }
  | { refused: string }
  | { error: { message: string; code?: string; path?: string } };

/** @throws HostError, or Error with the code by which it becomes a sentence about a file */
export function doneOf<T>(answer: Answer<T>): T {
  if ('refused' in answer) throw new HostError('refused', answer.refused);
  if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer.done;
}

/** An error as plain data. */
export function errorOf(error: unknown): Answer<never> {
  if (!(error instanceof Error)) return { error: { message: String(error) } };
  const text = (name: 'code' | 'path') => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? { [name]: value } : {};
  };
  return { error: { message: error.stack ?? error.message, ...text('code'), ...text('path') } };
}

/** Nested objects and lists: more than any file of ours has. */
const MAX_ANSWER_NESTING = 2 * MAX_STEP_FILE_NESTING;

/**
 * Node.js reads a message recursively, where no error can be caught: 2,000 nested lists end the process that receives them.
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
