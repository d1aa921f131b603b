/** Notes in the composer: a file changed by another program, a pasted request, a value made a variable or assertion, the run whose values are sent, an environment chosen elsewhere. */
import { TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { stepText } from '../../../../shared/collections/flow-edit.ts';
import { stepOfComposed } from '../../../../shared/collections/request-step.ts';
import { withTests } from '../../../../shared/collections/step-tests.ts';
import type { Step } from '../../../../shared/collections/steps.ts';
import { methodOf, shownPath } from '../../../../shared/requests/compose.ts';
import type { KnownRequest } from '../../../../shared/requests/request.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { useEnvironments } from '../../../state/environments.ts';
import { leaveRun } from '../../../state/requests/opening.ts';
import { usePointing } from '../../../state/requests/pointing.ts';
import { useSaved, fileStateOf, keepMine, reload, requestIn } from '../../../state/requests/saved.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { readingOf, switchReading, usePasting } from '../../../state/requests/pasting.ts';
import { type Tone } from '../../../ui/labels.tsx';
import { Button, LinkButton, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { compared, type Message } from '../../../ui/compared.ts';
import { ComparedTable } from '../../../ui/compared-table.tsx';
import { Note } from '../../../ui/messages.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './composer.module.css';

const t = texts.requests.changedOutside;
const pastingTexts = texts.requests.pasting;
const runTexts = texts.requests.ofRun;

export function ChangedOutside() {
  const tab = useActiveTab((active) => active);
  const entries = useSaved((store) => (store.loaded ? store.entries : null));
  const [comparing, setComparing] = useState(false);
  const state = fileStateOf(tab, entries);
  if (state === 'gone') return <Warning text={t.gone(tab.path ?? '')} />;
  const entry = entries?.find(({ path }) => path === tab.path);
  if (state !== 'changed' || entry === undefined) return null;
  const theirs = requestIn(entry);
  if (theirs === null) return <Warning text={t.noRequest(entry.name)} />;
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
              messageOf(theirs, entry.step),
              messageOf(tab.request, withTests(entry.step, tab.tests)),
            )}
          />
        </section>
      )}
    </section>
  );
}

function Warning({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Note as="div" tone="warn" role="alert" className={styles.warning}>
      <TriangleAlert size={14} aria-hidden="true" />
      <span className={styles.warningText}>{text}</span>
      {children !== undefined && <span className={layout.actions}>{children}</span>}
    </Note>
  );
}

/** A step as its file writes it. */
function messageOf(request: KnownRequest, step: Step): Message {
  const written = stepText({ ...step, request: stepOfComposed(request) });
  return {
    first: `${methodOf(request)} ${shownPath(request)}`,
    body: request.raw ?? (typeof written === 'string' ? written : written.text),
  };
}

/** What differs in the pasted request, and a switch to its other reading. */
export function PastedNote({ tab }: { tab: string }) {
  const note = usePasting((state) => (state.note?.tab === tab ? state.note : null));
  const signature = useActiveTab(({ request }) => request.headers['signature'] ?? '');
  // The note follows the signature of the request.
  const which = note && readingOf(note, signature);
  const reading = which && note[which];
  const other = which === 'anew' ? note?.asSigned : note?.anew;
  return (
    <ClosableNote tone={note?.isNothing ? 'warn' : 'ok'} onClose={() => usePasting.setState({ note: null })}>
      {note && reading && (
        <>
          {reading.text}{' '}
          {note.asSigned && other && (
            <LinkButton onClick={() => switchReading(other)}>
              {which === 'anew' ? pastingTexts.checkSignature : pastingTexts.signAnew}
            </LinkButton>
          )}
        </>
      )}
    </ClosableNote>
  );
}

/** The run whose variables, session and PSU the tab has. */
export function RunNote() {
  const run = useActiveTab((tab) => tab.run);
  if (run === null) return null;
  return (
    <Note as="div">
      <span className={layout.grow}>
        {runTexts.sentWith(run.title, run.row)}
        {run.hadOwnBank && ` ${runTexts.bankIsGone}`}
      </span>
      <Button size="small" onClick={leaveRun}>
        {runTexts.leave}
      </Button>
    </Note>
  );
}

/** Another window has chosen the environment of this one, too. */
export function ChosenElsewhere() {
  const name = useEnvironments((store) => store.chosenElsewhere);
  return (
    <ClosableNote tone="warn" onClose={() => useEnvironments.setState({ chosenElsewhere: null })}>
      {name !== null && texts.requests.composer.chosenElsewhere(name)}
    </ClosableNote>
  );
}

/** Empty without children. */
function ClosableNote(props: { tone: Tone; onClose: () => void; children: ReactNode }) {
  const { tone, onClose, children } = props;
  return (
    <output aria-live="polite">
      {children && (
        <Note as="div" tone={tone}>
          <span className={layout.grow}>{children}</span>
          <IconButton label={texts.common.close} Icon={X} size={12} onClick={onClose} />
        </Note>
      )}
    </output>
  );
}

/** The result of {@link usePointing}. @param onShow shows the tests; null where they are shown */
export function PointedNote({ tab, onShow }: { tab: string; onShow: (() => void) | null }) {
  const notice = usePointing((state) => (state.notice?.tab === tab ? state.notice.text : null));
  return (
    <output aria-live="polite">
      {notice !== null && (
        <Note as="div" tone="ok">
          <span className={layout.grow}>{notice}</span>
          {onShow !== null && (
            <Button size="small" onClick={onShow}>
              {texts.requests.composer.showTests}
            </Button>
          )}
        </Note>
      )}
    </output>
  );
}
