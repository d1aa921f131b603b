/** Writes several files of a folder: all of them or none. */
import { LARGEST_OPERATIONS_FILE, OPERATIONS_FILE } from '../../../shared/collection/operations-file.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_DEPTH, MAX_FILE } from './listing.ts';
import { joined, type TreeFiles } from './tree-files.ts';

const t = texts.core.collections;

/** One file that is written, replaced or deleted. */
export interface FileWrite {
  /** From the folder, joined by `/`. */
  path: string;
  /** The text that it has; null if it is not there. */
  before: string | null;
  /** The text that it gets; null to delete it. */
  text: string | null;
}

/**
 * Everything is checked first; what then fails half-way is undone.
 * @throws HostError if one of the files has changed since it was read, or would be too large
 */
export function writeAll(files: TreeFiles, folder: string, writes: readonly FileWrite[]): void {
  const places = writes.map(({ path, ...write }) => {
    const whole = joined(folder, path);
    const most = whole.endsWith(OPERATIONS_FILE) ? LARGEST_OPERATIONS_FILE : MAX_FILE;
    // One more is the name of the file.
    if (whole.split('/').length > MAX_DEPTH) throw new HostError('bad-input', t.deep(MAX_DEPTH));
    return { ...write, file: files.fileOf(whole, ''), most };
  });
  for (const { file, before, text, most } of places) {
    files.checkSize(text ?? '', most);
    if (textAt(file, most) !== before)
      throw new HostError('changed', texts.core.interchange.changedMeanwhile(file));
  }
  const undo: (() => void)[] = [];
  try {
    for (const { file, before, text, most } of places) {
      undo.unshift(() => change(files, file, before, most));
      change(files, file, text, most);
    }
  } catch (error) {
    for (const back of undo) attempted(back);
    throw error;
  }
}

function change(files: TreeFiles, file: string, text: string | null, most: number): void {
  if (text === textAt(file, most)) return;
  if (text === null) files.removeFile(file);
  else files.write(file, text, most);
}

/** What cannot be undone stays as it is, and so does the rest of the way back: the error that is reported came first. */
function attempted(work: () => void): void {
  try {
    work();
  } catch {
    // An update that is done again goes on from there.
  }
}

function textAt(file: string, most: number): string | null {
  return kindOf(file) === 'none' ? null : readPlainFile(file, most).toString('utf8');
}
