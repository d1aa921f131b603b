/** Validates bodies, queries and configuration files, with sentences that name the faulty member. */
import { z } from 'zod';
import { predicateOf } from '../../shared/schema-tools.ts';
import { ownValue } from '../../shared/own-value.ts';

/** Maximum number of faults in one message. */
const MAX_LISTED = 10;
/** Maximum length of a quoted value. */
const MAX_QUOTED = 60;

/** @param whole name of the value in sentences, such as "The body" @returns the parsed value, or sentences about its faults */
export function checked<T>(
  schema: z.ZodType<T>,
  value: unknown,
  whole: string,
): { value: T } | { wrong: string } {
  const read = schema.safeParse(value, { error: (issue) => predicateOf(issue, shown) });
  if (read.success) return { value: read.data };
  const sentences = read.error.issues.flatMap((issue) => sentencesOf(issue, schema, whole));
  const more = sentences.length - MAX_LISTED;
  return { wrong: [...sentences.slice(0, MAX_LISTED), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ') };
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

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${short(value)}"`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function short(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** The names of the members that a schema accepts at a path. */
function membersAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return membersAt(schema.def.innerType, path);
  if (schema instanceof z.ZodPipe) return membersAt(schema.def.in, path);
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.def.shape;
  const [step, ...rest] = path;
  if (step === undefined) return Object.keys(shape);
  const member = ownValue(shape, String(step));
  return member === undefined ? [] : membersAt(member, rest);
}
