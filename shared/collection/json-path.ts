/** JSONPath (RFC 9535) for captures and assertions. Collections come from other people, so a path can neither run code nor hang. */
import { type JSONValue, JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3';

/** Of a path, in characters. */
const LONGEST = 1000;

const environment = new JSONPathEnvironment();
// Their regular expressions can take longer than anybody waits, and nothing can interrupt them.
environment.functionRegister.delete('match');
environment.functionRegister.delete('search');

/** @returns the path ready for use, or a sentence about what is wrong with it */
export function compileJsonPath(path: string): JSONPathQuery | string {
  if (path.length > LONGEST)
    return `A JSONPath has at most ${LONGEST} characters; this one has ${path.length}.`;
  try {
    return environment.compile(path);
  } catch (error) {
    if (error instanceof JSONPathError) return `"${path}" is not a JSONPath: ${error.message}.`;
    throw error;
  }
}

export interface Match {
  /** The normalised path of the value. */
  path: string;
  value: unknown;
}

/**
 * Every value that a path selects, in the order of the document.
 * @param json a parsed JSON document
 * @returns the values, or a sentence about why the path cannot be followed
 */
export function matchesOf(path: string, json: unknown): Match[] | string {
  const query = compileJsonPath(path);
  if (typeof query === 'string') return query;
  try {
    return query.query(json as JSONValue).nodes.map((node) => ({ path: node.getPath(), value: node.value }));
  } catch (error) {
    if (error instanceof JSONPathError) return `The JSONPath "${path}" cannot be followed: ${error.message}.`;
    throw error;
  }
}
