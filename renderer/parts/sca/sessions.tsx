/** Every TPP-Session-ID with its state, its remaining time and the actions on it (SCA-4, SCA-5). */
import { minutesText, stepText, zonedText } from '../../ui/format.ts';
import { type Tone, Remark, Badge, Count } from '../../ui/labels.tsx';
import { useEffect, useRef, useState } from 'react';
import {
  SESSION_STATES,
  SESSION_STEPS,
  type SessionRecord,
  type SessionState,
  sessionState,
  sessionTimeLeft,
  contextName,
} from '../../../shared/xs2a/session-life.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Diagram, StateBox } from '../../ui/diagram.tsx';
import { Problem } from '../../ui/messages.tsx';
import { Grid, ActionsHead } from '../../ui/table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { sessionNow, useStatus } from '../../state/status.ts';
import { useSessions } from '../../state/environments.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.sca.sessions;

const TONE: Record<SessionState, Tone> = {
  'no valid SCA': 'plain',
  'SCA pending': 'warn',
  'SCA valid': 'ok',
  expired: 'bad',
  replaced: 'bad',
};

/** Bank time, updated every second. */
function useSessionTime(): number {
  const { status, readAt } = useStatus();
  const [now, setNow] = useState(0);
  useEffect(() => {
    const tick = () => setNow(status === null ? 0 : sessionNow(status, readAt));
    const first = setTimeout(tick, 0);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [status, readAt]);
  return now;
}

/** @param local whether the bank is the local one, which can expire sessions */
export function Sessions({ local }: { local: boolean }) {
  const { sessions, current, problem, shouldReveal, load, perform } = useSessions();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!shouldReveal) return;
    section.current?.scrollIntoView();
    section.current?.focus();
    useSessions.setState({ shouldReveal: false });
  }, [shouldReveal]);
  const status = useStatus((store) => store.status);
  const [chosen, setChosen] = useState<string | null>(null);
  const now = useSessionTime();
  // What changes the status (a request, a redirect, the clock) may have changed a session.
  useEffect(() => void load(), [load, status]);
  const shown = sessions.find(({ id }) => id === chosen) ?? sessions.find(({ id }) => id === current);
  return (
    <section ref={section} aria-label={t.title} tabIndex={-1}>
      <Panel
        name="environment.sessions"
        title={t.title}
        fact={
          <>
            <Count>{sessions.length}</Count>
            <Remark>{t.hint}</Remark>
          </>
        }
        actions={
          <Button size="small" onClick={() => void perform('sessions.begin', {})}>
            {t.add}
          </Button>
        }
        rule="SCA-5"
      >
        <Problem text={problem} />
        <Grid>
          <thead>
            <tr>
              <th scope="col">{t.tppSessionId}</th>
              <th scope="col">{t.state}</th>
              <th scope="col">{t.context}</th>
              <th scope="col">{t.left}</th>
              <th scope="col">{t.began}</th>
              <ActionsHead />
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <Row
                key={session.id}
                session={session}
                now={now}
                inUse={session.id === current}
                shown={session === shown}
                local={local}
                onShow={() => setChosen(session.id)}
              />
            ))}
          </tbody>
        </Grid>
        {shown && <Life state={sessionState(shown, now)} id={shown.id} />}
      </Panel>
    </section>
  );
}

interface Offer {
  session: SessionRecord;
  state: SessionState;
  inUse: boolean;
  local: boolean;
}

/** The actions on a session, and when they are available. */
const ACTIONS = [
  {
    label: t.use,
    method: 'sessions.use',
    offered: ({ state, inUse }: Offer) => !inUse && state !== 'replaced',
  },
  {
    label: t.abort,
    method: 'sessions.abort',
    offered: ({ session, state, inUse }: Offer) =>
      session.pending !== null || (inUse && state === 'no valid SCA'),
  },
  {
    label: t.expire,
    method: 'sessions.expire',
    offered: ({ state, local }: Offer) => local && state === 'SCA valid',
  },
] as const;

interface RowProps {
  session: SessionRecord;
  now: number;
  inUse: boolean;
  shown: boolean;
  local: boolean;
  onShow: () => void;
}

function Row({ session, now, inUse, shown, local, onShow }: RowProps) {
  const { id, began } = session;
  const perform = useSessions((store) => store.perform);
  const state = sessionState(session, now);
  const left = sessionTimeLeft(session, now);
  const actions = ACTIONS.filter(({ offered }) => offered({ session, state, inUse, local }));
  return (
    <tr aria-selected={shown}>
      <td>
        <LinkButton className={textStyles.mono} data-opens onClick={onShow}>
          {id}
        </LinkButton>{' '}
        {inUse && <b className={classes(textStyles.small, textStyles.accent)}>{t.inUse}</b>}
      </td>
      <td>
        <Badge tone={TONE[state]}>{state}</Badge>
        {state === 'SCA valid' && session.pending !== null && (
          <span className={classes(textStyles.soft, textStyles.small)}> {t.otherPending}</span>
        )}
        {session.failed !== null && (
          <span className={classes(textStyles.bad, textStyles.small)}>
            {' '}
            {t.lastFailed(zonedText(session.failed))}
          </span>
        )}
      </td>
      <td className={textStyles.mono}>{session.psuId !== null && contextName(session.corporateId)}</td>
      <td className={textStyles.tabular}>{left > 0 ? minutesText(left) : ''}</td>
      <td className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
        {began === 0 ? t.notYet : stepText(began)}
      </td>
      <td>
        {actions.map(({ label, method }) => (
          <Button
            key={label}
            look="plain"
            size="small"
            aria-label={`${label} ${id}`}
            onClick={() => void perform(method, { id })}
          >
            {label}
          </Button>
        ))}
      </td>
    </tr>
  );
}

const SIZE = { width: 108, height: 40 };
const CENTRE: Record<SessionState, { x: number; y: number }> = {
  'no valid SCA': { x: 62, y: 60 },
  'SCA pending': { x: 236, y: 60 },
  'SCA valid': { x: 410, y: 60 },
  expired: { x: 560, y: 24 },
  replaced: { x: 560, y: 104 },
};
const ARROWS = [
  'M117 52H180',
  'M182 68H119',
  'M291 60H354',
  'M465 50L504 30',
  'M465 70L504 98',
  'M530 4Q400 -6 240 38',
].map((d) => ({ d, step: 'next' as const }));

/** The state table of the interface as a diagram; the state of one session is marked. */
function Life({ state, id }: { state: SessionState; id: string }) {
  const next = SESSION_STEPS.filter(({ from }) => from === state);
  const described = next.map(({ to, why }) => t.transition(to, why)).join('; ');
  return (
    <Diagram
      description={t.described(id, state, described || t.nothing)}
      size={{ width: 640, height: 140 }}
      arrows={ARROWS}
      caption={
        <figcaption className={classes(textStyles.soft, textStyles.small, layout.pad)}>
          {next.length === 0 ? t.replacedStays : next.map(({ to, why }) => `${to}: ${why}`).join('. ') + '.'}
          {(state === 'expired' || state === 'replaced') && <p>{t.needsSca}</p>}
        </figcaption>
      }
    >
      {SESSION_STATES.map((one) => {
        const standing = one === state ? 'now' : next.some(({ to }) => to === one) ? 'next' : 'later';
        return <StateBox key={one} standing={standing} centre={CENTRE[one]} size={SIZE} code={one} />;
      })}
    </Diagram>
  );
}
