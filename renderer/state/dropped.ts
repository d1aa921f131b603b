/** Opens files that are dropped on the window, or passed to the program, each in the view for its kind. */
import { create } from 'zustand';
import { CLASS_FILE_SUFFIX } from '../../shared/contract/class.ts';
import { FLOW_SUFFIX } from '../../shared/collections/flow-file.ts';
import { DEMONSTRATION_SUFFIX } from '../../shared/demonstrations/demonstration.ts';
import { texts } from '../../shared/texts/texts.ts';
import { MAX_STEP_FILE_BYTES } from '../../shared/limits.ts';
import { type SentFile, host, messageOf, offeredFile } from '../host.ts';
import { useBank } from './bank.ts';
import { useJoin } from './class.ts';
import { useCertificates } from './certificates.ts';
import { useDemonstrations } from './demonstrations.ts';
import { useFrame } from './frame.ts';
import { useImportEverything } from './import-everything.ts';
import { closeInterchange, readSent, showImport } from './requests/interchange.ts';
import { useSaved } from './requests/saved.ts';
import { reveal } from './requests/tree.ts';

const t = texts.core.openedFiles;

type Kind = 'certificate' | 'class' | 'demonstration' | 'everything' | 'flow' | 'other' | 'snapshot';

const CERTIFICATE = /\.(pfx|p12|pem|crt|cer|der|key|p7b)$/i;
const JSON_FILE = /\.json$/i;
/** Bytes read to detect the kind of a file. */
const BEGINNING = 400;

/** @param name of all files together, for messages */
export async function openDropped(dropped: readonly SentFile[], name: string): Promise<void> {
  const kinds = await Promise.all(dropped.map(async (one) => [await kindOf(one), one] as const));
  const of = (wanted: Kind) => kinds.filter(([kind]) => kind === wanted).map(([, one]) => one);
  const filesOf = (wanted: Kind) => of(wanted).map(({ file }) => file);
  const { go } = useFrame.getState();
  const certificates = filesOf('certificate');
  if (certificates.length > 0) {
    go('certificates');
    await useCertificates.getState().importFiles(certificates);
  }
  const snapshots = filesOf('snapshot');
  if (snapshots.length > 0) {
    useBank.getState().ask('snapshot');
    go('bank');
    await useBank.getState().add(snapshots);
  }
  for (const file of filesOf('everything')) {
    go('settings');
    await useImportEverything.getState().read(file);
  }
  const demonstrations = filesOf('demonstration');
  if (demonstrations.length > 0) {
    go('flow');
    const { showPane, showList, add } = useDemonstrations.getState();
    showPane(true);
    showList(true);
    for (const file of demonstrations) await add(file);
  }
  for (const file of filesOf('class')) await useJoin.getState().askOf(file);
  for (const file of filesOf('flow')) await addFlow(file);
  const others = of('other');
  if (others.length === 0) return;
  go('requests');
  showImport();
  await readSent(others, name);
}

/** A file in a folder is part of a collection, whatever its name. */
async function kindOf({ path, file }: SentFile): Promise<Kind> {
  if (path.includes('/')) return 'other';
  if (CERTIFICATE.test(file.name)) return 'certificate';
  if (file.name.toLowerCase().endsWith(FLOW_SUFFIX)) return 'flow';
  if (file.name.toLowerCase().endsWith(DEMONSTRATION_SUFFIX)) return 'demonstration';
  if (file.name.toLowerCase().endsWith(CLASS_FILE_SUFFIX)) return 'class';
  if (!JSON_FILE.test(file.name))
    return useFrame.getState().place === 'certificates' ? 'certificate' : 'other';
  const beginning = await file
    .slice(0, BEGINNING)
    .text()
    .catch(() => '');
  if (beginning.includes('"exportedAt"')) return 'everything';
  return /^\s*\{\s*("form":\s*1,\s*"name":.*"workbench":|"version":\s*\d+,\s*"tables":)/s.test(beginning)
    ? 'snapshot'
    : 'other';
}

/** Adds a flow to the tree, or reports why that is not possible. */
async function addFlow(file: File): Promise<void> {
  const { report } = useUnopened.getState();
  if (file.size > MAX_STEP_FILE_BYTES) {
    report([t.unreadable(file.name, t.tooLargeFlow(MAX_STEP_FILE_BYTES))]);
    return;
  }
  try {
    const { path } = await host.call('saved.addFlow', { file: file.name, text: await file.text() });
    await useSaved.getState().load();
    useFrame.getState().go('requests');
    closeInterchange();
    reveal({ kind: 'folder', path });
  } catch (error) {
    report([messageOf(error)]);
  }
}

/** Opens the files that wait for this window. */
export async function showOpened(): Promise<void> {
  const { report } = useUnopened.getState();
  try {
    const { files, problems } = await host.call('app.takeOpened', {});
    report(problems);
    const sent: SentFile[] = [];
    for (const { name, download } of files) {
      try {
        sent.push({ path: name, file: await offeredFile(download, name) });
      } catch (error) {
        report([messageOf(error)]);
      }
    }
    if (sent.length > 0) await openDropped(sent, sent.map(({ path }) => path).join(', '));
  } catch (error) {
    report([messageOf(error)]);
  }
}

interface UnopenedStore {
  problems: readonly string[];
  report: (more: readonly string[]) => void;
  close: () => void;
}

/** Messages about files that could not be opened, until the user closes them. */
export const useUnopened = create<UnopenedStore>((set, get) => ({
  problems: [],
  report: (more) => {
    if (more.length > 0) set({ problems: [...new Set([...get().problems, ...more])] });
  },
  close: () => set({ problems: [] }),
}));
