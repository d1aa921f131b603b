/** A JSON value as a person types it in a field: a text as it is, unless it would be read as something else. */

/** The text of a field. A text that looks like a number or JSON stands in quotes. */
export function writeValue(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return readValue(value) === value ? value : JSON.stringify(value);
}

/** The value that a field means: a number, true, false, null, an object, a list or a text in quotes as JSON, else the text. */
export function readValue(text: string): JsonValue {
  const trimmed = text.trim();
  if (!/^(?:["[{]|-?\d|true$|false$|null$)/.test(trimmed)) return text;
  try {
    const value: JsonValue = JSON.parse(trimmed);
    // An amount such as 1795.00, and a number with too many digits, would come back as another text.
    return typeof value === 'number' && JSON.stringify(value) !== trimmed ? text : value;
  } catch {
    return text;
  }
}

/** The value of a variable inside a text; one that is no text is written as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The lines of a field that have something in them. */
export function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
