/** Opens files that are dropped on the window, or passed to the program, each in the view for its kind. */
import { create } from 'zustand';
import { composedOfStep } from '../../shared/collections/request-step.ts';
import { readStepFile } from '../../shared/collections/step-file.ts';
import { isKnown } from '../../shared/requests/request.ts';
import { testsOf } from '../../shared/collections/step-tests.ts';
import { texts } from '../../shared/texts/texts.ts';
import { MAX_STEP_FILE_BYTES } from '../../shared/limits.ts';
import { type SentFile, host, messageOf, offeredFile } from '../host.ts';
import { useBank } from './bank.ts';
import { useCertificates } from './certificates.ts';
import { useDemonstrations } from './demonstrations.ts';
import { useFrame } from './frame.ts';
import { useImportEverything } from './import-everything.ts';
import { closeInterchange, readSent, showImport } from './requests/interchange.ts';
import { openRequest } from './requests/opening.ts';
import { showItem } from './requests/tree.ts';

const t = texts.core.openedFiles;

type Kind = 'certificate' | 'demonstration' | 'everything' | 'other' | 'snapshot' | 'step';

const CERTIFICATE = /\.(pfx|p12|pem|crt|cer|der|key|p7b)$/i;
const STEP = /\.(step|request)\.json$/i;
const DEMONSTRATION = /\.demonstration\.json$/i;
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
  const others = of('other');
  for (const one of of('step')) if (!(await openStep(one.file))) others.push(one);
  if (others.length === 0) return;
  go('requests');
  showImport();
  await readSent(others, name);
}

/** A file in a folder is part of a collection, whatever its name. */
async function kindOf({ path, file }: SentFile): Promise<Kind> {
  if (path.includes('/')) return 'other';
  if (CERTIFICATE.test(file.name)) return 'certificate';
  if (STEP.test(file.name)) return 'step';
  if (DEMONSTRATION.test(file.name)) return 'demonstration';
  if (!JSON_FILE.test(file.name))
    return useFrame.getState().place === 'certificates' ? 'certificate' : 'other';
  const beginning = await file
    .slice(0, BEGINNING)
    .text()
    .catch(() => '');
  if (beginning.includes('"exportedAt"')) return 'everything';
  if (/^\s*\{\s*"\$schema":\s*"[^"]*demonstration\.schema\.json"/.test(beginning)) return 'demonstration';
  return /^\s*\{\s*("form":\s*1,\s*"name":.*"workbench":|"version":\s*\d+,\s*"tables":)/s.test(beginning)
    ? 'snapshot'
    : 'other';
}

/** Opens a saved request in a tab, or reports why it cannot be read. @returns false if the file is not a request */
async function openStep(file: File): Promise<boolean> {
  if (file.size > MAX_STEP_FILE_BYTES) {
    useUnopened.getState().report([t.unreadable(file.name, t.tooLargeRequest(MAX_STEP_FILE_BYTES))]);
    return true;
  }
  const step = readStepFile(await file.text().catch(() => ''));
  if (typeof step === 'string' || step.request === undefined) return false;
  const request = composedOfStep(step.request);
  if (!isKnown(request)) return false;
  useFrame.getState().go('requests');
  closeInterchange();
  showItem(null);
  openRequest(request, testsOf(step));
  return true;
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
