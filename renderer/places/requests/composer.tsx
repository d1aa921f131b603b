/** The request: its line, then the draft in one of two views, as a form or as text. */
import { useEffect, useId, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { Problem } from '../../ui/form.tsx';
import { ChangedOutside, PastedNote } from './changed-outside.tsx';
import { Body } from './body.tsx';
import { BreakIt } from './break-it.tsx';
import { EarlierSteps, useBlocked, UsedVariables } from './earlier-steps.tsx';
import { CodePane } from './code-pane.tsx';
import { Headers } from './headers.tsx';
import { Parameters } from './parameters.tsx';
import { EnvironmentChoice, ChosenElsewhere } from './environment-choice.tsx';
import { RawView } from './raw-view.tsx';
import { SaveForm } from './save-form.tsx';
import { SigningPane } from './signing-pane.tsx';
import { countOf } from '../../../shared/collections/step-tests.ts';
import { usePointing } from '../../state/requests/pointing.ts';
import { TestsView } from './tests/tests-panels.tsx';
import { methodOf, missingParameters, shownPath } from '../../../shared/requests/compose.ts';
import { readPasted } from '../../../shared/interchange/pasted.ts';
import { outsideCatalogue } from '../../../shared/requests/http.ts';
import { operationOf } from '../../../shared/requests/request.ts';
import { onCommand } from '../../state/frame.ts';
import { clearBodyTarget, useComposerPanes } from '../../state/requests/navigation.ts';
import { redo, undo } from '../../state/requests/editing.ts';
import { openPasted } from '../../state/requests/pasting.ts';
import { cancel, send } from '../../state/requests/sending.ts';
import { saveAgain, useSaved } from '../../state/requests/saved.ts';
import { useActiveTab, useRequests } from '../../state/requests/store.ts';
import { useTabTitle } from './tab-name.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/head.tsx';
import { MethodName } from '../../ui/badge.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import layout from '../../ui/layout.module.css';
import styles from './composer.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.requests.composer;

type View = 'form' | 'raw' | 'tests';
const VIEWS = [
  { value: 'form', label: t.form },
  { value: 'raw', label: t.raw },
] as const;
const viewOf = (stored: string | null): View => (stored === 'raw' || stored === 'tests' ? stored : 'form');
/** Stored in the page's own storage, like the widths of the panes. */
const VIEW = 'composer/view';

export function Composer() {
  const id = useRequests((state) => state.activeId);
  const operation = useActiveTab(({ request }) => operationOf(request));
  const title = useTabTitle(id) ?? operation.title;
  const isOutside = useActiveTab(({ request }) => outsideCatalogue(request) !== null);
  const problem = useProblem();
  const refused = useSaved((state) => (state.refused?.tab === id ? state.refused.text : null));
  const storageProblem = useRequests((state) => state.storageProblem);
  const [view, setView] = useState<View>(() => viewOf(localStorage.getItem(VIEW)));
  const tests = useActiveTab((tab) => countOf(tab.tests));
  const asCode = useComposerPanes((state) => state.asCode);
  const setAsCode = (shows: boolean) => useComposerPanes.setState({ asCode: shows });
  const [saving, setSaving] = useState(false);
  const closeSaving = () => {
    setSaving(false);
    useSaved.setState({ refused: null });
  };
  /** Where it is saved already, or where a person says. */
  const saveOrAsk = () => void saveAgain().then((isSaved) => setSaving(!isSaved));
  useEffect(() => {
    const shortcut = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      if (event.key === 'Enter') void send();
      else if (event.key.toLowerCase() === 'z') (event.shiftKey ? redo : undo)();
      else if (event.key.toLowerCase() === 'y') redo();
      else return;
      // The browser's own undo of a field would not go back beyond the last send.
      event.preventDefault();
    };
    window.addEventListener('keydown', shortcut);
    return () => window.removeEventListener('keydown', shortcut);
  }, []);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = isTyping(event) ? null : readPasted(event.clipboardData?.getData('text/plain') ?? '');
      if (pasted === null) return;
      event.preventDefault();
      openPasted(pasted);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
  const saves = useComposerPanes((state) => state.wantsSave);
  useEffect(() => onCommand('save', saveOrAsk), []);
  useEffect(() => {
    if (!saves) return;
    useComposerPanes.setState({ wantsSave: false });
    saveOrAsk();
  }, [saves]);
  // Another time, the composer begins with the signing pane.
  useEffect(() => () => useComposerPanes.setState({ asCode: false }), []);
  // The other views have no editor of the body.
  useEffect(() => {
    if (view !== 'form') clearBodyTarget();
  });
  const show = (next: View) => {
    localStorage.setItem(VIEW, next);
    setView(next);
  };
  return (
    <section className={classes(layout.pane, styles.composer)} aria-label={texts.common.request}>
      <Head>
        <h2 className={styles.title}>{title}</h2>
        <span className={classes(textStyles.soft, textStyles.cut, textStyles.remark, layout.grow)}>
          {isOutside ? t.noOperation : title === operation.title ? operation.summary : operation.title}
        </span>
        <Segmented<View>
          label={t.showAs}
          value={view}
          options={[
            ...VIEWS,
            { value: 'tests', label: tests === 0 ? texts.tests.title : texts.tests.titleWithCount(tests) },
          ]}
          onChange={show}
        />
        <Button size="small" title={t.ctrlS} aria-expanded={saving} onClick={() => setSaving(!saving)}>
          {t.save}
        </Button>
        <Button size="small" aria-expanded={asCode} onClick={() => setAsCode(!asCode)}>
          {t.asCode}
        </Button>
      </Head>
      {saving && <SaveForm key={`${id} ${operation.id}`} onDone={closeSaving} />}
      <Problem text={refused} />
      <ChangedOutside key={`changed ${id}`} />
      <RequestLine />
      <ChosenElsewhere />
      <Problem text={storageProblem} />
      <Problem text={problem} />
      <EarlierSteps />
      {/* Another view begins at its top. */}
      <div key={view} className={layout.scroll}>
        <PastedNote tab={id} />
        <Said tab={id} onShow={view === 'tests' ? null : () => show('tests')} />
        {view === 'tests' ? (
          <TestsView key={id} />
        ) : (
          <>
            <BreakIt />
            {view === 'raw' ? (
              <>
                <UsedVariables />
                <RawView key={id} />
              </>
            ) : (
              <FormView />
            )}
          </>
        )}
      </div>
      {asCode ? <CodePane onClose={() => setAsCode(false)} /> : view !== 'tests' && <SigningPane />}
    </section>
  );
}

