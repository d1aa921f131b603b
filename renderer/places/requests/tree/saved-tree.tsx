/** The collections as a tree: saved requests and other steps in their folders. */
import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  FileDiff,
  FileInput,
  FileOutput,
  FileText,
  FolderInput,
  Pencil,
  Play,
  Plus,
  Trash2,
} from 'lucide-react';
import {
  type ComponentProps,
  type DragEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  aboveOf,
  flowOfPath,
  type FolderNode,
  isInFlow,
  type TreeNode,
} from '../../../../shared/collections/tree.ts';
import { readPasted } from '../../../../shared/interchange/pasted.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { closeInterchange, showExport, showImport, showUpdate } from '../../../state/requests/interchange.ts';
import { hitsIn, stepsIn } from '../../../state/requests/search.ts';
import { openStep } from '../../../state/requests/navigation.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { isAnyRunning, useRuns } from '../../../state/runs.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import {
  childrenOf,
  copy,
  duplicate,
  fold,
  isWhole,
  move,
  paste,
  rootOf,
  runFrom,
  select,
  selectedNodes,
  showItem,
  useTree,
} from '../../../state/requests/tree.ts';
import {
  dropTarget,
  keyOf,
  rangeOf,
  rowsOf,
  type TreeRow,
  type Where,
} from '../../../state/requests/tree-rows.ts';
import { classes } from '../../../ui/classes.ts';
import { contextMenu } from '../../../ui/context-menu.tsx';
import { Count } from '../../../ui/labels.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { Head } from '../../../ui/panel.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { type Asking, TreeForm, NewForm } from './tree-forms.tsx';
import { Row, pressed } from './tree-row.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './saved-tree.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.savedTree;

type Action = Omit<ComponentProps<typeof IconButton>, 'labelled'>;

