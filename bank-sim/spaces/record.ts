/** The record of a space: the file `space.json` in the folder with its name. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { FileError, readPlainFile, writeWholeFile } from '../../shared/node/plain-files.ts';
import { sameSecret } from '../../shared/node/crypto.ts';
import { fileReason } from '../../shared/node/start-error.ts';
import { quirksSchema } from '../quirks.ts';
import { MAX_OWN_FILE_BYTES } from '../../shared/limits.ts';

/** Valid as a label of a host name, and as the name of a folder. */
export const SPACE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
/** Completes "name …". */
export const NAME_RULE =
  'must have 1 to 40 letters a to z, digits and hyphens, without a hyphen at its beginning or end';

export const RECORD_FILE = 'space.json';

const port = z.int().min(1).max(65_535);
const recordSchema = z.strictObject({
  version: z.literal(1),
  /** Real time, milliseconds since 1970. */
  made: z.int(),
  /** SHA-256 of the control token, hexadecimal. The token itself is shown once, when the space is made. */
  token: z.string().regex(/^[0-9a-f]{64}$/),
  ports: z.strictObject({ api: port, psu: port }),
  quirks: quirksSchema,
});

export type SpaceRecord = z.infer<typeof recordSchema>;

/** @returns the record, or what is wrong with its file */
export function readRecord(folder: string): SpaceRecord | { fault: string } {
  const file = join(folder, RECORD_FILE);
  try {
    const read = recordSchema.safeParse(JSON.parse(readPlainFile(file, MAX_OWN_FILE_BYTES).toString('utf8')));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return { fault: `The file ${file} is damaged: ${issue?.path.join('.')} ${issue?.message}` };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: `The file ${file} is damaged: it is not JSON.` };
    const reason = error instanceof FileError ? error.message : fileReason(error);
    if (reason === null) throw error;
    return { fault: `The file ${file} cannot be read: ${reason}.` };
  }
}

/** @throws Error of the file system; then the old file is unchanged */
export function writeRecord(folder: string, record: SpaceRecord): void {
  writeWholeFile(join(folder, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`, 0o600);
}

/** A new control token, and the hash to store. */
export function makeToken(): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url');
  return { token, hash: hashOf(token) };
}

export function isToken(given: string, hash: string): boolean {
  return sameSecret(hashOf(given), hash);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A refused call, with the status of its response. */
export class SpaceRefusal extends Error {
  readonly status: 400 | 404 | 409 | 503;

  constructor(status: SpaceRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}
