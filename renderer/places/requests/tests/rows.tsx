/** Rows that can be edited: each with a mark, its fields, a button that removes it, and a note below. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { Glyph, type Tone } from '../../../ui/glyph.tsx';
import { IconButton } from '../../../ui/button.tsx';
import styles from './rows.module.css';
import textStyles from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';

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

/** Fields below each other, each label beside its field. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes(layout.pad, styles.stack)}>{children}</div>;
}

/** A box to check, with its label on the same line. */
export function CheckField(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  const { checked, onChange, children } = props;
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />{' '}
      {children}
    </label>
  );
}
