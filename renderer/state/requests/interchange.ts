/** The import, update or export shown beside the tree. */
import { create } from 'zustand';
import type { Input, Output } from '../../../shared/contract/methods.ts';
import type { Imported } from '../../../shared/contract/interchange.ts';
import { isForeignFolder, ofCollections } from '../../../shared/interchange/bundle.ts';
import type { ListedReport } from '../../../shared/interchange/listed.ts';
import { type ExportFormat } from '../../../shared/interchange/model.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_BUNDLE_BYTES, MAX_IMPORT_BYTES, MAX_IMPORT_FILES } from '../../../shared/limits.ts';
import { downloadFile, host, messageOf, type SentFile, uploadFiles } from '../../host.ts';
import { useSaved } from './saved.ts';
import { useToasts } from '../toasts.ts';
import { reveal, showItem, useTree } from './tree.ts';

const t = texts.requests.interchange;

/** @param path of the folder */
export type InterchangeTask = { kind: 'import' } | { kind: 'update' | 'export'; path: string };

interface InterchangeStore {
  task: InterchangeTask | null;
  busy: 'reading' | 'saving' | null;
  problem: string | null;
  /** The files: their names, the id of the upload, and what was read. */
  names: string | null;
  files: string | null;
  imported: Imported | null;
  /** What an update would change, and the items whose default choice the user has flipped. */
  compared: Output<'interchange.compare'> | null;
  otherwise: ReadonlySet<number>;
  format: ExportFormat;
  /** What an export would include. */
  report: ListedReport | null;
}

const NOTHING = {
  busy: null,
  problem: null,
  names: null,
  files: null,
  imported: null,
  compared: null,
  otherwise: new Set<number>(),
  report: null,
} as const;

export const useInterchange = create<InterchangeStore>(() => ({
  ...NOTHING,
  task: null,
  format: 'postman',
}));

/** Shows the import, if it is not shown already. */
export function showImport(): void {
  if (useInterchange.getState().task?.kind !== 'import') begin({ kind: 'import' });
}

export function showExport(path: string): void {
  begin({ kind: 'export', path });
  void previewAs(useInterchange.getState().format);
}

export function showUpdate(path: string): void {
  begin({ kind: 'update', path });
}

/** Shows the request or folder again. A save continues, and a toast reports it. */
export function closeInterchange(): void {
  if (useInterchange.getState().task !== null) begin(null);
}

export function cancelInterchange(): void {
  latest.isCancelled = true;
  useInterchange.setState({ busy: null });
  closeInterchange();
}

function begin(task: InterchangeTask | null): void {
  const { files, busy } = useInterchange.getState();
  if (busy !== 'saving') {
    endOf(exporting);
    endOf(files);
  }
  useInterchange.setState({ ...NOTHING, task });
}

function endOf(id: string | null): void {
  if (id !== null) void host.call('interchange.end', { id });
}

/**
 * Runs a step of the current task. Its result is discarded if another task is shown by then; a toast reports a failed save that was
 * not cancelled.
 */
async function attempt(
  busy: 'reading' | 'saving',
  work: (isStill: () => boolean) => Promise<Partial<InterchangeStore>>,
): Promise<void> {
  const state = { isCancelled: false };
  latest = state;
  const { task } = useInterchange.getState();
  useInterchange.setState({ busy, problem: null });
  const isStill = () => latest === state && useInterchange.getState().task === task;
  try {
    const change = await work(isStill);
    if (isStill()) useInterchange.setState({ busy: null, ...change });
  } catch (error) {
    if (isStill()) useInterchange.setState({ busy: null, problem: messageOf(error) });
    else if (busy === 'saving' && !state.isCancelled) toast('bad', messageOf(error), closeInterchange);
  }
}
let latest = { isCancelled: false };

function toast(tone: 'ok' | 'bad', text: string, show: () => void): void {
  useToasts.getState().tell({ tone, text, place: 'requests', show });
}

/** @param isFolder whether they are all files of a folder */
export async function chooseFiles(chosen: readonly File[], isFolder: boolean): Promise<void> {
  const sent = chosen.map(isFolder ? inFolder : alone);
  const all = isFolder ? folderOf(chosen) : sent.map(({ path }) => path).join(', ');
  await readSent(sent, all);
}

