/** What was recorded, across the window until it is saved or discarded. */
import { useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useRecording } from '../../state/recording.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/controls.tsx';
import { Problem } from '../../ui/form.tsx';
import { noteClass } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';
import styles from './recorded-bar.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.recording;

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
