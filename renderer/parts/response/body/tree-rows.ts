/** The rows of an expanded tree: nodes, and ranges of members if there are too many to list. */
import type { BodyNode } from '../../../../shared/body-view/tree.ts';

/** Largest number of members that are listed without ranges. */
const LISTED = 200;
/** Number of members in the smallest range. */
const RANGE = 100;

interface Common {
  /** Unique in the tree. */
  id: string;
  /** From 1. */
  level: number;
  /** Position among its siblings, from 1, and how many there are. */
  position: number;
  siblings: number;
  /** JSONPath of the node; for a range, that of its object or array. */
  path: string;
}
export type TreeRow =
  | (Common & { kind: 'node'; node: BodyNode })
  | (Common & { kind: 'range'; offset: number; from: number; end: number });

/** What has been expanded: the members of an object, an array or a range, by the id of its row. */
export interface Opened {
  offset: number;
  from: number;
  end: number;
  /** The members, if the range is small enough to list them. */
  nodes: BodyNode[] | null;
}

/** Size of the subranges of a range with this many members, so that there are not too many of them. */
function rangeSize(count: number): number {
  let size = RANGE;
  while (count / size > LISTED) size *= RANGE;
  return size;
}

/** Whether members are listed individually rather than in ranges. */
export function isListed(count: number): boolean {
  return count <= LISTED;
}

/** The path of a member (RFC 9535), as `.name` if the name permits it. */
export function memberPath(path: string, { name, index }: Pick<BodyNode, 'name' | 'index'>): string {
  if (name === null) return `${path}[${index}]`;
  if (/^[A-Za-z_]\w*$/.test(name)) return `${path}.${name}`;
  return `${path}['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

export function rootRow(node: BodyNode): TreeRow {
  return { kind: 'node', id: '$', level: 1, position: 1, siblings: 1, path: '$', node };
}

/** A row and all visible rows below it, in the order of the screen. */
export function rowsFrom(row: TreeRow, opened: ReadonlyMap<string, Opened>): TreeRow[] {
  const open = opened.get(row.id);
  if (!open) return [row];
  return [row, ...childRows(row, open).flatMap((child) => rowsFrom(child, opened))];
}

function childRows(row: TreeRow, { offset, from, end, nodes }: Opened): TreeRow[] {
  const level = row.level + 1;
  if (nodes !== null)
    return nodes.map((node, at): TreeRow => {
      const path = memberPath(row.path, node);
      return { kind: 'node', id: path, level, position: at + 1, siblings: nodes.length, path, node };
    });
  const size = rangeSize(end - from);
  const siblings = Math.ceil((end - from) / size);
  return Array.from({ length: siblings }, (_, at): TreeRow => {
    const first = from + at * size;
    const last = Math.min(end, first + size);
    const id = `${row.path}[${first}:${last}]`;
    return {
      kind: 'range',
      id,
      level,
      position: at + 1,
      siblings,
      path: row.path,
      offset,
      from: first,
      end: last,
    };
  });
}
