/** JSONPaths of a body: those of the values in its lines, and of the rows of its tree. */
import type { BodyNode } from '../../../../shared/body-view/tree.ts';
import type { JsonValue } from '../../../../shared/collections/value-text.ts';
import type { Pointed } from '../../../state/requests/pointing.ts';

/** The path of a member (RFC 9535), as `.name` if the name permits it. */
function memberPath(path: string, { name, index }: Pick<BodyNode, 'name' | 'index'>): string {
  if (name === null) return `${path}[${index}]`;
  if (/^[A-Za-z_]\w*$/.test(name)) return `${path}.${name}`;
  return `${path}['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

interface Container {
  path: string;
  /** Index of the next element of an array; null for an object. */
  next: number | null;
}

/**
 * @param lines of formatted JSON, one value a line, from the first
 * @returns the value of each line with its JSONPath; null for a closing bracket, and for all lines after one that cannot be read
 */
export function valuesOfLines(lines: readonly string[]): (Pointed | null)[] {
  const around: Container[] = [];
  let isLost = false;
  return lines.map((line) => {
    const text = line.trim();
    if (isLost || /^[\]}],?$/.test(text)) {
      around.pop();
      return null;
    }
    const container = around.at(-1);
    const [, name, rest = text] =
      container?.next === null ? (/^("(?:[^"\\]|\\.)*"): (.*)$/s.exec(text) ?? []) : [];
    const value = valueOf(rest);
    if (value === undefined || (container?.next === null && name === undefined)) {
      isLost = true;
      return null;
    }
    const path = container === undefined ? '$' : memberPath(container.path, memberOf(container, name));
    if (/^[[{]$/.test(rest)) around.push({ path, next: rest === '[' ? 0 : null });
    return { source: { of: 'body', path }, value };
  });
}

function memberOf(container: Container, name: string | undefined): { name: string | null; index: number } {
  if (container.next === null) return { name: String(JSON.parse(name ?? '""')), index: 0 };
  return { name: null, index: container.next++ };
}

/** The value that begins in a line; an empty one for an object or array that takes several lines. */
function valueOf(rest: string): JsonValue | undefined {
  const text = rest.replace(/,$/, '');
  if (text === '{') return {};
  if (text === '[') return [];
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Most members that are listed without ranges. */
const LISTED = 200;
/** Members of the smallest range. */
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
/** The rows of an expanded tree: nodes, and ranges of members if there are too many to list. */
export type TreeRow =
  | (Common & { kind: 'node'; node: BodyNode })
  | (Common & { kind: 'range'; offset: number; from: number; end: number });

/** The members of an expanded object, array or range. */
export interface Opened {
  offset: number;
  from: number;
  end: number;
  /** The members, if the range is small enough to list them. */
  nodes: BodyNode[] | null;
}

/** Size of the subranges of a range with this many members, which limits their number. */
function rangeSize(count: number): number {
  let size = RANGE;
  while (count / size > LISTED) size *= RANGE;
  return size;
}

/** Whether members are listed individually rather than in ranges. */
export function isListed(count: number): boolean {
  return count <= LISTED;
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
    const range = { offset, from: first, end: Math.min(end, first + size) };
    const id = `${row.path}[${first}:${range.end}]`;
    return { kind: 'range', id, level, position: at + 1, siblings, path: row.path, ...range };
  });
}
