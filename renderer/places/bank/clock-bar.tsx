/** The bank's clock with its controls. */
import { ListEnd } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { passedOver } from '../../../shared/demonstrations/clock-jump.ts';
import { readOsloTime } from '../../../shared/norway/date-text.ts';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { clockMoved, useBank } from '../../state/bank.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useBankClock } from '../../state/status.ts';
import { Away, Count, isFar } from '../../ui/labels.tsx';
import {
  type ClockDifference,
  clockDifference,
  clockText,
  minuteText,
  timeText,
  wholeText,
  zonedText,
} from '../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input, Segmented } from '../../ui/form.tsx';
import { ProgressBar } from '../../ui/messages.tsx';
import { closePanel, Menu, MenuAction } from '../../ui/popover.tsx';
import { AskPopover, Question } from './asking.tsx';
import { Reset } from './replace-data.tsx';
import { Snapshots } from './snapshots.tsx';
import layout from '../../ui/layout.module.css';
import styles from './clock-bar.module.css';
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
  const { perform, batch } = useBank();
  const ahead = useBankClock()?.ahead ?? 0;
  const moves = [
    ...STEPS.map(({ advance, label }) => ({
      label,
      move: () => perform('bank.clock', { advance }, clockMoved(t.wentOn(label))),
    })),
    {
      label: t.toBatch(timeText(clock.nextBatch, clock.now)),
      move: () =>
        perform('bank.clock', { toNextBatch: true }, clockMoved(t.wentToBatch(clockText(clock.nextBatch)))),
    },
  ];
  return (
    <section className={styles.clockBar} aria-label={t.title}>
      <div className={styles.bar}>
        <BankTime />
        <Segmented
          label={t.mode}
          value={clock.mode}
          options={MODES}
          onChange={(mode) => void perform('bank.clock', { mode }, mode === 'frozen' ? t.stands : t.runs)}
        />
        <span className={styles.moves}>
          {moves.map(({ label, move }) => (
            <Button key={label} size="small" title={t.onlyForward} onClick={() => void move()}>
              {label}
            </Button>
          ))}
        </span>
        <span className={styles.menu}>
          <Menu label={t.moves}>
            {moves.map(({ label, move }) => (
              <MenuAction key={label} onClick={() => void move()}>
                {label}
              </MenuAction>
            ))}
          </Menu>
        </span>
        <AskPopover form="date" label={t.move} button={t.toDate}>
          <ToDate />
        </AskPopover>
        <Snapshots />
        <span className={layout.grow} />
        <Button size="small" onClick={() => void batch()}>
          <ListEnd size={14} aria-hidden="true" /> {t.runBatch}
          {counts.waiting > 0 && (
            <Count>
              {counts.waiting} <span className={textStyles.spoken}>{t.waiting}</span>
            </Count>
          )}
        </Button>
        <Reset />
      </div>
      {clockDifference(ahead) !== null && <BackToNow ahead={ahead} />}
      {clock.work !== null && <Work work={clock.work} />}
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
    <div className={styles.time} title={t.now}>
      {wholeText(clock.now)}
    </div>
  );
}

/** Moves the clock to a date and time. */
function ToDate() {
  const perform = useBank((store) => store.perform);
  const now = useBankClock()?.now ?? 0;
  const [text, setText] = useState('');
  const hint = useId();
  const read = readOsloTime(text, now);
  const isPast = read !== null && read.at < now;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (read === null || isPast) return;
    closePanel(event);
    const set = new Date(read.at).toISOString();
    void perform('bank.clock', { set }, clockMoved(t.wentTo(wholeText(read.at))));
  };
  return (
    <form className={styles.question} aria-label={t.move} onSubmit={submit}>
      <label className={layout.row}>
        {t.forwardTo}{' '}
        <Input
          className={layout.grow}
          name="to"
          value={text}
          placeholder={t.exampleDate}
          aria-describedby={hint}
          required
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <span id={hint} className={classes(textStyles.soft, textStyles.small)}>
        {read === null
          ? t.dateHint
          : [
              wholeText(read.at),
              ...(read.odd === null ? [] : [read.odd === 'twice' ? t.twice : t.skipped]),
              ...(isPast ? [t.isPast] : passedOver(now, read.at)),
            ].join(' · ')}
      </span>
      <p className={classes(textStyles.soft, textStyles.small)}>{t.onlyForward}</p>
      <div>
        <Button type="submit" look="go" size="small" disabled={read === null || isPast}>
          {t.move}
        </Button>
      </div>
    </form>
  );
}

/** The difference from real time, and the way back: a reset, or a move forward if the clock is behind. */
function BackToNow({ ahead }: { ahead: number }) {
  const difference = clockDifference(ahead);
  if (difference === null) return null;
  const { isAhead, length } = difference;
  return (
    <div className={layout.actions}>
      <Away ahead={ahead} />
      <span>{isAhead ? t.ahead(length) : t.behind(length)}</span>
      <AskPopover form="now" label={t.backToNow} button={t.backToNow}>
        <WayBack {...difference} />
      </AskPopover>
      {isFar(ahead) && <span className={classes(textStyles.soft, textStyles.small)}>{t.othersRefused}</span>}
    </div>
  );
}

function WayBack({ isAhead, length }: ClockDifference) {
  const { perform, snapshots } = useBank();
  // It is not of the bank of a demonstration.
  const isOwn = useDemonstrations(({ state }) => !state.aside);
  const before = isAhead && isOwn ? snapshots.find(({ name }) => name === t.beforeMove) : undefined;
  const toNow = (notice: string) => perform('bank.clock', { toRealTime: true }, notice);
  const go = async () => {
    if (!isAhead) return toNow(t.isNow);
    if (before === undefined) return perform('bank.reset', { clock: 'real' }, t.wasResetToNow);
    await perform('bank.restoreSnapshot', { name: before.name }, null);
    if (useBank.getState().problem === null) await toNow(t.wasBack);
  };
  return (
    <Question
      sure={before ? t.goBack : isAhead ? t.resetToNow : t.moveToNow}
      look={isAhead ? 'harm' : 'normal'}
      no={isAhead ? texts.common.keep : texts.common.cancel}
      onSure={(event) => {
        closePanel(event);
        void go();
      }}
    >
      <p>
        {before?.about
          ? t.backRestores(length, minuteText(before.about.clock))
          : isAhead
            ? t.backWarning(length)
            : t.forwardToNow(length)}
      </p>
    </Question>
  );
}
