/** The import of what “Export everything” has written. */
import { create } from 'zustand';
import type { ImportReport } from '../../shared/contract/import-report.ts';
import { isKnown } from '../../shared/request/request.ts';
import { sameRequest } from '../../shared/request/compose.ts';
import { host, messageOf, uploadWork } from '../host.ts';
import { openRequest } from './requests/opening.ts';
import { useRequests } from './requests/store.ts';

interface ImportStore {
  /** What the last import has added, or null. */
  report: ImportReport | null;
  problem: string | null;
  busy: boolean;
  read: (file: File) => Promise<void>;
}

export const useImportEverything = create<ImportStore>((set) => ({
  report: null,
  problem: null,
  busy: false,
  read: async (file) => {
    set({ busy: true, report: null, problem: null });
    try {
      const report = await host.call('app.import', { file: await uploadWork(file) });
      openTabs(report);
      set({ report });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
    set({ busy: false });
  },
}));

/** Opens the requests of the file that are not open here. */
function openTabs({ tabs }: ImportReport): void {
  for (const { request, tests } of tabs) {
    if (!isKnown(request)) continue;
    const isOpen = useRequests.getState().tabs.some((tab) => sameRequest(tab.request, request));
    if (!isOpen) openRequest(request, tests);
  }
}
