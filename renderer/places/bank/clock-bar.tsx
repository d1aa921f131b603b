/** The bank's clock with its controls; snapshots and reset. */
import { ListEnd } from 'lucide-react';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useBankClock } from '../../state/status.ts';
import { type Asking, useBank } from '../../state/bank.ts';
import { BackToNow, Reset, moved } from './clock-reset.tsx';
import { Snapshots } from './snapshots.tsx';
import { clockText, timeText, wholeText, zonedText, clockDifference } from '../../ui/bank-time.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ProgressBar } from '../../ui/pending.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import layout from '../../ui/layout.module.css';
import styles from './clock-bar.module.css';
import textStyles from '../../ui/text.module.css';
import { type FormEvent, useId, useState } from 'react';
import { passedOver } from '../../../shared/demonstrations/clock-jump.ts';
import { readOsloTime } from '../../../shared/norway/date-text.ts';
import { Input } from '../../ui/controls.tsx';

const t = texts.bank.clock;

const MODES = [
  { value: 'real', label: t.running },
  { value: 'frozen', label: t.frozen },
] as const;
const STEPS = [
  { advance: 'PT1M', label: t.oneMinute },
  { advance: 'PT1H', label: t.oneHour },
  { advance: 'P1D', label: t.oneDay },
] as const;

export function ClockBar({ overview: { clock, counts } }: { overview: Overview }) {
  const { perform, batch, asking, ask } = useBank();
  const ahead = useBankClock()?.ahead ?? 0;
  const difference = clockDifference(ahead);
  const toggle = (what: Asking) => ask(asking === what ? null : what);
  const close = () => ask(null);
  return (
    <section className={styles.bar} aria-label={t.title}>
      <div className={layout.actions}>
        <BankTime />
        <Segmented
          label={t.mode}
          value={clock.mode}
          options={MODES}
          onChange={(mode) => void perform('bank.clock', { mode }, mode === 'frozen' ? t.stands : t.runs)}
        />
        {STEPS.map(({ advance, label }) => (
          <Button
            key={advance}

            size="small"
            onClick={() => void perform('bank.clock', { advance }, moved(t.wentOn(label)))}
          >
            {label}
          </Button>
        ))}
        <Button
          size="small"
          onClick={() =>
            void perform(
              'bank.clock',
              { toNextBatch: true },
              moved(t.wentToBatch(clockText(clock.nextBatch))),
            )
          }
        >
          {t.toBatch(timeText(clock.nextBatch, clock.now))}
        </Button>
        <Button size="small" aria-expanded={asking === 'date'} onClick={() => toggle('date')}>
          {t.toDate}
        </Button>
        <Button size="small" onClick={() => void batch()}>
          <ListEnd size={14} aria-hidden="true" /> {t.runBatch}
        </Button>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.waiting(counts.waiting)}</span>
        <span className={layout.grow} />
        <ReplaceButtons />
      </div>
      {difference !== null || asking === 'now' ? (
        <BackToNow ahead={ahead} />
      ) : (
        <span className={classes(textStyles.soft, textStyles.small)}>{t.onlyForward}</span>
      )}
      {clock.work !== null && <Work work={clock.work} />}
      {asking === 'date' && <ToDate onDone={close} />}
      <Replacing />
    </section>
  );
}

/** While the bank's data cannot be shown: what replaces them, which must not depend on what is broken. */
export function WaysOut() {
  return (
    <section className={styles.bar} aria-label={t.waysOut}>
      <div className={layout.actions}>
        <ReplaceButtons />
      </div>
      <Replacing />
    </section>
  );
}

/** They open the form for what replaces the bank's data. */
function ReplaceButtons() {
  const { asking, ask } = useBank();
  const toggle = (what: Asking) => ask(asking === what ? null : what);
  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-expanded={asking === 'snapshot'}
        onClick={() => toggle('snapshot')}
      >
        {t.openSnapshots}
      </Button>
      <Button look="harm" size="small" aria-expanded={asking === 'reset'} onClick={() => toggle('reset')}>
        {t.openReset}
      </Button>
    </>
  );
}

const closeForm = () => useBank.getState().ask(null);

/** The form that {@link ReplaceButtons} has opened. Escape closes it, and every other form of the clock bar. */
function Replacing() {
  const { asking, ask } = useBank();
  const ahead = useBankClock()?.ahead ?? 0;
  useEscape(asking === null ? null : closeForm);
  if (asking === 'snapshot') return <Snapshots />;
  if (asking === 'reset') return <Reset difference={clockDifference(ahead)} onDone={() => ask(null)} />;
  return null;
}

/** How far a long batch or clock move is. */
function Work({ work: { at, done, left } }: { work: NonNullable<Overview['clock']['work']> }) {
  const number = (value: number) => value.toLocaleString('en-GB');
  return (
    <div>
      <ProgressBar value={done} max={done + left} aria-label={t.working} />
      <span className={classes(textStyles.soft, textStyles.small, textStyles.num)}>
        {t.workDone(number(done), number(done + left), zonedText(at))}
      </span>
    </div>
  );
}

function BankTime() {
  const clock = useBankClock();
  if (!clock) return null;
  return (
    <div>
      <div className={classes(textStyles.small, textStyles.soft)}>{t.now}</div>
      <div className={styles.time}>{wholeText(clock.now)}</div>
    </div>
  );
}

/** Moves the clock to a date and time, written as people write them. */
function ToDate({ onDone }: { onDone: () => void }) {
  const perform = useBank((store) => store.perform);
  const now = useBankClock()?.now ?? 0;
  const [text, setText] = useState('');
  const hint = useId();
  const read = readOsloTime(text, now);
  const isPast = read !== null && read.at < now;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (read === null || isPast) return;
    onDone();
    const set = new Date(read.at).toISOString();
    void perform('bank.clock', { set }, moved(t.wentTo(wholeText(read.at))));
  };
  return (
    <form className={layout.actions} aria-label={t.move} onSubmit={submit}>
      <label>
        {t.forwardTo}{' '}
        <Input
          className={styles.field}
          name="to"
          value={text}
          placeholder={t.exampleDate}
          aria-describedby={hint}
          required
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Button type="submit" size="small" disabled={read === null || isPast}>
        {t.move}
      </Button>
      <span id={hint} className={classes(textStyles.soft, textStyles.small)}>
        {read === null
          ? t.dateHint
          : [
              wholeText(read.at),
              ...(read.odd === null ? [] : [read.odd === 'twice' ? t.twice : t.skipped]),
              ...(isPast ? [t.isPast] : passedOver(now, read.at)),
            ].join(' · ')}
      </span>
    </form>
  );
}
