/**
 * Import and export for the window. What others have written is read in a process of its own: it may take long, or more memory than
 * there is, and nothing but the end of its process interrupts it.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '../../../shared/contract/envelope.ts';
import { type ExportFormat } from '../../../shared/interchange/model.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import { plainName } from '../collections/names.ts';
import type { OwnProcess } from '../host-port.ts';
import { taskEnd } from '../own-task.ts';
import type { TransferFile, Transfers } from '../transfers.ts';
import type { Answer, Compared, Exported, ExportTask, Read, Task, UpdateTask } from './tasks.ts';
import { INTERCHANGE_MS, MAX_IMPORT_FOLDERS, MAX_INTERCHANGE_TASKS } from '../../../shared/limits.ts';

const t = texts.core.interchange;

/** Imports are in folders with such names until they are whole: beside the collections, which may be on a file system of their own. */
export const ASIDE = '.importing-';
/** Bytes of the name of a file that is exported, without its suffix. */
const LONGEST_NAME = 100;

const SUFFIXES = {
  postman: '.postman_collection.json',
  har: '.har',
  curl: '.sh',
  opencollection: '.yml',
  k6: '.js',
} as const satisfies Record<ExportFormat, string>;

export interface ExportOrder {
  /** By which it can be ended. */
  id: string;
  /** Of a folder. */
  path: string;
  format: ExportFormat;
}

export interface InterchangeParts {
  /** Starts interchange-process.ts or its bundle. */
  start: () => OwnProcess;
  collections: Pick<Collections, 'adopt' | 'folderOf' | 'root' | 'writeAll'>;
  transfers: Pick<Transfers, 'drop' | 'look'>;
  /** Values of which an export has nothing. @throws HostError while they cannot be known */
  secrets: () => string[];
  /** Milliseconds that one task may take. */
  patience?: number | undefined;
}

export class Interchange {
  private readonly parts: InterchangeParts;
  private readonly running = new Map<AbortController, string>();

  constructor(parts: InterchangeParts) {
    this.parts = parts;
    removeLeft(parts.collections.root);
  }

  /** Reads files, and writes nothing. @param files id of their upload @throws HostError */
  read(files: string): Promise<Read> {
    return this.ask<Read>(files, { kind: 'read', bundle: this.bundle(files) });
  }

  /**
   * Saves files as a new folder of the tree, whole or not at all.
   * @param above path of the folder around it; empty for a collection of its own
   * @returns its path
   * @throws HostError
   */
  async save(files: string, above: string, name: string): Promise<string> {
    const bundle = this.bundle(files);
    const { collections } = this.parts;
    makeFolder(collections.root);
    const folder = join(collections.root, ASIDE + randomUUID());
    try {
      const place = { above, name, depth: MAX_IMPORT_FOLDERS };
      const path = await collections.adopt(place, async ({ named, file }) => {
        await this.ask(files, { kind: 'write', bundle, folder, named, file });
        return folder;
      });
      this.parts.transfers.drop(files);
      return path;
    } finally {
      // The process may be ending. What it leaves is deleted at the next start.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }
  }

  /** What a newer OpenAPI document would change in a folder. Nothing is written. @throws HostError */
  async compare(files: string, path: string): Promise<Pick<Compared, 'list' | 'seen'>> {
    const { list, seen } = await this.compared(files, path, null);
    return { list, seen };
  }

  /**
   * Changes the files of the folder, all of them or none.
   * @param chosen the list, and what is done
   * @throws HostError if something in the folder has changed since the list was made
   */
  async update(files: string, path: string, chosen: NonNullable<UpdateTask['chosen']>): Promise<void> {
    const { writes } = await this.compared(files, path, chosen);
    this.parts.collections.writeAll(path, writes);
    this.parts.transfers.drop(files);
  }

  private compared(files: string, path: string, chosen: UpdateTask['chosen']): Promise<Compared> {
    if (path === '') throw new HostError('bad-input', t.noFolder);
    const folder = this.parts.collections.folderOf(path);
    return this.ask<Compared>(files, { kind: 'update', bundle: this.bundle(files), folder, chosen });
  }

  /** Ends what is being done under an id. Files that have it are forgotten. */
  end(id: string): void {
    for (const [task, of] of this.running) if (of === id) task.abort();
    this.parts.transfers.drop(id);
  }

  /** What an export of a folder would carry. @throws HostError */
  async preview(order: ExportOrder): Promise<Exported['report']> {
    return (await this.exported(order)).report;
  }

  /** @returns the file for another program @throws HostError */
  async export(order: ExportOrder): Promise<TransferFile> {
    const { format } = order;
    const { name, text } = await this.exported(order);
    const plain = plainName(name, LONGEST_NAME) || 'collection';
    return { name: plain + SUFFIXES[format], bytes: Buffer.from(text) };
  }

  /** Ends all tasks. */
  stop(): void {
    for (const task of this.running.keys()) task.abort();
  }

  private async exported({ id, path, format }: ExportOrder): Promise<Exported> {
    const { collections, secrets } = this.parts;
    if (path === '') throw new HostError('bad-input', t.noSteps(path));
    // A path from a page must not lead elsewhere.
    collections.folderOf(path);
    const task: ExportTask = {
      kind: 'export',
      root: collections.root,
      path,
      format,
      secrets: secrets(),
    };
    return this.ask<Exported>(id, task);
  }

  private bundle(files: string): Uint8Array {
    return this.parts.transfers.look(files, 'collection').bytes;
  }

  /** Has the process do a task. @param id of the files, or of the export, by which it can be ended @throws HostError */
  async ask<T>(id: string, task: Task): Promise<T> {
    if (this.running.size >= MAX_INTERCHANGE_TASKS)
      throw new HostError('refused', t.busy(MAX_INTERCHANGE_TASKS));
    const { start, patience = INTERCHANGE_MS } = this.parts;
    const running = new AbortController();
    this.running.set(running, id);
    try {
      const end = await taskEnd<Answer<T>>(start(), task, {
        patience,
        signal: running.signal,
        resultOf: (message) => ({ result: message as Answer<T> }),
      });
      if ('ended' in end)
        throw new HostError(
          'refused',
          end.ended === 'failed' ? end.sentence : t.ended[end.ended](patience / 1000),
        );
      const answer = end.result;
      if ('refused' in answer) throw new HostError('refused', answer.refused);
      // With its code, by which it becomes a sentence about a file.
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.done;
    } finally {
      this.running.delete(running);
    }
  }
}

/** Removes what a program that was killed has left. */
function removeLeft(root: string): void {
  try {
    for (const name of readdirSync(root))
      if (name.startsWith(ASIDE)) rmSync(join(root, name), { recursive: true, force: true });
  } catch {
    // It is not there yet, or what is wrong with it is said when it is used.
  }
}
