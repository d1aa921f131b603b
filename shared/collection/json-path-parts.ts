/**
 * Which JSONPaths a collection may have. Three things let a short path take a time that grows with the square of the body, or
 * doubles with each character: a query inside a filter that searches the body again for each value, `..` after `..`, and a list of
 * selectors that gives the same value several times. Without them, each segment visits a value at most once.
 */
import { jsonpath, type JSONPathQuery } from 'json-p3';

type Segment = JSONPathQuery['segments'][number];
type Filter = InstanceType<typeof jsonpath.expressions.FilterExpression>;

const { FilterSelector, IndexSelector, NameSelector } = jsonpath.selectors;
const { FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression, RelativeQuery, RootQuery } =
  jsonpath.expressions;

/** Segments, and parts of filters: each is work for each value. */
const MOST_PARTS = 30;

/** @returns a sentence about what is not allowed in a path and why, or null */
export function notAllowed(query: JSONPathQuery): string | null {
  // However long: it leads to one place.
  if (query.singularQuery()) return null;
  const { segments } = query;
  if (segments.filter(isDescendant).length > 1)
    return 'it has ".." more than once, so a large body would take too long.';
  if (segments.some(repeats))
    return 'inside one pair of brackets, only different names and different indexes may follow each other: anything else could give the same value again and again.';
  const filters = segments.flatMap(({ selectors }) =>
    selectors.flatMap((one) => (one instanceof FilterSelector ? partsOf(one.expression) : [])),
  );
  if (filters.some(searches))
    return 'a query inside a filter must start with "@" and lead to one place, such as @.a.b or @[0], because it is followed for each value of the body.';
  const parts = segments.length + filters.reduce((sum, part) => sum + sizeOf(part), 0);
  return parts > MOST_PARTS
    ? `it has ${parts} parts (steps, and queries, values and operators of filters); at most ${MOST_PARTS} are allowed.`
    : null;
}

// The library does not name the class of these segments.
const isDescendant = (segment: Segment) => segment.toString().startsWith('..');

function repeats({ selectors }: Segment): boolean {
  if (selectors.length === 1) return false;
  // From the start of a list: [0, -1] gives the value of a short list twice.
  const places = selectors.map((one) => {
    if (one instanceof NameSelector) return one.name;
    return one instanceof IndexSelector && one.index >= 0 ? one.index : null;
  });
  return places.includes(null) || new Set(places).size < places.length;
}

/** An expression and everything in it. */
function partsOf(expression: Filter): Filter[] {
  return [expression, ...operandsOf(expression).flatMap(partsOf)];
}

function operandsOf(expression: Filter): Filter[] {
  if (expression instanceof LogicalExpression) return [expression.expression];
  if (expression instanceof PrefixExpression) return [expression.right];
  if (expression instanceof InfixExpression) return [expression.left, expression.right];
  return expression instanceof FunctionExtension ? expression.args : [];
}

function searches(part: Filter): boolean {
  if (part instanceof RootQuery) return true;
  return part instanceof RelativeQuery && !part.path.singularQuery();
}

const sizeOf = (part: Filter) => (part instanceof RelativeQuery ? 1 + part.path.segments.length : 1);
