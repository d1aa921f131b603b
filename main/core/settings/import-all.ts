/**
 * Adds what {@link exportEverything} has written, on another machine or the same one. Nothing that is there is changed or lost: what
 * has the same name gets a number, and the bank of the file becomes a snapshot.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { ImportPreview, ImportReport } from '../../../shared/contract/import-report.ts';
import type { Settings } from '../../../shared/contract/status.ts';
import type { Demonstration } from '../../../shared/demonstrations/demonstration.ts';
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

/** Sentences about what was left out. */
const MOST_LEFT = 200;

/** Where the parts go. */
export interface ImportParts extends EnvironmentParts {
  settings: { read: () => Settings; write: (settings: Settings) => void };
  collections: Pick<Collections, 'adopt' | 'list' | 'root' | 'save'>;
  history: Pick<History, 'adopting'>;
  flowLog: Pick<FlowLog, 'adopting'>;
  snapshots: Pick<Snapshots, 'keep'>;
  /** Keeps one, and says whether it is new. */
  ownDemonstrations: { adopt: (demonstration: Demonstration) => boolean };
}

/** Imports, one at a time. */
export class EverythingImport {
  private readonly process: Pick<Interchange, 'ask'>;
  private readonly ended = new AbortController();
  private running: Promise<ImportReport> | null = null;

  /** @param process reads the file */
  constructor(process: Pick<Interchange, 'ask'>) {
    this.process = process;
  }

  /**
   * What was added stays, also if the workbench stops in between.
   * @throws HostError, before anything is changed, if the file is not an export of this version or another import is under way
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

  /** What a file has. @throws HostError as {@link run} */
  async preview(parts: EnvironmentParts, file: TransferFile): Promise<ImportPreview> {
    const { shown, found } = await this.read<Found>('preview', file);
    return { ...shown, newEnvironments: newEnvironments(parts, found) };
  }

  /** Ends an import between two of its parts, and waits for that. */
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
  // Not the time after which the vault locks: no file decides on that.
  await attempt(t.parts.settings, undefined, () => settings.write({ ...settings.read(), ...read.settings }));
  const snapshot = await attempt(t.parts.bank, null, () =>
    snapshots.keep({ name: t.snapshot(read.exportedAt.slice(0, 10)), bank: read.bank, workbench: null }),
  );
  const history = () => parts.history.adopting(read.history);
  return {
    ...added,
    steps: steps.size,
    exchanges: await adopted(t.parts.history, history, adding),
    events: await adopted(t.parts.flow, () => parts.flowLog.adopting(read.flow), adding),
    snapshot,
    snapshots: await importSnapshots(read, snapshots, adding),
    demonstrations: await importDemonstrations(read, parts.ownDemonstrations, adding),
    // A tab goes on with its saved request, which may have got another place here.
    tabs: read.tabs.map(({ path, request, tests }) => ({
      path: (path === null ? undefined : steps.get(path)) ?? null,
      request,
      tests,
    })),
    left: shortened(left),
  };
}

/** @param pages adds some at a time @returns how many were added, also if the rest could not be */
async function adopted(
  part: string,
  pages: () => Iterable<number>,
  { attempt, end }: Adding,
): Promise<number> {
  let added = 0;
  await attempt(part, undefined, async () => {
    for (const count of pages()) {
      added += count;
      // So that a long history can be stopped.
      await setImmediate();
      end.throwIfAborted();
    }
  });
  return added;
}

/** In the order in which they were taken: the newest is listed first. @returns how many were added */
async function importSnapshots(
  { snapshots }: Everything,
  kept: Pick<Snapshots, 'keep'>,
  { attempt }: Adding,
): Promise<number> {
  let added = 0;
  for (const one of snapshots.toReversed()) {
    added += await attempt(t.parts.snapshot(one.name), 0, () => {
      kept.keep(one);
      return 1;
    });
  }
  return added;
}

/** @returns how many were added: what is there already is not */
async function importDemonstrations(
  { demonstrations }: Everything,
  own: ImportParts['ownDemonstrations'],
  { attempt }: Adding,
): Promise<number> {
  let added = 0;
  for (const one of demonstrations) {
    const isNew = await attempt(t.parts.demonstration(one.name), false, () => own.adopt(one));
    if (isNew) added++;
  }
  return added;
}

function shortened(left: readonly string[]): string[] {
  const more = left.length - MOST_LEFT;
  return more <= 0 ? [...left] : [...left.slice(0, MOST_LEFT), t.more(more)];
}
