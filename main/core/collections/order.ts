/** The numbers that put steps and folders in an order, with as few changes as possible. */
import { orderOf, type TreeNode } from '../../../shared/collections/tree.ts';

/**
 * Numbers for some nodes that come between others.
 * @param others in their order @param moved in theirs @param at the index in `others` in front of which they come
 * @returns the nodes whose number changes, with the new one
 */
export function numbered(
  others: readonly TreeNode[],
  moved: readonly TreeNode[],
  at: number,
): Map<TreeNode, number> {
  const moves = new Set(moved);
  const before = at === 0 ? null : orderAt(others, at - 1);
  const after = orderAt(others, at);
  const room = moved.length + 1;
  if (before === null || Number.isFinite(before)) {
    const next = after === null || !Number.isFinite(after) ? null : after;
    const first = before ?? (next === null ? 0 : next - room);
    const last = next ?? first + room;
    // Whole numbers where they fit.
    const step = last - first >= room ? 1 : (last - first) / room;
    const numbers = moved.map((_, index) => first + step * (index + 1));
    if (isRising([first, ...numbers, last]))
      return new Map(moved.map((node, index) => [node, numbers[index] ?? 0]));
  }
  // Some in front have no number, or there is no room between two: all get one, as far as needed.
  const all = others.toSpliced(at, 0, ...moved);
  const numberless = all.findIndex((node) => !moves.has(node) && !Number.isFinite(orderOf(node)));
  const end = Math.max(at + moved.length, numberless < 0 ? all.length : numberless);
  return new Map(all.slice(0, end).map((node, index) => [node, index + 1]));
}

function orderAt(nodes: readonly TreeNode[], at: number): number | null {
  const node = nodes[at];
  return node === undefined ? null : orderOf(node);
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? number));
}
