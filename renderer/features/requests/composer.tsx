/** The request: path, parameters, headers with their rules, body. */
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Problem } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ActionsHead, Rule } from '../../ui/parts.tsx';
import { Body } from './body.tsx';
import { BreakIt } from './break-it.tsx';
import { CodePane } from './code-pane.tsx';
import { SaveForm } from './save-form.tsx';
import { SigningPane } from './signing-pane.tsx';
import { draftPath } from './shape.ts';
import { useRequests } from './store.ts';
import { TabBar } from './tab-bar.tsx';

export function Composer() {
  const { id, operation, sending, problem, notKept, send, params, query } = useRequests();
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
  const missing = [...operation.path.matchAll(/\{([^}]+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => (params[name] ?? '') === '');
  return (
    <section className="pane" aria-label="Request">
      <TabBar />
      <div className="head">
        <h2>{operation.title}</h2>
        <span className="soft cut grow">{operation.summary}</span>
        <button type="button" className="btn sm" aria-expanded={saving} onClick={() => setSaving(!saving)}>
          Save…
        </button>
        <button type="button" className="btn sm" aria-expanded={asCode} onClick={() => setAsCode(!asCode)}>
          Copy as code…
        </button>
      </div>
      {saving && <SaveForm key={id} onDone={() => setSaving(false)} />}
      <div className="request-line">
        <span className="method">{operation.method}</span>
        <code className="path" title={draftPath({ operation, params, query })}>
          {draftPath({ operation, params, query })}
        </code>
        <button
          type="button"
          className="btn go lg send"
          disabled={sending || missing.length > 0}
          title={missing.length > 0 ? `Fill in ${missing.join(', ')} first` : 'Ctrl Enter'}
          onClick={() => void send()}
        >
          {sending ? 'Sending…' : 'Sign and send'}
        </button>
      </div>
      <Problem text={notKept} />
      <Problem text={problem} />
      <div className="scroll">
        <BreakIt />
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
      </div>
      {asCode ? <CodePane onClose={() => setAsCode(false)} /> : <SigningPane />}
    </section>
  );
}

function Parameters() {
  const { operation, params, query, setParam, setQuery } = useRequests();
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  if (names.length === 0 && operation.query.length === 0) return null;
  return (
    <>
      <div className="head sub">
        <h3>Parameters</h3>
      </div>
      <div className="parameters">
        {names.map((name) => (
          <label key={name}>
            <span>{name}</span>
            {operation.choices?.[name] === undefined ? (
              <input
                className="field mono"
                value={params[name] ?? ''}
                placeholder="enc!!… as an answer gave it"
                onChange={(event) => setParam(name, event.target.value)}
              />
            ) : (
              <select
                className="field"
                value={params[name] ?? ''}
                onChange={(event) => setParam(name, event.target.value)}
              >
                {choicesOf(operation.choices[name], params[name]).map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            )}
          </label>
        ))}
        {operation.query.map(({ name, values, text }) => (
          <label key={name} title={text}>
            <span>{name}</span>
            {values.length === 0 ? (
              <input
                className="field mono"
                value={query[name] ?? ''}
                placeholder={text}
                onChange={(event) => setQuery(name, event.target.value)}
              />
            ) : (
              <select
                className="field"
                value={query[name] ?? ''}
                onChange={(event) => setQuery(name, event.target.value)}
              >
                <option value="">not sent</option>
                {values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            )}
          </label>
        ))}
      </div>
    </>
  );
}

/** A link may lead to a spelling that is not among the choices, such as the alias of a product: it stays as it is. */
function choicesOf(values: readonly string[], present = ''): readonly string[] {
  return present === '' || values.includes(present) ? values : [...values, present];
}

function Headers() {
  const { prepared, overrides, setHeader } = useRequests();
  if (!prepared) return null;
  const left = Object.entries(overrides).filter(
    ([name, value]) => value === '' && !prepared.headers.some((header) => header.name.toLowerCase() === name),
  );
  return (
    <>
      <div className="head sub">
        <h3>Headers</h3>
        <span className="count">{prepared.headers.length}</span>
        <span className="soft small cut">Numbers show the line in the signing string</span>
      </div>
      <table className="grid headers">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Line in the signing string</span>
            </th>
            <th scope="col">Header</th>
            <th scope="col">Value</th>
            <th scope="col">From</th>
            <th scope="col">Rule</th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {prepared.headers.map((header) => {
            // What the person has written, with its {{placeholders}}; else what is filled in.
            const written = overrides[header.name.toLowerCase()];
            const own = written !== undefined;
            return (
              <tr key={header.name}>
                <td className="num signed">{header.line}</td>
                <th scope="row" className="mono">
                  {header.name}
                </th>
                <td>
                  <input
                    className="cell mono"
                    aria-label={header.name}
                    value={written ?? header.value}
                    title={header.value}
                    onChange={(event) => setHeader(header.name, event.target.value)}
                  />
                </td>
                <td className="soft small">{header.source}</td>
                <td>{header.rule !== null && <Rule id={header.rule} />}</td>
                <td>
                  {own && (
                    <IconButton
                      label={`Fill ${header.name} in again`}
                      Icon={X}
                      size={12}
                      onClick={() => setHeader(header.name, null)}
                    />
                  )}
                </td>
              </tr>
            );
          })}
          {left.map(([name]) => (
            <tr key={name}>
              <td />
              <th scope="row" className="mono faint">
                {name}
              </th>
              <td className="soft">left out</td>
              <td className="soft small">yours</td>
              <td />
              <td>
                <IconButton
                  label={`Fill ${name} in again`}
                  Icon={X}
                  size={12}
                  onClick={() => setHeader(name, null)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
