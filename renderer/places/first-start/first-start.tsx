/** The first screen: what is ready, and a card that leads to the first signed request. */
import { ArrowRight, Check, Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import type { Output } from '../../../shared/contract/methods.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { Problem } from '../../ui/form.tsx';
import { ShippedCollections } from '../../parts/collections/shipped.tsx';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFrame } from '../../state/frame.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { choose } from '../../state/requests/opening.ts';
import { send } from '../../state/requests/sending.ts';
import { useSettings } from '../../state/settings.ts';
import { timeInUse, useStatus } from '../../state/status.ts';
import { DAY } from '../../../shared/time.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Kbd } from '../../ui/badge.tsx';
import { HeaderLine, Ledger } from '../../ui/ledger.tsx';
import { PlaceMain } from '../../ui/place-main.tsx';
import layout from '../../ui/layout.module.css';
import styles from './first-start.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.start;

/** The operation that the card opens. */
const FIRST = 'createConsent';
/** The demonstration that the second card opens. */
const FIRST_DEMONSTRATION = 'consent';

export function FirstStart() {
  const status = useStatus((store) => store.status);
  const open = useOpenDoor();
  const show = useShowDoor();
  const { exportEverything, problem, change } = useSettings();
  const preview = usePreview();
  const holdings = useHoldings();
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '1') open();
      if (event.key === '2') show();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [open, show]);
  if (!status) return null;
  const { certificate, environment, persona } = status;
  const days = Math.floor((certificate.notAfter - timeInUse({ status })) / DAY);
  const isLocked = status.vault.state === 'locked';
  const person = persona?.name.split(' ')[0] ?? t.thePsu;
  return (
    <PlaceMain className={styles.first}>
      <div className={styles.column}>
        <div>
          <h1 className={styles.title}>
            {!environment.isLocal ? t.titleElsewhere(environment.name) : isLocked ? t.titleLocked : t.title}
          </h1>
          <p className={styles.lead}>
            {environment.isLocal ? t.lead : isNearby(environment.baseUrl) ? t.leadNearby : t.leadElsewhere}
          </p>
        </div>
        <section className={styles.ready} aria-label={t.ready}>
          <div>
            <h2>
              <Check size={14} className={textStyles.ok} aria-hidden="true" /> {texts.bank.name}
            </h2>
            <strong>{environment.isLocal ? t.running(environment.kind) : environment.name}</strong>
            <code className={textStyles.soft}>{environment.baseUrl}</code>
            {environment.isLocal && holdings && (
              <span className={textStyles.soft}>
                {t.holdings(holdings.customers, holdings.accounts, holdings.transactions)}
              </span>
            )}
          </div>
          <div>
            <h2>
              {isLocked ? (
                <Lock size={14} className={textStyles.warn} aria-hidden="true" />
              ) : (
                <Check size={14} className={textStyles.ok} aria-hidden="true" />
              )}{' '}
              {environment.isLocal ? t.testCertificate : t.certificate}
            </h2>
            <strong>{certificate.name}</strong>
            <span className={textStyles.soft}>
              {t.roles(certificate.roles)} <code>{certificate.roles.join(' ')}</code>
            </span>
            {isLocked && <span className={textStyles.soft}>{t.locked}</span>}
            <span className={textStyles.soft}>{t.life(days, status.vault.keyKept)}</span>
          </div>
          {persona && (
            <div>
              <h2>
                <Check size={14} className={textStyles.ok} aria-hidden="true" /> {t.person}
              </h2>
              <strong>{persona.name}</strong>
              <span className={textStyles.soft}>
                {t.nationalNumber} <code>{persona.nationalId}</code>
              </span>
              <span className={textStyles.soft}>{t.approves}</span>
            </div>
          )}
        </section>
        <section className={styles.doors} aria-label={t.begin}>
          {/* The whole card can be pressed: its only button is stretched over it. */}
          <div className={styles.door}>
            <div className={classes(styles.view, textStyles.wire)} aria-hidden="true">
              {preview && (
                <Ledger
                  cut
                  label={t.signingString}
                  lines={preview.signing.lines.map((line) => (
                    <HeaderLine key={line} text={line} />
                  ))}
                />
              )}
            </div>
            <div className={styles.words}>
              <h2>
                <button type="button" className={styles.open} aria-describedby="door-1-text" onClick={open}>
                  {t.firstRequest}
                </button>
              </h2>
              <p id="door-1-text" className={textStyles.soft}>
                {t.firstRequestText(person)}
              </p>
              <p className={styles.out}>
                <span className={styles.act}>
                  {t.start} <ArrowRight size={16} aria-hidden="true" />
                </span>
                <span className={layout.grow} />
                <span className={classes(textStyles.faint, textStyles.small)}>{t.effort}</span>
                <Kbd>1</Kbd>
              </p>
            </div>
          </div>
        </section>
        <section className={styles.doors} aria-label={t.flow}>
          <div className={classes(styles.door, styles.second)}>
            <div className={styles.words}>
              <h2>
                <button type="button" className={styles.open} aria-describedby="door-2-text" onClick={show}>
                  {t.flow}
                </button>
              </h2>
              <p id="door-2-text" className={textStyles.soft}>
                {t.flowText}
              </p>
              <p className={styles.out}>
                <span className={styles.act}>
                  {t.show} <ArrowRight size={16} aria-hidden="true" />
                </span>
                <span className={layout.grow} />
                <span className={classes(textStyles.faint, textStyles.small)}>{t.flowEffort}</span>
                <Kbd>2</Kbd>
              </p>
            </div>
          </div>
        </section>
        <ShippedCollections label={t.collections} onOpened={() => void change({ started: true })} />
        <div className={layout.row}>
          <span className={classes(textStyles.soft, textStyles.small)}>{t.yours}</span>
          <Button size="small" onClick={() => void exportEverything()}>
            {texts.common.exportEverything}
          </Button>
        </div>
        <Problem text={problem} />
      </div>
    </PlaceMain>
  );
}

function useOpenDoor(): () => void {
  const go = useFrame((store) => store.go);
  const change = useSettings((store) => store.change);
  return () => {
    choose(FIRST);
    go('requests');
    void send();
    void change({ started: true });
  };
}

/** Opens the Flow view with the first demonstration, ready to be played. */
function useShowDoor(): () => void {
  const go = useFrame((store) => store.go);
  const change = useSettings((store) => store.change);
  return () => {
    go('flow');
    void useDemonstrations.getState().start(FIRST_DEMONSTRATION);
    void change({ started: true });
  };
}

/** The counts of the local bank. Null until they are read and if reading fails: the screen is usable without them. */
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

/** What the first request will sign, computed now rather than drawn in advance. */
function usePreview(): Prepared | null {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  useEffect(() => {
    let gone = false;
    host
      .call('requests.prepare', fresh(FIRST))
      .then((value) => {
        if (!gone) setPrepared(value);
      })
      .catch(() => {
        // The card works without its preview. Opening the request reports any problem.
      });
    return () => {
      gone = true;
    };
  }, []);
  return prepared;
}

/** Whether an address is one of this machine. */
function isNearby(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
