/**
 * Import and export for the window. A worker (main/worker/interchange.ts) reads the files of others, which may take any time and
 * memory.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '../../../shared/contract/envelope.ts';
import { flowOfPath } from '../../../shared/collections/tree.ts';
import { type ExportFormat } from '../../../shared/interchange/model.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import { plainName } from '../collections/names.ts';
import { runTask, type StartWorker } from '../worker-task.ts';
import type { TransferFile, Transfers } from '../transfers.ts';
import {
  type Answer,
  type Compared,
  doneOf,
  type Exported,
  type ExportTask,
  type Read,
  type Task,
  type UpdateTask,
  type Written,
} from './tasks.ts';
import { addEnvironments, type EnvironmentParts } from './add-environments.ts';
import { INTERCHANGE_MS, PROCESS_MEMORY_MB, MAX_INTERCHANGE_TASKS } from '../../../shared/limits.ts';

const t = texts.core.interchange;

/** Prefix of the folders of incomplete imports, beside the collections, so that a rename stays on one file system. */
export const ASIDE = '.importing-';
/** Bytes of the name of an exported file, without its suffix. */
const LONGEST_NAME = 100;

const SUFFIXES = {
  postman: '.postman_collection.json',
  har: '.har',
  curl: '.sh',
  opencollection: '.yml',
} as const satisfies Record<ExportFormat, string>;

export interface ExportOrder {
  /** By which it can be cancelled. */
  id: string;
  /** Of a folder, a flow or a group. */
  path: string;
  format: ExportFormat;
}

export interface InterchangeParts extends EnvironmentParts {
  startWorker: StartWorker;
  collections: Pick<Collections, 'adopt' | 'folderOf' | 'root' | 'textOf' | 'writeAll'>;
  transfers: Pick<Transfers, 'drop' | 'look'>;
  /** Values that an export must not contain. @throws HostError while the vault is locked */
  secrets: () => string[];
  /** Milliseconds that one task may take. */
  deadline?: number | undefined;
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
   * Saves files as a new folder of the tree, with their environments, all or nothing.
   * @param above path of the folder around it; empty for a new collection
   * @returns its path
   * @throws HostError
   */
  async save(files: string, above: string, name: string): Promise<string> {
    const bundle = this.bundle(files);
    const { collections } = this.parts;
    makeFolder(collections.root);
    const folder = join(collections.root, ASIDE + randomUUID());
    let undo = () => {};
    try {
      const path = await collections.adopt({ above, name, depth: 0 }, async ({ named }) => {
        const made = await this.ask<Written>(files, { kind: 'write', bundle, folder, name: named.name });
        undo = addEnvironments(this.parts, made);
        return folder;
      });
      this.parts.transfers.drop(files);
      return path;
    } catch (error) {
      undo();
      throw error;
    } finally {
      // The worker may still write. The next start deletes the rest.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }
  }

  /** The changes that a newer OpenAPI document would make in a folder. @throws HostError */
  async compare(files: string, path: string): Promise<Pick<Compared, 'list' | 'seen'>> {
    const { list, seen } = await this.compared(files, path, null);
    return { list, seen };
  }

  /**
   * Changes the files of the folder, all or none.
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

  /** What the workbench takes from the OpenAPI document of a bank, as JSON. @throws HostError */
  openApi(files: string): Promise<string> {
    return this.ask<string>(files, { kind: 'openapi', bundle: this.bundle(files) });
  }

  /** Cancels the task with an id, and drops the uploaded files with it. */
  end(id: string): void {
    for (const [task, of] of this.running) if (of === id) task.abort();
    this.parts.transfers.drop(id);
  }

  /** The report of an export. @throws HostError */
  async preview(order: ExportOrder): Promise<Exported['report']> {
    return (await this.exported(order)).report;
  }

  /** @throws HostError */
  async export(order: ExportOrder): Promise<TransferFile> {
    const { format } = order;
    const { name, text } = await this.exported(order);
    const plain = plainName(name, LONGEST_NAME) || 'collection';
    return { name: plain + SUFFIXES[format], bytes: Buffer.from(text) };
  }

  stop(): void {
    for (const task of this.running.keys()) task.abort();
  }

  private async exported({ id, path, format }: ExportOrder): Promise<Exported> {
    const { collections, secrets } = this.parts;
    if (path === '') throw new HostError('bad-input', t.noSteps(path));
    // Checks the path from the page.
    if (flowOfPath(path) === null) collections.folderOf(path);
    else collections.textOf(path);
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

  /** Runs a task in a worker. @param id of the files or of the export, by which it can be cancelled @throws HostError */
  async ask<T>(id: string, task: Task): Promise<T> {
    if (this.running.size >= MAX_INTERCHANGE_TASKS)
      throw new HostError('refused', t.busy(MAX_INTERCHANGE_TASKS));
    const { startWorker, deadline = INTERCHANGE_MS } = this.parts;
    const running = new AbortController();
    this.running.set(running, id);
    try {
      const worker = startWorker('interchange', PROCESS_MEMORY_MB);
      const end = await runTask<Answer<T>>(worker, task, { deadline, signal: running.signal });
      if ('result' in end) return doneOf(end.result);
      const sentence = end.ended === 'failed' ? end.sentence : t.ended[end.ended](deadline / 1000);
      throw new HostError('refused', sentence);
    } finally {
      this.running.delete(running);
    }
  }
}

/** Removes incomplete imports of a killed program. */
function removeLeft(root: string): void {
  try {
    for (const name of readdirSync(root))
      if (name.startsWith(ASIDE)) rmSync(join(root, name), { recursive: true, force: true });
  } catch {
    // It does not exist yet, or its first use reports the problem.
  }
}
