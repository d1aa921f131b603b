/** What becomes of a path when something around it is moved or renamed. */
import type { Item } from './tree.ts';

export interface Move {
  kind: Item['kind'];
  from: string;
  to: string;
}

/** The path of something after a move; null if it was not moved. */
export function movedPath(path: string, kind: Item['kind'], moved: readonly Move[]): string | null {
  for (const { kind: what, from, to } of moved) {
    if (what === kind && from === path) return to;
    if (what === 'folder' && path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return null;
}
