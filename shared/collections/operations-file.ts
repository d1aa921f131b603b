/** What an OpenAPI document said when a folder was made or updated from it: an update compares the newer document with it. */
import { upToFirstFault } from '../schema-tools.ts';
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { ownValue } from '../own-value.ts';
import { isDeepEqual } from './deep-equal.ts';
import { readVersioned } from './files.ts';
import { operationRefSchema, requestStepSchema } from './steps.ts';
import { MAX_OPERATIONS_FILE_BYTES } from '../limits.ts';

const t = texts.core.stepFile;

/** In the folder that was made. Without it an update still works, but cannot tell who changed a value. */
export const OPERATIONS_FILE = 'from-openapi.json';

const VERSION = 1;

const knownOperationSchema = operationRefSchema.extend({
  /** Its tag, which became the flow. */
  flow: z.string().optional(),
  request: requestStepSchema,
  /** Its description. */
  about: z.string().optional(),
});
/** An operation as the document had it. */
export type KnownOperation = z.infer<typeof knownOperationSchema>;

export const operationsFileSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(VERSION),
  operations: z.array(knownOperationSchema).default([]),
});

/** The text of the file. Operations that would make it too large are left out. */
export function writeOperationsFile(operations: readonly KnownOperation[]): string {
  let left = MAX_OPERATIONS_FILE_BYTES;
  const kept = operations.map(tidy).filter((one) => {
    // Indented as in the file, with up to four bytes for a character.
    const size = JSON.stringify([[one]], null, 2).length * 4;
    if (size > left) return false;
    left -= size;
    return true;
  });
  return `${JSON.stringify({ version: VERSION, operations: kept }, null, 2)}\n`;
}

const USUAL = { params: {}, query: {}, headers: {}, fault: null };

/** Without what its schema fills in. */
function tidy({ request, ...known }: KnownOperation): object {
  const said = Object.entries(request).filter(([key, value]) => !isDeepEqual(value, ownValue(USUAL, key)));
  return { ...known, request: Object.fromEntries(said) };
}

/** @returns the operations, or a sentence about what is wrong with the file */
export function readOperationsFile(text: string): KnownOperation[] | string {
  return readVersioned(text, {
    version: VERSION,
    notThis: t.notOperations,
    read: (json) => {
      const read = operationsFileSchema.safeParse(json, upToFirstFault);
      return read.success ? { success: true, data: read.data.operations } : read;
    },
  });
}
