/** The open requests, one per tab. */
import { Copy, Plus, Redo2, Undo2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { IconButton } from '../../ui/icon-button.tsx';
import { operationOf } from '../../../shared/request/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { fileStateOf } from '../../state/requests/file-state.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { redo, undo } from '../../state/requests/editing.ts';
import { activate, close, duplicate, newTab } from '../../state/requests/opening.ts';
import { useActiveTab, useRequests, useTab } from '../../state/requests/store.ts';
import { MethodName } from '../../ui/method.tsx';
import { classes } from '../../ui/classes.ts';
import { shortMethod } from '../../ui/leaf.tsx';
import layout from '../../ui/layout.module.css';
import styles from './tab-bar.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.requests.tabs;

export function TabBar() {
  const activeId = useRequests((state) => state.activeId);
  const ids = useRequests(useShallow((state) => state.tabs.map(({ id }) => id)));
  const canUndo = useActiveTab((tab) => tab.undo.past.length > 0);
  const canRedo = useActiveTab((tab) => tab.undo.future.length > 0);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The active tab stays visible, even when a response takes up room.
    const bring = () => {
      list.current
        ?.querySelector('[aria-current=true]')
        ?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    bring();
    const observer = new ResizeObserver(bring);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [activeId, ids.length]);
  return (
    <nav className={styles.bar} aria-label={t.title}>
      <ul ref={list} className={styles.tabs}>
        {ids.map((id) => (
          <TabItem key={id} id={id} isActive={id === activeId} canClose={ids.length > 1} />
        ))}
      </ul>
      <IconButton label={t.newTab} shortcut={t.pasteHint} Icon={Plus} onClick={newTab} />
      <span className={layout.grow} />
      <IconButton label={t.undo} shortcut={t.ctrlZ} Icon={Undo2} disabled={!canUndo} onClick={undo} />
      <IconButton label={t.redo} shortcut={t.ctrlShiftZ} Icon={Redo2} disabled={!canRedo} onClick={redo} />
      <IconButton label={t.duplicateTab} Icon={Copy} onClick={duplicate} />
    </nav>
  );
}

function TabItem({ id, isActive, canClose }: { id: string; isActive: boolean; canClose: boolean }) {
  const operation = useTab(id, ({ request }) => operationOf(request));
  const entries = useSaved((store) => (store.loaded ? store.entries : null));
  const state = useTab(id, (tab) => fileStateOf(tab, entries));
  const path = useTab(id, (tab) => tab.path);
  const name = entries?.find((entry) => entry.path === path)?.name;
  const isChangedOutside = state === 'changed' || state === 'gone';
  if (operation === null) return null;
  const { method } = operation;
  const title = name ?? operation.title;
  return (
    <li className={classes(styles.tab, isActive && styles.here)}>
      <button
        type="button"
        className={classes(styles.open, layout.inset)}
        aria-current={isActive}
        onClick={() => activate(id)}
        onAuxClick={(event) => {
          if (event.button === 1) close(id);
        }}
      >
        <MethodName>{shortMethod(method)}</MethodName> {title}
        {isChangedOutside && (
          <span className={textStyles.warn} title={t.changedOutside}>
            <span aria-hidden="true"> ▲</span>
            <span className={textStyles.spoken}>{t.changedOutsideSuffix}</span>
          </span>
        )}
        {state === 'unsaved' && (
          <span className={textStyles.soft} title={t.unsaved}>
            <span aria-hidden="true"> ●</span>
            <span className={textStyles.spoken}>{t.unsavedSuffix}</span>
          </span>
        )}
      </button>
      {canClose && (
        <IconButton
          label={t.closeTab(title)}
          shortcut={t.middleClick}
          Icon={X}
          size={12}
          onClick={() => close(id)}
        />
      )}
    </li>
  );
}
