/** Reads Markdown that may come from anywhere: a parser's work must end, and within the stack. */
import { lexer, type Token } from 'marked';

/** Characters that are read as Markdown: the parser's work for some texts grows with the square of their length. */
export const FORMATTED = 5000;
/** Quotes and lists in each other. */
export const DEEPEST = 12;

/** More marks of quotes and lists at the beginning of a line than are drawn. The parser calls itself for each of them. */
const TOO_DEEP = new RegExp(`^[ \\t]*(?:(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])[ \\t]*){${DEEPEST + 1}}`, 'm');

/** Cells of tables that are drawn. */
export const MOST_CELLS = 4000;
/** The second line of a table, which has the number of its columns, perhaps in quotes or lists. */
const COLUMNS = /^[\t >:*+|.\d-]+$/;

/** A text as it is drawn: its beginning as tokens, and what is shown as it is. */
export interface Formatted {
  tokens: readonly Token[];
  rest: string;
}

/** What follows the first {@link FORMATTED} characters stays as it is; so does all of a text that is too nested, too large a table, or too much for the parser. */
export function formatted(text: string): Formatted {
  const asItIs = { tokens: [], rest: text };
  const end = endOf(text);
  const beginning = text.slice(0, end);
  if (TOO_DEEP.test(beginning) || mostCells(beginning) > MOST_CELLS) return asItIs;
  try {
    return { tokens: lexer(beginning), rest: text.slice(end) };
  } catch {
    // Nesting of a kind that a look at the lines does not find.
    return asItIs;
  }
}

/** More cells than the tables of a text have: the parser gives each row as many as there are columns, whether or not it has so many. */
function mostCells(text: string): number {
  const lines = text.split('\n');
  const columns = lines.map((line) => (COLUMNS.test(line) ? line.split('|').length : 0));
  return Math.max(...columns) * lines.length;
}

/** Where the part that is read ends: at the end of a paragraph or a line if it has one. */
function endOf(text: string): number {
  if (text.length <= FORMATTED) return text.length;
  const paragraph = text.lastIndexOf('\n\n', FORMATTED - 2);
  const line = text.lastIndexOf('\n', FORMATTED - 1);
  if (paragraph > 0) return paragraph + 2;
  return line > 0 ? line + 1 : FORMATTED;
}
