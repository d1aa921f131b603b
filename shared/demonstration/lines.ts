/** Where in a JSON text a value stands, so that a fault can be found in an editor. */
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';

export interface Lines {
  /** The line of a value, from 1; of the nearest one around it if it is not there. A name that is too much is found too. */
  of: (path: readonly PropertyKey[]) => number;
  /** Lines on which a name stands for the second time in its object. JSON has the last one win, in silence. */
  repeated: readonly { line: number; name: string }[];
}

/** @param text that `JSON.parse` accepts, of bounded size and depth. JSON is YAML, whose parser knows positions. */
export function linesOf(text: string): Lines {
  const counter = new LineCounter();
  const document = parseDocument(text, { schema: 'json', lineCounter: counter, uniqueKeys: false });
  const lineAt = (offset: number | undefined) => (offset === undefined ? 1 : counter.linePos(offset).line);
  const repeated: { line: number; name: string }[] = [];
  const visit = (node: unknown): void => {
    const seen = new Set<string>();
    for (const { name, key, value } of membersOf(node)) {
      if (name !== null && seen.has(name)) repeated.push({ line: lineAt(startOf(key)), name });
      if (name !== null) seen.add(name);
      visit(value);
    }
  };
  visit(document.contents);
  return {
    repeated,
    of: (path) => {
      let node: unknown = document.contents;
      let line = lineAt(startOf(node));
      for (const part of path) {
        const members = membersOf(node);
        const member =
          typeof part === 'number' ? members[part] : members.findLast(({ name }) => name === part);
        if (member === undefined) break;
        line = lineAt(startOf(member.key ?? member.value));
        node = member.value;
      }
      return line;
    },
  };
}

interface Member {
  name: string | null;
  key: unknown;
  value: unknown;
}

/** The members of an object with their names, or of a list. */
function membersOf(node: unknown): Member[] {
  if (typeof node !== 'object' || node === null || !('items' in node) || !Array.isArray(node.items))
    return [];
  if (isMap(node))
    return node.items.map(({ key, value }) => ({
      name: isScalar(key) ? String(key.value) : null,
      key,
      value,
    }));
  return node.items.map((value: unknown) => ({ name: null, key: null, value }));
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}
