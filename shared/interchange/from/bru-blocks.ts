/** Reads the blocks of a .bru file. */
import type { Pair } from '../foreign.ts';

export interface Block {
  name: string;
  /** Without its indent. */
  lines: string[];
}

/** @returns the blocks in their order; lines outside of a block are left out */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (open === null) {
      const [, name, rest = ''] = /^([A-Za-z][\w:-]{0,60})\s*[{[](.*)$/.exec(line) ?? [];
      if (name === undefined) continue;
      open = { name, lines: [] };
      blocks.push(open);
      const [, inside] = /^(.*)[}\]]\s*$/.exec(rest) ?? [];
      // All in one line.
      if (inside !== undefined) {
        open.lines.push(
          ...inside
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== ''),
        );
        open = null;
      }
    } else if (/^[}\]]\s*$/.test(line)) open = null;
    else open.lines.push(line.replace(/^ {1,2}/, ''));
  }
  return blocks;
}

/** The text of a block such as a body or a script. */
export function textOfBlock({ lines }: Block): string {
  return lines.join('\n').trimEnd();
}

/** Around a text of several lines. */
const MARKS = "'''";

/** The pairs of a block such as headers. A name that starts with `~` is switched off. */
export function pairsOfBlock({ lines }: Block): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim();
    if (line === '') continue;
    const [, off = '', quoted, bare = '', text = ''] =
      /^(~?)(?:"((?:[^"\\]|\\.)*)"|([^:]*)):?\s*(.*)$/s.exec(line) ?? [];
    const name = (quoted ?? bare).trim().replace(/^@/, '');
    let value = text;
    // A text of several lines, and what stands behind it: the content type of a part.
    if (value.startsWith(MARKS)) {
      const inner = [value.slice(MARKS.length)];
      while (!(inner.at(-1) ?? '').includes(MARKS) && at + 1 < lines.length)
        inner.push((lines[++at] ?? '').replace(/^ {1,2}/, ''));
      const [whole = '', behind = ''] = inner.join('\n').split(MARKS, 2);
      value = `${whole.trimEnd().replace(/^\n/, '')} ${behind.trim()}`.trimEnd();
    }
    pairs.push({ name, value, off: off === '~' });
  }
  return pairs;
}

/** The value of a name in a block, or an empty text. */
export function valueIn(block: Block | undefined, name: string): string {
  return block === undefined ? '' : (pairsOfBlock(block).find((pair) => pair.name === name)?.value ?? '');
}

/** The name, status and body of the response of a block `example`, whose parts are inside each other. */
export function exampleOf({ lines }: Block): { name: string; status: string; body: string } {
  const text = lines.join('\n');
  const response = text.split(/^[ \t]*response:/m, 2)[1] ?? '';
  const content = response.split(/^[ \t]*content:[ \t]*/m, 2)[1] ?? '';
  const [line = ''] = content.split('\n', 1);
  return {
    name: /^[ \t]*name:(.*)$/m.exec(text)?.[1]?.trim() ?? '',
    status: /^[ \t]*(?:code|status):[ \t]*(\d{3})/m.exec(response)?.[1] ?? '',
    body: content.startsWith(MARKS) ? (content.split(MARKS, 2)[1] ?? '') : line.trim(),
  };
}
