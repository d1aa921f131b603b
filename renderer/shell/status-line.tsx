/** The status line: environment, certificate, PSU, session with its remaining time, bank clock, bank. */
import {
  Award,
  Check,
  Circle,
  Clock,
  Lock,
  LockOpen,
  Server,
  SlidersHorizontal,
  TriangleAlert,
  User,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Status } from '../../shared/contract/status.ts';
import { texts } from '../../shared/texts/texts.ts';
import { DAY } from '../../shared/time.ts';
import { SESSION_LIFETIME } from '../../shared/xs2a/bank-limits.ts';
import { host } from '../host.ts';
import { Sentence, Away } from '../ui/labels.tsx';
import { clockDifference, dayText, minutesText, secondsText, zoneText } from '../ui/format.ts';
import { openEnvironment, openSessions } from '../state/environments.ts';
import { useSca } from '../state/sca.ts';
import { useReach, type ShownClock, useBankClock } from '../state/status.ts';
import { useFrame } from '../state/frame.ts';
import { useVault } from '../state/vault.ts';
import { classes } from '../ui/classes.ts';
import layout from '../ui/layout.module.css';
import styles from './status-line.module.css';
import textStyles from '../ui/text.module.css';

const t = texts.frame.statusLine;

/** Milliseconds left of a session that is about to expire. */
const SOON = 5 * 60_000;

export function StatusLine() {
  const clock = useBankClock();
  const go = useFrame((store) => store.go);
  if (!clock) return <footer className={styles.status} aria-label={texts.common.status} />;
  const { status, now, ahead, sessionTime } = clock;
  const { isLocal, blocked, unconfirmed } = status.environment;
  // Another bank goes by real time.
  const days = Math.floor((status.certificate.notAfter - (isLocal ? now : now - ahead)) / DAY);
  return (
    <footer className={styles.status} aria-label={texts.common.status}>
      <Item title={texts.environments.name} onClick={() => openEnvironment()}>
        <SlidersHorizontal size={14} aria-hidden="true" /> {status.environment.name}{' '}
        <span className={classes(textStyles.faint, textStyles.wide)}>{status.environment.kind}</span>
      </Item>
      <Item title={blocked ?? texts.certificates.name} onClick={() => go('certificates')}>
        {days < 30 || blocked !== null ? (
          <TriangleAlert
            size={14}
            className={days < 0 ? textStyles.bad : textStyles.warn}
            aria-hidden="true"
          />
        ) : (
          <Award size={14} aria-hidden="true" />
        )}{' '}
        {blocked === null ? (
          <>
            {status.certificate.name} <b>{days < 0 ? t.ended : t.days(days)}</b>{' '}
            {days >= 0 && <span className={textStyles.wide}>{t.left}</span>}
          </>
        ) : unconfirmed === null ? (
          t.certificateMissing
        ) : (
          t.unconfirmed
        )}
      </Item>
      <VaultItem vault={status.vault} />
      <Item className={styles.actor} title={t.sessions} onClick={openSessions}>
        <User size={14} aria-hidden="true" />
        {status.psu ? (
          <>
            <span className={textStyles.cut} title={actorOf(status.psu)}>
              {actorOf(status.psu)}
            </span>{' '}
            <span className={classes(textStyles.faint, status.psu.company !== null && textStyles.wide)}>
              {status.psu.context}
            </span>
          </>
        ) : (
          t.noPsu
        )}
      </Item>
      <Item
        title={isOver(status.session, sessionTime) ? texts.sca.sessions.needsSca : t.sessions}
        onClick={openSessions}
      >
        <SessionItem session={status.session} now={sessionTime} />
      </Item>
      {isLocal ? <LocalBank clock={clock} /> : <OtherBank clock={clock} />}
    </footer>
  );
}

/** @param props.isFirst whether it is the first at the right end */
function Item(props: {
  isFirst?: boolean;
  className?: string | undefined;
  title: string;
  onClick: () => void;
  children: ReactNode;
}) {
  const { isFirst = false, title, onClick, children } = props;
  const className = classes(styles.item, isFirst && styles.push, styles.door, layout.inset, props.className);
  return (
    <button type="button" className={className} title={title} onClick={onClick}>
      {children}
    </button>
  );
}

/** The PSU of requests, and the company. */
function actorOf({ name, psuId, company }: NonNullable<Status['psu']>): string {
  const person = name ?? psuId.slice(0, 8);
  return company === null || company === person ? person : t.actsFor(person, company);
}

