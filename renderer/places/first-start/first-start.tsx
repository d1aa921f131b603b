/** The first view: recent work, what is ready, and the way to the first signed request. */
import { ArrowRight, Check, Lock } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { isLoopback } from '../../../shared/requests/loopback.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { DAY } from '../../../shared/time.ts';
import { ShippedCollections } from '../../parts/collections/shipped.tsx';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFrame } from '../../state/frame.ts';
import { choose } from '../../state/requests/opening.ts';
import { send } from '../../state/requests/sending.ts';
import { useOutput } from '../../state/output.ts';
import { useSettings } from '../../state/settings.ts';
import { timeInUse, useStatus } from '../../state/status.ts';
import { Problem } from '../../ui/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { minuteText, timeText } from '../../ui/format.ts';
import { Kbd } from '../../ui/labels.tsx';
import { HeaderLine, Ledger } from '../../ui/wire-text.tsx';
import { PlaceMain } from '../../ui/columns.tsx';
import layout from '../../ui/layout.module.css';
import { RecentWork } from './recent-work.tsx';
import styles from './first-start.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.start;

export function FirstStart() {
  const { status, readAt } = useStatus();
  const { exportEverything, problem, change } = useSettings();
  // Computed, because the card shows what the first request will sign.
  const preview = useOutput('requests.prepare', fresh('createConsent'));
  const holdings = useOutput('bank.counts', {}, readAt);
  const bank = useOutput('bank.overview', { search: '' }, readAt);
  const exchanges = useOutput('history.list', { search: '', from: 'sent' }, readAt)?.exchanges ?? [];
  const runs = useOutput('runs.list', {}, readAt)?.runs ?? [];
  const isFresh = exchanges.length === 0 && runs.length === 0;
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '1') openFirstRequest();
      if (event.key === '2') openFirstDemonstration();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, []);
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
          {(isFresh || !environment.isLocal) && (
            <p className={styles.lead}>
              {environment.isLocal
                ? t.lead
                : isLoopback(new URL(environment.baseUrl))
                  ? t.leadNearby
                  : t.leadElsewhere}
            </p>
          )}
        </div>
        {!isFresh && <RecentWork exchanges={exchanges} runs={runs} />}
        <section className={styles.ready} aria-label={t.ready}>
          <div>
            <h2>
              <Check size={14} className={textStyles.ok} aria-hidden="true" /> {texts.bank.name}
            </h2>
            <strong>{environment.isLocal ? t.running(environment.kind) : environment.name}</strong>
            <code className={textStyles.soft}>{environment.baseUrl}</code>
            {!isFresh && environment.isLocal && bank && (
              <span className={textStyles.tabular}>
                {t.bankState(
                  minuteText(bank.clock.now),
                  bank.counts.waiting,
                  timeText(bank.clock.nextBatch, bank.clock.now),
                )}
              </span>
            )}
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
        <section className={classes(styles.doors, !isFresh && styles.small)} aria-label={t.begin}>
          <Door
            number={1}
            title={t.firstRequest}
            text={t.firstRequestText(person)}
            action={t.start}
            effort={t.effort}
            onOpen={openFirstRequest}
          >
            {isFresh && (
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
            )}
          </Door>
          <Door
            number={2}
            title={t.flow}
            text={t.flowText}
            action={t.show}
            effort={t.flowEffort}
            onOpen={openFirstDemonstration}
          />
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

/** A card that can be pressed as a whole: its only button is stretched over it. */
function Door(props: {
  number: 1 | 2;
  title: string;
  text: string;
  action: string;
  effort: string;
  onOpen: () => void;
  children?: ReactNode;
}) {
  const { number, title, text, action, effort, onOpen, children } = props;
  return (
    <div className={styles.door}>
      {children}
      <div className={styles.words}>
        <h2>
          <button
            type="button"
            className={styles.open}
            aria-describedby={`door-${number}-text`}
            onClick={onOpen}
          >
            {title}
          </button>
        </h2>
        <p id={`door-${number}-text`} className={textStyles.soft}>
          {text}
        </p>
        <p className={styles.out}>
          <span className={styles.act}>
            {action} <ArrowRight size={16} aria-hidden="true" />
          </span>
          <span className={layout.grow} />
          <span className={classes(textStyles.faint, textStyles.small)}>{effort}</span>
          <Kbd>{String(number)}</Kbd>
        </p>
      </div>
    </div>
  );
}

function openFirstRequest(): void {
  choose('createConsent');
  useFrame.getState().go('requests');
  void send();
  void useSettings.getState().change({ started: true });
}

function openFirstDemonstration(): void {
  useFrame.getState().go('flow');
  void useDemonstrations.getState().start('consent');
  void useSettings.getState().change({ started: true });
}
