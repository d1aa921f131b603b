/** The request: its line, then one draft in two views, as a form and as text. */
import { useEffect, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { Problem } from '../../ui/form.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { Body } from './body.tsx';
import { BreakIt } from './break-it.tsx';
import { CodePane } from './code-pane.tsx';
import { Headers } from './headers.tsx';
import { Parameters } from './parameters.tsx';
import { RawView } from './raw-view.tsx';
import { SaveForm } from './save-form.tsx';
import { requestLine } from '../../state/requests/shape.ts';
import { SigningPane } from './signing-pane.tsx';
import { useRequests } from '../../state/requests/requests.ts';
import { TabBar } from './tab-bar.tsx';

const t = texts.requests.composer;

type View = 'form' | 'raw';
const VIEWS = [
  { value: 'form', label: t.form },
  { value: 'raw', label: t.raw },
] as const;
/** Kept in the page's own storage, as the widths of the panes are. */
const VIEW = 'composer/view';

export function Composer() {
  const state = useRequests();
  const { id, operation, sending, problem, notKept, send, cancel, params, line, raw } = state;
  const [view, setView] = useState<View>(localStorage.getItem(VIEW) === 'raw' ? 'raw' : 'form');
  const [asCode, setAsCode] = useState(false);
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    const shortcut = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const { undo, redo } = useRequests.getState();
      if (event.key === 'Enter') void send();
      else if (event.key.toLowerCase() === 'z') (event.shiftKey ? redo : undo)();
      else if (event.key.toLowerCase() === 'y') redo();
      else return;
      // A field has an undo of its own, which ends where it was sent.
      event.preventDefault();
    };
    window.addEventListener('keydown', shortcut);
    return () => window.removeEventListener('keydown', shortcut);
  }, [send]);
  const names = Array.from(operation.path.matchAll(/\{([^}]+)\}/g), (match) => match[1] ?? '');
  const missing = line === null ? names.filter((name) => (params[name] ?? '') === '') : [];
  const { method, path } = requestLine(state);
  const show = (next: View) => {
    localStorage.setItem(VIEW, next);
    setView(next);
  };
  return (
    <section className="pane composer" aria-label={texts.common.request}>
      <TabBar />
      <div className="head">
        <h2>{operation.title}</h2>
        <span className="soft cut grow">{operation.summary}</span>
        <Segmented<View> label={t.showAs} value={view} options={VIEWS} onChange={show} />
        <button type="button" className="btn sm" aria-expanded={saving} onClick={() => setSaving(!saving)}>
          {t.save}
        </button>
        <button type="button" className="btn sm" aria-expanded={asCode} onClick={() => setAsCode(!asCode)}>
          {t.asCode}
        </button>
      </div>
      {saving && <SaveForm key={id} onDone={() => setSaving(false)} />}
      <div className="request-line">
        <span className="method">{method}</span>
        <code className="path" title={path}>
          {path}
        </code>
        <button
          type="button"
          className="btn go lg send"
          disabled={sending || missing.length > 0 || raw !== null}
          title={raw !== null ? t.rawFault : missing.length > 0 ? t.missing(missing.join(', ')) : t.ctrlEnter}
          onClick={() => void send()}
        >
          {sending ? t.sending : t.send}
        </button>
        {sending && (
          <button type="button" className="btn lg" onClick={cancel}>
            {texts.common.cancel}
          </button>
        )}
      </div>
      <Problem text={notKept} />
      <Problem text={problem} />
      <div className="scroll">
        <BreakIt />
        {view === 'raw' ? <RawView key={id} /> : <FormView />}
      </div>
      {asCode ? <CodePane onClose={() => setAsCode(false)} /> : <SigningPane />}
    </section>
  );
}

function FormView() {
  const { operation, line } = useRequests();
  return (
    <>
      {line !== null && <p className="note warn">{t.ownRequestLine}</p>}
      <Parameters />
      {/* Where the body is what a person writes, it comes before what is filled in. */}
      {operation.body === 'json' ? (
        <>
          <Body />
          <Headers />
        </>
      ) : (
        <>
          <Headers />
          <Body />
        </>
      )}
    </>
  );
}
