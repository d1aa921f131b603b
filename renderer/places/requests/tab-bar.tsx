/** The open requests, one a tab. */
import { Copy, Plus, Redo2, Undo2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { SavedEntry } from '../../../shared/contract/saved.ts';
import { writeDocument } from '../../../shared/collection/document.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { savedOf, type Shape } from '../../state/requests/shape.ts';
import { useRequests } from '../../state/requests/requests.ts';
import { MethodName } from '../../ui/method.tsx';
import { classes } from '../../ui/classes.ts';
import { shortMethod } from '../../ui/leaf.tsx';
import layout from '../../ui/layout.module.css';
import styles from './tab-bar.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.requests.tabs;

export function TabBar() {
  const state = useRequests();
  const { tabs, id, operation, past, future, activate, close, newTab, duplicate, undo, redo } = state;
  const entries = useSaved((store) => store.entries);
  const front = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The tab in front stays in sight, also when an answer takes room.
    const bring = () => {
      front.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    bring();
    const observer = new ResizeObserver(bring);
    const list = front.current?.parentElement;
    if (list) observer.observe(list);
    return () => observer.disconnect();
  }, [id, tabs.length]);
  return (
    <nav className={styles.bar} aria-label={t.title}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => {
          // The tab in front lies in the store itself.
          const { method, title } = tab.id === id ? operation : tab.operation;
          const changed = isChanged(tab.id === id ? state : tab, entries);
          return (
            <li
              key={tab.id}
              ref={tab.id === id ? front : undefined}
              className={classes(styles.tab, tab.id === id && styles.here)}
            >
              <button
                type="button"
                className={classes(styles.open, layout.inset)}
                aria-current={tab.id === id}
                onClick={() => activate(tab.id)}
                onAuxClick={(event) => {
                  if (event.button === 1) close(tab.id);
                }}
              >
                <MethodName>{shortMethod(method)}</MethodName> {title}
                {changed && (
                  <span className={textStyles.soft} title={t.unsaved}>
                    <span aria-hidden="true"> ●</span>
                    <span className={textStyles.spoken}>{t.unsavedSuffix}</span>
                  </span>
                )}
              </button>
              {tabs.length > 1 && (
                <IconButton
                  label={t.closeTab(title)}
                  shortcut={t.middleClick}
                  Icon={X}
                  size={12}
                  onClick={() => close(tab.id)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <IconButton label={t.newTab} Icon={Plus} onClick={newTab} />
      <span className={layout.grow} />
      <IconButton
        label={t.undo}
        shortcut={t.ctrlZ}
        Icon={Undo2}
        disabled={past.length === 0}
        onClick={undo}
      />
      <IconButton
        label={t.redo}
        shortcut={t.ctrlShiftZ}
        Icon={Redo2}
        disabled={future.length === 0}
        onClick={redo}
      />
      <IconButton label={t.duplicateTab} Icon={Copy} onClick={duplicate} />
    </nav>
  );
}

/** Whether a saved request is not as it was saved. */
function isChanged(tab: Shape & { path: string | null }, entries: readonly SavedEntry[]): boolean {
  const saved = entries.find(({ path }) => path !== null && path === tab.path)?.request;
  if (!saved) return false;
  const {
    id: _,
    answerId: __,
    path: ___,
    raw,
    ...now
  } = savedOf(tab, { id: '', answerId: null, path: null });
  return raw !== null || writeDocument({ ...now, name: saved.name }) !== writeDocument(saved);
}
