/** Adds the collections of an export to those that are there. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Listing } from '../../../shared/collections/tree.ts';
import { freeName, nameKey } from '../../../shared/names.ts';
import { writeNewFile } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import { joined } from '../collections/tree-files.ts';
import { ASIDE } from '../interchange/interchange.ts';
import type { Adding } from './import-environments.ts';
import { ownFiles, type PlannedFolder, plannedFrom } from './planned-folders.ts';
import { MAX_WORK_COLLECTIONS } from '../../../shared/limits.ts';

const t = texts.core.importAll;

type Tree = Pick<Collections, 'adopt' | 'list' | 'root' | 'save'>;

/** Files that are written at the same time. */
const AT_ONCE = 4;

/**
 * A collection whose name is taken gets a number. Each is there as a whole, or not at all.
 * @returns the path of each step that was added, by the path that it has in the file
 */
export async function importCollections(
  collections: Tree,
  found: Listing,
  adding: Adding,
): Promise<Map<string, string>> {
  const { attempt, end, left } = adding;
  const planned = await plannedFrom(found, adding);
  const taken = outermostIn(collections.list());
  if (planned.collections.size > MAX_WORK_COLLECTIONS)
    left.push(t.tooMany(t.parts.collections, MAX_WORK_COLLECTIONS, planned.collections.size));
  if (planned.loose.length > MAX_WORK_COLLECTIONS)
    left.push(t.tooMany(t.parts.loose, MAX_WORK_COLLECTIONS, planned.loose.length));
  const steps = new Map<string, string>();
  for (const [wanted, folder] of [...planned.collections].slice(0, MAX_WORK_COLLECTIONS)) {
    const name = freeName(wanted, (one) => taken.has(nameKey(one)));
    taken.add(nameKey(name));
    // One with a number is shown with it.
    const named = name === wanted && folder.about?.settings.name ? { name: folder.about.settings.name } : {};
    await attempt(wanted, undefined, async () => {
      await written(collections, name, folder, { named, end });
      for (const [before, inside] of folder.steps) steps.set(before, joined(name, inside));
    });
  }
  for (const { path, step } of planned.loose.slice(0, MAX_WORK_COLLECTIONS)) {
    await attempt(step.name, undefined, () => {
      steps.set(path, collections.save('', step, null).path);
    });
  }
  return steps;
}

/** The files are written beside the collections, where nobody sees them, and then get their name. */
async function written(
  collections: Tree,
  name: string,
  { about, folders, files }: PlannedFolder,
  { named, end }: { named: { name?: string }; end: AbortSignal },
): Promise<void> {
  makeFolder(collections.root);
  const aside = join(collections.root, ASIDE + randomUUID());
  try {
    await collections.adopt({ above: '', name, depth: 0 }, async () => {
      await mkdir(aside, { mode: 0o700 });
      for (const folder of folders) {
        end.throwIfAborted();
        await mkdir(join(aside, folder), { mode: 0o700 });
      }
      const waiting = [...(about === null ? [] : ownFiles(about, named)), ...files].values();
      const writer = async () => {
        for (const [path, text] of waiting) {
          end.throwIfAborted();
          await writeNewFile(join(aside, path), text, 0o600);
        }
      };
      const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, writer));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return aside;
    });
  } finally {
    // What is left if the program is killed is deleted at the next start.
    await rm(aside, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The names of the outermost folders, as some disks compare them. */
function outermostIn({ entries, folders }: Listing): Set<string> {
  const paths = [...folders.map(({ path }) => path), ...entries.map(({ folder }) => folder)];
  return new Set(paths.map((path) => nameKey(path.split('/')[0] ?? '')));
}
