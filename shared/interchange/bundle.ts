/** The files of an import as one upload: a line with their paths and sizes as JSON, and then their bytes, one after the other. */
import { z } from 'zod';
import { interchange as t } from '../texts/interchange.ts';
import { type SourceFile } from './model.ts';
import { MAX_IMPORT_FILES, MAX_IMPORT_HEAD_BYTES } from '../limits.ts';

const headSchema = z.array(z.tuple([z.string(), z.number().int().min(0)])).max(MAX_IMPORT_FILES);

/** The first line, with its end. @param files size in bytes */
export function bundleHead(files: readonly { path: string; size: number }[]): string {
  return `${JSON.stringify(files.map(({ path, size }) => [path, size]))}\n`;
}

/** The files in a bundle, or a sentence if it is none. */
export function filesIn(bundle: Uint8Array): SourceFile[] | string {
  const end = bundle.subarray(0, MAX_IMPORT_HEAD_BYTES).indexOf(0x0a);
  const head = headSchema.safeParse(jsonOf(bundle.subarray(0, Math.max(0, end))));
  if (!head.success) return t.noBundle;
  let start = end + 1;
  const files = head.data.map(([path, size]) => ({ path, bytes: bundle.subarray(start, (start += size)) }));
  return start === bundle.length ? files : t.noBundle;
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Those files of a folder that may belong to a collection of Bruno, or to a document in several files. @param files with paths from its name */
export function ofCollections<File extends { path: string }>(files: readonly File[]): File[] {
  const found = files.filter(({ path }) => /\.(?:ya?ml|json)$/.test(path));
  // Beside the requests of Bruno, it is data.
  return isBruno(found) ? found.filter(({ path }) => !path.endsWith('.json')) : found;
}

/** Whether files are those of one collection of Bruno. */
export function isBruno(files: readonly { path: string }[]): boolean {
  return files.length > 1 && files.some(({ path }) => /(?:^|\/)opencollection\.ya?ml$/.test(path));
}

/** Whether a folder has other programs' own files, by its name. */
export function isForeignFolder(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
