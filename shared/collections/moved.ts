/** What becomes of a path when something around it is moved or renamed. */
import { aboveOf, type Item } from './tree.ts';

export interface Move {
  kind: Item['kind'];
  from: string;
  to: string;
}

/** @returns the path of something after all these moves; null if it was not moved */
export function movedBy(moved: readonly Move[]): (path: string, kind: Item['kind']) => string | null {
  const known = { step: new Map<string, string>(), folder: new Map<string, string>() };
  for (const { kind, from, to } of moved) known[kind].set(from, to);
  return (path, kind) => {
    const own = known[kind].get(path);
    if (own !== undefined) return own;
    if (known.folder.size === 0) return null;
    for (let above = aboveOf(path); above !== ''; above = aboveOf(above)) {
      const to = known.folder.get(above);
      if (to !== undefined) return to + path.slice(above.length);
    }
    return null;
  };
}
