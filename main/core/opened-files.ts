/** The files that a person opens with the desktop program: each is offered to the page, which does with it what it does with a dropped file. */
import { closeSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { Output } from '../../shared/contract/methods.ts';
import { FileError, kindOf, openPlainFile } from '../../shared/node/plain-files.ts';
import { texts } from '../../shared/texts/texts.ts';
import { MAX_UPLOAD, type Transfers } from './transfers.ts';
import { MAX_OPENED_FILES } from '../../shared/limits.ts';

const t = texts.core.openedFiles;

/** Bytes of one: of the largest that the page sends back to be read. */
const LARGEST = Math.max(...Object.values(MAX_UPLOAD));

/** @param paths absolute */
export function offerOpened(
  paths: readonly string[],
  transfers: Pick<Transfers, 'offer'>,
): Output<'app.takeOpened'> {
  const files: Output<'app.takeOpened'>['files'] = [];
  const problems: string[] = [];
  for (const path of paths.slice(0, MAX_OPENED_FILES)) {
    try {
      const name = basename(path);
      files.push({ name, download: transfers.offer({ name, path: plainFile(path) }) });
    } catch (error) {
      problems.push(t.unreadable(path, reasonOf(error)));
    }
  }
  if (paths.length > MAX_OPENED_FILES)
    problems.push(t.tooMany(MAX_OPENED_FILES, paths.length - MAX_OPENED_FILES));
  return { files, problems };
}

/** Where the file itself is: a person may open a link to it. @throws FileError, or Error of the file system */
function plainFile(path: string): string {
  const itself = realpathSync(path);
  const kind = kindOf(itself);
  if (kind !== 'file') throw new FileError(kind === 'folder' ? t.folder : t.special);
  const { file, size } = openPlainFile(itself);
  closeSync(file);
  if (size > LARGEST) throw new FileError(t.tooLarge(LARGEST));
  return itself;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return t.missing;
  return code === 'EACCES' || code === 'EPERM' ? t.forbidden : error.message;
}
