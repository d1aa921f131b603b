/** The composer: the request line, and the draft as a form, as text, or its tests. */
import { useEffect, useId, useRef, useState } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { countOf } from '../../../../shared/collections/step-tests.ts';
import { methodOf, missingParameters } from '../../../../shared/requests/compose.ts';
import { shownPath } from '../../../../shared/requests/compose.ts';
import { readPasted } from '../../../../shared/interchange/pasted.ts';
import { outsideCatalogue } from '../../../../shared/requests/http.ts';
import { operationOf } from '../../../../shared/requests/request.ts';
import { onCommand, shortcutOf } from '../../../state/frame.ts';
import { isTyping } from '../../../ui/keyboard.ts';
import { useDocumentOperation } from '../../../state/requests/document-operation.ts';
import { clearEditorTarget, enterEditor, useComposerPanes } from '../../../state/requests/navigation.ts';
import { redo, undo } from '../../../state/requests/editing.ts';
import { openPasted } from '../../../state/requests/pasting.ts';
import { cancel, send } from '../../../state/requests/sending.ts';
import { saveAgain, useSaved } from '../../../state/requests/saved.ts';
import { useActiveTab, useRequests } from '../../../state/requests/store.ts';
import { Problem } from '../../../ui/messages.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Head } from '../../../ui/panel.tsx';
import { MethodName } from '../../../ui/labels.tsx';
import { Note } from '../../../ui/messages.tsx';
import { Segmented } from '../../../ui/form.tsx';
import { ChangedOutside, ChosenElsewhere, PastedNote, PointedNote, RunNote } from './tab-notes.tsx';
import { Body } from './body.tsx';
import { Broken, SendMenu } from './send-menu.tsx';
import { EarlierSteps, useBlocked, UsedVariables } from './variables.tsx';
import { CodePane } from './code-pane.tsx';
import { Headers } from './headers.tsx';
import { Parameters } from './parameters.tsx';
import { RawView } from './raw-view.tsx';
import { SaveForm } from './save-form.tsx';
import { SigningPane } from './signing-pane.tsx';
import { About } from '../about.tsx';
import { TestsView } from '../tests/tests-panels.tsx';
import { useTabTitle } from '../tab-bar.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './composer.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.composer;

type View = 'form' | 'raw' | 'tests';
const VIEWS = [
  { value: 'form', label: t.form },
  { value: 'raw', label: t.raw },
] as const;
const viewOf = (stored: string | null): View => (stored === 'raw' || stored === 'tests' ? stored : 'form');
/** Key in localStorage. */
const VIEW = 'composer/view';