/** What went wrong last; the same sentence as that of the button, where that is why. */
function useProblem(): string | null {
  const problem = useRequests((state) => state.problem);
  const isBlocked = useActiveTab((tab) => tab.blocked !== null && tab.blocked === problem);
  const blocked = useBlocked();
  return isBlocked ? blocked : problem;
}

/** Whether a field or an editor has the focus, which takes what is pasted. */
function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** What pointing at a value has just done. @param onShow shows the tests; null where they are shown */
function Said({ tab, onShow }: { tab: string; onShow: (() => void) | null }) {
  const said = usePointing((state) => (state.notice?.tab === tab ? state.notice.text : null));
  return (
    <output aria-live="polite">
      {said !== null && (
        <Note as="div" tone="ok">
          <span className={layout.grow}>{said}</span>
          {onShow !== null && (
            <Button size="small" onClick={onShow}>
              {t.showTests}
            </Button>
          )}
        </Note>
      )}
    </output>
  );
}

function RequestLine() {
  const method = useActiveTab(({ request }) => methodOf(request));
  const path = useActiveTab(({ request }) => shownPath(request));
  const missing = useActiveTab(({ request }) => missingParameters(request).join(', '));
  const isUnderstood = useActiveTab(({ request }) => request.raw === null);
  const blocked = useBlocked();
  const sending = useRequests((state) => state.sending);
  const problem = useProblem();
  const reason = !isUnderstood ? t.rawFault : missing !== '' ? t.missing(missing) : blocked;
  const reasonId = useId();
  return (
    <div className={styles.line}>
      <MethodName>{method}</MethodName>
      <code className={styles.path} title={path}>
        {path}
      </code>
      <EnvironmentChoice />
      <Button
        look="go"
        size="large"
        className={styles.send}
        disabled={sending || reason !== null}
        title={reason ?? t.ctrlEnter}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => void send()}
      >
        {sending ? t.sending : t.send}
      </Button>
      {sending && (
        <Button size="large" onClick={cancel}>
          {texts.common.cancel}
        </Button>
      )}
      {reason !== null && (
        // Where the same is said as an error below, it is for screen readers only.
        <p id={reasonId} className={classes(styles.reason, reason === problem && textStyles.spoken)}>
          {reason}
        </p>
      )}
    </div>
  );
}

function FormView() {
  const id = useRequests((state) => state.activeId);
  const operation = useActiveTab(({ request }) => operationOf(request));
  const hasOwnLine = useActiveTab(({ request }) => request.line !== null);
  const isOutside = useActiveTab(({ request }) => outsideCatalogue(request) !== null);
  return (
    <>
      {hasOwnLine && (
        <Note tone={isOutside ? 'plain' : 'warn'}>{isOutside ? t.outsideCatalogue : t.ownRequestLine}</Note>
      )}
      {!isOutside && <Parameters key={`parameters ${id}`} />}
      {/* If the user writes the body, it comes before the headers that are filled in. */}
      {operation.body === 'json' ? (
        <>
          <Body />
          <UsedVariables />
          <Headers key={`headers ${id}`} />
        </>
      ) : (
        <>
          <UsedVariables />
          <Headers key={`headers ${id}`} />
          <Body />
        </>
      )}
    </>
  );
}
