/** The import of a file of “Export everything”. */
import { create } from 'zustand';
import type { ImportPreview, ImportReport } from '../../shared/contract/import-report.ts';
import { sameTests, type StepTests } from '../../shared/collections/step-tests.ts';
import { isKnown, type KnownRequest } from '../../shared/requests/request.ts';
import { sameRequest } from '../../shared/requests/compose.ts';
import { host, messageOf, uploadWork } from '../host.ts';
import { openRequest, openSaved } from './requests/opening.ts';
import { useRequests } from './requests/store.ts';

/** Tabs opened at once: each is prepared, drawn and stored as a draft. */
const MOST_OPENED = 20;

/** A file that waits for the user's confirmation. */
interface Asked {
  /** Id of the upload. */
  id: string;
  preview: ImportPreview;
}

interface Draft {
  path: string | null;
  request: KnownRequest;
  tests: StepTests;
}

interface Opened {
  opened: number;
  /** Open before the import. */
  already: number;
}

const NONE: Opened = { opened: 0, already: 0 };

interface ImportStore {
  asked: readonly Asked[];
  /** What the last import added. */
  report: ImportReport | null;
  /** Counts of the file's tabs. */
  opened: Opened;
  /** Tabs beyond {@link MOST_OPENED}. */
  waiting: readonly Draft[];
  problem: string | null;
  busy: boolean;
  /** Previews a file without adding anything. */
  read: (file: File) => Promise<void>;
  add: (id: string) => Promise<void>;
  cancel: (id: string) => void;
  open: (draft: Draft) => void;
}

export const useImportEverything = create<ImportStore>((set, get) => {
  const during = async (work: () => Promise<void>) => {
    set({ busy: true, report: null, opened: NONE, waiting: [], problem: null });
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
    opened: NONE,
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
        set({ report, ...openTabs(report) });
      }),
    cancel,
    open: (draft) => {
      openDraft(draft);
      set({ waiting: get().waiting.filter((one) => one !== draft) });
    },
  };
});

function openDraft({ path, request, tests }: Draft): void {
  // Compared with its file when the tree is read again.
  if (path === null) openRequest(request, tests);
  else openSaved({ path, seen: null, request, tests });
}

/** Opens the first tabs of the file that are not open here. */
function openTabs({ tabs }: ImportReport): Pick<ImportStore, 'opened' | 'waiting'> {
  const { tabs: open } = useRequests.getState();
  const isOpen = ({ request, tests }: Draft) =>
    open.some((one) => sameRequest(one.request, request) && sameTests(one.tests, tests));
  const found = tabs.flatMap(({ request, ...tab }): Draft[] =>
    isKnown(request) ? [{ ...tab, request }] : [],
  );
  const added = found.filter((draft) => !isOpen(draft));
  const first = added.slice(0, MOST_OPENED);
  for (const draft of first) openDraft(draft);
  return {
    opened: { opened: first.length, already: found.length - added.length },
    waiting: added.slice(MOST_OPENED),
  };
}
