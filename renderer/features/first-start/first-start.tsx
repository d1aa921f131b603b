/** The first screen: what is ready, and the door to the first signed request. */
import { ArrowRight, Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Prepared } from '../../../shared/contract/exchange.ts';
import { host } from '../../host.ts';
import { Problem } from '../../ui/form.tsx';
import { HeaderLine, Ledger } from '../../ui/parts.tsx';
import { useFrame } from '../frame/store.ts';
import { useRequests } from '../requests/store.ts';
import { useSettings } from '../settings/store.ts';
import { bankNow, useStatus } from '../status/store.ts';

const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '' } as const;

export function FirstStart() {
  const { status, readAt } = useStatus();
  const open = useOpenDoor();
  const { exportEverything, problem } = useSettings();
  const preview = usePreview();
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === '1' && !event.ctrlKey && !event.metaKey && !event.altKey) open();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [open]);
  if (!status) return null;
  const { bank, certificate, environment, persona } = status;
  const days = Math.floor((certificate.notAfter - bankNow(status, readAt)) / 86_400_000);
  const person = persona?.name.split(' ')[0] ?? 'the PSU';
  return (
    <main className="place first">
      <div className="first-column">
        <div>
          <h1>Your bank is running, and you have a certificate.</h1>
          <p className="lead">
            Both are made for this machine only. Nothing was sent anywhere, and there is no account to open.
          </p>
        </div>
        <section className="ready" aria-label="What is ready">
          <div>
            <h2>
              <Check size={14} className="c-ok" aria-hidden="true" /> Bank
            </h2>
            <strong>Running, {environment.kind}</strong>
            <code className="soft">{environment.baseUrl}</code>
            <span className="soft">
              {bank.customers} customers, {bank.accounts} accounts, a year of {bank.transactions} transactions
            </span>
          </div>
          <div>
            <h2>
              <Check size={14} className="c-ok" aria-hidden="true" /> Test certificate
            </h2>
            <strong>{certificate.name}</strong>
            <span className="soft">
              Account information and payments <code>{certificate.roles.join(' ')}</code>
            </span>
            <span className="soft">
              {days} days left, key kept {status.vault.keyKept}
            </span>
          </div>
          {persona && (
            <div>
              <h2>
                <Check size={14} className="c-ok" aria-hidden="true" /> A person to act for
              </h2>
              <strong>{persona.name}</strong>
              <span className="soft">
                National number <code>{persona.nationalId}</code>
              </span>
              <span className="soft">Approves at the bank when you ask</span>
            </div>
          )}
        </section>
        <section className="doors" aria-label="Begin">
          {/* The whole door can be pressed: its one button is stretched over it. */}
          <div className="door">
            <div className="view wire" aria-hidden="true">
              {preview && (
                <Ledger
                  label="Signing string"
                  lines={preview.signing.lines.map((line) => (
                    <HeaderLine key={line} text={line} />
                  ))}
                />
              )}
            </div>
            <div className="door-words">
              <h2>
                <button type="button" className="door-title" aria-describedby="door-1-text" onClick={open}>
                  Send your first signed request
                </button>
              </h2>
              <p id="door-1-text" className="soft">
                Ask {person} for consent, let {person} approve at the bank, and see the accounts with their
                balances. You see every signed byte on the way.
              </p>
              <p className="door-out">
                <span className="act">
                  Start <ArrowRight size={16} aria-hidden="true" />
                </span>
                <span className="grow" />
                <span className="faint small">5 clicks, under a minute</span>
                <kbd className="kbd faint">1</kbd>
              </p>
            </div>
          </div>
        </section>
        <div className="row">
          <span className="soft small">What you do here is yours, and stays on this machine.</span>
          <button type="button" className="btn sm" onClick={() => void exportEverything()}>
            Export everything
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
