/** The bank's clock with its controls. */
import { ListEnd } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { passedOver } from '../../../shared/demonstrations/clock-jump.ts';
import { readOsloTime } from '../../../shared/norway/date-text.ts';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { clockMoved, useBank } from '../../state/bank.ts';
import { useBankClock } from '../../state/status.ts';
import { Away, isFar } from '../../ui/labels.tsx';
import { clockDifference, clockText, minuteText, timeText, wholeText, zonedText } from '../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/form.tsx';
import { ProgressBar } from '../../ui/messages.tsx';
import { Segmented } from '../../ui/form.tsx';
import { AskButton, ReplaceButtons, ReplaceForm } from './replace-data.tsx';
import layout from '../../ui/layout.module.css';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';

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
  const { perform, batch, asking } = useBank();
  const ahead = useBankClock()?.ahead ?? 0;
  return (
    <section className={styles.clockBar} aria-label={t.title}>
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
            onClick={() => void perform('bank.clock', { advance }, clockMoved(t.wentOn(label)))}
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
              clockMoved(t.wentToBatch(clockText(clock.nextBatch))),
            )
          }
        >
          {t.toBatch(timeText(clock.nextBatch, clock.now))}
        </Button>
        <AskButton form="date">{t.toDate}</AskButton>
        <Button size="small" onClick={() => void batch()}>
          <ListEnd size={14} aria-hidden="true" /> {t.runBatch}
        </Button>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.waiting(counts.waiting)}</span>
        <span className={layout.grow} />
        <ReplaceButtons />
      </div>
      {clockDifference(ahead) !== null || asking === 'now' ? (
        <BackToNow ahead={ahead} />
      ) : (
        <span className={classes(textStyles.soft, textStyles.small)}>{t.onlyForward}</span>
      )}
      {clock.work !== null && <Work work={clock.work} />}
      {asking === 'date' && <ToDate />}
      <ReplaceForm />
    </section>
  );
}

/** Progress of a long batch or clock move. */
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

/** Moves the clock to a date and time. */
function ToDate() {
  const { perform, ask } = useBank();
  const now = useBankClock()?.now ?? 0;
  const [text, setText] = useState('');
  const hint = useId();
  const read = readOsloTime(text, now);
  const isPast = read !== null && read.at < now;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (read === null || isPast) return;
    ask(null);
    const set = new Date(read.at).toISOString();
    void perform('bank.clock', { set }, clockMoved(t.wentTo(wholeText(read.at))));
  };
  return (
    <form className={layout.actions} aria-label={t.move} onSubmit={submit}>
      <label>
        {t.forwardTo}{' '}
        <Input
          className={styles.moveTo}
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

/** The difference from real time, and the way back: a reset, or a move forward if the clock is behind. */
function BackToNow({ ahead }: { ahead: number }) {
  const { perform, snapshots, asking, ask } = useBank();
  const difference = clockDifference(ahead);
  const close = () => ask(null);
  if (difference === null)
    return (
      <div className={layout.actions}>
        <span>{t.showsNow}</span>
        <Button look="plain" size="small" onClick={close}>
          {texts.common.close}
        </Button>
      </div>
    );
  const { isAhead, length } = difference;
  if (asking !== 'now')
    return (
      <div className={layout.actions}>
        <Away ahead={ahead} />
        <span>{isAhead ? t.ahead(length) : t.behind(length)}</span>
        <Button size="small" onClick={() => ask('now')}>
          {t.backToNow}
        </Button>
        {isFar(ahead) && (
          <span className={classes(textStyles.soft, textStyles.small)}>{t.othersRefused}</span>
        )}
      </div>
    );
  const before = isAhead ? snapshots.find(({ name }) => name === t.beforeMove) : undefined;
  const toNow = (notice: string) => perform('bank.clock', { toRealTime: true }, notice);
  const go = async () => {
    close();
    if (!isAhead) return toNow(t.isNow);
    if (before === undefined) return perform('bank.reset', { clock: 'real' }, t.wasResetToNow);
    await perform('bank.restoreSnapshot', { name: before.name }, null);
    if (useBank.getState().problem === null) await toNow(t.wasBack);
  };
  return (
    <div className={layout.actions}>
      <Away ahead={ahead} />
      <span>
        {before?.about
          ? t.backRestores(length, minuteText(before.about.clock))
          : isAhead
            ? t.backWarning(length)
            : t.forwardToNow(length)}
      </span>
      <Button look={isAhead ? 'harm' : 'normal'} size="small" onClick={() => void go()}>
        {before ? t.goBack : isAhead ? t.resetToNow : t.moveToNow}
      </Button>
      <Button look="plain" size="small" onClick={close}>
        {isAhead ? texts.common.keep : texts.common.cancel}
      </Button>
    </div>
  );
}
