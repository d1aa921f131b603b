/** The open requests, one per tab. */
import { Plus, TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { WINDOW_KEYS } from '../../../shared/contract/window-commands.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { StepEntry } from '../../../shared/collections/tree.ts';
import { methodOf } from '../../../shared/requests/compose.ts';
import { outsideCatalogue } from '../../../shared/requests/http.ts';
import { type KnownRequest, operationOf } from '../../../shared/requests/request.ts';
import { useOpenApi } from '../../state/environments.ts';
import { documentOperationOf } from '../../state/requests/document-operation.ts';
import { shortcutOf } from '../../state/frame.ts';
import { showPane } from '../../state/requests/navigation.ts';
import { redo, undo } from '../../state/requests/editing.ts';
import {
  activate,
  duplicate,
  keepOpen,
  newTab,
  close,
  closeAll,
  closeOthers,
  reopen,
} from '../../state/requests/opening.ts';
import { useActiveTab, useRequests, useTab } from '../../state/requests/store.ts';
import { useSaved, type FileState, fileStateOf } from '../../state/requests/saved.ts';
import { hintsOf } from '../../state/requests/tabs.ts';
import { IconButton } from '../../ui/button.tsx';
import { contextMenu, type MenuItem } from '../../ui/context-menu.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu, MenuAction, MenuEnd } from '../../ui/popover.tsx';
import { shortMethod } from '../../ui/list-items.tsx';
import { Kbd, MethodName, UnsavedDot } from '../../ui/labels.tsx';
import layout from '../../ui/layout.module.css';
import styles from './tab-bar.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.requests.tabs;

export function TabBar() {
  const activeId = useRequests((state) => state.activeId);
  const ids = useRequests(useShallow((state) => state.tabs.map(({ id }) => id)));
  const hints = useTabHints();
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const arrange = () => list.current && bringForward(list.current);
    arrange();
    const observer = new ResizeObserver(arrange);
    for (const one of [list.current, ...(list.current?.children ?? [])]) if (one) observer.observe(one);
    return () => observer.disconnect();
  }, [activeId, ids]);
  return (
    <div className={styles.bar}>
      <ul ref={list} className={styles.tabs}>
        {ids.map((id) => (
          <TabItem
            key={id}
            id={id}
            hint={hints.get(id) ?? null}
            isActive={id === activeId}
            canClose={ids.length > 1}
          />
        ))}
      </ul>
      <IconButton label={t.newTab} shortcut={t.pasteHint} Icon={Plus} onClick={newTab} />
      <span className={layout.grow} />
      <TabList />
    </div>
  );
}

/** Scrolls no further than needed for the active tab to be whole. */
function bringForward(list: HTMLElement): void {
  const here = list.querySelector<HTMLElement>(':scope > li:has([aria-current=true])');
  if (here === null) return;
  const { offsetLeft, offsetWidth } = here;
  list.scrollLeft = Math.min(
    Math.max(list.scrollLeft, offsetLeft + offsetWidth - list.clientWidth),
    offsetLeft,
  );
}

/** All tabs are one tab stop: arrow keys move between them, Enter shows one, Del closes it. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>, id: string): void {
  const list = event.currentTarget.closest('ul');
  const tabs = Array.from(list?.querySelectorAll<HTMLButtonElement>(':scope > li > :first-child') ?? []);
  const at = tabs.indexOf(event.currentTarget);
  if (event.key === 'Delete') {
    close(id);
    const next = tabs[at + 1] ?? tabs[at - 1];
    next?.focus();
  } else {
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (step === undefined) return;
    tabs[Math.max(0, Math.min(step, tabs.length - 1))]?.focus();
  }
  event.preventDefault();
}

interface ItemProps {
  id: string;
  /** Distinguishes tabs of one name. */
  hint: string | null;
  isActive: boolean;
  canClose: boolean;
}

function TabItem({ id, hint, isActive, canClose }: ItemProps) {
  const title = useTabTitle(id);
  const isPreview = useTab(id, (tab) => tab.isPreview) ?? false;
  if (title === null) return null;
  const whole = hint === null ? title : `${title}: ${hint}`;
  return (
    <li className={classes(styles.tab, isActive ? styles.here : styles.other)}>
      <button
        type="button"
        className={classes(styles.open, isPreview && styles.preview, layout.inset)}
        aria-current={isActive}
        title={isPreview ? t.preview(whole) : whole}
        tabIndex={isActive ? 0 : -1}
        onClick={() => activate(id)}
        onDoubleClick={() => keepOpen(id)}
        onKeyDown={(event) => moveFocus(event, id)}
        onContextMenu={contextMenu(() => ({ label: title, items: itemsOf(id, canClose) }))}
        onAuxClick={(event) => {
          if (event.button === 1) close(id);
        }}
      >
        <span className={textStyles.cut}>
          <TabName id={id} />
        </span>
        {hint !== null && (
          // Its first part. The button's title has all of it.
          <span className={classes(styles.hint, textStyles.soft)} aria-hidden="true">
            {hint.split(' · ')[0]}
          </span>
        )}
      </button>
      {canClose && (
        <IconButton
          className={styles.close}
          label={t.closeTab(title)}
          shortcut={t.middleClick}
          Icon={X}
          size={12}
          tabIndex={-1}
          onClick={() => close(id)}
        />
      )}
    </li>
  );
}

