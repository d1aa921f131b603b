/**
 * The file that tells this user's programs where the signing proxy is, with its token: `tpp-workbench proxy` reads it while a
 * workbench is open.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { MAX_OWN_FILE_BYTES } from '../../../shared/limits.ts';

const NAME = 'signing-proxy.json';

const addressSchema = z.object({
  /** Its name. */
  environment: z.string(),
  address: z.string(),
  token: z.string(),
  /** Of the local bank, where a collection can decide SCAs and move the clock; left out for another bank. */
  control: z.object({ address: z.string(), token: z.string() }).optional(),
});
export type ProxyAddress = z.infer<typeof addressSchema>;

/** Only this user can read it. @throws Error of the file system */
export function writeAddress(dataFolder: string, where: ProxyAddress): void {
  const text = JSON.stringify(where);
  writeWholeFile(join(dataFolder, NAME), `${text}\n`, 0o600);
}

/** @returns null if there is no such file */
export function readAddress(dataFolder: string): ProxyAddress | null {
  try {
    const text = readPlainFile(join(dataFolder, NAME), MAX_OWN_FILE_BYTES).toString('utf8');
    return addressSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Also what a crash has left. */
export function removeAddress(dataFolder: string): void {
  try {
    rmSync(join(dataFolder, NAME), { force: true });
  } catch {
    // A folder has been put in its place. It lets nobody in, and must not keep the workbench from starting or stopping.
  }
}
