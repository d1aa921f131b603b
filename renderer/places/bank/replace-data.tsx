/** Replaces the bank's data: snapshots and the reset. */
import { useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useBank } from '../../state/bank.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useBankClock } from '../../state/status.ts';
import { clockDifference } from '../../ui/format.ts';
import { CheckField } from '../../ui/form.tsx';
import { closePanel } from '../../ui/popover.tsx';
import { AskPopover, Question } from './asking.tsx';
import { Snapshots } from './snapshots.tsx';
import styles from './clock-bar.module.css';

const t = texts.bank.clock;

/** Shown in place of the clock bar if the bank's data cannot be read. */
export function ReplaceBar() {
  return (
    <section className={styles.clockBar} aria-label={t.waysOut}>
      <div className={styles.bar}>
        <Snapshots />
        <Reset />
      </div>
    </section>
  );
}

export function Reset() {
  return (
    <AskPopover form="reset" look="harm" label={t.resetBank} button={t.openReset}>
      <ResetForm />
    </AskPopover>
  );
}

function ResetForm() {
  const perform = useBank((store) => store.perform);
  const playing = useDemonstrations(({ state }) => state.playing?.name ?? null);
  const canSetClock = clockDifference(useBankClock()?.ahead ?? 0) !== null;
  // A demonstration continues at its own time.
  const [isWithClock, setIsWithClock] = useState(playing === null);
  const toNow = canSetClock && isWithClock;
  return (
    <Question
      sure={t.resetBank}
      look="harm"
      no={texts.common.keep}
      onSure={(event) => {
        closePanel(event);
        void perform('bank.reset', { clock: toNow ? 'real' : 'keep' }, toNow ? t.wasResetToNow : t.wasReset);
      }}
    >
      <p>
        {playing === null ? '' : t.resetOfDemonstration(playing)} {t.resetWarning}
      </p>
      {canSetClock && (
        <CheckField checked={isWithClock} onChange={setIsWithClock}>
          {t.andSetClock}
        </CheckField>
      )}
    </Question>
  );
}