/** Reads chosen or dropped files; from folders, only files of collections. @param name of all of them together */
export async function readSent(given: readonly SentFile[], name: string): Promise<void> {
  const inside = ofCollections(given.filter(({ path }) => path.includes('/') && !isForeign(path)));
  const sent = [...given.filter(({ path }) => !path.includes('/')), ...inside];
  const { files: before } = useInterchange.getState();
  endOf(before);
  const names = sent.length === 1 ? (sent[0]?.path ?? name) : name;
  useInterchange.setState({ names, files: null, imported: null, compared: null, otherwise: new Set() });
  const problem = problemOf(sent, name);
  if (problem !== null) {
    useInterchange.setState({ problem });
    return;
  }
  await attempt('reading', async (isStill) => {
    const files = await uploadFiles(names, sent);
    if (!isStill()) {
      endOf(files);
      return {};
    }
    useInterchange.setState({ files });
    const { task } = useInterchange.getState();
    return task?.kind === 'update'
      ? { compared: await host.call('interchange.compare', { files, path: task.path }) }
      : { imported: await host.call('interchange.read', { files }) };
  });
}

const alone = (file: File): SentFile => ({ path: file.name, file });
const inFolder = (file: File): SentFile => ({ path: file.webkitRelativePath, file });

function isForeign(path: string): boolean {
  // The chosen folder itself may have any name.
  return path.split('/').slice(1).some(isForeignFolder);
}

function folderOf([file]: readonly File[]): string {
  return file?.webkitRelativePath.split('/', 1)[0] ?? '';
}

function problemOf(sent: readonly SentFile[], name: string): string | null {
  if (sent.length === 0) return t.noFiles(name);
  if (sent.length > MAX_IMPORT_FILES) return t.tooManyFiles(MAX_IMPORT_FILES);
  const bytes = sent.reduce((sum, { file }) => sum + file.size, 0);
  return bytes > MAX_IMPORT_BYTES ? texts.core.transfers.tooLarge.collection(name, MAX_BUNDLE_BYTES) : null;
}

/** Saves the import as a folder, and shows it. @param folder its parent; empty for a new collection */
export async function saveImport(folder: string, name: string): Promise<void> {
  const { files } = useInterchange.getState();
  if (files === null) return;
  await attempt('saving', async (isStill) => {
    const { path } = await host.call('interchange.save', { files, folder, name });
    await useSaved.getState().load();
    return shownFolder(path, isStill(), t.imported(name));
  });
}

/** Shows a saved folder, or a toast if another task is shown in the meantime. */
function shownFolder(path: string, isStill: boolean, done: string): Partial<InterchangeStore> {
  const show = () => {
    reveal({ kind: 'folder', path });
    showItem({ kind: 'folder', path });
  };
  if (isStill) show();
  else toast('ok', done, show);
  return { ...NOTHING, task: null };
}

/** Flips the choice of an item of the update. */
export function chooseOtherwise(at: number): void {
  const { otherwise } = useInterchange.getState();
  const next = new Set(otherwise);
  if (!next.delete(at)) next.add(at);
  useInterchange.setState({ otherwise: next });
}

export async function saveUpdate(): Promise<void> {
  const { task, files, compared, otherwise } = useInterchange.getState();
  if (task?.kind !== 'update' || files === null || compared === null) return;
  const { path } = task;
  await attempt('saving', async (isStill) => {
    await host.call('interchange.update', { files, path, seen: compared.seen, otherwise: [...otherwise] });
    await useSaved.getState().load();
    return shownFolder(path, isStill(), t.updated(path));
  });
}

/** Id of the latest export. */
let exporting: string | null = null;

export async function previewAs(format: ExportFormat): Promise<void> {
  useInterchange.setState({ format, report: null });
  await exported('reading', (order) => host.call('interchange.preview', order));
}

export async function saveExport(): Promise<void> {
  await exported('saving', async (order) => {
    downloadFile((await host.call('interchange.export', order)).download);
    return {};
  });
}

async function exported(
  busy: 'reading' | 'saving',
  work: (order: Input<'interchange.export'>) => Promise<Partial<InterchangeStore>>,
): Promise<void> {
  const { task, format } = useInterchange.getState();
  if (task?.kind !== 'export') return;
  endOf(exporting);
  const id = crypto.randomUUID();
  exporting = id;
  await attempt(busy, () => work({ id, path: task.path, format }));
}

// A folder or step replaces it.
useTree.subscribe(({ shown }, before) => {
  if (shown !== null && shown !== before.shown && useInterchange.getState().task !== null) closeInterchange();
});
