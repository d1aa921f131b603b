/** An editor, with a hint above it unless its head has one. */
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import styles from './composer.module.css';
import textStyles from '../../ui/text.module.css';

export function EditorField({ hint, children }: { hint?: string; children: ReactNode }) {
  return (
    <div className={styles.editorFieldField}>
      {hint !== undefined && <span className={classes(textStyles.soft, textStyles.small)}>{hint}</span>}
      {children}
    </div>
  );
}
