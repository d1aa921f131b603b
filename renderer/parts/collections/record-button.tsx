/** Starts a recording from the top bar, and shows the one under way. */
import { Circle, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useRecording } from '../../state/recording.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import styles from './record-button.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.recording;

export function RecordButton() {
  const { state, steps, asks, load, stop } = useRecording();
  const setAsks = (next: boolean) => useRecording.setState({ asks: next });
  useEffect(() => void load(), [load]);
  if (state === 'recording')
    return (
      <fieldset className={classes(layout.row, styles.place, styles.running)} aria-label={t.title}>
        <Circle size={11} className={styles.light} aria-hidden="true" />
        <output className={classes(textStyles.small, textStyles.nowrap)}>{t.recording(steps.length)}</output>
        <Button size="small" onClick={() => void stop()}>
          <Square size={11} aria-hidden="true" /> {t.stop}
        </Button>
      </fieldset>
    );
  return (
    <div className={styles.place}>
      <Button
        look="plain"
        size="small"
        title={t.startHint}
        aria-expanded={asks}
        disabled={state === 'stopped'}
        onClick={() => setAsks(!asks)}
      >
        <Circle size={11} className={styles.light} aria-hidden="true" /> {t.start}
      </Button>
      {asks && state === 'idle' && <StartForm onDone={() => setAsks(false)} />}
    </div>
  );
}

function StartForm({ onDone }: { onDone: () => void }) {
  const { problem, start } = useRecording();
  const isLocal = useStatus((store) => store.status?.environment.isLocal ?? false);
  const [reset, setReset] = useState(true);
  const [keep, setKeep] = useState(true);
  useEscape(onDone);
  return (
    <form
      className={styles.form}
      aria-label={t.title}
      onSubmit={(event) => {
        event.preventDefault();
        void start(isLocal && reset, keep).then(onDone);
      }}
    >
      <p>{t.how}</p>
      {isLocal && (
        <label className={layout.row}>
          <input type="checkbox" checked={reset} onChange={(event) => setReset(event.target.checked)} />
          {t.reset}
        </label>
      )}
      {isLocal && reset && (
        <label className={layout.row}>
          <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
          {t.snapshotFirst}
        </label>
      )}
      <Problem text={problem} />
      <div className={layout.actions}>
        <Button look="go" type="submit">
          {t.begin}
        </Button>
        <Button onClick={onDone}>{texts.common.cancel}</Button>
      </div>
    </form>
  );
}
