/** Reads what “Export everything” has written. A file may come from anybody: how much of each part is read is bounded. */
import { upToFirstFault } from '../../../shared/fault-words.ts';
import { z } from 'zod';
import { draftsSchema } from '../../../shared/collection/drafts.ts';
import { folderEntrySchema, stepEntrySchema } from '../../../shared/collection/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { foreignExchangeSchema } from '../../../shared/contract/foreign-exchange.ts';
import type { ImportPreview } from '../../../shared/contract/import-report.ts';
import { settingsSchema } from '../../../shared/contract/status.ts';
import { demonstrationSchema } from '../../../shared/demonstration/demonstration.ts';
import { flowEventSchema } from '../../../shared/flow/event.ts';
import { parseInTurns } from '../../../shared/node/json-in-turns.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { snapshotFileSchema } from '../bank/snapshot-file.ts';
import { FULLEST_FILE } from '../../../shared/collection/file-bounds.ts';
import type { TransferFile } from '../transfers.ts';
import { FORM } from './export-all.ts';
import { exportedCertificate, exportedEnvironment, newEnvironments } from './import-environments.ts';
import type { Turns } from './turns.ts';

const t = texts.core.importAll;

/** What is read of a file at most. */
const MOST = {
  environments: 1000,
  certificates: 1000,
  steps: 10_000,
  folders: 10_000,
  tabs: 200,
  demonstrations: 200,
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
  snapshots: some,
  demonstrations: some,
  history: some,
  flow: some,
});
type ImportFile = z.infer<typeof fileSchema>;

/** @throws HostError if the file is not an export of this version */
async function fileOf({ name, bytes }: TransferFile, turns: Turns): Promise<ImportFile> {
  let content: unknown;
  try {
    content = await parseInTurns(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), () =>
      turns.take(),
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new HostError('bad-input', t.notAnExport(name));
  }
  const read = fileSchema.safeParse(content, upToFirstFault);
  if (read.success) return read.data;
  const form = z.looseObject({ form: z.number(), program: z.string() }).safeParse(content);
  throw new HostError(
    'bad-input',
    form.success && form.data.form !== FORM ? t.otherVersion(name, form.data.program) : t.notAnExport(name),
  );
}

/** What a file has, without a look at each of it but the environments. @throws HostError as {@link fileOf} */
export async function previewOf(
  parts: Parameters<typeof newEnvironments>[0],
  file: TransferFile,
  turns: Turns,
): Promise<ImportPreview> {
  const read = await fileOf(file, turns);
  const look = reader(turns, []);
  const found = {
    environments: await look('environments', read.environments, exportedEnvironment),
    certificates: await look('certificates', read.certificates, exportedCertificate),
  };
  const withVariables = z.object({ variables: some });
  const variables = read.environments
    .slice(0, MOST.environments)
    .map((one) => withVariables.safeParse(one).data?.variables.length ?? 0);
  return {
    name: file.name,
    program: read.program.slice(0, 100),
    day: read.exportedAt.slice(0, 10),
    environments: read.environments.length,
    newEnvironments: newEnvironments(parts, found),
    variables: variables.reduce((sum, count) => sum + count, 0),
    steps: read.collections.entries.length,
    exchanges: read.history.length,
    // With the bank of the file, which becomes one.
    snapshots: read.snapshots.length + 1,
    tabs: read.drafts.tabs.length,
    demonstrations: read.demonstrations.length,
  };
}

/** Looks at each of a part. @param left where a sentence is added for what is too much or damaged */
function reader(turns: Turns, left: string[]) {
  return async <S extends z.ZodType>(part: keyof typeof MOST, found: readonly unknown[], schema: S) => {
    const [name, most] = [t.parts[part], MOST[part]];
    if (found.length > most) left.push(t.tooMany(name, most, found.length));
    const good: z.infer<S>[] = [];
    let damaged = 0;
    for (const one of found.slice(0, most)) {
      await turns.take();
      // A schema needs microseconds for each value. A snapshot has many, and a schema that looks at none.
      const isTooFull = part !== 'snapshots' && isFull(one);
      const result = isTooFull ? null : schema.safeParse(one, upToFirstFault);
      if (result?.success === true) good.push(result.data);
      else damaged++;
    }
    if (damaged > 0) left.push(t.damaged(name, damaged));
    return good;
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
  const found = await fileOf(file, turns);
  const {
    environments,
    certificates,
    collections,
    drafts,
    demonstrations,
    history,
    flow,
    snapshots,
    ...rest
  } = found;
  const read = reader(turns, left);
  return {
    ...rest,
    environments: await read('environments', environments, exportedEnvironment),
    certificates: await read('certificates', certificates, exportedCertificate),
    collections: {
      entries: await read('steps', collections.entries, stepEntrySchema),
      folders: await read('folders', collections.folders, folderEntrySchema),
    },
    demonstrations: await read('demonstrations', demonstrations, demonstrationSchema),
    tabs: await read('tabs', drafts.tabs, draftsSchema.shape.tabs.element),
    history: await read('exchanges', history, foreignExchangeSchema),
    flow: await read('events', flow, flowEventSchema),
    snapshots: await read('snapshots', snapshots, snapshotFileSchema),
  };
}

/** What a file of a collection has at most, each list and object as one, too. */
const FULLEST = FULLEST_FILE.values + FULLEST_FILE.containers;

/** Whether a value has more than a file of a collection may have. Looks no further than that. */
function isFull(value: unknown): boolean {
  const waiting: unknown[] = [value];
  let containers = 0;
  for (let values = 1; waiting.length > 0;) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null) continue;
    const inside = Object.values(one);
    values += inside.length;
    const isWide = !Array.isArray(one) && inside.length > FULLEST_FILE.members;
    if (isWide || ++containers > FULLEST_FILE.containers || values > FULLEST) return true;
    for (const inner of inside) waiting.push(inner);
  }
  return false;
}
