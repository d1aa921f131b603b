/** Starts, shows and saves a recording. */
import { Circle, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useRecording } from '../../state/recording.ts';
import { useStatus } from '../../state/status.ts';
import { Button, AskTwice } from '../../ui/button.tsx';
import { useEscape } from '../../ui/keyboard.ts';
import { classes } from '../../ui/classes.ts';
import { CheckField, Input } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import styles from './recording.module.css';
import textStyles from '../../ui/text.module.css';
import { noteClass, Problem } from '../../ui/messages.tsx';

const t = texts.recording;

export function RecordButton() {
  const { state, steps, asks, load, stop } = useRecording();
  const setAsks = (next: boolean) => useRecording.setState({ asks: next });
  useEffect(() => void load(), [load]);
  if (state === 'recording')
    return (
      <fieldset className={classes(layout.row, styles.place)} aria-label={t.title}>
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
        <CheckField checked={reset} onChange={setReset}>
          {t.reset}
        </CheckField>
      )}
      {isLocal && reset && (
        <CheckField checked={keep} onChange={setKeep}>
          {t.snapshotFirst}
        </CheckField>
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

/** Across the window after a recording, until it is saved or discarded. */
export function RecordedBar() {
  const { state, steps, secret, problem, save, discard } = useRecording();
  const [name, setName] = useState<string>(t.usual);
  if (state !== 'stopped') return null;
  return (
    <form
      className={classes(noteClass('plain'), styles.bar)}
      aria-label={t.title}
      onSubmit={(event) => {
        event.preventDefault();
        void save(name);
      }}
    >
      <div className={layout.actions}>
        <strong>{steps.length === 0 ? t.nothing : t.stopped(steps.length)}</strong>
        {steps.length > 0 && (
          <>
            <Input
              className={styles.name}
              aria-label={t.name}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button look="go" type="submit">
              {t.save}
            </Button>
          </>
        )}
        <AskTwice label={t.discard} sure={t.discardForGood} onSure={() => void discard()} />
      </div>
      <ol className={classes(styles.steps, textStyles.small, textStyles.soft)} aria-label={t.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {secret.length > 0 && <p className={textStyles.small}>{t.secret(secret.join(', '))}</p>}
      <Problem text={problem} />
    </form>
  );
}