/** The clock of the local bank, and whether it is running. */
function LocalBank({ clock: { status, now, ahead } }: { clock: ShownClock }) {
  const go = useFrame((store) => store.go);
  const isReached = useReach((store) => store.isReached);
  const isRunning = isReached && status.bank.running;
  const difference = clockDifference(ahead);
  return (
    <>
      <Item isFirst title={texts.bank.clock.title} onClick={() => go('bank')}>
        <Away ahead={ahead} /> {dayText(now)} <b>{secondsText(now)}</b>{' '}
        <span className={textStyles.wide}>{t.oslo}</span>{' '}
        {(difference === null || status.bank.clock === 'frozen') && (
          <span className={classes(textStyles.faint, textStyles.wide)}>{t.clock[status.bank.clock]}</span>
        )}{' '}
        {difference !== null && <b>{difference.signed}</b>}
      </Item>
      <Item title={texts.bank.name} onClick={() => go('bank')}>
        {isRunning ? (
          <Check size={14} className={textStyles.ok} aria-hidden="true" />
        ) : (
          <TriangleAlert size={14} className={textStyles.warn} aria-hidden="true" />
        )}{' '}
        {isReached ? (status.bank.running ? t.bankRunning : t.bankStopped) : t.unreached}{' '}
        <code className={classes(textStyles.faint, textStyles.wide)}>:{status.bank.port}</code>
      </Item>
    </>
  );
}

/** The address of the bank, and the time of this machine, by which requests are dated. */
function OtherBank({ clock: { status, now, ahead } }: { clock: ShownClock }) {
  const { baseUrl } = status.environment;
  const real = now - ahead;
  return (
    <>
      <span className={classes(styles.item, styles.push)}>
        <Clock size={14} aria-hidden="true" /> {dayText(real)} <b>{secondsText(real)}</b>{' '}
        <span className={textStyles.wide}>{zoneText(real)}</span>{' '}
        <span className={textStyles.faint}>{t.thisMachine}</span>
      </span>
      <Item title={t.otherBank} onClick={() => openEnvironment()}>
        <Server size={14} aria-hidden="true" />{' '}
        <code>{URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl}</code>
      </Item>
    </>
  );
}

/** Locks a vault that has a passphrase. Renders nothing without one. */
function VaultItem({ vault }: { vault: Status['vault'] }) {
  if (vault.protection !== 'passphrase') return null;
  if (vault.state === 'locked') {
    return (
      <Item title={texts.vault.unlockTitle} onClick={() => useVault.getState().ask()}>
        <Lock size={14} className={textStyles.warn} aria-hidden="true" /> {t.vaultLocked}
      </Item>
    );
  }
  return (
    <Item title={t.lockVault} onClick={() => void host.call('vault.lock', {})}>
      <LockOpen size={14} aria-hidden="true" /> {t.vaultOpen}
    </Item>
  );
}

/** Whether the session of the last SCA has expired, or another one has replaced it. */
function isOver(session: Status['session'], now: number): boolean {
  if (session === null) return false;
  return session.replaced || (session.since !== null && session.since + SESSION_LIFETIME <= now);
}

function SessionItem({ session, now }: { session: Status['session']; now: number }) {
  const isAtBank = useSca(({ open }) => open !== null);
  const since = session?.since ?? null;
  const left = since === null ? null : since + SESSION_LIFETIME - now;
  const isExpired = left !== null && left <= 0;
  if (session?.replaced === true || isExpired)
    return (
      <>
        <TriangleAlert size={14} className={textStyles.warn} aria-hidden="true" />{' '}
        {isExpired && session?.replaced !== true ? t.sessionExpired : t.sessionReplaced}
      </>
    );
  if (left === null)
    return (
      <>
        <Circle size={14} aria-hidden="true" /> {isAtBank ? t.scaPending : t.noSession}
      </>
    );
  return (
    <span className={classes(layout.row, left < SOON && styles.soon)}>
      {left < SOON ? (
        <TriangleAlert size={14} aria-hidden="true" />
      ) : (
        <Check size={14} className={textStyles.ok} aria-hidden="true" />
      )}
      <span>
        <Sentence text={t.sessionValid} parts={{ time: <b>{minutesText(left)}</b> }} />
      </span>
    </span>
  );
}
