/** What stands between `{{` and `}}`: a variable, or a calculation with variables and numbers such as `{{before - amount}}`. */

/** Operands of one calculation. */
const MOST_OPERANDS = 20;

const inside = (name: string, blank: string, operators: string) => {
  const operand = String.raw`(?:${name}|-?\d+(?:\.\d+)?)`;
  return `${name}|${operand}(?:${blank}${operators}${blank}${operand}){1,${MOST_OPERANDS - 1}}`;
};

const INSIDE = inside(String.raw`\$?[A-Za-z][\w.+-]*`, ' ', '[+*-]');
const INSIDE_PATH = inside(String.raw`(?:\$|%24)?[A-Za-z](?:[\w.+-]|%2B)*`, '(?: |%20)', '(?:[+*-]|%2B|%2A)');

export const IN_TEXT = new RegExp(String.raw`\{\{(${INSIDE})\}\}`, 'g');
export const WHOLE = new RegExp(String.raw`^\{\{(${INSIDE})\}\}$`);
/** In a path the braces may be percent-encoded like everything else. */
export const IN_PATH = new RegExp(String.raw`(?:\{\{|%7B%7B)(${INSIDE_PATH})(?:\}\}|%7D%7D)`, 'gi');
/** At the beginning of a path, which may follow its method. */
export const FIRST_IN_PATH = new RegExp(
  String.raw`^([A-Z]+ )?(?:\{\{|%7B%7B)(${INSIDE_PATH})(?:\}\}|%7D%7D)`,
  'i',
);

/** What {@link IN_PATH} has found, as in a text. */
export function decodedPlaceholder(found: string): string {
  return decodeURIComponent(found);
}

/** The names of variables in what stands between braces. */
export function namesOf(found: string): string[] {
  return found.split(' ').filter((part) => /^[$A-Za-z]/.test(part));
}