export function Composer() {
  const id = useRequests((state) => state.activeId);
  const operation = useActiveTab(({ request }) => operationOf(request));
  const title = useTabTitle(id) ?? operation.title;
  const isOutside = useActiveTab(({ request }) => outsideCatalogue(request) !== null);
  const ofDocument = useDocumentOperation();
  const problem = useProblem();
  const refused = useSaved((state) => (state.refused?.tab === id ? state.refused.text : null));
  const storageProblem = useRequests((state) => state.storageProblem);
  const [view, setView] = useState<View>(() => viewOf(localStorage.getItem(VIEW)));
  const tests = useActiveTab((tab) => countOf(tab.tests));
  const about = useActiveTab((tab) => tab.tests.about);
  const asCode = useComposerPanes((state) => state.asCode);
  const setAsCode = (shows: boolean) => useComposerPanes.setState({ asCode: shows });
  const [saving, setSaving] = useState(false);
  const closeSaving = () => {
    setSaving(false);
    useSaved.setState({ refused: null });
  };
  /** Saves to its file, or asks for a name. */
  const saveOrAsk = () => void saveAgain().then((isSaved) => setSaving(!isSaved));
  useEffect(() => {
    const shortcut = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      if (event.key.toLowerCase() === 'z') (event.shiftKey ? redo : undo)();
      else if (event.key.toLowerCase() === 'y') redo();
      else return;
      // Replaces the browser's undo, which is limited to one field.
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
  const wantsSave = useComposerPanes((state) => state.wantsSave);
  useEffect(() => onCommand('save', saveOrAsk), []);
  useEffect(() => onCommand('send', () => void send()), []);
  useEffect(() => {
    if (!wantsSave) return;
    useComposerPanes.setState({ wantsSave: false });
    saveOrAsk();
  }, [wantsSave]);
  const pane = useRef<HTMLElement>(null);
  const wantsFocus = useComposerPanes((state) => state.wantsFocus);
  useEffect(() => {
    if (!wantsFocus) return;
    useComposerPanes.setState({ wantsFocus: false });
    const empty = pane.current?.querySelector<HTMLElement>('input:invalid');
    if (empty) empty.focus();
    else if (view === 'raw' || (view === 'form' && operation.body === 'json')) enterEditor();
    else pane.current?.querySelector<HTMLElement>(`.${styles.send}`)?.focus();
  });
  // The composer starts with the signing pane.
  useEffect(() => () => useComposerPanes.setState({ asCode: false }), []);
  useEffect(() => {
    if (view === 'tests') clearEditorTarget();
  });
  const show = (next: View) => {
    localStorage.setItem(VIEW, next);
    setView(next);
  };
  const remark = () => {
    if (ofDocument !== undefined) return ofDocument?.path ?? t.notInDocument;
    if (isOutside) return t.noOperation;
    return title === operation.title ? operation.summary : operation.title;
  };
  return (
    <section ref={pane} className={classes(layout.pane, styles.composer)} aria-label={texts.common.request}>
      {/* In sight, the tab names it. */}
      <h2 className={textStyles.spoken}>{title}</h2>
      <RequestLine
        onEdit={() => {
          show('raw');
          enterEditor();
        }}
      />
      <Broken />
      <Head part className={styles.views}>
        <Segmented<View>
          label={t.showAs}
          value={view}
          options={[
            ...VIEWS,
            { value: 'tests', label: tests === 0 ? texts.tests.title : texts.tests.titleWithCount(tests) },
          ]}
          onChange={show}
        />
        <span className={classes(textStyles.soft, textStyles.cut, textStyles.remark, layout.grow)}>
          {remark()}
        </span>
        <Button
          look="plain"
          size="small"
          title={shortcutOf('save')}
          aria-expanded={saving}
          onClick={() => setSaving(!saving)}
        >
          {t.save}
        </Button>
        <Button
          look="plain"
          size="small"
          className={styles.mayBeCut}
          aria-expanded={asCode}
          onClick={() => setAsCode(!asCode)}
        >
          {t.asCode}
        </Button>
      </Head>
      {saving && <SaveForm key={`${id} ${operation.id}`} onDone={closeSaving} />}
      <Problem text={refused} />
      <ChangedOutside key={`changed ${id}`} />
      <RunNote />
      <ChosenElsewhere />
      <Problem text={storageProblem} />
      <Problem text={problem} />
      <EarlierSteps />
      {/* A new view starts scrolled to its top. */}
      <div key={view} className={layout.scroll}>
        <PastedNote tab={id} />
        <About text={about} />
        <PointedNote tab={id} onShow={view === 'tests' ? null : () => show('tests')} />
        {view === 'tests' ? (
          <TestsView key={id} />
        ) : view === 'raw' ? (
          <>
            <UsedVariables />
            <RawView key={id} />
          </>
        ) : (
          <FormView />
        )}
      </div>
      {asCode ? <CodePane onClose={() => setAsCode(false)} /> : view !== 'tests' && <SigningPane />}
    </section>
  );
}

/** The last problem; if that blocks the draft, with the reason that the button gives. */
function useProblem(): string | null {
  const problem = useRequests((state) => state.problem);
  const isBlocked = useActiveTab((tab) => tab.blocked !== null && tab.blocked === problem);
  const blocked = useBlocked();
  return isBlocked ? blocked : problem;
}

/** @param props.onEdit goes to the line as text */
function RequestLine({ onEdit }: { onEdit: () => void }) {
  const method = useActiveTab(({ request }) => methodOf(request));
  const path = useActiveTab(({ request }) => shownPath(request));
  const missing = useActiveTab(({ request }) => missingParameters(request).join(', '));
  const isUnderstood = useActiveTab(({ request }) => request.raw === null);
  const blocked = useBlocked();
  const sending = useRequests((state) => state.sending);
  const problem = useProblem();
  const reason = !isUnderstood ? t.rawFault : missing !== '' ? t.missing(missing) : blocked;
  const reasonId = useId();
  const canSend = !sending && reason === null;
  return (
    <>
      <div className={styles.line}>
        <MethodName>{method}</MethodName>
        <button
          type="button"
          className={classes(styles.path, textStyles.mono)}
          title={t.editLine(path)}
          onClick={onEdit}
        >
          {path}
        </button>
        <span className={styles.split}>
          <Button
            look="go"
            size="large"
            className={styles.send}
            disabled={!canSend}
            title={reason ?? shortcutOf('send')}
            aria-describedby={reason === null ? undefined : reasonId}
            onClick={() => void send()}
          >
            {sending ? t.sending : t.send}
          </Button>
          <SendMenu canSend={canSend} />
        </span>
        {sending && (
          <Button size="large" onClick={cancel}>
            {texts.common.cancel}
          </Button>
        )}
      </div>
      {reason !== null && (
        // For screen readers only, if it is also shown as an error below.
        <p id={reasonId} className={classes(styles.reason, reason === problem && textStyles.spoken)}>
          {reason}
        </p>
      )}
    </>
  );
}

function FormView() {
  const id = useRequests((state) => state.activeId);
  const operation = useActiveTab(({ request }) => operationOf(request));
  const ofDocument = useDocumentOperation();
  const hasOwnLine = useActiveTab(({ request }) => request.line !== null);
  const isOutside = useActiveTab(({ request }) => outsideCatalogue(request) !== null);
  const takesBody = ofDocument ? ofDocument.method !== 'GET' : operation.body === 'json';
  return (
    <>
      {hasOwnLine && !ofDocument && (
        <Note tone={isOutside ? 'plain' : 'warn'}>{isOutside ? t.outsideCatalogue : t.ownRequestLine}</Note>
      )}
      {(ofDocument || !isOutside) && <Parameters key={`parameters ${id}`} />}
      {!takesBody && <UsedVariables />}
      <Headers key={`headers ${id} ${takesBody}`} isBrief={takesBody} />
      <Body />
      {takesBody && <UsedVariables />}
    </>
  );
}
