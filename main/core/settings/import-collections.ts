/** Imports the collections of an export. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Listing, lastOf } from '../../../shared/collections/tree.ts';
import { freeName, nameKey } from '../../../shared/names.ts';
import { writeNewFile } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import { joined } from '../collections/tree-files.ts';
import { ASIDE } from '../interchange/interchange.ts';
import type { Adding } from './import-environments.ts';
import { MAX_WORK_COLLECTIONS, MAX_COLLECTION_NESTING } from '../../../shared/limits.ts';
import {
  COLLECTION_FILE,
  FOLDER_FILE,
  type FolderSettings,
  writeFolderFile,
} from '../../../shared/collections/folder-file.ts';
import { writeStepFile } from '../../../shared/collections/step-file.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { README, tooMuchFor } from '../collections/file-limits.ts';
import { SUFFIX } from '../collections/listing.ts';
import { fileNameFor } from '../collections/names.ts';

const t = texts.core.importAll;
const collectionsTexts = texts.core.collections;

type Tree = Pick<Collections, 'adopt' | 'list' | 'root' | 'save'>;

/** Concurrent writes. */
const WRITERS = 4;

/** A duplicate name gets a number. Each collection is added completely or not at all. @returns the new path of each step by its old one */
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
    // A numbered collection is shown with its number.
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

/** The files are written to a temporary folder beside the collections, which is then renamed. */
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
      const ends = await Promise.allSettled(Array.from({ length: WRITERS }, writer));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return aside;
    });
  } finally {
    // A folder left by a killed program is deleted at the next start.
    await rm(aside, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Names of the outermost folders, normalised as by case-insensitive disks. */
function outermostIn({ entries, folders }: Listing): Set<string> {
  const paths = [...folders.map(({ path }) => path), ...entries.map(({ folder }) => folder)];
  return new Set(paths.map((path) => nameKey(path.split('/')[0] ?? '')));
}

interface PlannedFolder {
  /** Settings and documentation; null without any. */
  about: { settings: FolderSettings; documentation: string } | null;
  /** Paths inside it, parents first. */
  folders: string[];
  /** Texts by path inside it, without the folder's own file. */
  files: Map<string, string>;
  /** New path inside it of each step, by its old path. */
  steps: Map<string, string>;
}

interface Planned {
  collections: Map<string, PlannedFolder>;
  /** Steps without a folder. */
  loose: { path: string; step: Step }[];
}

/** A step or folder that cannot be written is left out with a sentence. */
async function plannedFrom({ entries, folders }: Listing, { attempt, left }: Adding): Promise<Planned> {
  const planning = new Planning();
  for (const folder of folders.filter(({ path }) => path !== ''))
    await attempt(folder.path, undefined, () => planning.addFolder(folder));
  for (const { path, folder, step, damage } of entries) {
    if (step === null) left.push(texts.core.importAll.notSaved(path, damage ?? ''));
    else await attempt(path, undefined, () => planning.addStep(folder, path, step));
  }
  return planning;
}

class Planning implements Planned {
  readonly collections = new Map<string, PlannedFolder>();
  readonly loose: Planned['loose'] = [];
  /** Names on the disk by normalised path. */
  private readonly names = new Map<string, string>();
  private readonly described = new Set<string>();
  private readonly made = new Set<string>();

  /** @throws HostError */
  addFolder({ path, settings, documentation }: Listing['folders'][number]): void {
    const { top, inside } = this.placeOf(path);
    const key = joined(top, inside);
    if (this.described.has(key)) throw new HostError('refused', collectionsTexts.folderExists(path));
    const { name: written, ...rest } = settings;
    // Only a name that differs from the folder's.
    const name = written === undefined || written === lastOf(key) ? {} : { name: written };
    const about = { settings: { ...rest, ...name }, documentation: documentation ?? '' };
    const own = { [README]: about.documentation, [FOLDER_FILE]: writeFolderFile(about.settings, null) };
    for (const [file, text] of Object.entries(own)) check(file, text);
    const folder = this.folder(top);
    if (inside === '') folder.about = about;
    else {
      this.make(top, inside);
      for (const [file, text] of Object.entries(own))
        if (text !== '') folder.files.set(`${inside}/${file}`, text);
    }
    this.described.add(key);
  }

  /** @param path whose end names the file, because several steps may share a name @throws HostError */
  addStep(above: string, path: string, step: Step): void {
    if (above === '') {
      this.loose.push({ path, step });
      return;
    }
    const { top, inside } = this.placeOf(above);
    const name = lastOf(path);
    const file = fileNameFor(name) + SUFFIX;
    const text = writeStepFile(step, null);
    check(file, text);
    const key = nameKey(`${joined(top, inside)}/${file}`);
    if (this.names.has(key)) throw new HostError('refused', collectionsTexts.exists(`${above}/${name}`));
    this.names.set(key, file);
    if (inside !== '') this.make(top, inside);
    const folder = this.folder(top);
    folder.files.set(joined(inside, file), text);
    folder.steps.set(path, joined(inside, fileNameFor(name)));
  }

  /** The new path of a folder. Case variants of a name are one folder. @throws HostError */
  private placeOf(path: string): { top: string; inside: string } {
    const parts = path.split('/');
    // The name of a file is one level more.
    if (parts.length >= MAX_COLLECTION_NESTING)
      throw new HostError('bad-input', collectionsTexts.deep(MAX_COLLECTION_NESTING));
    let place = '';
    for (const part of parts) {
      const wanted = fileNameFor(part);
      const key = nameKey(joined(place, wanted));
      const name = this.names.get(key) ?? wanted;
      this.names.set(key, name);
      place = joined(place, name);
    }
    const [top = '', ...inner] = place.split('/');
    return { top, inside: inner.join('/') };
  }

  private folder(top: string): PlannedFolder {
    const there = this.collections.get(top);
    if (there !== undefined) return there;
    const folder: PlannedFolder = { about: null, folders: [], files: new Map(), steps: new Map() };
    this.collections.set(top, folder);
    return folder;
  }

  /** Plans an inner folder and its parents. */
  private make(top: string, inside: string): void {
    const { folders } = this.folder(top);
    const parts = inside.split('/');
    for (const at of parts.keys()) {
      const path = parts.slice(0, at + 1).join('/');
      const key = `${top}/${path}`;
      if (this.made.has(key)) continue;
      this.made.add(key);
      folders.push(path);
    }
  }
}

/** The file of an outermost folder and its documentation. @param named the name, unless it is the folder's */
function ownFiles(
  { settings, documentation }: NonNullable<PlannedFolder['about']>,
  named: Pick<FolderSettings, 'name'>,
): [string, string][] {
  const { name: _, ...others } = settings;
  const files: [string, string][] = [[COLLECTION_FILE, writeFolderFile({ ...others, ...named }, null)]];
  return documentation === '' ? files : [...files, [README, documentation]];
}

/** @throws HostError for a text that is too large to be read again */
function check(file: string, text: string): void {
  const problem = tooMuchFor(file, text);
  if (problem !== null) throw new HostError('bad-input', problem);
}
