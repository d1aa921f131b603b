/** Imports what “Export everything” has written, and says what was added and what is missing. */
import { texts } from '../../../shared/texts/texts.ts';
import { useImportEverything } from '../../state/import-everything.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { Problem } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';

const t = texts.settings.place;

export function ImportEverything() {
  const { report, problem, busy, read } = useImportEverything();
  return (
    <>
      <FileButton
        label={busy ? t.importing : t.importEverything}
        inputLabel={t.importFile}
        disabled={busy}
        onFiles={([file]) => {
          if (file !== undefined) void read(file);
        }}
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
