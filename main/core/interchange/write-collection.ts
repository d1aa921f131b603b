/** Writes an imported collection as a new folder of flows. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { headText } from '../../../shared/collections/flow-edit.ts';
import { COLLECTION_FILE, FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { readFlow } from '../../../shared/collections/flow-reader.ts';
import { mistakesText } from '../../../shared/collections/flow-listing.ts';
import { fileOfStep } from '../../../shared/collections/flow-step.ts';
import { OPERATIONS_FILE, writeOperationsFile } from '../../../shared/collections/operations-file.ts';
import type { JsonValue } from '../../../shared/collections/value-text.ts';
import { renderYaml } from '../../../shared/collections/yaml-text.ts';
import { environmentFile } from '../../../shared/interchange/environments.ts';
import type { Folder, ImportedEnvironment, Item } from '../../../shared/interchange/model.ts';
import { operationsIn } from '../../../shared/interchange/updating/operations.ts';
import { freeName, nameKey } from '../../../shared/names.ts';
import { kindOf, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { tooMuchFor } from '../collections/file-limits.ts';
import { isDevice, plainName } from '../collections/names.ts';

/** The folder exists and is not empty, so that nothing was written. */
export class FolderInUse extends Error {}

/** Permissions of files and folders, before the umask. */
interface Modes {
  files: number;
  folders: number;
}
const SHARED: Modes = { files: 0o644, folders: 0o755 };
/** In the data folder. */
export const PRIVATE: Modes = { files: 0o600, folders: 0o700 };

/**
 * Makes a folder atomically: beside it, and then renames it.
 * @param folder must not exist, or be empty
 * @param write the files below a path that does not exist yet
 * @throws FolderInUse, Error of the file system, or what `write` throws; then nothing is left
 */
function writeFolder<T>(folder: string, write: (path: string) => T): T {
  const path = resolve(folder);
  const kind = kindOf(path);
  if (kind !== 'none' && (kind !== 'folder' || readdirSync(path).length > 0)) throw new FolderInUse(path);
  mkdirSync(dirname(path), { recursive: true });
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.new`);
  rmSync(beside, { recursive: true, force: true });
  try {
    const written = write(beside);
    if (kind === 'folder') rmSync(path, { recursive: true });
    renameSync(beside, path);
    return written;
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
}

/** The folder of the environment files. */
const ENVIRONMENTS = 'environments';

function writeEnvironments(path: string, environments: readonly ImportedEnvironment[]): void {
  if (environments.length === 0) return;
  mkdirSync(path, { mode: SHARED.folders });
  const taken = new Set<string>();
  for (const one of environments) {
    const plain = plainName(one.name, LONGEST).replaceAll(/\s+/g, '-');
    const wanted = plain === '' || isDevice(plain) ? 'environment' : plain;
    const name = freeName(wanted, (other) => taken.has(nameKey(other)));
    taken.add(nameKey(name));
    writeWholeFile(join(path, `${name}.json`), environmentFile(one), SHARED.files);
  }
}

/**
 * Writes a collection as a new folder.
 * @param environments become files for `run --env`
 * @returns the number of files
 * @throws as {@link writeFolder}, HostError if a file could not be read again
 */
export function writeCollection(
  folder: string,
  tree: Folder,
  environments: readonly ImportedEnvironment[],
): number {
  return writeFolder(folder, (path) => {
    const count = writeFiles(path, tree, { name: tree.name.slice(0, 80), modes: SHARED });
    writeEnvironments(join(path, ENVIRONMENTS), environments);
    return count + environments.length;
  });
}

/** Writes texts as a new folder. @param texts by their path below it @throws as {@link writeFolder} */
export function writeTexts(folder: string, texts: ReadonlyMap<string, string>): void {
  writeFolder(folder, (path) => {
    for (const [file, text] of texts) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeWholeFile(join(path, file), text, SHARED.files);
    }
  });
}

/**
 * Writes the files of a collection.
 * @param path must not exist
 * @param name of the collection; undefined for that of the folder
 * @returns the number of files
 * @throws HostError if a file could not be read again, or Error of the file system
 */
export function writeFiles(
  path: string,
  tree: Folder,
  { name, modes }: { name: string | undefined; modes: Modes },
): number {
  const head = headText({ name }, tree.settings);
  const files: [name: string, text: string][] = [
    [COLLECTION_FILE, Object.keys(head).length === 0 ? '' : renderYaml(head)],
  ];
  const taken: string[] = [];
  for (const child of tree.children) {
    if (child.kind === 'step') continue;
    const file = flowFile(child.name, taken, tree.children.length > 1);
    taken.push(file);
    files.push([file, flowText(file, child)]);
  }
  if (tree.fromOpenApi === true) files.push([OPERATIONS_FILE, writeOperationsFile(operationsIn(tree))]);
  mkdirSync(path, { mode: modes.folders });
  for (const [file, text] of files) {
    const problem = tooMuchFor(file, text);
    if (problem !== null) throw notReadAgain(file, problem);
    writeWholeFile(join(path, file), text, modes.files);
  }
  return files.length;
}

/** @throws HostError if it could not be read again @param file its name */
export function flowText(file: string, { name, settings, children }: Folder): string {
  const head = headText({ flow: `${name}${FLOW_SUFFIX}` === file ? undefined : name }, settings);
  const text = renderYaml({ ...head, steps: children.map((child) => itemValue(file, child)) });
  const read = readFlow(text);
  if (Array.isArray(read)) throw notReadAgain(file, mistakesText(read));
  return text;
}

function itemValue(file: string, item: Item): JsonValue {
  if (item.kind === 'folder')
    return {
      ...headText({ group: item.name }, item.settings),
      steps: item.children.map((child) => itemValue(file, child)),
    };
  const value = fileOfStep(item.step);
  if (typeof value === 'string') throw notReadAgain(file, value);
  return value;
}

function notReadAgain(file: string, problem: string): HostError {
  return new HostError('bad-input', texts.core.interchange.notReadAgain(file, problem));
}

/** Bytes: a path of several folders must fit into the 260 characters of Windows. */
const LONGEST = 60;

/**
 * The name of the file of a new flow. Where files have numbers, it comes after them.
 * @param there names of what is in its folder @param isOneOfSeveral whether more of them come
 */
export function flowFile(name: string, there: readonly string[], isOneOfSeveral: boolean): string {
  const words = plainName(name.toLowerCase(), LONGEST).replaceAll(/[\s-]+/g, '-');
  const plain = words.replaceAll(/^-|-$/g, '') || 'flow';
  const numbers = there.map((one) => Number(/^(\d+)-.*\.flow\.yaml$/.exec(one)?.[1] ?? 0));
  const last = numbers.reduce((most, one) => Math.max(most, one), 0);
  if (isOneOfSeveral || last > 0 || isDevice(plain)) return `${last + 1}-${plain}${FLOW_SUFFIX}`;
  const taken = new Set(there.map(nameKey));
  return freeName(plain, (one) => taken.has(nameKey(one + FLOW_SUFFIX))) + FLOW_SUFFIX;
}
