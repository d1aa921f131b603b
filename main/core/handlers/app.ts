/** The workbench as a whole: its status, its settings, and the export of everything as one file. */
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Output } from '../../../shared/contract/methods.ts';
import type { DemonstrationFile } from '../../../shared/demonstrations/demonstration.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { exportEverything } from '../settings/export-all.ts';
import { statusOf } from './status.ts';
import { type Transfers, MAX_UPLOAD } from '../transfers.ts';
import type { HandlerParts, Of } from './handler.ts';
import { closeSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { FileError, kindOf, openPlainFile } from '../../../shared/node/plain-files.ts';
import { MAX_OPENED_FILES } from '../../../shared/limits.ts';

export function appHandlers(parts: HandlerParts): Of<'app' | 'settings'> {
  const { settings, transfers, host, emit, everythingImport } = parts;
  return {
    'app.export': () => {
      const { demonstrations, faulty } = ownDemonstrationsOf(parts);
      const { pieces, left } = exportEverything(parts, demonstrations);
      const day = new Date().toISOString().slice(0, 10);
      return {
        download: transfers.offer({ name: `tpp-workbench-${day}.json`, pieces }),
        left: [...faulty, ...left],
      };
    },
    'app.importPreview': ({ file }) => everythingImport.preview(parts, transfers.look(file, 'work')),
    'app.import': async ({ file }) => {
      const upload = transfers.look(file, 'work');
      transfers.drop(file);
      try {
        return await everythingImport.run(parts, upload);
      } finally {
        emit('settings.changed', settings.read());
        emit('environments.changed', {});
        emit('saved.changed', {});
        emit('demonstrations.changed', {});
        emit('status.changed', {});
      }
    },
    'app.status': () => statusOf(parts),
    'app.show': async ({ what }) => {
      if (what === 'own-bank') return ownBank(parts);
      if (host.show === null) throw new HostError('refused', texts.core.app.onlyInWindow);
      await host.show(what);
      return { tab: null };
    },
    'app.openWindow': () => {
      host.openWindow?.();
      return { tab: host.openWindow === null ? './' : null };
    },
    'app.takeOpened': () => offerOpened(host.takeOpened?.() ?? [], transfers),
    'settings.read': settings.read,
    'settings.change': (change) => {
      const next = { ...settings.read(), ...change };
      settings.write(next);
      emit('settings.changed', next);
      return next;
    },
  };
}

/** The user's demonstrations, and a sentence for each that cannot be read. */
function ownDemonstrationsOf({ ownDemonstrations }: Pick<HandlerParts, 'ownDemonstrations'>) {
  const demonstrations: DemonstrationFile[] = [];
  const faulty: string[] = [];
  for (const { id, linted } of ownDemonstrations.list())
    if ('file' in linted) demonstrations.push(linted.file);
    else faulty.push(texts.core.exportAll.faultyDemonstration(id));
  return { demonstrations, faulty };
}

/** Opens the local bank's page for the PSU in the system's browser. */
async function ownBank({ bank, host }: HandlerParts): Promise<{ tab: string | null }> {
  const address = `${bank.plainPsuBaseUrl ?? bank.psuBaseUrl}/bank`;
  if (host.openExternal === null) return { tab: address };
  await host.openExternal(address);
  return { tab: null };
}

const t = texts.core.openedFiles;

/** Bytes: the largest upload that the page can make of it. */
const LARGEST = Math.max(...Object.values(MAX_UPLOAD));

/** Offers files that the user opened with the program to the page, like dropped files. @param paths absolute */
function offerOpened(
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

/** The file itself: the user may open a link to it. @throws FileError, or Error of the file system */
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
