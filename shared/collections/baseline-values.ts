/** The values of a response that a baseline keeps. */
import { JSONPathNode, type JSONValue } from 'json-p3';
import { documentOf, type JsonDocument } from './json-document.ts';
import { matchesOf, type Places } from './json-path.ts';
import { MAX_BASELINE_VALUES, MAX_BASELINE_VALUE_CHARS } from '../limits.ts';

/**
 * Every value that is neither a list nor an object, and those that are empty, each as JSON with its path, in the order of the body.
 * @param body null if there is none; one that is not JSON has no values
 * @param volatile JSONPaths of values to leave out @param known where they lead, if that is known already
 */
export function baselineValues(
  body: string | null,
  volatile: readonly string[],
  known?: Places,
): [path: string, value: string][] {
  const document = documentOf(body ?? '');
  if (typeof document === 'string') return [];
  const leftOut = placesOf(volatile, document, known);
  const values: [string, string][] = [];
  for (const node of leavesOf(new JSONPathNode(document.json, [], document.json), leftOut)) {
    values.push([node.getPath(), JSON.stringify(node.value).slice(0, MAX_BASELINE_VALUE_CHARS)]);
    if (values.length === MAX_BASELINE_VALUES) break;
  }
  return values;
}

/** Calls itself for each level; a document has few enough. */
function* leavesOf(node: JSONPathNode, leftOut: Place | undefined): Generator<JSONPathNode> {
  if (leftOut?.isEnd === true) return;
  let isEmpty = true;
  for (const [part, value] of entriesOf(node.value)) {
    isEmpty = false;
    const child = new JSONPathNode(value, [...node.location, part], node.root);
    yield* leavesOf(child, leftOut?.below.get(part));
  }
  if (isEmpty) yield node;
}

function entriesOf(value: JSONValue): Iterable<[string | number, JSONValue]> {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value.entries() : Object.entries(value);
}

/** Places in a document by the names and indexes that lead there, so that each value is looked up once and not among all paths. */
interface Place {
  isEnd: boolean;
  below: Map<string | number, Place>;
}

function placesOf(paths: readonly string[], document: JsonDocument, known: Places | undefined): Place {
  const root: Place = { isEnd: false, below: new Map() };
  for (const path of paths) {
    const matches = matchesOf(path, document, known);
    for (const { location } of typeof matches === 'string' ? [] : matches) {
      let place = root;
      for (const part of location) {
        const below: Place = place.below.get(part) ?? { isEnd: false, below: new Map() };
        place.below.set(part, below);
        place = below;
      }
      place.isEnd = true;
    }
  }
  return root;
}
