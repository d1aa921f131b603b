/** Syntax trees as scripts and tests read them: nodes with positions, and a walk that knows what lies above each node. */
import { parseSync } from 'vite';

/** A node of the ESTree that the parser returns. Positions are offsets in the source. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** What encloses a node, from the outside in, and the field of the innermost one that holds it. */
interface Place {
  above: readonly Node[];
  field: string;
}

/** @throws Error for a file that cannot be parsed */
export function parse(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source, { preserveParens: false });
  const [error] = errors;
  const root: unknown = program;
  if (error || !isNode(root)) throw new Error(`${file} cannot be parsed: ${error?.message ?? 'no program'}`);
  return root;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The node in a field, or null. */
export function nodeIn(node: Node, field: string): Node | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** Visits a node and all that it contains, outer nodes first. `visit` returns false to leave out what the node contains. */
export function walk(
  node: Node,
  visit: (node: Node, place: Place) => boolean,
  place: Place = { above: [], field: '' },
): void {
  if (!visit(node, place)) return;
  const above = [...place.above, node];
  for (const [field, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) walk(child, visit, { above, field });
}
