/** A body as JSON, parsed once for all that is read from it. */
import type { JSONValue } from 'json-p3';
import { MAX_RESPONSE_NESTING } from '../limits.ts';

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