export function SavedTree() {
  const { entries, folders, problem } = useSaved();
  const { filter, folded, foldedHits, selected, focus, revealed, shown, copied } = useTree();
  // Keeps typing responsive with thousands of rows.
  const searched = useDeferredValue(filter);
  const isAll = isWhole(searched);
  const inTree = isAll ? folded : foldedHits;
  const isRunning = useRuns(isAnyRunning);
  const active = useActiveTab((tab) => tab.path);
  const current = keyOf(shown ?? { kind: 'step', path: active ?? '' });
  const root = useMemo(() => hitsIn(rootOf({ entries, folders }), searched), [entries, folders, searched]);
  const rows = useMemo(() => rowsOf(root, inTree), [root, inTree]);
  const found = useMemo(() => stepsIn(root).length, [root]);
  const [asking, setAsking] = useState<Asking | 'new' | null>(null);
  const [drop, setDrop] = useState<{ row: string; where: Where } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Whether to restore the focus, which a moved row loses. */
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && asking === null) elementOf(list.current, focus)?.focus();
  }, [rows, focus, asking]);
  useEffect(() => {
    const element = elementOf(list.current, revealed);
    if (element === null) return;
    element.scrollIntoView({ block: 'nearest' });
    useTree.setState({ revealed: null });
  }, [rows, revealed]);
  const show = ({ key, node, open: isOpen }: TreeRow) => {
    if (node.kind === 'step') openStep(node.entry);
    else if (node.damage === null || node.children.length > 0) fold(key, isOpen === true);
    else describe(node);
  };
  const ask = (next: Asking) => {
    if (useTree.getState().selected.size > 0) setAsking(next);
  };
  const click = (event: MouseEvent<HTMLElement>) => {
    const row = rowAt(event.target, rows);
    if (row === undefined) return;
    hasFocus.current = true;
    const { anchor } = useTree.getState();
    if (event.shiftKey) select(rangeOf(rows, anchor ?? row.key, row.key), row.key, anchor ?? row.key);
    else if (event.ctrlKey || event.metaKey) select(toggled(selected, row.key), row.key);
    else {
      select([row.key], row.key);
      show(row);
    }
  };
  const targetOf = (event: DragEvent<HTMLElement>) => {
    const row = rowAt(event.target, rows);
    const element = row === undefined ? null : elementOf(list.current, row.key);
    const [dragged] = selectedNodes();
    if (row === undefined || element === null || dragged === undefined) return null;
    const { top, height } = element.getBoundingClientRect();
    const siblings = childrenOf(aboveOf(row.node.path));
    return dropTarget(dragged, row.node, siblings, (event.clientY - top) / height);
  };
  useEffect(() => {
    const pasteHere = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      // A request on the clipboard opens in a tab, wherever it is pasted.
      if (list.current?.contains(document.activeElement) !== true || readPasted(text) !== null) return;
      event.preventDefault();
      void paste(text);
    };
    window.addEventListener('paste', pasteHere);
    return () => window.removeEventListener('paste', pasteHere);
  }, []);
  const chosen = selectedNodes();
  const [only] = chosen.length === 1 ? chosen : [];
  const actionsOn = (chosen: readonly TreeNode[], only: TreeNode | undefined): readonly Action[] => [
    ...(only?.kind === 'folder' ? folderActions(only) : []),
    ...(only === undefined
      ? []
      : [
          {
            label: only.kind === 'folder' ? t.run[only.role] : t.runFrom,
            Icon: Play,
            disabled: isRunning,
            onClick: () => runFrom(only),
          },
          { label: t.rename, shortcut: t.f2, Icon: Pencil, onClick: () => ask('rename') },
          { label: t.duplicate, Icon: CopyPlus, onClick: () => void duplicate(only) },
        ]),
    ...(chosen.every(isInFlow)
      ? [{ label: t.copy, shortcut: t.ctrlC, Icon: Copy, onClick: () => void copy(chosen) }]
      : []),
    ...(copied !== null && only !== undefined && flowOfPath(only.path) !== null
      ? [{ label: t.paste, shortcut: t.ctrlV, Icon: ClipboardPaste, onClick: () => void paste(copied) }]
      : []),
    { label: t.moveTo, Icon: FolderInput, onClick: () => ask('move') },
    { label: t.delete, shortcut: t.del, Icon: Trash2, onClick: () => ask('delete') },
  ];
  const reachable = rows.some(({ key }) => key === focus) ? focus : rows[0]?.key;
  return (
    <section className={styles.saved} aria-label={t.title}>
      <Head part>
        <h2>{t.title}</h2>
        <Count>{isAll ? entries.length : t.hits(found, entries.length)}</Count>
        <span className={layout.grow} />
        <span className={styles.new}>
          <IconButton labelled label={texts.requests.step.new} Icon={Plus} onClick={() => setAsking('new')} />
          <IconButton
            labelled
            label={texts.requests.interchange.import}
            Icon={FileInput}
            onClick={showImport}
          />
        </span>
      </Head>
      {entries.length + folders.length === 0 ? null : chosen.length === 0 ? (
        // Keeps the space of the toolbar, so that the tree does not move under the pointer.
        <p className={classes(styles.actions, textStyles.soft, textStyles.small)}>{t.select}</p>
      ) : (
        <div className={styles.actions} role="toolbar" aria-label={t.actions}>
          {only === undefined && (
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut, layout.grow)}>
              {t.selected(chosen.length)}
            </span>
          )}
          {actionsOn(chosen, only).map((action) => (
            <IconButton key={action.Icon.displayName} labelled {...action} />
          ))}
        </div>
      )}
      {asking === 'new' && <NewForm beside={only ?? null} onDone={() => setAsking(null)} />}
      {asking !== null && asking !== 'new' && (
        <TreeForm
          key={`${asking} ${focus ?? ''}`}
          asking={asking}
          nodes={chosen}
          onDone={() => {
            hasFocus.current = true;
            setAsking(null);
          }}
        />
      )}
      <Problem text={problem} />
      {rows.length === 0 && (
        <p className={classes(layout.pad, textStyles.soft, textStyles.small)}>
          {isAll ? t.empty : t.nothingFound(searched)}
        </p>
      )}
      <div
        ref={list}
        role="tree"
        aria-label={t.title}
        aria-multiselectable
        tabIndex={-1}
        className={styles.tree}
        onFocus={(event) => {
          hasFocus.current = true;
          const row = rowAt(event.target, rows);
          if (row !== undefined && row.key !== focus) useTree.setState({ focus: row.key });
        }}
        onBlur={(event) => {
          if (event.relatedTarget !== null) hasFocus.current = false;
        }}
        onClick={click}
        onContextMenu={contextMenu((target) => {
          const row = rowAt(target, rows);
          if (row === undefined) return null;
          if (!selected.has(row.key)) select([row.key], row.key);
          const nodes = selectedNodes();
          const one = nodes.length === 1 ? nodes[0] : undefined;
          const open = { label: texts.common.open, onClick: () => show(row) };
          return {
            label: one?.name ?? t.selected(nodes.length),
            items: [...(one?.kind === 'step' ? [open] : []), ...actionsOn(nodes, one)],
          };
        })}
        onKeyDown={(event) => {
          const actions = {
            open: show,
            rename: () => ask('rename'),
            remove: () => ask('delete'),
            copy: () => void copy(chosen.filter(isInFlow)),
          };
          if (!pressed(event, rows, actions)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onDragStart={(event) => {
          const row = rowAt(event.target, rows);
          if (row === undefined) return;
          if (!selected.has(row.key)) select([row.key], row.key);
          event.dataTransfer.setData('text/plain', row.node.path);
          event.dataTransfer.effectAllowed = 'move';
        }}
        onDragOver={(event) => {
          const target = targetOf(event);
          if (target === null) {
            setDrop(null);
            return;
          }
          event.preventDefault();
          setDrop({ row: target.row, where: target.where });
        }}
        onDragLeave={() => setDrop(null)}
        onDrop={(event) => {
          event.preventDefault();
          const target = targetOf(event);
          setDrop(null);
          if (target !== null) void move(selectedNodes(), target);
        }}
        onDragEnd={() => setDrop(null)}
      >
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            isSelected={selected.has(row.key)}
            isCurrent={row.key === current}
            hasTabStop={row.key === reachable}
            drop={drop?.row === row.key ? drop.where : null}
          />
        ))}
      </div>
    </section>
  );
}

/** Shows what a folder, flow or group says about itself. */
function describe(folder: FolderNode): void {
  closeInterchange();
  showItem(folder);
}

function folderActions(folder: FolderNode) {
  const update = () => showUpdate(folder.path);
  return [
    { label: t.describe(folder.name), Icon: FileText, onClick: () => describe(folder) },
    ...(folder.fromOpenApi
      ? [{ label: texts.requests.interchange.update(folder.name), Icon: FileDiff, onClick: update }]
      : []),
    {
      label: texts.requests.interchange.export(folder.name),
      Icon: FileOutput,
      onClick: () => showExport(folder.path),
    },
  ];
}

function rowAt(target: EventTarget, rows: readonly TreeRow[]): TreeRow | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
  return element === null ? undefined : rows.find(({ key }) => key === element.dataset['key']);
}

function elementOf(list: HTMLElement | null, key: string | null): HTMLElement | null {
  return key === null ? null : (list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null);
}

function toggled(selected: ReadonlySet<string>, key: string): string[] {
  return selected.has(key) ? Array.from(selected).filter((one) => one !== key) : [...selected, key];
}
