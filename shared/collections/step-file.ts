/** A step as a file that suits git: one step per file, keys in a fixed order, JSON bodies as JSON. */
import { upToFirstFault } from '../schema-tools.ts';
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { isOneKind, ONE_KIND, type OperationRef, type RequestStep, type Step, stepShape } from './steps.ts';
import { readVersioned, sorted, writeInOrder } from './files.ts';

const t = texts.core.stepFile;

export const STEP_VERSION = 2;

const { name, order, tags, skip, each, until, expect, warn, keep, openapi } = stepShape;
const { request, sca, control, include, session, pause } = stepShape;

/** The keys in the order in which they are written. */
const stepFileShape = {
  /** Where editors find the schema of the file. */
  $schema: z.string().optional(),
  version: z.literal(STEP_VERSION),
  name,
  order,
  tags,
  skip,
  each,
  until,
  request,
  sca,
  control,
  include,
  session,
  pause,
  expect,
  warn,
  keep,
  openapi,
};

export const stepFileSchema = z.strictObject(stepFileShape).refine(isOneKind, ONE_KIND);

/**
 * The text of the file: the same for equal steps, in whatever order their values were set.
 * @param schema where the JSON Schema of a step is, relative to the file; null for none
 */
export function writeStepFile(step: Step, schema: string | null): string {
  const { request, openapi, ...others } = step;
  const values = new Map<string, unknown>(Object.entries({ ...others, version: STEP_VERSION }));
  if (schema !== null) values.set('$schema', schema);
  if (request !== undefined) values.set('request', tidyRequest(request));
  if (openapi !== undefined) values.set('openapi', tidyRef(openapi));
  return writeInOrder(Object.keys(stepFileShape), values);
}

/** The address of the schema that a text of this version names for editors; null if it names none. */
export function schemaNamed(text: string): string | null {
  const named = z.object({ $schema: z.string() });
  try {
    return named.safeParse(JSON.parse(text)).data?.$schema ?? null;
  } catch {
    return null;
  }
}

/** Reads the text of a file. @returns the step, or a sentence about what is wrong with it */
export function readStepFile(text: string): Step | string {
  return readVersioned(text, {
    version: STEP_VERSION,
    notThis: t.notAStep,
    read: (json) => {
      const read = stepFileSchema.safeParse(json, upToFirstFault);
      if (!read.success) return read;
      const { $schema: _, version: _version, ...step } = read.data;
      return { success: true, data: step };
    },
  });
}

/** Without what is left out of a file because it is empty. */
export function tidyRequest({
  operation,
  line,
  params,
  query,
  headers,
  fault,
  json,
  text,
}: RequestStep): object {
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
export function tidyRef({ operation, id, example }: OperationRef): object {
  return { operation, ...(id === undefined ? {} : { id }), ...(example === undefined ? {} : { example }) };
}

function named(key: string, values: Readonly<Record<string, string>>): object {
  return Object.keys(values).length === 0 ? {} : { [key]: sorted(values) };
}
