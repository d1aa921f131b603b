/** A saved request as a file: one request a file, keys in a fixed order, the body a line an entry, made for git. */
import { z } from 'zod';
import type { SavedTab } from '../contract/saved.ts';

/** Newer files are refused, not guessed at. */
export const VERSION = 1;

const texts = z.record(z.string(), z.string());

const documentSchema = z.strictObject({
  version: z.literal(VERSION),
  name: z.string(),
  /** Id in the catalogue. */
  operation: z.string(),
  params: texts,
  query: texts,
  /** By lower-case name; empty leaves the header out. */
  headers: texts,
  fault: z.string().nullable(),
  /** Method and path, where they are not what operation, params and query say. */
  line: z.string().optional(),
  /** Lines. */
  body: z.array(z.string()),
});

/** What of a tab is saved. */
export type SavedRequest = Omit<SavedTab, 'id' | 'answerId' | 'path' | 'raw'> & { name: string };

export function writeDocument(request: SavedRequest): string {
  const { name, operation, params, query, overrides, fault, line, body } = request;
  const document: z.infer<typeof documentSchema> = {
    version: VERSION,
    name,
    operation,
    params: sorted(params),
    query: sorted(query),
    headers: sorted(overrides),
    fault,
    ...(line === null ? {} : { line }),
    body: body === '' ? [] : body.split('\n'),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Reads a file. @returns the request, or a sentence that says why it is none */
export function readDocument(text: string): SavedRequest | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'The file is not valid JSON.';
  }
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : null;
  if (typeof version === 'number' && version > VERSION)
    return `The file is of version ${version}; this workbench knows versions up to ${VERSION}.`;
  const read = documentSchema.safeParse(json);
  if (!read.success)
    return `The file is not a saved request: ${read.error.issues[0]?.message ?? 'it has another structure'}.`;
  const { name, operation, params, query, headers, fault, line = null, body } = read.data;
  return { name, operation, params, query, overrides: headers, fault, line, body: body.join('\n') };
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
