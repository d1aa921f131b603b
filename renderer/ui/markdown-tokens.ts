/** Reads Markdown that may come from anywhere: a parser's work must end, and within the stack. */
import { lexer, type Token } from 'marked';

/** Characters that are read as Markdown: the parser's work for some texts grows with the square of their length. */
export const FORMATTED = 20_000;
/** Quotes and lists in each other. */
export const DEEPEST = 12;

/** More marks of quotes and lists at the beginning of a line than are drawn. The parser calls itself for each of them. */
const TOO_DEEP = new RegExp(`^[ \\t]*(?:(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])[ \\t]*){${DEEPEST + 1}}`, 'm');

/** @returns null for a text that is shown as it is, because it is too long, too nested, or more than the parser can do */
export function tokensOf(text: string): readonly Token[] | null {
  if (text.length > FORMATTED || TOO_DEEP.test(text)) return null;
  try {
    return lexer(text);
  } catch {
    // Nesting of a kind that a look at the lines does not find.
    return null;
  }
}
