/** A body as JSON, parsed once for all that is read from it, with what tells how much work it is to read it. */
import type { JSONValue } from 'json-p3';

/** For a JSONPath that visits many of them. A response of 2 MB that a bank really sends has half as many. */
export const MOST_VALUES = 100_000;
/** Levels: comparing and writing a value takes a call for each, and more than some thousand calls in each other fail. */
const DEEPEST = 500;

export interface JsonDocument {
  json: JSONValue;
  /** Of every kind: lists and objects too, and all that is in them. */
  values: number;
}

/** @returns the document, or a sentence about why the text is none */
export function documentOf(text: string): JsonDocument | string {
  let json: JSONValue;
  try {
    json = JSON.parse(text) as JSONValue;
  } catch {
    return 'The body is not JSON.';
  }
  const values = countOf(json);
  return values === null
    ? `The body has more than ${DEEPEST} lists and objects inside each other.`
    : { json, values };
}

/** Level by level, not call in call. @returns null if there are too many levels */
function countOf(json: JSONValue): number | null {
  let values = 0;
  let level: JSONValue[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return null;
    values += level.length;
    level = level.flatMap(inside);
  }
  return values;
}

function inside(value: JSONValue): JSONValue[] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value : Object.values(value);
}
