/** What is wrong with a body or a query of a control call, as sentences that name the member. */
import { z } from 'zod';

/** Faults that one answer lists; a body may have any number of them. */
const LISTED = 10;
const KEPT = 60;

/** Checks a value. @param whole how a sentence calls it: "The body" @returns the parsed value, or sentences about its faults */
export function checked<T>(
  schema: z.ZodType<T>,
  value: unknown,
  whole: string,
): { value: T } | { wrong: string } {
  const read = schema.safeParse(value, { error: (issue) => predicateOf(issue) });
  if (read.success) return { value: read.data };
  const sentences = read.error.issues.flatMap((issue) => sentencesOf(issue, schema, whole));
  const more = sentences.length - LISTED;
  return { wrong: [...sentences.slice(0, LISTED), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ') };
}

function sentencesOf(issue: z.core.$ZodIssue, schema: z.ZodType, whole: string): string[] {
  const at = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [`${at === '' ? whole : at} ${issue.message}.`];
  const known = membersAt(schema, issue.path);
  const takes = known.length === 0 ? 'nothing' : known.join(', ');
  const where = at === '' ? whole : at;
  return issue.keys.map(
    (key) => `"${short(key)}" is unknown. ${where} ${at === '' ? 'can have' : 'takes'} ${takes}.`,
  );
}

/** The rest of a sentence that starts with the member's name. A schema's own message takes precedence. */
function predicateOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}, not ${shown(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}, not ${shown(issue.input)}`;
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'starts_with'
        ? `must start with ${String(issue['prefix'])}, not be ${shown(issue.input)}`
        : `does not have the right form: ${shown(issue.input)}`;
    default:
      return `cannot be ${shown(issue.input)}`;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${short(value)}"`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function short(text: string): string {
  return text.length > KEPT ? `${text.slice(0, KEPT)}…` : text;
}

/** The names that an object inside a schema accepts. */
function membersAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return membersAt(schema.def.innerType, path);
  if (schema instanceof z.ZodPipe) return membersAt(schema.def.in, path);
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.def.shape;
  const [step, ...rest] = path;
  if (step === undefined) return Object.keys(shape);
  const member = Object.hasOwn(shape, step) ? shape[String(step)] : undefined;
  return member === undefined ? [] : membersAt(member, rest);
}
