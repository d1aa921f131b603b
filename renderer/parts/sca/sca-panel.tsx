/** The PSU's side within the answer: the embedded page (or the tab that waits), then the redirect field by field. */
import { ExternalLink, Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { pathOf } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { Glyph, Rule } from '../../ui/parts.tsx';
import { useRequests } from '../../state/requests/requests.ts';
import { useStatus } from '../../state/status.ts';
import { useSca } from '../../state/sca.ts';

const t = texts.sca.panel;

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
    <section className="pane psu" aria-label={t.title}>
      <div className="head">
        <Lock size={14} aria-hidden="true" />
        <h2>{t.title}</h2>
        <code className="soft cut grow">{new URL(href).origin}</code>
        <button type="button" className="btn sm" onClick={() => void close()}>
          {t.closePage}
        </button>
      </div>
      <div className="grow" ref={box} />
    </section>
  );
}

function WaitingElsewhere({ href, where }: { href: string; where: 'system' | 'tab' }) {
  const { start, close } = useSca();
  return (
    <section className="pane psu" aria-label={t.title}>
      <div className="head">
        <ExternalLink size={14} aria-hidden="true" />
        <h2>{t.psuAtBank}</h2>
      </div>
      <div className="pad psu-waiting">
        <p>
          {where === 'tab' ? t.openInTab : t.openInBrowser} {t.goesOn}
        </p>
        <p className="row">
          <button type="button" className="btn" onClick={() => void start(href)}>
            {t.openAgain}
          </button>
          <button type="button" className="btn plain" onClick={() => void close()}>
            {t.stopWaiting}
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
  const { callback, problem } = useSca();
  if (problem !== null) {
    return (
      <p className="note bad" role="alert">
        <Glyph tone="bad" /> {problem}
      </p>
    );
  }
  if (callback === null) return null;
  const success = callback.outcome === 'success';
  return (
    <section className="callback" aria-label={t.redirect}>
      <output className={`note ${success ? 'ok' : 'bad'}`}>
        <Glyph tone={success ? 'ok' : 'bad'} />
        <span>
          <b>{success ? t.succeeded : t.failed}</b> {t.sentBack(callback.parameters.length)}{' '}
          <Rule id={success ? 'SCA-1' : 'SCA-2'} />
        </span>
      </output>
      <table className="grid callback-fields">
        <thead>
          <tr>
            <th scope="col">{t.parameter}</th>
            <th scope="col">{texts.common.value}</th>
            <th scope="col">{t.meaning}</th>
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
      <NextSteps success={success} />
    </section>
  );
}

/** What one does next: reads the status of what was authorised, sees what a consent gives, or sends the request again. */
function NextSteps({ success }: { success: boolean }) {
  const dismiss = useSca((store) => store.dismiss);
  const name = useStatus((store) => store.status?.psu?.name);
  const { callLink, send, operation, params } = useRequests();
  const status = statusPathOf(operation.path, params);
  const gaveConsent = success && operation.path.endsWith('consents');
  const step = (label: string, run: () => Promise<void>, first: boolean) => (
    <button
      type="button"
      className={first ? 'btn go' : 'btn'}
      onClick={() => {
        dismiss();
        void run();
      }}
    >
      {label}
    </button>
  );
  return (
    <div className="row pad">
      {status !== null && step(t.readStatus, () => callLink('GET', status), true)}
      {gaveConsent &&
        step(
          name ? t.getAccountsOf(name) : t.getAccounts,
          () => callLink('GET', '/v1/accounts?withBalance=true'),
          true,
        )}
      {!gaveConsent && !(success && status !== null) && step(t.sendAgain, send, status === null)}
      <button type="button" className="btn" onClick={dismiss}>
        {success ? t.backAnswer : t.dismiss}
      </button>
    </div>
  );
}
