/** A collection of Bruno: a folder of OpenCollection files (YAML), one for each request. */
import { interchange as t } from '../../texts/interchange.ts';
import type { ForeignAuth } from '../foreign.ts';
import type { Importing } from '../importing.ts';
import type { Folder } from '../model.ts';
import { parseYaml, UnreadableFile } from '../parse.ts';
import { at, isObject, listAt, membersAt, placeOf, textAt } from '../values.ts';
import { addItem, readCollection, readDefaults, variables } from './opencollection.ts';

export interface TextFile {
  path: string;
  text: string;
}

/** The file that says what a folder is. */
const ABOUT = /^(?:opencollection|folder)\.ya?ml$/;

interface Directory {
  name: string;
  files: (TextFile & { name: string })[];
  inner: Map<string, Directory>;
}

/** @param files whose paths begin at the same folder @returns the name of the collection */
export function readBruno(importing: Importing, root: Folder, files: readonly TextFile[]): string {
  const top: Directory = { name: '', files: [], inner: new Map() };
  const prefix = commonFolder(files.map(({ path }) => path));
  for (const file of files) {
    const parts = file.path.slice(prefix.length).split('/');
    const name = parts.pop() ?? '';
    let directory = top;
    for (const part of parts.slice(0, 50)) {
      const next = directory.inner.get(part) ?? { name: part, files: [], inner: new Map() };
      directory.inner.set(part, next);
      directory = next;
    }
    directory.files.push({ ...file, name });
  }
  return directoryInto(importing, root, [], top, null);
}

function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (folder !== '' && !paths.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}

/** @returns the name that the folder has by its own file */
function directoryInto(
  importing: Importing,
  folder: Folder,
  names: readonly string[],
  directory: Directory,
  above: ForeignAuth | null,
  around: Folder | null = null,
): string {
  let name = '';
  let auth = above;
  for (const file of directory.files.filter((one) => ABOUT.test(one.name)))
    reading(importing, file, (about) => {
      name ||= textAt(about, 'info', 'name');
      // A collection may have its items in this file, too.
      if (at(about, 'opencollection') !== undefined) auth = readCollection(importing, folder, about) ?? auth;
      else auth = readDefaults(importing, folder, names, about, around) ?? auth;
    });
  const known = names.length === 0 ? directory.inner.get('environments') : undefined;
  if (known !== undefined) environments(importing, known);
  for (const item of itemsOf(importing, directory)) {
    if (!('directory' in item)) addItem(importing, folder, names, item.yaml, auth);
    else if (item.directory !== known) {
      const all = [...names, item.name];
      directoryInto(importing, importing.folderIn(folder, all), all, item.directory, auth, folder);
    }
  }
  return name;
}

type DirectoryItem = { seq: number; name: string } & ({ directory: Directory } | { yaml: unknown });

/** Requests and folders in the order of their numbers; those without one come last. */
function itemsOf(importing: Importing, directory: Directory): DirectoryItem[] {
  const items: DirectoryItem[] = [...directory.inner.values()].map((inner) => {
    const about = inner.files.find(({ name }) => ABOUT.test(name))?.text ?? '';
    const own = /(?:^|\n)\s{1,4}name:[ \t]*["']?([^\n"']*)/.exec(about)?.[1]?.trim() ?? '';
    const seq = placeOf(/(?:^|\n)\s{1,4}seq:[ \t]*(-?[\d.]{1,20})/.exec(about)?.[1]);
    return { directory: inner, seq, name: own === '' ? inner.name : own };
  });
  for (const file of directory.files) {
    if (ABOUT.test(file.name)) continue;
    if (/\.ya?ml$/.test(file.name))
      reading(importing, file, (yaml) => {
        items.push({ yaml, seq: placeOf(textAt(yaml, 'info', 'seq')), name: file.name });
      });
    else importing.out.lost('file', [file.path], t.unknownFormat);
  }
  return items.sort((a, b) => (a.seq === b.seq ? a.name.localeCompare(b.name, 'en') : a.seq - b.seq));
}

/** A file that cannot be read is in the report, and the others are read. */
function reading(importing: Importing, file: TextFile, read: (yaml: unknown) => void): void {
  try {
    read(parseYaml(file.text));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    importing.out.lost('file', [file.path], error.message);
  }
}

/** Each file is one. */
function environments(importing: Importing, directory: Directory): void {
  for (const file of directory.files)
    reading(importing, file, (yaml) => {
      const name = textAt(yaml, 'name') || file.name.replace(/\.\w+$/, '');
      variables(importing, importing.environment(name), [name], environmentOf(yaml));
    });
}

/** A list of variables, or early an object of them. */
function environmentOf(file: unknown): readonly unknown[] {
  const list = listAt(file, 'variables');
  return list.length > 0 || !isObject(at(file, 'variables'))
    ? list
    : membersAt(file, 'variables').map(([name, value]) => ({ name, value }));
}
