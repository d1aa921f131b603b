/** The collections as a tree: saved requests and other steps in their folders. */
import {
  Copy,
  FileDiff,
  FileInput,
  FileOutput,
  FileText,
  FolderInput,
  FolderPlus,
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
import { aboveOf, type FolderNode } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { closeInterchange, showExport, showImport, showUpdate } from '../../../state/requests/interchange.ts';
import { hitsIn, stepsIn } from '../../../state/requests/search.ts';
import { openStep } from '../../../state/requests/navigation.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { isAnyRunning, useRuns } from '../../../state/runs.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import {
  childrenOf,
  duplicate,
  fold,
  isWhole,
  move,
  rootOf,
  runFrom,
  select,
  selectedNodes,
  showItem,
  useTree,
} from '../../../state/requests/tree.ts';
import {
  dropTarget,
  rangeOf,
  rowsOf,
  type Target,
  type TreeRow,
  type Where,
} from '../../../state/requests/tree-rows.ts';
import { classes } from '../../../ui/classes.ts';
import { Count } from '../../../ui/labels.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { Head } from '../../../ui/panel.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { type Asking, TreeForm, NewStepForm } from './tree-forms.tsx';
import { Row, pressed } from './tree-row.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './saved-tree.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.savedTree;

export function SavedTree() {
  const { entries, folders, problem } = useSaved();
  const { filter, folded, foldedHits, selected, focus, revealed, shown } = useTree();
  // Keeps typing responsive with thousands of rows.
  const searched = useDeferredValue(filter);
  const isAll = isWhole(searched);
  const inTree = isAll ? folded : foldedHits;
  const isRunning = useRuns(isAnyRunning);
  const active = useActiveTab((tab) => tab.path);
  const root = useMemo(() => hitsIn(rootOf({ entries, folders }), searched), [entries, folders, searched]);
  const rows = useMemo(() => rowsOf(root, inTree), [root, inTree]);
  const found = useMemo(() => stepsIn(root).length, [root]);
  const [asking, setAsking] = useState<Asking | 'step' | null>(null);
  const [drop, setDrop] = useState<{ key: string; where: Where } | null>(null);
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
    if (node.kind === 'folder') fold(key, isOpen === true);
    else openStep(node.entry);
  };
  const ask = (next: Asking) => {
    if (next === 'new' || selected.size > 0) setAsking(next);
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
  const targetOf = (event: DragEvent<HTMLElement>): (Target & { key: string; where: Where }) | null => {
    const row = rowAt(event.target, rows);
    const element = row === undefined ? null : elementOf(list.current, row.key);
    if (row === undefined || element === null) return null;
    const { top, height } = element.getBoundingClientRect();
    const target = dropTarget(row.node, childrenOf(aboveOf(row.node.path)), (event.clientY - top) / height);
    return { ...target, key: row.key };
  };
  const chosen = selectedNodes();
  const [only] = chosen.length === 1 ? chosen : [];
  const actions: readonly Omit<ComponentProps<typeof IconButton>, 'labelled'>[] = [
    ...(only?.kind === 'folder' ? folderActions(only) : []),
    ...(only === undefined
      ? []
      : [
          {
            label: only.kind === 'folder' ? t.run : t.runFrom,
            Icon: Play,
            disabled: isRunning,
            onClick: () => runFrom(only),
          },
          { label: t.rename, shortcut: t.f2, Icon: Pencil, onClick: () => ask('rename') },
          { label: t.duplicate, Icon: Copy, onClick: () => void duplicate(only) },
        ]),
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
          <IconButton
            labelled
            label={texts.requests.step.newStep}
            Icon={Plus}
            onClick={() => setAsking('step')}
          />
          <IconButton
            labelled
            label={texts.requests.interchange.import}
            Icon={FileInput}
            onClick={showImport}
          />
          <IconButton labelled label={t.newFolder} Icon={FolderPlus} onClick={() => ask('new')} />
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
          {actions.map((action) => (
            <IconButton key={action.Icon.displayName} labelled {...action} />
          ))}
        </div>
      )}
      {asking === 'step' && <NewStepForm beside={only ?? null} onDone={() => setAsking(null)} />}
      {asking !== null && asking !== 'step' && (
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
        onKeyDown={(event) => {
          const actions = { open: show, rename: () => ask('rename'), remove: () => ask('delete') };
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
          if (target === null) return;
          event.preventDefault();
          setDrop({ key: target.key, where: target.where });
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
            isCurrent={row.node.kind === 'step' && row.node.path === (shown?.path ?? active)}
            hasTabStop={row.key === reachable}
            drop={drop?.key === row.key ? drop.where : null}
          />
        ))}
      </div>
    </section>
  );
}

function folderActions(folder: FolderNode) {
  const describe = () => {
    closeInterchange();
    showItem(folder);
  };
  const update = () => showUpdate(folder.path);
  return [
    { label: t.describe(folder.name), Icon: FileText, onClick: describe },
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
