/** The PSU's side within the answer: the embedded page (or the tab that waits), then the redirect field by field. */
import { ExternalLink, Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { pathOf } from '../../../shared/xs2a/operations.ts';
import { host } from '../../host.ts';
import { Glyph, Rule } from '../../ui/parts.tsx';
import { useRequests } from '../requests/store.ts';
import { useStatus } from '../status/store.ts';
import { useSca } from './store.ts';

/** Shown in place of the answer while the PSU is at the bank. */
export function PsuPage() {
  const { open, where } = useSca();
  if (open === null) return null;
  return where === 'embedded' ? <EmbeddedPage href={open} /> : <WaitingElsewhere href={open} where={where} />;
}

function EmbeddedPage({ href }: { href: string }) {
  const box = useRef<HTMLDivElement>(null);
  const close = useSca((store) => store.close);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const place = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      void host.call('sca.place', { x, y, width, height });
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
      // The page lies above the window's own content: while another place is shown it must not cover it.
      void host.call('sca.place', { x: 0, y: 0, width: 0, height: 0 });
    };
  }, [href]);
  return (
    <section className="pane psu" aria-label="The PSU's browser">
      <div className="head">
        <Lock size={14} aria-hidden="true" />
        <h2>The PSU&apos;s browser</h2>
        <code className="soft cut grow">{new URL(href).origin}</code>
        <button type="button" className="btn sm" onClick={() => void close()}>
          Close the page
        </button>
      </div>
      <div className="grow" ref={box} />
    </section>
  );
}

function WaitingElsewhere({ href, where }: { href: string; where: 'system' | 'tab' }) {
  const { start, close } = useSca();
  return (
    <section className="pane psu" aria-label="The PSU's browser">
      <div className="head">
        <ExternalLink size={14} aria-hidden="true" />
        <h2>The PSU is at the bank</h2>
      </div>
      <div className="pad psu-waiting">
        <p>
          The bank&apos;s page is open in {where === 'tab' ? 'another tab' : "this machine's browser"}.
          Approve or abort there; this page goes on by itself when the bank sends the PSU back.
        </p>
        <p className="row">
          <button type="button" className="btn" onClick={() => void start(href)}>
            Open the page again
          </button>
          <button type="button" className="btn plain" onClick={() => void close()}>
            Stop waiting
          </button>
        </p>
      </div>
    </section>
  );
}

/** Where the status of what was authorised is read, or null where it was no payment and no basket. */
function statusPathOf(path: string, params: Record<string, string>): string | null {
  const subject = /^(.*)\/(?:cancellation-)?authorisations$/.exec(path)?.[1];
  return subject === undefined ? null : `${pathOf(subject, params)}/status`;
}

/** What the redirect brought, with the next step. */
export function CallbackPanel() {
  const { callback, problem, dismiss } = useSca();
  const name = useStatus((store) => store.status?.psu?.name);
  const { callLink, operation, params } = useRequests();
  if (problem !== null) {
    return (
      <p className="note bad" role="alert">
        <Glyph tone="bad" /> {problem}
      </p>
    );
  }
  if (callback === null) return null;
  const success = callback.outcome === 'success';
  const status = statusPathOf(operation.path, params);
  return (
    <section className="callback" aria-label="Redirect from the bank">
      <output className={`note ${success ? 'ok' : 'bad'}`}>
        <Glyph tone={success ? 'ok' : 'bad'} />
        <span>
          <b>{success ? 'SCA succeeded.' : 'SCA did not succeed.'}</b> The bank sent the PSU back with{' '}
          {callback.parameters.length} parameters. <Rule id={success ? 'SCA-1' : 'SCA-2'} />
        </span>
      </output>
      <table className="grid callback-fields">
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Value</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {callback.parameters.map(({ name: parameter, value, text }) => (
            <tr key={parameter}>
              <th scope="row" className="mono">
                {parameter}
              </th>
              <td className="mono">{value}</td>
              <td className="soft small">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row pad">
        {status !== null && (
          <button
            type="button"
            className="btn go"
            onClick={() => {
              dismiss();
              void callLink('GET', status);
            }}
          >
            Read the status
          </button>
        )}
        {success && status === null && (
          <button
            type="button"
            className="btn go"
            onClick={() => {
              dismiss();
              void callLink('GET', '/v1/accounts?withBalance=true');
            }}
          >
            {name ? `Get the accounts of ${name}` : 'Get the accounts'}
          </button>
        )}
        <button type="button" className="btn" onClick={dismiss}>
          {success ? 'Back to the answer' : 'Dismiss'}
        </button>
      </div>
    </section>
  );
}
