/** The operations by group and the collections, with one filter. One tab stop; arrow keys move the focus. */
import { type KeyboardEvent, useEffect } from 'react';
import { outsideCatalogue } from '../../../../shared/requests/http.ts';
import { type Method, OPERATIONS } from '../../../../shared/xs2a/operations.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { ownValue } from '../../../../shared/own-value.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { useOpenApi } from '../../../state/environments.ts';
import { useDocumentOperation } from '../../../state/requests/document-operation.ts';
import { choose, openOfDocument } from '../../../state/requests/opening.ts';
import { hasWords, wordsOf } from '../../../../shared/search-words.ts';
import { setFilter, useTree } from '../../../state/requests/tree.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { classes } from '../../../ui/classes.ts';
import { contextMenu, copyItem } from '../../../ui/context-menu.tsx';
import { Input } from '../../../ui/form.tsx';
import { Head } from '../../../ui/panel.tsx';
import { Leaf, LeafMethod, LeafName } from '../../../ui/list-items.tsx';
import { SavedTree } from './saved-tree.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './saved-tree.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.operationTree;

const ARROWS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

interface Listed {
  id: string;
  group: string;
  method: Method;
  title: string;
  path: string;
  isActive: boolean;
  open: () => void;
}

export function OperationTree() {
  const entries = useSaved((store) => store.entries);
  const hasSaved = entries.length > 0;
  const shown = useTree((store) => store.shown);
  const path = useActiveTab((tab) => tab.path);
  // One place is current: that of the saved step, if there is one.
  const isSaved = shown !== null || entries.some((entry) => entry.path === path);
  const active = useActiveTab(({ request }) =>
    isSaved || outsideCatalogue(request) ? null : request.operation,
  );
  const load = useSaved((store) => store.load);
  // Here, because `SavedTree` moves up once it is not empty, which would load again.
  useEffect(() => void load(), [load]);
  const filter = useTree((store) => store.filter);
  const words = wordsOf(filter);
  const document = useOpenApi((store) => store.document);
  const activeOfDocument = useDocumentOperation();
  const all: readonly Listed[] =
    document?.operations.map((one) => ({
      ...one,
      isActive: !isSaved && one.id === activeOfDocument?.id,
      open: () => openOfDocument(one),
    })) ?? OPERATIONS.map((one) => ({ ...one, isActive: one.id === active, open: () => choose(one.id) }));
  const found = all.filter((entry) => hasWords(`${entry.method} ${entry.title} ${entry.path}`, words));
  const groups = [...new Set(found.map((entry) => entry.group))];
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = ownValue(ARROWS, event.key);
    if (step === undefined) return;
    event.preventDefault();
    const leaves = Array.from(
      event.currentTarget.closest('nav')?.querySelectorAll<HTMLButtonElement>('button[aria-current]') ?? [],
    );
    leaves[leaves.indexOf(event.currentTarget) + step]?.focus();
  };
  const reachable = (found.find(({ isActive }) => isActive) ?? found[0])?.id;
  return (
    <nav className={classes(layout.pane, layout.ground)} aria-label={t.title}>
      <Head className={styles.filter}>
        <Input
          type="search"
          placeholder={hasSaved ? t.filterAllHint : t.filterHint(all.length)}
          aria-label={t.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </Head>
      <div className={layout.scroll}>
        {document !== null && (
          <p className={classes(layout.pad, textStyles.small, textStyles.soft)}>
            {t.ofDocument(document.title)}
          </p>
        )}
        {/* First, unless it is empty. */}
        {hasSaved && <SavedTree />}
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h2 className={styles.branch}>{group}</h2>
            {found
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Leaf
                  key={entry.id}
                  nested
                  current={entry.isActive}
                  tabIndex={entry.id === reachable ? 0 : -1}
                  title={`${entry.method} ${entry.path}`}
                  onClick={entry.open}
                  onKeyDown={move}
                  onContextMenu={contextMenu(() => ({
                    label: entry.title,
                    items: [
                      { label: texts.common.open, onClick: entry.open },
                      copyItem(`${entry.method} ${entry.path}`),
                    ],
                  }))}
                >
                  <LeafMethod method={entry.method} />
                  <LeafName>{entry.title}</LeafName>
                </Leaf>
              ))}
          </section>
        ))}
        {found.length === 0 && (
          <p className={classes(layout.pad, textStyles.soft)}>{t.nothingFound(filter)}</p>
        )}
        {!hasSaved && <SavedTree />}
      </div>
    </nav>
  );
}
