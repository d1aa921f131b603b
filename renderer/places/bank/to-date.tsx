/** Moves the clock to a date and time, written as people write them. */
import { type FormEvent, useId, useState } from 'react';
import { passedOver } from '../../../shared/demonstrations/clock-jump.ts';
import { readOsloTime } from '../../../shared/norway/date-text.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useBankClock } from '../../state/bank-clock.ts';
import { useBank } from '../../state/bank.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/controls.tsx';
import { moved } from './clock-moved.ts';
import { wholeText } from '../../ui/bank-time.ts';
import layout from '../../ui/layout.module.css';
import styles from './to-date.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.clock;

export function ToDate({ onDone }: { onDone: () => void }) {
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
