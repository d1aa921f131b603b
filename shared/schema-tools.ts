/** Zod schemas with our own messages, and a schema of any JSON value. A message of the schema itself takes precedence. */
import { z } from 'zod';
import { ownValue } from './own-value.ts';

/** A predicate after the member's name. @param shown names the value; by default only its kind, because it may be secret */
export function predicateOf(
  issue: z.core.$ZodRawIssue,
  shown: (value: unknown) => string = kindOfValue,
): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${ownValue(KINDS, issue.expected) ?? issue.expected}, not ${shown(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}, not ${shown(issue.input)}`;
    case 'too_small':
      if (issue.origin === 'array') return `must have at least ${entries(Number(issue.minimum))}`;
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'array') return `must have at most ${entries(Number(issue.maximum))}`;
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'starts_with'
        ? `must start with ${String(issue['prefix'])}, not be ${shown(issue.input)}`
        : `does not have the right form${shown === kindOfValue ? '' : `: ${shown(issue.input)}`}`;
    case 'invalid_union':
      return unionWords(issue, shown);
    case 'unrecognized_keys':
      return `cannot have ${issue.keys.join(', ')}, which is unknown here`;
    default:
      return `cannot be ${shown(issue.input)}`;
  }
}

/** The fault of a discriminated union is its discriminator. */
function unionWords(
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>,
  shown: (value: unknown) => string,
): string {
  const { input } = issue;
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
  if (
    issue.discriminator === undefined ||
    options.length === 0 ||
    typeof input !== 'object' ||
    input === null
  )
    return `cannot be ${shown(input)}`;
  const given = ownValue(input as Readonly<Record<string, unknown>>, issue.discriminator);
  return given === undefined
    ? 'is missing'
    : `must be ${options.map(String).join(' or ')}, not ${shown(given)}`;
}

/** Option of a check: faults in plain words. */
export const inPlainWords = { error: (issue: z.core.$ZodRawIssue) => predicateOf(issue) } as const;

/** The same up to the first fault of a list or object, for untrusted input: an issue for each of a million entries takes gigabytes. */
export const upToFirstFault = { ...inPlainWords, abortEarly: true } as const;

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
      return 'this text';
    case 'number':
      return 'this number';
    case 'boolean':
      return String(value);
    default:
      return 'an object';
  }
}

type Json = z.core.util.JSONType;

/** Any JSON value, of any depth. Not by `z.json()`, which tries seven types for each value: seconds for a large body. */
export const jsonValueSchema = z.unknown().nonoptional().pipe(z.custom<Json>(isJson));

function isJson(value: unknown): boolean {
  if (!isObject(value)) return isSimple(value);
  const left: object[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (!Array.isArray(one) && !isPlain(one)) return false;
    for (const inner of Array.isArray(one) ? (one as unknown[]) : Object.values(one)) {
      if (isObject(inner)) left.push(inner);
      else if (!isSimple(inner)) return false;
    }
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSimple(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
