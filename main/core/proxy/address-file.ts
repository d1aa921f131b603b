/** The file with address and token of the signing proxy, for `tpp-workbench proxy` while a workbench is open. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { MAX_OWN_FILE_BYTES } from '../../../shared/limits.ts';

const NAME = 'signing-proxy.json';

const addressSchema = z.object({
  environment: z.string(),
  address: z.string(),
  token: z.string(),
  /** Control listener of the local bank. */
  control: z.object({ address: z.string(), token: z.string() }).optional(),
});
export type ProxyAddress = z.infer<typeof addressSchema>;

/** Readable by this user only. @throws Error of the file system */
export function writeAddress(dataFolder: string, where: ProxyAddress): void {
  writeWholeFile(join(dataFolder, NAME), `${JSON.stringify(where)}\n`, 0o600);
}

export function readAddress(dataFolder: string): ProxyAddress | null {
  try {
    const text = readPlainFile(join(dataFolder, NAME), MAX_OWN_FILE_BYTES).toString('utf8');
    return addressSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Also after a crash. */
export function removeAddress(dataFolder: string): void {
  try {
    rmSync(join(dataFolder, NAME), { force: true });
  } catch {
    // A folder in its place grants no access, and must not keep the workbench from starting or stopping.
  }
}
