/** Schemas of bodies that carry the rule a faulty value breaks, declared next to the value. */
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

/** A schema with its rule; each part inside may have a rule of its own. */
export type Ruled<S extends z.ZodType = z.ZodType> = S & { readonly [RULED]: Mark };

/**
 * A copy of a schema that carries a rule, which applies to every part without a rule of its own.
 * @param foreign rules for fields that the schema does not accept, in case a body contains them
 */
export function ruled<S extends z.ZodType>(rule: RuleId, schema: S, foreign: RulesByField = {}): Ruled<S> {
  return Object.assign(schema.clone(), { [RULED]: { rule, foreign } });
}

/** The rule for a value inside a body: that of the nearest enclosing schema that carries one. */
export function ruleAt(schema: Ruled, path: readonly PropertyKey[]): RuleId {
  return nearest(schema, path.map(String), schema[RULED].rule);
}

function nearest(schema: z.core.$ZodType, path: readonly string[], around: RuleId): RuleId {
  const mark = markOf(schema);
  const here = mark?.rule ?? around;
  if (schema instanceof z.ZodOptional) return nearest(schema.def.innerType, path, here);
  if (schema instanceof z.ZodPipe) return nearest(schema.def.in, path, here);
  const [step, ...rest] = path;
  if (step === undefined) return here;
  if (schema instanceof z.ZodArray) return nearest(schema.def.element, rest, here);
  if (!(schema instanceof z.ZodObject)) return here;
  const field = ownValue<z.core.$ZodType>(schema.def.shape, step);
  if (field !== undefined) return nearest(field, rest, here);
  return ownValue(mark?.foreign ?? {}, step) ?? here;
}

function markOf(schema: z.core.$ZodType): Mark | undefined {
  return RULED in schema ? (schema as Ruled)[RULED] : undefined;
}
