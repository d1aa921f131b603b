/** Imports a file of “Export everything”: previews it, asks for confirmation, and reports the result. */
import type { ImportPreview } from '../../../shared/contract/import-report.ts';
import { lastOf } from '../../../shared/collections/tree.ts';
import { operationOf } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useImportEverything } from '../../state/import-everything.ts';
import { Button, LinkButton, FileButton } from '../../ui/button.tsx';
import { Note, Problem } from '../../ui/messages.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.settings.place;

/** Environments named in the preview. */
const MOST_NAMED = 20;

/** The preview is at the end of a long view, and a file may be dropped anywhere. */
const intoView = (shown: HTMLElement | null) => shown?.scrollIntoView({ block: 'nearest' });

export function ImportEverything() {
  const { asked, report, opened, waiting, problem, busy, read, add, cancel } = useImportEverything();
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
      {asked.map(({ id, preview }) => (
        <section key={id} ref={intoView} aria-label={t.askImport(preview.name)} aria-live="polite">
          <Note as="div" tone="warn">
            <div className={layout.grow}>
              <p>
                <strong>{t.askImport(preview.name)}</strong>
              </p>
              <p>{t.askedWhat(preview)}</p>
              <NewEnvironments found={preview.newEnvironments} />
              <p>{t.askedHow}</p>
              <Button look="go" size="small" disabled={busy} onClick={() => void add(id)}>
                {t.addImport}
              </Button>{' '}
              <Button look="plain" size="small" onClick={() => cancel(id)}>
                {t.cancelImport}
              </Button>
            </div>
          </Note>
        </section>
      ))}
      {report !== null && (
        <section ref={intoView} aria-label={t.imported} aria-live="polite">
          <Note as="div" tone={report.left.length === 0 ? 'ok' : 'warn'}>
            <div className={layout.grow}>
              <p>{t.importedWhat(report, { ...opened, waiting: waiting.length })}</p>
              {report.left.length > 0 && (
                <ul aria-label={t.leftOut}>
                  {report.left.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              )}
              <NotOpened />
            </div>
          </Note>
        </section>
      )}
    </>
  );
}

function NewEnvironments({ found }: { found: ImportPreview['newEnvironments'] }) {
  if (found.length === 0) return null;
  return (
    <ul aria-label={t.newEnvironments}>
      {found.slice(0, MOST_NAMED).map(({ name, address, certificate, client }) => (
        <li key={`${name} ${address}`}>{t.newEnvironment(name, address, certificate, client)}</li>
      ))}
      {found.length > MOST_NAMED && <li>{t.moreEnvironments(found.length - MOST_NAMED)}</li>}
    </ul>
  );
}

function NotOpened() {
  const { waiting, open } = useImportEverything();
  if (waiting.length === 0) return null;
  return (
    <details>
      <summary>{t.notOpened(waiting.length)}</summary>
      <ul aria-label={t.notOpenedList}>
        {waiting.map((draft, at) => {
          const { method, title } = operationOf(draft.request);
          const name = draft.path === null ? title : lastOf(draft.path);
          return (
            <li key={`${at} ${title}`}>
              <LinkButton onClick={() => open(draft)}>{t.openImported(method, name)}</LinkButton>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
