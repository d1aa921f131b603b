/** Puts quotation marks around a number, true or false that must be a text. */
import { spanOfValue } from './json-lines.ts';
import { type Json, partsAt } from './json-schema.ts';

/** @param text a body @param path of a value, joined by `/` @returns the body with quotation marks; null if they would not help */
export function inQuotes(text: string, path: string): string | null {
  const span = spanOfValue(text, path);
  if (span === null) return null;
  const { from, to } = span;
  return `${text.slice(0, from)}"${text.slice(from, to)}"${text.slice(to)}`;
}

/** Whether a schema allows only texts where a body has a number, true or false. @param path joined by `/` */
export function isUnquotedText(schema: Json, json: unknown, path: string): boolean {
  const names = path.split('/');
  let value: unknown = json;
  const places: string[] = [];
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    places.push(Array.isArray(value) ? '*' : name);
    value = Reflect.get(value, name);
  }
  if (typeof value !== 'number' && typeof value !== 'boolean') return false;
  const parts = partsAt(schema, places);
  return parts.length > 0 && parts.every(({ type }) => type === 'string');
}
