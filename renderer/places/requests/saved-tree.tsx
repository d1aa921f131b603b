/** Saved requests, by folder. */
import { TriangleAlert, X } from 'lucide-react';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Problem } from '../../ui/form.tsx';
import { useSaved } from '../../state/requests/saved.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { classes } from '../../ui/classes.ts';
import { Count } from '../../ui/count.tsx';
import { Head } from '../../ui/head.tsx';
import { Leaf, LeafMethod } from '../../ui/leaf.tsx';
import { Branch } from './branch.tsx';
import layout from '../../ui/layout.module.css';
import styles from './saved-tree.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.requests.savedTree;

export function SavedTree() {
  const { entries, problem, open, remove } = useSaved();
  const active = useActiveTab((tab) => tab.path);
  const folders = [...new Set(entries.map(({ folder }) => folder))];
  return (
    <section className={styles.saved} aria-label={t.title}>
      <Head part>
        <h2>{t.title}</h2>
        <Count>{entries.length}</Count>
      </Head>
      <Problem text={problem} />
      {entries.length === 0 && (
        <p className={classes(layout.pad, textStyles.soft, textStyles.small)}>{t.empty}</p>
      )}
      {folders.map((folder) => (
        <section key={folder} aria-label={folder === '' ? t.atTop : folder}>
          {folder !== '' && <Branch level={3} title={folder} />}
          {entries
            .filter((entry) => entry.folder === folder)
            .map((entry) => (
              <div key={entry.path} className={styles.row}>
                <Leaf
                  className={styles.leaf}
                  nested
                  current={entry.path === active}
                  title={entry.damage ?? entry.path}
                  onClick={() => open(entry)}
                >
                  {entry.step?.request === undefined ? (
                    <TriangleAlert size={13} className={textStyles.warn} aria-hidden="true" />
                  ) : (
                    <LeafMethod method={methodOf(entry.step.request.operation)} />
                  )}
                  <span className={textStyles.cut}>
                    {entry.name}
                    {entry.damage !== null && ` ${t.damaged}`}
                  </span>
                </Leaf>
                <AskTwice
                  plain
                  label={t.delete(entry.name)}
                  icon={<X size={12} aria-hidden="true" />}
                  sure={t.deleteForGood}
                  onSure={() => void remove(entry.path)}
                />
              </div>
            ))}
        </section>
      ))}
    </section>
  );
}

function methodOf(operation: string): string {
  return OPERATIONS.find(({ id }) => id === operation)?.method ?? '';
}
