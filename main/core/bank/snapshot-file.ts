/** A snapshot as a file that a user saves, and opens again on another machine. */
import { upToFirstFault } from '../../../shared/fault-words.ts';
import { basename } from 'node:path';
import { z } from 'zod';
import { type WorkbenchSide, workbenchSideSchema } from './workbench-side.ts';

/** Increases when the format of the file changes. */
const FORM = 1;

/** What a bank returns for a snapshot. The bank itself checks the rest when it restores it. */
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
 * Reads such a file, and the document that `POST /control/snapshot` returns.
 * @returns null if it is neither
 */
export function readSnapshotFile(file: string, bytes: Uint8Array): SnapshotFile | null {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return null;
  }
  const own = snapshotFileSchema.safeParse(content, upToFirstFault);
  if (own.success) return own.data;
  const plain = bankSchema.safeParse(content);
  if (!plain.success) return null;
  return { name: basename(file).replace(/(\.snapshot)?\.json$/i, ''), bank: plain.data, workbench: null };
}
