/**
 * JSONPath (RFC 9535) for captures and assertions. Collections and bodies come from other people, and nothing can interrupt a
 * path while it is followed: so only those are allowed whose work grows no faster than the body (see json-path-parts.ts).
 */
import { type JSONPathNode, JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3';
import { notAllowed } from './json-path-parts.ts';
import { type JsonDocument, MOST_VALUES } from './json-document.ts';

/** Of a path, in characters. */
export const LONGEST_PATH = 1000;

const environment = new JSONPathEnvironment();
// Their regular expressions can take longer than anybody waits, and nothing can interrupt them.
environment.functionRegister.delete('match');
environment.functionRegister.delete('search');

/** @returns the path ready for use, or a sentence about what is wrong with it */
export function compileJsonPath(path: string): JSONPathQuery | string {
  if (path.length > LONGEST_PATH)
    return `A JSONPath has at most ${LONGEST_PATH} characters; this one has ${path.length}.`;
  try {
    const query = environment.compile(path);
    const why = notAllowed(query);
    return why === null ? query : `The JSONPath "${path}" is not allowed: ${why}`;
  } catch (error) {
    if (error instanceof JSONPathError) return `"${path}" is not a JSONPath: ${error.message}.`;
    throw error;
  }
}

/**
 * Every value that a path selects, in the order of the document.
 * @returns the values with their places, or a sentence about why the path cannot be followed
 */
export function matchesOf(path: string, { json, values }: JsonDocument): JSONPathNode[] | string {
  const query = compileJsonPath(path);
  if (typeof query === 'string') return query;
  if (values > MOST_VALUES && !query.singularQuery())
    return `The body has more than ${MOST_VALUES.toLocaleString('en')} values. In such a body, a JSONPath must lead to one place, without "*", "..", ":" and "?".`;
  try {
    // The library's other way passes all values of a list as arguments of one call, and a long list has too many for that.
    return [...query.lazyQuery(json)];
  } catch (error) {
    if (error instanceof JSONPathError) return `The JSONPath "${path}" cannot be followed: ${error.message}.`;
    throw error;
  }
}
