/** Reads values of a parsed file from somebody else, of which nothing is known. Only own properties count. */

type Values = Readonly<Record<string, unknown>>;

const NOTHING: Values = Object.freeze({});

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object, or an empty one. */
export function objectOf(value: unknown): Values {
  return isObject(value) ? value : NOTHING;
}

/** The value at a path of names. */
export function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  let inner = value;
  for (const name of names) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Record<string | number, unknown>)[name];
  }
  return inner;
}

/** A text, or a number or truth value as a text; otherwise an empty text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function textAt(value: unknown, ...names: readonly (string | number)[]): string {
  return textOf(at(value, ...names));
}

/** A list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function listAt(value: unknown, ...names: readonly (string | number)[]): readonly unknown[] {
  return listOf(at(value, ...names));
}

/** The value of a JSON text, or an empty object. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOTHING;
  }
}

/** The members of an object. */
export function membersAt(value: unknown, ...names: readonly (string | number)[]): [string, unknown][] {
  return Object.entries(objectOf(at(value, ...names)));
}

/** The place that a source gives an item among others, as a number; an item without one comes last. */
export function placeOf(value: unknown): number {
  const text = textOf(value).trim();
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : Number.MAX_SAFE_INTEGER;
}

/** In the order of their places; those with the same one, in that of the list. */
export function inPlaces<T>(list: readonly T[], place: (one: T) => unknown): T[] {
  return [...list].sort((a, b) => placeOf(place(a)) - placeOf(place(b)));
}
