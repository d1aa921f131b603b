/**
 * Reads the files of an import in a process of its own: somebody else has written them, they may take any time and memory, and
 * nothing but the end of its process interrupts it. The window does the same, with less of both.
 */
import { spawnSync } from 'node:child_process';
import { deserialize, serialize } from 'node:v8';
import { HostError } from '../../shared/contract/envelope.ts';
import { type Imported, importFiles } from '../../shared/interchange/import.ts';
import type { Format, SourceFile } from '../../shared/interchange/model.ts';
import type { UpdateItem } from '../../shared/interchange/updating/update.ts';
import type { FileWrite } from '../core/collections/write-all.ts';
import { updateOf } from '../core/interchange/update.ts';
import { notStarted, processEnd } from '../core/process-end.ts';
import { UsageError } from './command.ts';
import { OWN_FILES } from './own-files.ts';
import {
  COMMAND_IMPORT_ANSWER_MB,
  COMMAND_IMPORT_MEMORY_MB,
  COMMAND_IMPORT_MS,
} from '../../shared/limits.ts';

export interface ImportTask {
  kind: 'import';
  files: readonly SourceFile[];
  /** Null if it is to be recognised. */
  from: Format | null;
}

export interface UpdateTask {
  kind: 'update';
  files: readonly SourceFile[];
  /** Absolute. */
  folder: string;
  /** Whether the steps of removed operations are deleted. */
  deletes: boolean;
}

export interface Updated {
  items: UpdateItem[];
  /** What the chosen items write. */
  writes: readonly FileWrite[];
}

/** Does a task. Nothing is written. @throws HostError if it cannot be done */
export interface Reading {
  (task: ImportTask): Imported;
  (task: UpdateTask): Updated;
}

/** In this process, and without limits. */
export const readHere = ((task: ImportTask | UpdateTask) => {
  if (task.kind === 'import') return importFiles(task.files, task.from);
  const { update, writes } = updateOf(task.folder, task.files);
  const items = update.items.map((item) => ({
    ...item,
    isChosen: item.change === 'removed' ? task.deletes : item.isChosen,
  }));
  return { items, writes: writes((at) => items[at]?.isChosen ?? false) };
}) as Reading;

/** What the process answers. */
type Answer = { done: unknown } | { refused: string } | { error: string };

/** The inside of the process. @param input a task, serialized */
export function answerTo(input: Buffer): Buffer {
  const answer = (): Answer => {
    try {
      return { done: readHere(deserialize(input) as ImportTask) };
    } catch (error) {
      if (error instanceof HostError) return { refused: error.message };
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  return serialize(answer());
}

export interface ReadingLimits {
  /** Milliseconds. */
  patience: number;
  /** Megabytes of JavaScript's heap. */
  memory: number;
  /** Megabytes of an answer. */
  answer: number;
}

export const LIMITS: ReadingLimits = {
  patience: COMMAND_IMPORT_MS,
  memory: COMMAND_IMPORT_MEMORY_MB,
  answer: COMMAND_IMPORT_ANSWER_MB,
};
const MEGABYTE = 1024 * 1024;

/** In a process with limits. Its reading throws UsageError when they are reached. */
export function readingWithin({ patience, memory, answer }: ReadingLimits): Reading {
  return ((task: ImportTask | UpdateTask) => {
    const { error, status, signal, stdout, stderr } = spawnSync(
      process.execPath,
      [`--max-old-space-size=${memory}`, OWN_FILES.readingProcess, String(process.pid)],
      { input: serialize(task), maxBuffer: answer * MEGABYTE, timeout: patience, killSignal: 'SIGKILL' },
    );
    const code = error === undefined ? null : Reflect.get(error, 'code');
    if (code === 'ETIMEDOUT')
      throw new UsageError(
        `Reading the files took longer than ${patience / 1000} seconds, so it was stopped. Nothing was written. Divide the files.`,
      );
    if (code === 'ENOBUFS')
      throw new UsageError(
        `What the files contain takes more than ${answer} MB, so reading them was stopped. Nothing was written. Divide the files.`,
      );
    if (status !== 0) {
      const isThere = error === undefined || status !== null || signal !== null;
      const end = isThere ? processEnd(status, signal, stderr.toString()) : notStarted(error);
      throw new UsageError(
        end.ended === 'failed'
          ? end.sentence
          : `Reading the files needed more than ${memory} MB of memory, so it was stopped. Nothing was written. Divide the files.`,
      );
    }
    const given = deserialize(stdout) as Answer;
    if ('refused' in given) throw new HostError('refused', given.refused);
    if ('error' in given) throw new Error(given.error);
    return given.done;
  }) as Reading;
}

export const readApart = readingWithin(LIMITS);
