/** What import, export and update have around them: a title, a way out, and how far the work is. */
import type { ReactNode } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { cancelInterchange, useInterchange } from '../../../state/requests/interchange.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { nodeOf } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Problem } from '../../../ui/form.tsx';
import { Head } from '../../../ui/head.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import { ProgressBar } from '../../../ui/pending.tsx';
import styles from './listed-items.module.css';

interface Parts {
  title: string;
  /** After the title, in small. */
  details?: ReactNode;
  /** Buttons of the head. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Frame({ title, details, actions, children }: Parts) {
  const { busy, problem } = useInterchange();
  return (
    <section className={layout.pane} aria-label={title}>
      <Head>
        <h2 className={textStyles.cut}>{title}</h2>
        {details !== undefined && (
          <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{details}</span>
        )}
        <span className={layout.grow} />
        {actions}
        <Button size="small" onClick={cancelInterchange}>
          {busy === null ? texts.common.close : texts.common.cancel}
        </Button>
      </Head>
      <Working busy={busy} />
      <Problem text={problem} />
      {children}
    </section>
  );
}

/** The name of a folder as it is now. */
export function useFolderName(path: string): string {
  useSaved((store) => store.folders);
  return nodeOf(keyOf({ kind: 'folder', path }))?.name ?? path;
}

/** That files are being read or saved. Nobody knows for how long. */
const t = texts.requests.interchange;

function Working({ busy }: { busy: 'reading' | 'saving' | null }) {
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
