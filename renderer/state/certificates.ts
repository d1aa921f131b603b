/** The Certificates view: the certificates of the vault, and the import. */
import { create } from 'zustand';
import type { CertificateView, ImportFailure } from '../../shared/contract/certificates.ts';
import type { Payload } from '../../shared/contract/methods.ts';
import { type Certificate, readCertificateHeader, certificateDay } from '../../shared/signing/certificate.ts';
import { texts } from '../../shared/texts/texts.ts';
import { DAY } from '../../shared/time.ts';
import { host, messageOf, uploadFile } from '../host.ts';
import { coalesced } from './coalesce.ts';

const t = texts.certificates.life;
const r = texts.certificates.renewed;

export interface Shown extends CertificateView {
  certificate: Certificate;
}

export type Task = 'inspect' | 'import' | 'make';

interface ImportFile {
  name: string;
  /** Id of the upload. */
  id: string;
}

interface CertificatesStore {
  list: Shown[] | null;
  selected: string | null;
  task: Task;
  /** Files being imported. */
  files: ImportFile[];
  /** Why they could not be imported. */
  result: ImportFailure | null;
  opening: boolean;
  progress: Payload<'import.progress'> | null;
  problem: string | null;
  /** The result of *Renew*, for the new certificate. */
  renewed: { id: string; text: string } | null;
  load: () => Promise<void>;
  select: (id: string) => void;
  /** Selects a new certificate. */
  show: (id: string) => Promise<void>;
  renew: (old: Pick<Shown, 'id' | 'name'>) => Promise<void>;
  begin: (task: Task) => void;
  /** Uploads files and opens the import. They are added to an import that lacks a key or a certificate. */
  importFiles: (files: readonly File[]) => Promise<void>;
  /** Adds files to an import, and removes those that could not be used. */
  addFiles: (files: readonly File[]) => Promise<void>;
  /** @param testKeys whether the user says that the keys protect nothing real */
  open: (password: string | null, testKeys?: boolean) => Promise<void>;
  /** Discards the files, here and in the core. */
  endImport: (selected: string | null) => void;
  /** Runs an action and reports its failure. @returns whether it succeeded */
  attempt: (run: () => Promise<unknown>) => Promise<boolean>;
}

export const useCertificates = create<CertificatesStore>((set, get) => ({
  list: null,
  selected: null,
  task: 'inspect',
  files: [],
  result: null,
  opening: false,
  progress: null,
  problem: null,
  renewed: null,
  load: coalesced(async () => {
    try {
      const { certificates } = await host.call('certificates.list', {});
      const list = certificates.map((one) => ({ ...one, certificate: readCertificateHeader(one.pem) }));
      const { selected } = get();
      const known = list.some(({ id }) => id === selected);
      const first = list.find(({ usedBy }) => usedBy.length > 0) ?? list[0];
      set({
        list,
        selected: known ? selected : (first?.id ?? null),
        // Clears the error of an earlier read.
        ...(get().list === null ? { problem: null } : {}),
      });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  }),
  select: (id) => set({ selected: id, task: 'inspect', problem: null }),
  show: async (id) => {
    await get().load();
    get().select(id);
  },
  renew: async (old) => {
    await get().attempt(async () => {
      const { id } = await host.call('certificates.renew', { id: old.id });
      await get().show(id);
      const made = get().list?.find((one) => one.id === id);
      if (made !== undefined) set({ renewed: { id, text: renewalOf(made, old.name) } });
    });
  },
  begin: (task) => set({ task, problem: null }),
  importFiles: async (files) => {
    const { files: earlier, result, endImport, addFiles } = get();
    const lacksPart = result?.kind === 'no-key' || result?.kind === 'no-certificate';
    if (earlier.length > 0 && !lacksPart) endImport(null);
    await addFiles(files);
  },
  addFiles: async (files) => {
    const useless = uselessFiles(get().files, get().result);
    if (useless.length > 0) {
      set({ files: get().files.filter((one) => !useless.includes(one)), result: null });
      void host.call('certificates.cancelImport', { files: useless.map(({ id }) => id) });
    }
    set({ task: 'import', problem: null });
    try {
      for (const file of files) {
        const id = await uploadFile(file);
        set({ files: [...get().files, { name: file.name, id }] });
      }
      // At once, because many files need no password.
      await get().open(null);
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  },
  open: async (password, testKeys = false) => {
    const files = get().files.map(({ id }) => id);
    set({ opening: true, problem: null, progress: null });
    try {
      const result = await host.call('certificates.import', { files, password, testKeys });
      if (result.kind === 'imported') {
        await get().load();
        get().endImport(result.certificates[0]?.id ?? null);
      } else if (result.kind !== 'cancelled') set({ result });
    } catch (error) {
      set({ problem: messageOf(error) });
    } finally {
      set({ opening: false });
    }
  },
  endImport: (selected) => {
    const files = get().files.map(({ id }) => id);
    set({ files: [], result: null, task: 'inspect', ...(selected === null ? {} : { selected }) });
    void host.call('certificates.cancelImport', { files });
  },
  attempt: async (run) => {
    try {
      await run();
      set({ problem: null });
      return true;
    } catch (error) {
      set({ problem: messageOf(error) });
      return false;
    }
  },
}));

/** The files because of which an import failed. */
function uselessFiles(files: readonly ImportFile[], result: ImportFailure | null): readonly ImportFile[] {
  switch (result?.kind) {
    case 'not-recognised':
    case 'damaged':
    case 'unsupported':
    case 'too-costly':
      return files.filter(({ name }) => name === result.file);
    case 'key-not-supported':
    case 'too-short':
    case 'already-there':
      return files;
    default:
      return [];
  }
}

function renewalOf({ name, certificate, usedBy }: Shown, old: string): string {
  const environments = [...new Set(usedBy.map(({ environment }) => environment))].join(', ');
  return [
    r.is(name, certificate.serial.slice(0, SERIAL_DIGITS), certificateDay(certificate.notAfter)),
    environments === '' ? r.unused : r.used(environments),
    r.old(old),
  ].join(' ');
}

/** The profile of a certificate, by its QcType or its use. */
export function profileOf({ kind, certificate }: Pick<Shown, 'kind' | 'certificate'>): string {
  if (kind === 'authority') return t.testAuthority;
  if (certificate.qcType === 'seal') return 'QSealC';
  return certificate.qcType === 'web' ? 'QWAC' : t.certificate;
}

/** Days before expiry from which it should be renewed. */
const SOON = 30;

/** The stage of a certificate's life. @param now milliseconds since 1970 */
export function lifeOf(
  { notBefore, notAfter }: Certificate,
  now: number,
): { tone: 'ok' | 'warn' | 'bad'; text: string; days: number } {
  const days = Math.floor((notAfter - now) / DAY);
  if (now > notAfter) return { tone: 'bad', text: t.endedOn(certificateDay(notAfter)), days };
  if (now < notBefore) return { tone: 'bad', text: t.beginsOn(certificateDay(notBefore)), days };
  return { tone: days < SOON ? 'warn' : 'ok', text: t.daysLeft(days), days };
}

/** Digits of a serial number that are shown. */
const SERIAL_DIGITS = 8;

type Named = Pick<CertificateView, 'id' | 'name' | 'pem'>;

/** The name of a certificate, with its serial number if another one has the same name. */
export function distinctName(one: Named, all: readonly Named[]): string {
  const isShared = all.some(({ id, name }) => id !== one.id && name === one.name);
  if (!isShared) return one.name;
  const { serial } = readCertificateHeader(one.pem);
  return texts.certificates.withSerial(one.name, serial.slice(0, SERIAL_DIGITS));
}
