/** Says that another program has changed or deleted the file of the active tab, and offers what can be done. */
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { sorted } from '../../../shared/collections/files.ts';
import { NO_TESTS, type StepTests, testsOf } from '../../../shared/collections/step-tests.ts';
import { methodOf, shownPath } from '../../../shared/requests/compose.ts';
import type { KnownRequest } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { fileStateOf, keepMine, reload, requestIn, useSaved } from '../../state/requests/saved.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { Button, LinkButton, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { compared, type Message } from '../../ui/compared.ts';
import { ComparedTable } from '../../ui/compared-table.tsx';
import { Note } from '../../ui/note.tsx';
import { testLines } from './tests/test-lines.ts';
import layout from '../../ui/layout.module.css';
import styles from './composer.module.css';
import { readingOf, switchReading, usePasting } from '../../state/requests/pasting.ts';

const t = texts.requests.changedOutside;

export function ChangedOutside() {
  const tab = useActiveTab((active) => active);
  const entries = useSaved((store) => (store.loaded ? store.entries : null));
  const [comparing, setComparing] = useState(false);
  const state = fileStateOf(tab, entries);
  if (state === 'gone') return <Warning text={t.gone(tab.path ?? '')} />;
  const entry = entries?.find(({ path }) => path === tab.path);
  if (state !== 'changed' || entry === undefined) return null;
  const theirs = requestIn(entry);
  if (theirs === null) return <Warning text={t.unreadable(entry.path, entry.damage ?? t.noRequest)} />;
  return (
    <section aria-label={t.title}>
      <Warning text={t.changed(entry.name)}>
        <Button size="small" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
          {t.compare}
        </Button>
        <Button size="small" onClick={() => reload(tab.id, entry)}>
          {t.reload}
        </Button>
        <Button size="small" onClick={() => keepMine(tab.id, entry)}>
          {t.keepMine}
        </Button>
      </Warning>
      {comparing && (
        <section
          className={classes(styles.difference, layout.inset)}
          aria-label={t.bothVersions}
          tabIndex={0}
        >
          <ComparedTable
            first={t.inFile}
            second={t.yours}
            named
            compared={compared(
              messageOf(theirs, testsOf(entry.step ?? NO_TESTS)),
              messageOf(tab.request, testsOf(tab.tests)),
            )}
          />
        </section>
      )}
    </section>
  );
}

function Warning({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <Note as="div" tone="warn" role="alert" className={styles.warning}>
      <TriangleAlert size={14} aria-hidden="true" />
      <span className={styles.changedOutsideText}>{text}</span>
      {children !== undefined && <span className={layout.actions}>{children}</span>}
    </Note>
  );
}

function messageOf(request: KnownRequest, tests: StepTests): Message {
  const method = methodOf(request);
  const fault = request.fault === null ? [] : [[t.fault, request.fault] as const];
  return {
    first: `${method} ${shownPath(request)}`,
    headers: [...Object.entries(sorted(request.headers)), ...fault, ...testLines(tests)],
    body: request.raw ?? request.body,
  };
}

const pastingTexts = texts.requests.pasting;

/** Says what became of what was pasted into the active tab, and offers the other request that it can become. */
export function PastedNote({ tab }: { tab: string }) {
  const said = usePasting((state) => (state.note?.tab === tab ? state.note : null));
  const signature = useActiveTab(({ request }) => request.headers['signature'] ?? '');
  // The note is about what will be sent: it changes with the signature of the request.
  const which = said && readingOf(said, signature);
  const reading = which && said[which];
  const other = which === 'anew' ? said?.asSigned : said?.anew;
  return (
    <output aria-live="polite">
      {said && reading && (
        <Note as="div" tone={said.isNothing ? 'warn' : 'ok'}>
          <span className={layout.grow}>
            {reading.text}{' '}
            {said.asSigned && other && (
              <LinkButton onClick={() => switchReading(other)}>
                {which === 'anew' ? pastingTexts.checkSignature : pastingTexts.signAnew}
              </LinkButton>
            )}
          </span>
          <IconButton
            label={texts.common.close}
            Icon={X}
            size={12}
            onClick={() => usePasting.setState({ note: null })}
          />
        </Note>
      )}
    </output>
  );
}
