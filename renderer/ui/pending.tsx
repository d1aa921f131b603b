/** Shown until something is loaded: what is being done, or what went wrong and a way to try again. */
import { texts } from '../../shared/texts/texts.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { Glyph } from './glyph.tsx';
import { Note } from './note.tsx';
import layout from './layout.module.css';
import styles from './pending.module.css';
import textStyles from './text.module.css';
import type { ComponentProps } from 'react';

const t = texts.common;

export function Pending({
  doing,
  problem,
  onRetry,
}: {
  /** "Reading the history…" */
  doing: string;
  problem: string | null;
  onRetry: () => void;
}) {
  if (problem === null)
    return (
      <output className={classes(layout.pad, textStyles.soft)} aria-live="polite">
        {doing}
      </output>
    );
  return (
    <div className={styles.pending}>
      <Note tone="bad" role="alert" className={styles.problem}>
        <Glyph tone="bad" /> <span>{problem}</span>
      </Note>
      <Button className={styles.again} onClick={onRetry}>
        {t.tryAgain}
      </Button>
    </div>
  );
}

/** @param props without `value` and `max` if the duration is unknown */
export function ProgressBar(props: Pick<ComponentProps<'progress'>, 'value' | 'max' | 'aria-label'>) {
  return <progress {...props} className={styles.progress} />;
}
