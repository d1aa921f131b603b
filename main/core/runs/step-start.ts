/** What a step of a run started with. With it, its request is sent again as it was, and the run is continued from it. */
import { z } from 'zod';
import type { Scope, Variable } from '../../../shared/collections/scope.ts';
import { actorStateSchema } from './actor.ts';
import type { Row } from './rows.ts';

const variablesSchema = z.array(
  z.object({ name: z.string(), value: z.unknown(), secret: z.boolean(), from: z.string().nullable() }),
);

const layerSchema = z.object({ origin: z.enum(['include', 'row']), variables: variablesSchema });
/** The variables of an include, or of a turn of a loop. */
export type Layer = z.infer<typeof layerSchema>;

export const stepStartSchema = z.object({
  /** The PSU, and the sessions. */
  actor: actorStateSchema,
  /** Of the data; null for a run without data. */
  row: z.record(z.string(), z.unknown()).nullable(),
  /** The includes and loops around it, from the outermost. */
  inside: z.array(layerSchema),
  /** By earlier steps, in their order. */
  captures: variablesSchema,
  /** By the step itself, so only for what follows. */
  kept: variablesSchema,
});
export type StepStart = z.infer<typeof stepStartSchema>;

/**
 * The variables that only a run has, above those of a scope.
 * @param secret names of variables that are secret wherever their values come from
 */
export function withRunVariables(
  scope: Scope,
  {
    row,
    inside,
    captures,
  }: { row: Row | null; inside: readonly Layer[]; captures: readonly Omit<Variable, 'origin'>[] },
  secret: ReadonlySet<string>,
): Scope {
  const known = (variables: readonly Omit<Variable, 'origin'>[]) =>
    variables.map((one) => (secret.has(one.name) ? { ...one, secret: true } : one));
  const within = (below: Scope, origin: Layer['origin']) =>
    inside
      .filter((one) => one.origin === origin)
      .reduce((sum, { variables }) => sum.with(origin, known(variables)), below);
  const data = Object.entries(row ?? {}).map(([name, value]) => ({ name, value, secret: false, from: null }));
  return within(within(scope, 'include').with('capture', known(captures)).with('row', known(data)), 'row');
}
