/** The beginning of a body, formatted if it is JSON: bounded in lines, in characters of a line and in indentation. */
import { BodyView } from './body-view.ts';
import { memorySource } from './bytes.ts';

/** Levels that are indented. Deeper ones would be blanks only. */
const INDENTED = 40;

/** @param most lines @returns the lines, and whether there are more */
export function beginningOf(text: string, most: number): { lines: string[]; more: boolean } {
  const view = new BodyView(memorySource(new TextEncoder().encode(text)));
  const { lines, total } = view.lines(view.isJson() ? 'pretty' : 'raw', 0, most + 1);
  return {
    lines: lines.slice(0, most).map((line) => '  '.repeat(Math.min(line.depth, INDENTED)) + line.text),
    more: total > most,
  };
}
