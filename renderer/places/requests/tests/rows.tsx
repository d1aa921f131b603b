/** Rows that can be edited: each with a mark, its fields, a button that removes it, and a note below. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { Glyph, type Tone } from '../../../ui/glyph.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './rows.module.css';
import textStyles from '../../../ui/text.module.css';

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles.rows} aria-label={label}>
      {children}
    </ol>
  );
}

export function Row(props: {
  label: string;
  tone: Tone;
  note: ReactNode;
  noteId: string;
  /** Whether the note says what is wrong with the fields. */
  isWrong: boolean;
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  const { label, tone, note, noteId, isWrong, removeLabel, onRemove, children } = props;
  return (
    <li className={styles.row} aria-label={label}>
      <div className={styles.fields}>
        <span className={styles.mark}>
          <Glyph tone={tone} />
        </span>
        {children}
        <IconButton className={styles.remove} label={removeLabel} Icon={X} size={12} onClick={onRemove} />
      </div>
      <p
        id={noteId}
        className={classes(styles.note, textStyles.small, isWrong ? textStyles.bad : textStyles.soft)}
      >
        {note}
      </p>
    </li>
  );
}
