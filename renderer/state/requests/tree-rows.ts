/** The visible rows of the tree, their keys, ranges and drop targets. Pure. */
import {
  aboveOf,
  flowOfPath,
  type FolderNode,
  isInFlow,
  type Item,
  type TreeNode,
} from '../../../shared/collections/tree.ts';

export interface TreeRow {
  key: string;
  node: TreeNode;
  /** From 1. */
  level: number;
  /** Among its siblings, from 1. */
  position: number;
  siblings: number;
  /** Null for a step. */
  open: boolean | null;
}

export function keyOf({ kind, path }: Item): string {
  return `${kind} ${path}`;
}

/** The inverse of {@link keyOf}; null for other keys. */
export function itemIn(key: string): Item | null {
  const kind = (['step', 'folder'] as const).find((one) => key.startsWith(`${one} `));
  return kind === undefined ? null : { kind, path: key.slice(kind.length + 1) };
}

/** @param folded keys of folders */
export function rowsOf(root: FolderNode, folded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (nodes: readonly TreeNode[], level: number) => {
    for (const [at, node] of nodes.entries()) {
      const key = keyOf(node);
      const open = node.kind === 'folder' ? !folded.has(key) : null;
      rows.push({ key, node, level, position: at + 1, siblings: nodes.length, open });
      if (node.kind === 'folder' && open) add(node.children, level + 1);
    }
  };
  add(root.children, 1);
  return rows;
}

/** The keys between two rows, inclusive. */
export function rangeOf(rows: readonly TreeRow[], from: string, to: string): string[] {
  const [one, other] = [from, to].map((key) => rows.findIndex((row) => row.key === key));
  if (one === undefined || other === undefined || one < 0 || other < 0) return [to];
  return rows.slice(Math.min(one, other), Math.max(one, other) + 1).map(({ key }) => key);
}

/** The destination of a move: in front of a child of a folder, or its end. */
export interface Target {
  folder: string;
  before: Item | null;
}

/** One position up or down. @param chosen keys of some of the siblings @returns null at the end */
export function oneFurther(
  siblings: readonly TreeNode[],
  chosen: ReadonlySet<string>,
  by: 1 | -1,
): Target | null {
  const indices = siblings.flatMap((node, at) => (chosen.has(keyOf(node)) ? [at] : []));
  const [first, last] = [indices[0], indices.at(-1)];
  if (first === undefined || last === undefined) return null;
  const next = siblings[by < 0 ? first - 1 : last + 1];
  if (next === undefined) return null;
  return { folder: aboveOf(next.path), before: by < 0 ? next : (siblings[last + 2] ?? null) };
}

export type Where = 'before' | 'after' | 'into';

interface Drop extends Target {
  /** The row that shows where, and in which way. */
  row: string;
  where: Where;
}

/**
 * The target of a drop on a row; null if what is dragged cannot be there.
 * @param dragged one of the dragged items
 * @param at from 0 at the upper edge of the row to 1 at its lower
 */
export function dropTarget(
  dragged: TreeNode,
  node: TreeNode,
  siblings: readonly TreeNode[],
  at: number,
): Drop | null {
  const flow = flowOfPath(node.path);
  const into = (folder: string): Drop => ({
    where: 'into',
    row: keyOf({ kind: 'folder', path: folder }),
    folder,
    before: null,
  });
  if (!isInFlow(dragged)) return into(flow === null ? node.path : aboveOf(flow));
  if (flow === null) return null;
  const edge = node.kind === 'folder' ? 0.25 : 0.5;
  if (node.kind === 'folder' && (!isInFlow(node) || (at >= edge && at <= 1 - edge))) return into(node.path);
  const place = { row: keyOf(node), folder: aboveOf(node.path) };
  if (at < edge) return { ...place, where: 'before', before: node };
  return { ...place, where: 'after', before: siblings[siblings.indexOf(node) + 1] ?? null };
}
