/** Parts of the schemas of bodies: the rule that a wrong value breaks, and texts that the payment systems accept (PAY-11). */
import { z } from 'zod';
import type { RuleId } from './rules.ts';
import { ownValue } from '../own-value.ts';

const RULED = Symbol('the rule of a schema');

type RulesByField = Readonly<Record<string, RuleId>>;

interface Mark {
  rule: RuleId;
  /** Fields that a related object accepts but this one does not, with their rule. */
  foreign: RulesByField;
}

/** A schema with its rule; each part inside may have another rule. */
export type Ruled<S extends z.ZodType = z.ZodType> = S & { readonly [RULED]: Mark };

/**
 * A copy of a schema that carries a rule, which applies to every part without its own rule.
 * @param foreign rules for fields that the schema does not accept, in case a body contains them
 */
export function ruled<S extends z.ZodType>(rule: RuleId, schema: S, foreign: RulesByField = {}): Ruled<S> {
  return Object.assign(schema.clone(), { [RULED]: { rule, foreign } });
}

/** The rule for a value inside a body: that of the nearest enclosing schema that carries one. */
export function ruleAt(schema: Ruled, path: readonly PropertyKey[]): RuleId {
  return ruleNear(schema, path.map(String), schema[RULED].rule);
}

function ruleNear(schema: z.core.$ZodType, path: readonly string[], around: RuleId): RuleId {
  const mark = markOf(schema);
  const here = mark?.rule ?? around;
  if (schema instanceof z.ZodOptional) return ruleNear(schema.def.innerType, path, here);
  if (schema instanceof z.ZodPipe) return ruleNear(schema.def.in, path, here);
  const [step, ...rest] = path;
  if (step === undefined) return here;
  if (schema instanceof z.ZodArray) return ruleNear(schema.def.element, rest, here);
  if (!(schema instanceof z.ZodObject)) return here;
  const field = ownValue<z.core.$ZodType>(schema.def.shape, step);
  if (field !== undefined) return ruleNear(field, rest, here);
  return ownValue(mark?.foreign ?? {}, step) ?? here;
}

function markOf(schema: z.core.$ZodType): Mark | undefined {
  return RULED in schema ? (schema as Ruled)[RULED] : undefined;
}

/** One fault in a body. */
export interface BodyIssue {
  /** Names joined by `/`, as in `payments/0/creditorName`; empty for the whole body. */
  path: string;
  /** A sentence of at most 500 characters (ERR-1). */
  text: string;
  /** The rule that the body breaks. */
  rule: RuleId;
}

/** Printable Basic Latin and the letters of Latin-1; the payment systems accept nothing else. */
const ACCEPTED = /^[\x20-\x7e\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]*$/;

/** Names the first character that is not accepted. */
function characterFault(input: unknown): string {
  const wrong = typeof input === 'string' ? Array.from(input).find((one) => !ACCEPTED.test(one)) : undefined;
  const code = wrong?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `has a character that the payment systems cannot process${code === undefined ? '' : ` (U+${code})`}`;
}

/** A text that may be empty. Nothing is trimmed before the check. @param max characters @param title for the OpenAPI document */
export function plainText(max: number, title?: string) {
  return z
    .string()
    .max(max, `has more than ${max} characters`)
    .refine((text) => ACCEPTED.test(text), {
      error: ({ input }) => characterFault(input),
      params: { rule: 'PAY-11' satisfies RuleId },
    })
    .meta({ pattern: ACCEPTED.source, ...(title === undefined ? {} : { title }) });
}

/** A text that is neither empty nor blank. Parameters as for {@link plainText}. */
export function freeText(max: number, title?: string) {
  return plainText(max, title)
    .min(1, 'must not be empty')
    .refine((text) => text === '' || /[^ ]/.test(text), 'must not be blank');
}
