/** A saved request as a file that suits git: one request per file, keys in a fixed order, one array entry per line of the body. */
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { requestSchema, type SavedRequest, savedRequestSchema } from './request.ts';

const t = texts.core.requestFile;

/** The step from version n to n + 1 is at index n - 1. Never edit a released step. */
const MIGRATIONS: readonly ((file: object) => object)[] = [];
/** Files of newer versions are refused, because their meaning is unknown. */
const VERSION = MIGRATIONS.length + 1;

const fileSchema = z.strictObject({
  version: z.literal(VERSION),
  ...savedRequestSchema.shape,
  /** Absent if operation, params and query determine it. */
  line: requestSchema.shape.line.unwrap().optional(),
  /** One entry per line. */
  body: z.array(z.string()),
});

/** The text of the file: the same for equal requests, whatever the order of their values. */
export function writeRequestFile(request: SavedRequest): string {
  const { name, operation, params, query, headers, fault, line, body } = request;
  const file: z.infer<typeof fileSchema> = {
    version: VERSION,
    name,
    operation,
    params: sorted(params),
    query: sorted(query),
    headers: sorted(headers),
    fault,
    ...(line === null ? {} : { line }),
    body: body === '' ? [] : body.split('\n'),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads the text of a file. @returns the request, or a sentence about what is wrong with the file */
export function readRequestFile(text: string): SavedRequest | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return t.notJson;
  }
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : null;
  if (typeof version === 'number' && version > VERSION) return t.newer(version, VERSION);
  const read = fileSchema.safeParse(migrated(json, version));
  if (!read.success) return t.notARequest(reasonOf(read.error));
  const { version: _, line = null, body, ...request } = read.data;
  return { ...request, line, body: body.join('\n') };
}

/** Converts a file of an earlier version to the present form. Leaves anything else unchanged, so that the schema refuses it. */
function migrated(json: unknown, version: unknown): unknown {
  if (typeof json !== 'object' || json === null || typeof version !== 'number' || version < 1) return json;
  return MIGRATIONS.slice(version - 1).reduce((file, step) => step(file), json);
}

/** The first problem, with the key that it concerns. */
function reasonOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  const sentence = (issue?.message ?? t.otherForm).replace(/\.?$/, '.');
  const key = issue?.path.join('/') ?? '';
  return key === '' ? sentence : `${key}: ${sentence}`;
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
