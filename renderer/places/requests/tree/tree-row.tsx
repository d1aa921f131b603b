/** A row of the tree of collections, and the keyboard of the tree (ARIA pattern). The tree handles the other events. */
import { ChevronDown, ChevronRight, Folder, Group, Library, ListOrdered, TriangleAlert } from 'lucide-react';
import { memo, type KeyboardEvent } from 'react';
import { kindOf, type Step, type StepKind } from '../../../../shared/collections/steps.ts';
import { type Role, type StepEntry, aboveOf, isInFlow } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { OPERATIONS } from '../../../../shared/xs2a/operations.ts';
import {
  itemIn,
  type TreeRow,
  type Where,
  keyOf,
  oneFurther,
  rangeOf,
} from '../../../state/requests/tree-rows.ts';
import { useIsUnsaved } from '../../../state/unsaved.ts';
import { childrenOf, fold, move, select, selectedNodes, useTree } from '../../../state/requests/tree.ts';
import { classes } from '../../../ui/classes.ts';
import { LeafMethod } from '../../../ui/list-items.tsx';
import { UnsavedDot } from '../../../ui/labels.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './tree-row.module.css';

const t = texts.requests.savedTree;

const ICONS: Readonly<Record<Role, typeof Library>> = {
  collection: Library,
  folder: Folder,
  flow: ListOrdered,
  group: Group,
};

interface Props {
  row: TreeRow;
  isSelected: boolean;
  isCurrent: boolean;
  hasTabStop: boolean;
  /** Where the dragged items would be dropped. */
  drop: Where | null;
}

export const Row = memo(function Row({ row, isSelected, isCurrent, hasTabStop, drop }: Props) {
  const { key, node, level, position, siblings, open } = row;
  const isUnsaved = useIsUnsaved(
    // A folded folder shows unsaved input inside it.
    (one) => one === key || (open === false && itemIn(one)?.path.startsWith(`${node.path}/`) === true),
  );
  const damage = node.kind === 'step' ? null : node.damage;
  const Icon = node.kind === 'step' ? null : ICONS[node.role];
  return (
    <div
      role="treeitem"
      className={classes(styles.row, layout.inset)}
      style={{ '--level': level }}
      data-key={key}
      data-drop={drop ?? undefined}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={open ?? undefined}
      aria-selected={isSelected}
      aria-current={isCurrent}
      tabIndex={hasTabStop ? 0 : -1}
      title={damage ?? node.path}
      draggable
    >
      {node.kind === 'folder' ? (
        <>
          <span className={styles.chevron} data-part="chevron" aria-hidden="true">
            {open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
          </span>
          {Icon !== null && <Icon size={13} className={textStyles.soft} aria-hidden="true" />}
        </>
      ) : (
        <span className={styles.kind}>
          <Kind entry={node.entry} />
        </span>
      )}
      {damage !== null && <TriangleAlert size={13} className={textStyles.warn} aria-hidden="true" />}
      <span className={classes(textStyles.cut, node.kind === 'folder' && styles.folder)}>
        {node.name}
        {damage !== null && ` ${t.damaged}`}
        {isUnsaved && <UnsavedDot />}
      </span>
    </div>
  );
});

function Kind({ entry: { step } }: { entry: StepEntry }) {
  const kind: StepKind = kindOf(step);
  if (kind === 'request') return <LeafMethod method={methodOf(step)} />;
  return (
    <>
      <span className={classes(textStyles.soft, textStyles.mono)} title={t.kinds[kind]} aria-hidden="true">
        {t.shortKinds[kind]}
      </span>
      <span className={textStyles.spoken}>{t.kinds[kind]}</span>
    </>
  );
}

const METHODS = new Map<string, string>(OPERATIONS.map(({ id, method }) => [id, method]));

/** A request line overrides the operation. */
function methodOf({ request }: Step): string {
  return request?.line?.split(' ', 1)[0] ?? METHODS.get(request?.operation ?? '') ?? '';
}

interface TreeActions {
  open: (row: TreeRow) => void;
  rename: () => void;
  remove: () => void;
  copy: () => void;
}

/** @returns whether the key was handled */
export function pressed(event: KeyboardEvent, rows: readonly TreeRow[], actions: TreeActions): boolean {
  const { focus } = useTree.getState();
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === focus),
  );
  const row = rows[at];
  if (row === undefined) return false;
  if (event.altKey) return moveSelected(event.key);
  if (event.ctrlKey || event.metaKey) {
    const letter = event.key.toLowerCase();
    if (letter === 'c') actions.copy();
    if (letter !== 'a') return letter === 'c';
    select(
      rows.map(({ key }) => key),
      row.key,
    );
    return true;
  }
  const go = (next: TreeRow | undefined) => {
    if (next === undefined) return true;
    const { anchor } = useTree.getState();
    if (event.shiftKey) select(rangeOf(rows, anchor ?? row.key, next.key), next.key, anchor ?? row.key);
    else select([next.key], next.key);
    return true;
  };
  switch (event.key) {
    case 'ArrowDown':
      return go(rows[at + 1]);
    case 'ArrowUp':
      return go(rows[at - 1]);
    case 'Home':
      return go(rows[0]);
    case 'End':
      return go(rows.at(-1));
    case 'ArrowRight':
      if (row.open === false) fold(row.key, false);
      else if (row.open) go(rows[at + 1]);
      return true;
    case 'ArrowLeft':
      if (row.open) fold(row.key, true);
      else go(rows.find(({ key }) => key === keyOf({ kind: 'folder', path: aboveOf(row.node.path) })));
      return true;
    case 'Enter':
    case ' ':
      actions.open(row);
      return true;
    case 'F2':
      actions.rename();
      return true;
    case 'Delete':
      actions.remove();
      return true;
    default:
      return typed(event.key, rows, at, go);
  }
}

/** Alt with an arrow moves the selected items among their siblings. */
function moveSelected(key: string): boolean {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (by !== 1 && by !== -1) return false;
  const nodes = selectedNodes();
  const first = nodes.find(isInFlow);
  if (first === undefined) return true;
  const folder = aboveOf(first.path);
  const together = nodes.filter(({ path }) => aboveOf(path) === folder);
  const target = oneFurther(childrenOf(folder), new Set(together.map(keyOf)), by);
  if (target !== null) void move(together, target);
  return true;
}

/** A letter moves to the next name that starts with it. */
function typed(
  letter: string,
  rows: readonly TreeRow[],
  at: number,
  go: (next: TreeRow | undefined) => boolean,
): boolean {
  if (!/^[\p{L}\p{N}]$/u.test(letter)) return false;
  const later = [...rows.slice(at + 1), ...rows.slice(0, at)];
  return go(later.find(({ node }) => node.name.toLowerCase().startsWith(letter.toLowerCase())));
}
