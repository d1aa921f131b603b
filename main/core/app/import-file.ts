/** Reads what “Export everything” has written. A file may come from anybody: how much of each part is read is bounded. */
import { z } from 'zod';
import { draftsSchema } from '../../../shared/collection/drafts.ts';
import { folderEntrySchema, stepEntrySchema } from '../../../shared/collection/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { foreignExchangeSchema } from '../../../shared/contract/foreign-exchange.ts';
import type { ImportPreview } from '../../../shared/contract/import-report.ts';
import { settingsSchema } from '../../../shared/contract/status.ts';
import { flowEventSchema } from '../../../shared/flow/event.ts';
import { parseBounded } from '../../../shared/node/bounded-json.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { snapshotFileSchema } from '../bank/snapshot-file.ts';
import { tooFull } from '../collections/file-limits.ts';
import type { TransferFile } from '../transfers.ts';
import { FORM } from './export-all.ts';
import { exportedCertificate, exportedEnvironment } from './import-environments.ts';
import type { Turns } from './turns.ts';

const t = texts.core.importAll;

/** What is read of a file at most. */
const MOST = {
  environments: 1000,
  certificates: 1000,
  steps: 10_000,
  folders: 10_000,
  tabs: 200,
  snapshots: 100,
  exchanges: 100_000,
  events: 100_000,
} as const;

/** What has not been looked at yet: there may be millions. */
const some = z.custom<readonly unknown[]>((value) => Array.isArray(value));

const fileSchema = z.object({
  form: z.literal(FORM),
  program: z.string(),
  exportedAt: z.string(),
  settings: settingsSchema.pick({ theme: true, started: true }),
  environments: some,
  certificates: some,
  collections: z.object({ entries: some, folders: some }),
  drafts: z.object({ tabs: some }),
  bank: z.looseObject({}),
  /** Earlier versions had none. */
  snapshots: some.default([]),
  history: some,
  flow: some,
});
type ImportFile = z.infer<typeof fileSchema>;

/** @throws HostError if the file is not an export of this version */
export function fileOf({ name, bytes }: TransferFile): ImportFile {
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

/** What a file has, without a look at each of it. @throws HostError as {@link fileOf} */
export function previewOf(file: TransferFile): ImportPreview {
  const read = fileOf(file);
  const withVariables = z.object({ variables: some });
  const variables = read.environments
    .slice(0, MOST.environments)
    .map((one) => withVariables.safeParse(one).data?.variables.length ?? 0);
  return {
    name: file.name,
    program: read.program.slice(0, 100),
    day: read.exportedAt.slice(0, 10),
    environments: read.environments.length,
    variables: variables.reduce((sum, count) => sum + count, 0),
    steps: read.collections.entries.length,
    exchanges: read.history.length,
    // With the bank of the file, which becomes one.
    snapshots: read.snapshots.length + 1,
    tabs: read.drafts.tabs.length,
  };
}

/** Everything of a file that can be added. */
export type Everything = Awaited<ReturnType<typeof everythingIn>>;

/**
 * Looks at each of it.
 * @param left where a sentence is added for what is too much or damaged
 * @throws HostError as {@link fileOf}
 */
export async function everythingIn(file: TransferFile, turns: Turns, left: string[]) {
  const { environments, certificates, collections, drafts, history, flow, snapshots, ...rest } = fileOf(file);
  const read = async <S extends z.ZodType>(part: keyof typeof MOST, found: readonly unknown[], schema: S) => {
    const [name, most] = [t.parts[part], MOST[part]];
    if (found.length > most) left.push(t.tooMany(name, most, found.length));
    const good: z.infer<S>[] = [];
    let damaged = 0;
    for (const one of found.slice(0, most)) {
      await turns.take();
      // A schema needs microseconds for each value. A snapshot has many, and a schema that looks at none.
      const isTooFull = part !== 'snapshots' && tooFull(JSON.stringify(one)) !== null;
      const result = isTooFull ? null : schema.safeParse(one);
      if (result?.success === true) good.push(result.data);
      else damaged++;
    }
    if (damaged > 0) left.push(t.damaged(name, damaged));
    return good;
  };
  return {
    ...rest,
    environments: await read('environments', environments, exportedEnvironment),
    certificates: await read('certificates', certificates, exportedCertificate),
    collections: {
      entries: await read('steps', collections.entries, stepEntrySchema),
      folders: await read('folders', collections.folders, folderEntrySchema),
    },
    tabs: await read('tabs', drafts.tabs, draftsSchema.shape.tabs.element),
    history: await read('exchanges', history, foreignExchangeSchema),
    flow: await read('events', flow, flowEventSchema),
    snapshots: await read('snapshots', snapshots, snapshotFileSchema),
  };
}
