/**
 * Imports what {@link exportEverything} has written. Nothing existing is changed: duplicate names get a number, and the bank of the
 * file becomes a snapshot.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { ImportPreview, ImportReport } from '../../../shared/contract/import-report.ts';
import type { Settings } from '../../../shared/contract/status.ts';
import type { DemonstrationFile } from '../../../shared/demonstrations/demonstration.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Snapshots } from '../bank/snapshots.ts';
import type { Collections } from '../collections/collections.ts';
import type { FlowLog } from '../flow/log.ts';
import type { History } from '../history/history.ts';
import type { Interchange } from '../interchange/interchange.ts';
import type { TransferFile } from '../transfers.ts';
import { importCollections } from './import-collections.ts';
import {
  type Adding,
  type EnvironmentParts,
  importEnvironments,
  newEnvironments,
  attempter,
} from './import-environments.ts';
import type { Everything, Found } from './import-file.ts';

const t = texts.core.importAll;

const MAX_SENTENCES = 200;

export interface ImportParts extends EnvironmentParts {
  settings: { read: () => Settings; write: (settings: Settings) => void };
  collections: Pick<Collections, 'addFlow' | 'adopt' | 'names' | 'root'>;
  history: Pick<History, 'adopting'>;
  flowLog: Pick<FlowLog, 'adopting'>;
  snapshots: Pick<Snapshots, 'keep'>;
  /** Stores a demonstration. @returns whether it is new */
  ownDemonstrations: { adopt: (demonstration: DemonstrationFile) => boolean };
}

/** Runs one import at a time. */
export class EverythingImport {
  private readonly process: Pick<Interchange, 'ask'>;
  private readonly ended = new AbortController();
  private running: Promise<ImportReport> | null = null;

  constructor(process: Pick<Interchange, 'ask'>) {
    this.process = process;
  }

  /**
   * Parts that were added stay, even if the workbench stops.
   * @throws HostError, before any change, if the file is not an export of this version, or during another import
   */
  async run(parts: ImportParts, file: TransferFile): Promise<ImportReport> {
    if (this.running !== null) throw new HostError('refused', t.underWay);
    this.running = this.read<Everything>('all', file).then((read) =>
      importEverything(parts, read, this.ended.signal),
    );
    try {
      return await this.running;
    } catch (error) {
      throw this.ended.signal.aborted ? new HostError('refused', t.stopped) : error;
    } finally {
      this.running = null;
    }
  }

  /** @throws HostError as {@link run} */
  async preview(parts: EnvironmentParts, file: TransferFile): Promise<ImportPreview> {
    const { shown, found } = await this.read<Found>('preview', file);
    return { ...shown, newEnvironments: newEnvironments(parts, found) };
  }

  /** Aborts an import between parts, and waits for it. */
  async stop(): Promise<void> {
    this.ended.abort();
    await this.running?.catch(() => undefined);
  }

  private read<T>(wanted: 'all' | 'preview', { name, bytes }: TransferFile): Promise<T> {
    return this.process.ask<T>(randomUUID(), { kind: 'work', wanted, name, bytes });
  }
}

async function importEverything(
  parts: ImportParts,
  read: Everything,
  end: AbortSignal,
): Promise<ImportReport> {
  const { settings, snapshots } = parts;
  const left = [...read.left];
  const attempt = attempter(left, end);
  const adding: Adding = { attempt, end, left };
  const added = await importEnvironments(parts, read, adding);
  const steps = await importCollections(parts.collections, read.collections, adding);
  // Not the time before the vault locks, which no file may change.
  await attempt(t.parts.settings, undefined, () => settings.write({ ...settings.read(), ...read.settings }));
  const snapshot = await attempt(t.parts.bank, null, () =>
    snapshots.keep({ name: t.snapshot(read.exportedAt.slice(0, 10)), bank: read.bank, workbench: null }),
  );
  const history = () => parts.history.adopting(read.history);
  return {
    ...added,
    steps: steps.steps,
    exchanges: await adopted(t.parts.history, history, adding),
    events: await adopted(t.parts.flow, () => parts.flowLog.adopting(read.flow), adding),
    snapshot,
    // Oldest first, because the newest is listed first.
    snapshots: await addEach(read.snapshots.toReversed(), t.parts.snapshot, adding, (one) => {
      snapshots.keep(one);
      return true;
    }),
    demonstrations: await addEach(read.demonstrations, t.parts.demonstration, adding, (one) =>
      parts.ownDemonstrations.adopt(one),
    ),
    // Saved requests may have another path here.
    tabs: read.tabs.map(({ path, request, tests }) => ({
      path: path === null ? null : steps.pathOf(path),
      request,
      tests,
    })),
    left: shortened(left),
  };
}

/** @param pages adds exchanges or events in batches @returns how many were added, also after a failure */
async function adopted(
  part: string,
  pages: () => Iterable<number>,
  { attempt, end }: Adding,
): Promise<number> {
  let added = 0;
  await attempt(part, undefined, async () => {
    for (const count of pages()) {
      added += count;
      // Yields to the event loop, so that the import can be stopped.
      await setImmediate();
      end.throwIfAborted();
    }
  });
  return added;
}

/** @param add whether the item was new @returns how many were new */
async function addEach<T extends { name: string }>(
  items: readonly T[],
  part: (name: string) => string,
  { attempt }: Adding,
  add: (item: T) => boolean,
): Promise<number> {
  let added = 0;
  for (const item of items) if (await attempt(part(item.name), false, () => add(item))) added++;
  return added;
}

function shortened(left: readonly string[]): string[] {
  const more = left.length - MAX_SENTENCES;
  return more <= 0 ? [...left] : [...left.slice(0, MAX_SENTENCES), t.more(more)];
}
