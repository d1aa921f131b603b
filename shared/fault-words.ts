/**
 * What a schema finds wrong with a value, in plain words: no sentence that a person reads comes from the library. A schema's own message
 * takes precedence.
 */
import type { z } from 'zod';
import { ownValue } from './own-value.ts';

/**
 * The rest of a sentence that starts with the member's name.
 * @param shown how the value is called; its kind unless given, because a value may be secret
 */
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

/** Where one member says which of several objects is meant, that member is what is wrong. */
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
  const said = ownValue(input as Readonly<Record<string, unknown>>, issue.discriminator);
  return said === undefined
    ? 'is missing'
    : `must be ${options.map(String).join(' or ')}, not ${shown(said)}`;
}

/** For a check of a schema: its faults in plain words. */
export const inPlainWords = { error: (issue: z.core.$ZodRawIssue) => predicateOf(issue) } as const;

/**
 * The same no further than the first fault of a list or object, for what others send, of which only one fault is told: an issue for each of a
 * million entries takes gigabytes.
 */
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
