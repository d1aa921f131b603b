/** That files are being read or saved. Nobody knows for how long. */
import { texts } from '../../../../shared/texts/texts.ts';
import { classes } from '../../../ui/classes.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './working.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

export function Working({ busy }: { busy: 'reading' | 'saving' | null }) {
  if (busy === null) return null;
  return (
    <div className={styles.working}>
      <ProgressBar aria-label={t[busy]} />
      <output className={classes(layout.pad, textStyles.soft)} aria-live="polite">
        {t[busy]}
      </output>
    </div>
  );
}
