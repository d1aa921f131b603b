/** Imports the collections of an export. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COLLECTION_FILE, FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { withCollection } from '../../../shared/collections/flow-edit.ts';
import { readCollectionFile } from '../../../shared/collections/flow-reader.ts';
import { settingsOf } from '../../../shared/collections/flow-step.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { freeName, nameKey } from '../../../shared/names.ts';
import { writeNewFile } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import { tooMuchFor } from '../collections/file-limits.ts';
import { fileNameFor } from '../collections/names.ts';
import { ASIDE } from '../interchange/interchange.ts';
import { type FileText, isCollectionFile } from './collection-texts.ts';
import type { Adding } from './import-environments.ts';
import { MAX_COLLECTION_NESTING } from '../../../shared/limits.ts';

const t = texts.core.importAll;
const collectionsTexts = texts.core.collections;

type Tree = Pick<Collections, 'addFlow' | 'adopt' | 'names' | 'root'>;

interface GivenFile extends FileText {
  /** The number of its steps. */
  steps: number;
}

/**
 * A duplicate name gets a number. Each collection is added completely or not at all.
 * @returns how many steps were added, and the new path of one by its old one; null if it was left out
 */
export async function importCollections(
  collections: Tree,
  found: readonly GivenFile[],
  { attempt, end }: Adding,
): Promise<{ steps: number; pathOf: (path: string) => string | null }> {
  const tops = Map.groupBy(found, ({ path }) => path.split('/', 1)[0] ?? '');
  const taken = new Set(collections.names().map(nameKey));
  const names = new Map<string, string>();
  let steps = 0;
  for (const [top, files] of tops) {
    await attempt(top, undefined, async () => {
      files.forEach(check);
      const suffix = files[0]?.path === top ? FLOW_SUFFIX : '';
      const wanted = top.slice(0, top.length - suffix.length);
      const name = freeName(wanted, (one) => taken.has(nameKey(one + suffix)));
      taken.add(nameKey(name + suffix));
      if (suffix !== '') collections.addFlow(name + suffix, files[0]?.text ?? '');
      else await written(collections, { name, isNumbered: name !== wanted, files, end });
      names.set(top, name + suffix);
      steps += files.reduce((sum, file) => sum + file.steps, 0);
    });
  }
  const pathOf = (path: string) => {
    const [top = '', ...inside] = path.split('/');
    const name = names.get(top);
    return name === undefined ? null : [name, ...inside].join('/');
  };
  return { steps, pathOf };
}

/** @throws HostError for a path or text that could not be read again here */
function check({ path, text }: FileText): void {
  const parts = path.split('/');
  if (parts.length > MAX_COLLECTION_NESTING)
    throw new HostError('bad-input', collectionsTexts.deep(MAX_COLLECTION_NESTING));
  const around = parts.slice(0, -1);
  const isPlaced =
    around.length > 0 ? !around.some((part) => part.endsWith(FLOW_SUFFIX)) : path.endsWith(FLOW_SUFFIX);
  if (!isPlaced || !isCollectionFile(path) || parts.some((part) => fileNameFor(part) !== part))
    throw new HostError('bad-input', t.noCollectionFile);
  const problem = tooMuchFor(path, text);
  if (problem !== null) throw new HostError('bad-input', problem);
}

/** The files are written to a temporary folder beside the collections, which is then renamed. */
async function written(
  collections: Tree,
  {
    name,
    isNumbered,
    files,
    end,
  }: { name: string; isNumbered: boolean; files: readonly FileText[]; end: AbortSignal },
): Promise<void> {
  makeFolder(collections.root);
  const aside = join(collections.root, ASIDE + randomUUID());
  try {
    await collections.adopt({ above: '', name, depth: 0 }, async () => {
      await mkdir(aside, { mode: 0o700 });
      for (const { path, text } of files) {
        end.throwIfAborted();
        const inside = path.slice(path.indexOf('/') + 1);
        const file = join(aside, inside);
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeNewFile(file, isNumbered && inside === COLLECTION_FILE ? unnamed(text) : text, 0o600);
      }
      return aside;
    });
  } finally {
    // A folder left by a killed program is deleted at the next start.
    await rm(aside, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** A numbered collection is shown with its number, so its file does not name it. */
function unnamed(text: string): string {
  const read = readCollectionFile(text);
  if (Array.isArray(read)) return text;
  const { name: _, ...others } = read;
  return withCollection(text, { name: undefined, settings: settingsOf(others) });
}
