/** Which files the collections of an export become, before any is written. */
import {
  COLLECTION_FILE,
  FOLDER_FILE,
  type FolderSettings,
  writeFolderFile,
} from '../../../shared/collections/folder-file.ts';
import { writeStepFile } from '../../../shared/collections/step-file.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { type Listing, lastOf } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { nameKey } from '../../../shared/names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { README, tooMuchFor } from '../collections/file-limits.ts';
import { SUFFIX } from '../collections/listing.ts';
import { fileNameFor } from '../collections/names.ts';
import { joined } from '../collections/tree-files.ts';
import type { Adding } from './import-environments.ts';
import { MAX_COLLECTION_NESTING } from '../../../shared/limits.ts';

const t = texts.core.collections;

/** A folder with all that is in it. */
export interface PlannedFolder {
  /** What its own file says and its documentation; null if it says nothing about itself. */
  about: { settings: FolderSettings; documentation: string } | null;
  /** Paths of the folders in it, each after the one above. */
  folders: string[];
  /** Texts of files by their paths in it, without its own. */
  files: Map<string, string>;
  /** The path in it that each step gets, by the path that it had. */
  steps: Map<string, string>;
}

export interface Planned {
  /** Outermost folders by their names. */
  collections: Map<string, PlannedFolder>;
  /** Steps outside of every folder. */
  loose: { path: string; step: Step }[];
}

/** Each step and folder by itself: one that cannot be written is left out with a sentence. */
export async function plannedFrom(
  { entries, folders }: Listing,
  { attempt, left }: Adding,
): Promise<Planned> {
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
  /** Names on the disk by what other systems take for the same, with the folder that they are in. */
  private readonly names = new Map<string, string>();
  /** Folders that have said something about themselves. */
  private readonly described = new Set<string>();
  /** Folders in outermost ones that are among their folders. */
  private readonly made = new Set<string>();

  /** @throws HostError */
  addFolder({ path, settings, documentation }: Listing['folders'][number]): void {
    const { top, inside } = this.placeOf(path);
    const key = joined(top, inside);
    if (this.described.has(key)) throw new HostError('refused', t.folderExists(path));
    const { name: written, ...rest } = settings;
    // In the file only if the folder cannot have it.
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

  /** @param path of the step, whose end is the name of its file: several steps of one name do not share it @throws HostError */
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
    if (this.names.has(key)) throw new HostError('refused', t.exists(`${above}/${name}`));
    this.names.set(key, file);
    if (inside !== '') this.make(top, inside);
    const folder = this.folder(top);
    folder.files.set(joined(inside, file), text);
    folder.steps.set(path, joined(inside, fileNameFor(name)));
  }

  /** Where a folder of the export will be: one in another spelling is the same. @throws HostError */
  private placeOf(path: string): { top: string; inside: string } {
    const parts = path.split('/');
    // One more is the name of a file.
    if (parts.length >= MAX_COLLECTION_NESTING)
      throw new HostError('bad-input', t.deep(MAX_COLLECTION_NESTING));
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

  /** A folder in an outermost one, and those between. */
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

/** The file of an outermost folder and its documentation. @param name under which it is shown; none if the folder has it */
export function ownFiles(
  { settings, documentation }: NonNullable<PlannedFolder['about']>,
  named: Pick<FolderSettings, 'name'>,
): [string, string][] {
  const { name: _, ...others } = settings;
  const files: [string, string][] = [[COLLECTION_FILE, writeFolderFile({ ...others, ...named }, null)]];
  return documentation === '' ? files : [...files, [README, documentation]];
}

/** @throws HostError if a text could not be read again */
function check(file: string, text: string): void {
  const problem = tooMuchFor(file, text);
  if (problem !== null) throw new HostError('bad-input', problem);
}
