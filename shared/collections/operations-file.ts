/** What an OpenAPI document said when a folder was made or updated from it: an update compares the newer document with it. */
import { upToFirstFault } from '../schema-tools.ts';
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { readVersioned, sorted, writeInOrder } from './files.ts';
import { type OperationRef, operationRefSchema, type RequestStep, requestStepSchema } from './steps.ts';
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

const fileShape = {
  $schema: z.string().optional(),
  version: z.literal(VERSION),
  operations: z.array(knownOperationSchema).default([]),
};
export const operationsFileSchema = z.strictObject(fileShape);

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
  return writeInOrder(
    Object.keys(fileShape),
    new Map<string, unknown>([
      ['version', VERSION],
      ['operations', kept],
    ]),
  );
}

function tidy({ flow, request, about, ...ref }: KnownOperation): object {
  return {
    ...tidyRef(ref),
    ...(flow === undefined ? {} : { flow }),
    request: tidyRequest(request),
    ...(about === undefined ? {} : { about }),
  };
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

/** Without what is left out of a file because it is empty. */
function tidyRequest({ operation, line, params, query, headers, fault, json, text }: RequestStep): object {
  return {
    operation,
    ...(line === undefined ? {} : { line }),
    ...named('params', params),
    ...named('query', query),
    ...named('headers', headers),
    ...(fault === null ? {} : { fault }),
    ...(json === undefined ? {} : { json }),
    ...(text === undefined ? {} : { text }),
  };
}

/** The same with its keys in their order. */
function tidyRef({ operation, id, example }: OperationRef): object {
  return { operation, ...(id === undefined ? {} : { id }), ...(example === undefined ? {} : { example }) };
}

function named(key: string, values: Readonly<Record<string, string>>): object {
  return Object.keys(values).length === 0 ? {} : { [key]: sorted(values) };
}
