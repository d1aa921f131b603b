/** Predicates about wrong values in a body, with the limit and the value (PAY-2). */
import type { z } from 'zod';
import { ownValue } from '../own-value.ts';

/** Characters of a value in a sentence. */
const LONGEST = 60;

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text in quotation marks',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** The message for a fault whose schema has none. */
export function wording(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${ownValue(NOUNS, issue.expected) ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${choices(issue.values.map(String))}`;
    case 'too_big':
      return sizeWords(issue.origin, Number(issue.maximum), 'most');
    case 'too_small':
      return sizeWords(issue.origin, Number(issue.minimum), 'least');
    case 'invalid_format':
      return issue.format === 'date' ? 'is not a date in the format YYYY-MM-DD' : 'has another format';
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : typesWords(issue.errors);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'has a value that is not allowed here';
  }
}

function typesWords(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const types = branches.flatMap(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0
      ? [ownValue(NOUNS, first.expected) ?? first.expected]
      : [],
  );
  return types.length === 0 ? 'has a value that is not allowed here' : `must be ${types.join(' or ')}`;
}

function choices(values: readonly string[]): string {
  return values.length <= 2 ? values.join(' or ') : `one of ${values.join(', ')}`;
}

function sizeWords(origin: string, limit: number, end: 'most' | 'least'): string {
  if (origin === 'string') {
    if (end === 'least' && limit === 1) return 'must not be empty';
    return `has ${end === 'most' ? 'more' : 'fewer'} than ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  }
  if (origin === 'array') return `must have at ${end} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `must be at ${end} ${limit}`;
}

/**
 * A message with the value that was found, if there is one.
 * @param issue decides whether the value or its length is the point
 */
export function withFound(issue: z.core.$ZodIssue, body: unknown): string {
  const { message } = issue;
  const value = valueAt(body, issue.path);
  if (value === undefined) return message;
  const found = isOfSize(issue) ? sizeOf(value) : null;
  return `${message}; found ${found ?? shown(value)}`;
}

const isOfSize = ({ code }: z.core.$ZodIssue) => code === 'too_big' || code === 'too_small';

function sizeOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return `${value.length}`;
  return Array.isArray(value) ? `${value.length}` : null;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? 'a list of 1' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, LONGEST * 2) : value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).toWellFormed()}…`;
}

/** Own members only, because a field of a body may be called `constructor`. */
export function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
