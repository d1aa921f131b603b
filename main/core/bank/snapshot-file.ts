/** A snapshot as a file that a user saves, and opens again on another machine. */
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { basename } from 'node:path';
import { z } from 'zod';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { TransferFile } from '../transfers.ts';
import { type WorkbenchSide, workbenchSideSchema } from './workbench-side.ts';

/** Increases when the format of the file changes. */
const FORM = 1;

/** The bank checks the rest when it restores the snapshot. */
const bankSchema = z.looseObject({ version: z.number(), tables: z.looseObject({}) });
export const snapshotFileSchema = z.object({
  form: z.literal(FORM),
  name: z.string().trim().min(1),
  workbench: workbenchSideSchema.nullable().catch(null),
  bank: bankSchema,
});

/** A snapshot outside the data folder. */
export interface SnapshotFile {
  name: string;
  bank: unknown;
  workbench: WorkbenchSide | null;
}

/** @param bank JSON of the bank's document */
export function writeSnapshotFile(name: string, bank: Buffer, side: WorkbenchSide | null): Buffer {
  const head = `{"form":${FORM},"name":${JSON.stringify(name)},"workbench":${JSON.stringify(side)},"bank":`;
  return Buffer.concat([Buffer.from(head), bank, Buffer.from('}\n')]);
}

/**
 * Reads such a file, or the document that `POST /control/snapshot` returns. Only for a worker: the file is not trusted.
 * @throws HostError if it is neither
 */
export function readSnapshotFile({ name: file, bytes }: TransferFile): SnapshotFile {
  const none = () => new HostError('bad-input', texts.core.snapshots.noSnapshot(file));
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    throw none();
  }
  const own = snapshotFileSchema.safeParse(content, upToFirstFault);
  if (own.success) return own.data;
  const plain = bankSchema.safeParse(content);
  if (!plain.success) throw none();
  return { name: basename(file).replace(/(\.snapshot)?\.json$/i, ''), bank: plain.data, workbench: null };
}
