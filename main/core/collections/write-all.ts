/** Writes several files of a folder, all or none. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { textAt } from './file-limits.ts';
import { allOrNothing, joined, type TreeFiles } from './tree-files.ts';
import { MAX_COLLECTION_NESTING } from '../../../shared/limits.ts';

const t = texts.core.collections;

/** One file that is written, replaced or deleted. */
export interface FileWrite {
  /** Relative to the folder, joined by `/`. */
  path: string;
  /** Its text now; null if it does not exist. */
  before: string | null;
  /** Its new text; null to delete it. */
  text: string | null;
}

/**
 * Everything is checked first; a later failure is rolled back.
 * @throws HostError if one of the files has changed since it was read, or would be too large
 */
export function writeAll(files: TreeFiles, folder: string, writes: readonly FileWrite[]): void {
  const places = writes.map(({ path, ...write }) => {
    const whole = joined(folder, path);
    // The file's name counts.
    if (whole.split('/').length > MAX_COLLECTION_NESTING)
      throw new HostError('bad-input', t.deep(MAX_COLLECTION_NESTING));
    return { ...write, file: files.fileOf(whole) };
  });
  for (const place of places) {
    files.checkText(place.file, place.text ?? '');
    checkText(place);
  }
  allOrNothing((undo) => {
    for (const place of places) {
      checkText(place);
      if (place.text !== place.before) files.rewrite(place.file, place.before, place.text, undo);
    }
  });
}

/** @throws HostError if the file has changed since it was read */
function checkText({ file, before }: Omit<FileWrite, 'path'> & { file: string }): void {
  if (textAt(file) !== before) throw new HostError('changed', texts.core.interchange.changedMeanwhile(file));
}
