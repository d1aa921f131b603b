/** Imports what “Export everything” has written, and says what was added and what is missing. */
import { useState } from 'react';
import type { ImportReport } from '../../../shared/contract/import-report.ts';
import { isKnown } from '../../../shared/request/request.ts';
import { sameRequest } from '../../../shared/request/compose.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf, uploadWork } from '../../host.ts';
import { openRequest } from '../../state/requests/opening.ts';
import { useRequests } from '../../state/requests/store.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { Problem } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';

const t = texts.settings.place;

export function ImportEverything() {
  const [report, setReport] = useState<ImportReport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const read = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    setBusy(true);
    setReport(null);
    setProblem(null);
    try {
      const found = await host.call('app.import', { file: await uploadWork(file) });
      openTabs(found);
      setReport(found);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <FileButton
        label={busy ? t.importing : t.importEverything}
        inputLabel={t.importFile}
        disabled={busy}
        onFiles={(files) => void read(files)}
      />
      <Problem text={problem} />
      {report !== null && (
        <section aria-label={t.imported} aria-live="polite">
          <Note as="div" tone={report.left.length === 0 ? 'ok' : 'warn'}>
            <p>{t.importedWhat(report)}</p>
            {report.left.length > 0 && (
              <ul aria-label={t.leftOut}>
                {report.left.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </Note>
        </section>
      )}
    </>
  );
}

/** Opens the requests of the file that are not open here. */
function openTabs({ tabs }: ImportReport): void {
  for (const { request, tests } of tabs) {
    if (!isKnown(request)) continue;
    const isOpen = useRequests.getState().tabs.some((tab) => sameRequest(tab.request, request));
    if (!isOpen) openRequest(request, tests);
  }
}