/** What can be done with a tab. */
function itemsOf(id: string, hasOthers: boolean): MenuItem[] {
  const here = (run: () => void) => () => {
    activate(id);
    run();
  };
  return [
    { label: texts.common.close, shortcut: texts.requests.savedTree.del, onClick: () => close(id) },
    { label: t.closeOthers, disabled: !hasOthers, onClick: here(closeOthers) },
    { label: t.closeAll, onClick: closeAll },
    { label: t.reopen, disabled: useRequests.getState().gone.length === 0, onClick: reopen },
    { label: t.keepOpen, onClick: () => keepOpen(id) },
    { label: t.duplicateTab, onClick: here(duplicate) },
    { label: WINDOW_KEYS.save.label, shortcut: shortcutOf('save'), onClick: here(() => showPane('save')) },
    { label: texts.requests.commands.asCode, onClick: here(() => showPane('code')) },
  ];
}

/** The menu with all tabs. */
function TabList() {
  const tabs = useRequests((state) => state.tabs);
  const activeId = useRequests((state) => state.activeId);
  const canReopen = useRequests((state) => state.gone.length > 0);
  const { undo: edits, isPreview } = useActiveTab((tab) => tab);
  const hints = useTabHints();
  return (
    <Menu label={t.all(tabs.length)} short={String(tabs.length)} look="plain" isAtEnd>
      <div className={styles.list}>
        {tabs.map(({ id }) => (
          <MenuAction key={id} isCurrent={id === activeId} onClick={() => activate(id)}>
            <TabName id={id} />
            {hints.has(id) && (
              <span className={classes(styles.listHint, textStyles.soft)}>{hints.get(id)}</span>
            )}
          </MenuAction>
        ))}
      </div>
      <hr className={styles.line} />
      <MenuAction disabled={edits.past.length === 0} onClick={undo}>
        {t.undo}{' '}
        <MenuEnd>
          <Kbd>{t.ctrlZ}</Kbd>
        </MenuEnd>
      </MenuAction>
      <MenuAction disabled={edits.future.length === 0} onClick={redo}>
        {t.redo}{' '}
        <MenuEnd>
          <Kbd>{t.ctrlShiftZ}</Kbd>
        </MenuEnd>
      </MenuAction>
      <hr className={styles.line} />
      <MenuAction disabled={!isPreview} onClick={() => keepOpen(activeId)}>
        {t.keepOpen}
      </MenuAction>
      <MenuAction onClick={duplicate}>{t.duplicateTab}</MenuAction>
      <MenuAction disabled={tabs.length < 2} onClick={closeOthers}>
        {t.closeOthers}
      </MenuAction>
      <MenuAction onClick={closeAll}>{t.closeAll}</MenuAction>
      <MenuAction disabled={!canReopen} onClick={reopen}>
        {t.reopen}
      </MenuAction>
    </Menu>
  );
}

/** The name of a tab; null once it is closed. */
export function useTabTitle(id: string): string | null {
  const request = useTab(id, (tab) => tab.request);
  const path = useTab(id, (tab) => tab.path);
  const document = useOpenApi((store) => store.document);
  return useSaved(({ entries }) => (request === null ? null : titleOf(request, path, { entries, document })));
}

/** The saved name, the operation, or the path of a request that is none. */
function titleOf(request: KnownRequest, path: string | null, { entries, document }: Named): string {
  const saved = path === null ? undefined : entries.find((entry) => entry.path === path)?.name;
  return (
    saved ??
    documentOperationOf(document, request)?.title ??
    outsideCatalogue(request)?.path ??
    operationOf(request).title
  );
}

interface Named {
  entries: readonly StepEntry[];
  document: ReturnType<typeof useOpenApi.getState>['document'];
}

function useTabHints(): ReadonlyMap<string, string> {
  const entries = useSaved((store) => store.entries);
  const document = useOpenApi((store) => store.document);
  const tabs = useRequests((state) => state.tabs);
  return useMemo(
    () =>
      hintsOf(
        tabs,
        ({ path, request }) => `${methodOf(request)} ${titleOf(request, path, { entries, document })}`,
      ),
    [tabs, entries, document],
  );
}

function TabName({ id }: { id: string }) {
  const title = useTabTitle(id);
  const method = useTab(id, ({ request }) => methodOf(request));
  const entries = useSaved((store) => (store.loaded ? store.entries : null));
  const state = useTab(id, (tab) => fileStateOf(tab, entries));
  if (title === null || method === null) return null;
  return (
    <>
      <MethodName>{shortMethod(method)}</MethodName> {title}
      <Mark state={state} />
    </>
  );
}

function Mark({ state }: { state: FileState | null }) {
  if (state === 'changed' || state === 'gone')
    return (
      <span className={textStyles.warn} title={t.changedOutside}>
        {' '}
        <TriangleAlert size={12} aria-hidden="true" />
        <span className={textStyles.spoken}>{t.changedOutsideSuffix}</span>
      </span>
    );
  return state === 'unsaved' ? <UnsavedDot /> : null;
}
