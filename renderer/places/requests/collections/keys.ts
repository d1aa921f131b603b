/** The keyboard in the tree of collections, by the ARIA pattern of a tree. */
import type { KeyboardEvent } from 'react';
import { aboveOf } from '../../../../shared/collections/tree.ts';
import { childrenOf, fold, move, select, selectedNodes, useTree } from '../../../state/requests/tree.ts';
import { keyOf, oneFurther, rangeOf, type TreeRow } from '../../../state/requests/tree-rows.ts';

export interface TreeActions {
  open: (row: TreeRow) => void;
  rename: () => void;
  remove: () => void;
}

/** @returns whether the key means something here */
export function pressed(event: KeyboardEvent, rows: readonly TreeRow[], actions: TreeActions): boolean {
  const { focus } = useTree.getState();
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === focus),
  );
  const row = rows[at];
  if (row === undefined) return false;
  if (event.altKey) return shifted(event.key);
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'a') return false;
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

/** Alt and an arrow move what is selected among its siblings. */
function shifted(key: string): boolean {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (by !== 1 && by !== -1) return false;
  const nodes = selectedNodes();
  const [first] = nodes;
  if (first === undefined) return true;
  const folder = aboveOf(first.path);
  // Only siblings move together.
  const together = nodes.filter(({ path }) => aboveOf(path) === folder);
  const target = oneFurther(childrenOf(folder), new Set(together.map(keyOf)), by);
  if (target !== null) void move(together, target);
  return true;
}

/** A letter goes to the next name that starts with it. */
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
