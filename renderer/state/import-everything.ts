/** The import of what “Export everything” has written. */
import { create } from 'zustand';
import type { ImportPreview, ImportReport } from '../../shared/contract/import-report.ts';
import type { StepTests } from '../../shared/collection/step-tests.ts';
import { isKnown, type KnownRequest } from '../../shared/request/request.ts';
import { sameRequest } from '../../shared/request/compose.ts';
import { host, messageOf, uploadWork } from '../host.ts';
import { openRequest } from './requests/opening.ts';
import { useRequests } from './requests/store.ts';

/** Tabs that are opened at once: each is prepared, drawn and kept as a draft. */
const MOST_OPENED = 20;

/** A file that waits for the person's word. */
interface Asked {
  /** Of its upload. */
  id: string;
  preview: ImportPreview;
}

interface Draft {
  request: KnownRequest;
  tests: StepTests;
}

interface ImportStore {
  asked: readonly Asked[];
  /** What the last import has added, or null. */
  report: ImportReport | null;
  /** Requests of it that are not open yet, because there are too many. */
  waiting: readonly Draft[];
  problem: string | null;
  busy: boolean;
  /** Says what a file would add. Nothing is added yet. */
  read: (file: File) => Promise<void>;
  add: (id: string) => Promise<void>;
  cancel: (id: string) => void;
  /** Opens one of those that wait. */
  open: (draft: Draft) => void;
}

export const useImportEverything = create<ImportStore>((set, get) => {
  const during = async (work: () => Promise<void>) => {
    set({ busy: true, report: null, waiting: [], problem: null });
    try {
      await work();
    } catch (error) {
      set({ problem: messageOf(error) });
    }
    set({ busy: false });
  };
  const cancel = (id: string) => set({ asked: get().asked.filter((one) => one.id !== id) });
  return {
    asked: [],
    report: null,
    waiting: [],
    problem: null,
    busy: false,
    read: (file) =>
      during(async () => {
        const id = await uploadWork(file);
        const preview = await host.call('app.importPreview', { file: id });
        set({ asked: [...get().asked, { id, preview }] });
      }),
    add: (id) =>
      during(async () => {
        cancel(id);
        const report = await host.call('app.import', { file: id });
        set({ report, waiting: openTabs(report) });
      }),
    cancel,
    open: (draft) => {
      openRequest(draft.request, draft.tests);
      set({ waiting: get().waiting.filter((one) => one !== draft) });
    },
  };
});

/** Opens the first requests of the file that are not open here. @returns the others */
function openTabs({ tabs }: ImportReport): Draft[] {
  const open = useRequests.getState().tabs.map(({ request }) => request);
  const waiting: Draft[] = [];
  let opened = 0;
  for (const { request, tests } of tabs) {
    if (!isKnown(request) || open.some((one) => sameRequest(one, request))) continue;
    open.push(request);
    if (opened >= MOST_OPENED) waiting.push({ request, tests });
    else {
      openRequest(request, tests);
      opened++;
    }
  }
  return waiting;
}
