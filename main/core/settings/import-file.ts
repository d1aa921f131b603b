/** Reads the file of “Export everything” in a worker (main/worker/interchange.ts), because it may come from anyone. */
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { z } from 'zod';
import { draftsSchema } from '../../../shared/collections/drafts.ts';
import { FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { listedFlow } from '../../../shared/collections/flow-listing.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { foreignExchangeSchema } from '../../../shared/contract/exchange.ts';
import { settingsSchema } from '../../../shared/contract/status.ts';
import { demonstrationFile } from '../../../shared/demonstrations/demonstration.ts';
import { flowEventSchema } from '../../../shared/flow/event.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { snapshotFileSchema } from '../bank/snapshot-file.ts';
import type { TransferFile } from '../transfers.ts';
import { FORM } from './export-all.ts';
import { exportedCertificate, exportedEnvironment } from './import-environments.ts';
import { MAX_STEP_FILE_BYTES } from '../../../shared/limits.ts';

const t = texts.core.importAll;

/** Not validated yet. */
const some = z.custom<readonly unknown[]>((value) => Array.isArray(value));

const fileSchema = z.object({
  form: z.literal(FORM),
  program: z.string(),
  exportedAt: z.string(),
  settings: settingsSchema.pick({ theme: true, started: true }),
  environments: some,
  certificates: some,
  collections: some,
  drafts: z.object({ tabs: some }),
  bank: z.looseObject({}),
  snapshots: some,
  demonstrations: some,
  history: some,
  flow: some,
});
const fileTextSchema = z.object({ path: z.string(), text: z.string().max(MAX_STEP_FILE_BYTES) });

/** The number of steps in a file of a collection. */
function stepsIn({ path, text }: z.infer<typeof fileTextSchema>): number {
  return path.endsWith(FLOW_SUFFIX) ? listedFlow(path, text, () => '').entries.length : 0;
}

type ImportFile = z.infer<typeof fileSchema>;

/** @throws HostError if the file is not an export of this version */
function fileOf({ name, bytes }: TransferFile): ImportFile {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
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

/** Counts for the preview, and the environments with their certificates. */
export type Found = ReturnType<typeof previewOf>;

/** Validates only the environments. @throws HostError as {@link fileOf} */
export function previewOf(file: TransferFile) {
  const read = fileOf(file);
  const look = reader([]);
  const found = {
    environments: look(t.parts.environments, read.environments, exportedEnvironment),
    certificates: look(t.parts.certificates, read.certificates, exportedCertificate),
  };
  const withVariables = z.object({ variables: some });
  const variables = read.environments.map((one) => withVariables.safeParse(one).data?.variables.length ?? 0);
  const shown = {
    name: file.name,
    program: read.program.slice(0, 100),
    day: read.exportedAt.slice(0, 10),
    environments: read.environments.length,
    variables: variables.reduce((sum, count) => sum + count, 0),
    steps: look(t.parts.files, read.collections, fileTextSchema).reduce(
      (sum, file) => sum + stepsIn(file),
      0,
    ),
    exchanges: read.history.length,
    // The bank of the file becomes a snapshot, too.
    snapshots: read.snapshots.length + 1,
    tabs: read.drafts.tabs.length,
    demonstrations: read.demonstrations.length,
  };
  return { shown, found };
}

/** Validates the items of a part. @param left receives a sentence about damaged items */
function reader(left: string[]) {
  return <S extends z.ZodType>(part: string, found: readonly unknown[], schema: S) => {
    const good: z.infer<S>[] = [];
    let damaged = 0;
    for (const one of found) {
      const result = schema.safeParse(one, upToFirstFault);
      if (result.success) good.push(result.data);
      else damaged++;
    }
    if (damaged > 0) left.push(t.damaged(part, damaged));
    return good;
  };
}

export type Everything = ReturnType<typeof everythingIn>;

/** Validates every item. @throws HostError as {@link fileOf} */
export function everythingIn(file: TransferFile) {
  const found = fileOf(file);
  const left: string[] = [];
  const { exportedAt, settings, bank } = found;
  const read = reader(left);
  return {
    exportedAt,
    settings,
    bank,
    environments: read(t.parts.environments, found.environments, exportedEnvironment),
    certificates: read(t.parts.certificates, found.certificates, exportedCertificate),
    collections: read(t.parts.files, found.collections, fileTextSchema).map((file) => ({
      ...file,
      steps: stepsIn(file),
    })),
    demonstrations: read(t.parts.demonstrations, found.demonstrations, demonstrationFile),
    tabs: read(t.parts.tabs, found.drafts.tabs, draftsSchema.shape.tabs.element),
    history: read(t.parts.exchanges, found.history, foreignExchangeSchema),
    flow: read(t.parts.events, found.flow, flowEventSchema),
    snapshots: read(t.parts.snapshots, found.snapshots, snapshotFileSchema),
    left,
  };
}
