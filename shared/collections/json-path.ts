/**
 * JSONPath (RFC 9535) for captures and assertions. Collections and bodies come from other people, and a path may take any time: the core
 * has those that may lead to several places followed in a thread that can be ended (body-queries.ts).
 */
import { JSONPathEnvironment, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3';
import { MAX_JSONPATH_CHARS, MAX_RESPONSE_NESTING } from '../limits.ts';

const environment = new JSONPathEnvironment();
// In the window, nothing ends a regular expression that takes longer than anybody waits.
environment.functionRegister.delete('match');
environment.functionRegister.delete('search');

/** Names and indexes that lead to a value. */
export type Place = readonly (string | number)[];
/** The places that paths lead to, by path, or a sentence about why one cannot be followed. */
export type Places = ReadonlyMap<string, readonly Place[] | string>;

export interface Match {
  location: Place;
  value: JSONValue;
}

/** @returns the path ready for use, or a sentence about what is wrong with it */
export function compileJsonPath(path: string): JSONPathQuery | string {
  if (path.length > MAX_JSONPATH_CHARS)
    return `A JSONPath has at most ${MAX_JSONPATH_CHARS} characters; this one has ${path.length}.`;
  try {
    return environment.compile(path);
  } catch (error) {
    if (error instanceof JSONPathError) return `"${path}" is not a JSONPath: ${error.message}.`;
    throw error;
  }
}

/** Whether a path may lead to several places, and so take any time. */
export function mayBeSlow(path: string): boolean {
  const query = compileJsonPath(path);
  return typeof query !== 'string' && !query.singularQuery();
}

/**
 * Every value that a path selects, in the order of the document.
 * @param known places that are known already
 * @returns the values with their places, or a sentence about why the path cannot be followed
 */
export function matchesOf(path: string, { json }: JsonDocument, known?: Places): Match[] | string {
  const places = known?.get(path);
  if (typeof places === 'string') return places;
  if (places !== undefined) return places.map((location) => ({ location, value: valueAt(json, location) }));
  const query = compileJsonPath(path);
  if (typeof query === 'string') return query;
  try {
    // The library's other way passes all values of a list as arguments of one call, and a long list has too many for that.
    return Array.from(query.lazyQuery(json), ({ location, value }) => ({ location, value }));
  } catch (error) {
    if (error instanceof JSONPathError) return `The JSONPath "${path}" cannot be followed: ${error.message}.`;
    throw error;
  }
}

function valueAt(json: JSONValue, location: Place): JSONValue {
  let value: unknown = json;
  for (const part of location) value = (value as Readonly<Record<string | number, unknown>>)[part];
  return value as JSONValue;
}

/** Where paths lead in a body. */
export function placesIn(body: string, paths: readonly string[]): Places {
  const document = documentOf(body);
  return new Map(
    paths.map((path) => {
      const matches = typeof document === 'string' ? document : matchesOf(path, document);
      return [path, typeof matches === 'string' ? matches : matches.map(({ location }) => location)];
    }),
  );
}

/** A body as JSON, parsed once for all that is read from it. */
export interface JsonDocument {
  json: JSONValue;
}

/** @returns the document, or a sentence about why the text is none */
export function documentOf(text: string): JsonDocument | string {
  let json: JSONValue;
  try {
    json = JSON.parse(text) as JSONValue;
  } catch {
    return 'The body is not JSON.';
  }
  return isTooDeep(json)
    ? `The body has more than ${MAX_RESPONSE_NESTING} lists and objects inside each other.`
    : { json };
}

/** Level by level, not call in call. */
function isTooDeep(json: JSONValue): boolean {
  let level: JSONValue[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_RESPONSE_NESTING) return true;
    level = level.flatMap(inside);
  }
  return false;
}

function inside(value: JSONValue): JSONValue[] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value : Object.values(value);
}
