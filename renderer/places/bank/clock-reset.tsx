/** The ways back to real time: a reset, which deletes the data, or a move forward if the clock is behind. */
import { useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useBank } from '../../state/bank.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Button } from '../../ui/button.tsx';
import { Away, isFar } from '../../ui/away.tsx';
import { classes } from '../../ui/classes.ts';
import { type ClockDifference, clockDifference } from '../../ui/bank-time.ts';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';
import type { Output } from '../../../shared/contract/methods.ts';
import { passedOver } from '../../../shared/demonstrations/clock-jump.ts';

const t = texts.bank.clock;

/** How far the clock is from real time, and the way back, which says what it undoes before it asks. */
export function BackToNow({ ahead }: { ahead: number }) {
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
  const go = () => {
    close();
    void (isAhead
      ? perform('bank.reset', { clock: 'real' }, t.wasResetToNow)
      : perform('bank.clock', { toRealTime: true }, t.isNow));
  };
  return (
    <div className={layout.actions}>
      <Away ahead={ahead} />
      <span>
        {isAhead ? t.backWarning(length) : t.forwardToNow(length)}{' '}
        {isAhead && snapshots.length > 0 && t.backKeeps}
      </span>
      <Button look={isAhead ? 'harm' : 'normal'} size="small" onClick={go}>
        {isAhead ? t.resetToNow : t.moveToNow}
      </Button>
      <Button look="plain" size="small" onClick={close}>
        {isAhead ? texts.common.keep : texts.common.cancel}
      </Button>
    </div>
  );
}

/** @param difference null while the clock shows real time: then there is nothing to set */
export function Reset({ difference, onDone }: { difference: ClockDifference | null; onDone: () => void }) {
  const perform = useBank((store) => store.perform);
  const shown = useDemonstrations(({ state }) => state.playing?.name ?? null);
  // A demonstration goes on at its own time.
  const [isWithClock, setIsWithClock] = useState(shown === null);
  const toNow = difference !== null && isWithClock;
  return (
    <div className={layout.actions}>
      <span>
        {shown === null ? '' : t.resetOfDemonstration(shown)} {t.resetWarning}
      </span>
      {difference !== null && (
        <label className={layout.row}>
          <input
            type="checkbox"
            checked={isWithClock}
            onChange={({ target }) => setIsWithClock(target.checked)}
          />
          {t.andSetClock}
        </label>
      )}
      <Button
        look="harm"
        size="small"
        onClick={() => {
          onDone();
          void perform(
            'bank.reset',
            { clock: toNow ? 'real' : 'keep' },
            toNow ? t.wasResetToNow : t.wasReset,
          );
        }}
      >
        {t.resetBank}
      </Button>
      <Button look="plain" size="small" onClick={onDone}>
        {texts.common.keep}
      </Button>
    </div>
  );
}

/** @param said the sentence about the move */
export const moved =
  (said: string) =>
  ({ from, to }: Output<'bank.clock'>): string =>
    [said, ...passedOver(from, to)].join(' ');
