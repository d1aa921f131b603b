/**
 * Adds what {@link exportEverything} has written, on another machine or the same one. Nothing that is there is changed or lost: what
 * has the same name gets a number, and the bank of the file becomes a snapshot.
 */
import { z } from 'zod';
import { draftsSchema } from '../../../shared/collection/drafts.ts';
import { listingSchema } from '../../../shared/collection/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { type Exchange, exchangeSchema } from '../../../shared/contract/exchange.ts';
import type { ImportReport } from '../../../shared/contract/import-report.ts';
import { type Settings, settingsSchema } from '../../../shared/contract/status.ts';
import { type FlowEvent, flowEventSchema } from '../../../shared/flow/event.ts';
import { parseBounded } from '../../../shared/node/bounded-json.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { snapshotFileSchema } from '../bank/snapshot-file.ts';
import type { Snapshots } from '../bank/snapshots.ts';
import type { Collections } from '../collections/collections.ts';
import type { FlowLog } from '../flow/log.ts';
import { bounded } from '../history/bounds.ts';
import type { History } from '../history/history.ts';
import type { TransferFile } from '../transfers.ts';
import { type Attempt, attempter } from './attempt.ts';
import { FORM } from './export-all.ts';
import { importCollections } from './import-collections.ts';
import {
  type EnvironmentParts,
  exportedCertificates,
  exportedEnvironments,
  importEnvironments,
} from './import-environments.ts';

const t = texts.core.importAll;

/** Where the parts go. */
export interface ImportParts extends EnvironmentParts {
  settings: { read: () => Settings; write: (settings: Settings) => void };
  collections: Pick<Collections, 'changeFolder' | 'list' | 'makeFolder' | 'save'>;
  history: Pick<History, 'adopt'>;
  flowLog: Pick<FlowLog, 'adopt'>;
  snapshots: Pick<Snapshots, 'keep'>;
}

const fileSchema = z.object({
  form: z.literal(FORM),
  exportedAt: z.string(),
  settings: settingsSchema.pick({ theme: true, started: true }),
  environments: exportedEnvironments,
  certificates: exportedCertificates,
  collections: listingSchema,
  drafts: draftsSchema,
  bank: z.looseObject({}),
  /** Earlier versions had none. */
  snapshots: z.array(z.unknown()).default([]),
  history: z.array(z.unknown()),
  flow: z.array(z.unknown()),
});
type Everything = z.infer<typeof fileSchema>;

/** @throws HostError, before anything is changed, if the file is not an export of this version */
export function importEverything(parts: ImportParts, file: TransferFile): ImportReport {
  const read = contentOf(file);
  const { settings, collections, history, flowLog, snapshots } = parts;
  const left: string[] = [];
  const attempt = attempter(left);
  const added = importEnvironments(parts, read, attempt, left);
  const steps = importCollections(collections, read.collections, attempt, left);
  // Not the time after which the vault locks: no file decides on that.
  attempt(t.parts.settings, undefined, () => settings.write({ ...settings.read(), ...read.settings }));
  const snapshot = attempt(t.parts.bank, null, () =>
    snapshots.keep({ name: t.snapshot(read.exportedAt.slice(0, 10)), bank: read.bank, workbench: null }),
  );
  return {
    ...added,
    steps,
    exchanges: attempt(t.parts.history, 0, () => history.adopt(exchangesIn(read))),
    events: attempt(t.parts.flow, 0, () => flowLog.adopt(eventsIn(read))),
    snapshot,
    snapshots: importSnapshots(read, snapshots, attempt),
    tabs: read.drafts.tabs.map(({ request, tests }) => ({ request, tests })),
    left,
  };
}

/** In the order in which they were taken: the newest is listed first. @returns how many were added */
function importSnapshots(read: Everything, snapshots: Pick<Snapshots, 'keep'>, attempt: Attempt): number {
  const found = read.snapshots.flatMap((one) => snapshotFileSchema.safeParse(one).data ?? []).toReversed();
  return found.filter((one) =>
    attempt(t.parts.snapshot(one.name), false, () => {
      snapshots.keep(one);
      return true;
    }),
  ).length;
}

function exchangesIn({ history }: Everything): Exchange[] {
  return history.flatMap((one) => {
    const { data } = exchangeSchema.safeParse(one);
    return data === undefined ? [] : [bounded(data)];
  });
}

function eventsIn({ flow }: Everything): FlowEvent[] {
  return flow.flatMap((one) => flowEventSchema.safeParse(one).data ?? []);
}

function contentOf({ name, bytes }: TransferFile): Everything {
  let content: unknown;
  try {
    content = parseBounded(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch {
    throw new HostError('bad-input', t.notAnExport(name));
  }
  const read = fileSchema.safeParse(content);
  if (read.success) return read.data;
  const form = z.looseObject({ form: z.number(), program: z.string() }).safeParse(content);
  throw new HostError(
    'bad-input',
    form.success && form.data.form !== FORM ? t.otherVersion(name, form.data.program) : t.notAnExport(name),
  );
}
