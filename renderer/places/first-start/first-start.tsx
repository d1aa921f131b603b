/** The first screen: what is ready, and the door to the first signed request. */
import { ArrowRight, Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Prepared } from '../../../shared/contract/exchange.ts';
import type { Output } from '../../../shared/contract/methods.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { Problem } from '../../ui/form.tsx';
import { HeaderLine, Ledger } from '../../ui/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import { useRequests } from '../../state/requests/requests.ts';
import { useSettings } from '../../state/settings.ts';
import { bankNow, useStatus } from '../../state/status.ts';
import { DAY } from '../../../shared/time.ts';

const t = texts.start;

const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '' } as const;

export function FirstStart() {
  const { status, readAt } = useStatus();
  const open = useOpenDoor();
  const { exportEverything, problem } = useSettings();
  const preview = usePreview();
  const holdings = useHoldings();
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === '1' && !event.ctrlKey && !event.metaKey && !event.altKey) open();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [open]);
  if (!status) return null;
  const { certificate, environment, persona } = status;
  const days = Math.floor((certificate.notAfter - bankNow(status, readAt)) / DAY);
  const person = persona?.name.split(' ')[0] ?? t.thePsu;
  return (
    <main className="place first">
      <div className="first-column">
        <div>
          <h1>{t.title}</h1>
          <p className="lead">{t.lead}</p>
        </div>
        <section className="ready" aria-label={t.ready}>
          <div>
            <h2>
              <Check size={14} className="c-ok" aria-hidden="true" /> {texts.bank.name}
            </h2>
            <strong>{t.running(environment.kind)}</strong>
            <code className="soft">{environment.baseUrl}</code>
            {holdings && (
              <span className="soft">
                {t.holdings(holdings.customers, holdings.accounts, holdings.transactions)}
              </span>
            )}
          </div>
          <div>
            <h2>
              <Check size={14} className="c-ok" aria-hidden="true" /> {t.testCertificate}
            </h2>
            <strong>{certificate.name}</strong>
            <span className="soft">
              {t.roles} <code>{certificate.roles.join(' ')}</code>
            </span>
            <span className="soft">{t.life(days, status.vault.keyKept)}</span>
          </div>
          {persona && (
            <div>
              <h2>
                <Check size={14} className="c-ok" aria-hidden="true" /> {t.person}
              </h2>
              <strong>{persona.name}</strong>
              <span className="soft">
                {t.nationalNumber} <code>{persona.nationalId}</code>
              </span>
              <span className="soft">{t.approves}</span>
            </div>
          )}
        </section>
        <section className="doors" aria-label={t.begin}>
          {/* The whole door can be pressed: its one button is stretched over it. */}
          <div className="door">
            <div className="view wire" aria-hidden="true">
              {preview && (
                <Ledger
                  label={t.signingString}
                  lines={preview.signing.lines.map((line) => (
                    <HeaderLine key={line} text={line} />
                  ))}
                />
              )}
            </div>
            <div className="door-words">
              <h2>
                <button type="button" className="door-title" aria-describedby="door-1-text" onClick={open}>
                  {t.firstRequest}
                </button>
              </h2>
              <p id="door-1-text" className="soft">
                {t.firstRequestText(person)}
              </p>
              <p className="door-out">
                <span className="act">
                  {t.start} <ArrowRight size={16} aria-hidden="true" />
                </span>
                <span className="grow" />
                <span className="faint small">{t.effort}</span>
                <kbd className="kbd faint">1</kbd>
              </p>
            </div>
          </div>
        </section>
        <div className="row">
          <span className="soft small">{t.yours}</span>
          <button type="button" className="btn sm" onClick={() => void exportEverything()}>
            {texts.common.exportEverything}
          </button>
        </div>
        <Problem text={problem} />
      </div>
    </main>
  );
}

function useOpenDoor(): () => void {
  const go = useFrame((store) => store.go);
  const { choose, send } = useRequests();
  const change = useSettings((store) => store.change);
  return () => {
    choose('createConsent');
    go('requests');
    void send();
    void change({ started: true });
  };
}

/** How much the local bank holds; null until it is counted, and where that failed: the screen is usable without it. */
function useHoldings(): Output<'bank.counts'> | null {
  const [holdings, setHoldings] = useState<Output<'bank.counts'> | null>(null);
  const readAt = useStatus((store) => store.readAt);
  useEffect(() => {
    let gone = false;
    host
      .call('bank.counts', {})
      .then((counts) => {
        if (!gone) setHoldings(counts);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [readAt]);
  return holdings;
}

/** What the door will sign, computed now, not a drawing of it. */
function usePreview(): Prepared | null {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  useEffect(() => {
    let gone = false;
    host
      .call('requests.prepare', { ...CONSENT, headers: [] })
      .then((value) => {
        if (!gone) setPrepared(value);
      })
      .catch(() => {
        // The door works without its picture, and says itself what is wrong when it is opened.
      });
    return () => {
      gone = true;
    };
  }, []);
  return prepared;
}
