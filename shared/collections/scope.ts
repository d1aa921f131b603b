/** The variables of a step: layers, of which the first that has a name gives its value, and each value knows its origin. */
import { type Circumstances, dynamicValue } from './dynamic.ts';

/** From the strongest to the weakest. */
export const ORIGINS = [
  'row',
  'capture',
  'include',
  'given',
  'folder',
  'collection',
  'environment',
  'computed',
] as const;
export type Origin = (typeof ORIGINS)[number];

export interface Variable {
  name: string;
  /** A JSON value; most are texts. */
  value: unknown;
  secret: boolean;
  origin: Origin;
  /** Where exactly: the step that captured it, the folder, the file of rows. Null where the origin says everything. */
  from: string | null;
}

type Layer = ReadonlyMap<string, Omit<Variable, 'name' | 'origin'>>;

/** Those of a layer, which may have a hundred thousand variables and be a part of the scope of thousands of steps. */
const SECRETS = new WeakMap<Layer, ReturnType<typeof secretsOf>>();

function secretsOf(layer: Layer): readonly (readonly [string, Omit<Variable, 'name' | 'origin'>])[] {
  const known = SECRETS.get(layer);
  if (known !== undefined) return known;
  const found = [...layer].filter(([, { secret }]) => secret);
  SECRETS.set(layer, found);
  return found;
}

/** Never changed: a step that captures makes a new scope for those after it. */
export class Scope {
  private readonly layers: readonly (readonly [Origin, Layer])[];

  private constructor(layers: readonly (readonly [Origin, Layer])[]) {
    this.layers = layers;
  }

  static readonly empty = new Scope([]);

  /** A scope with more variables. Among those of the same origin, later ones are stronger: an inner folder, a second capture. */
  with(origin: Origin, variables: readonly Omit<Variable, 'origin'>[]): Scope {
    const layer: Layer = new Map(
      variables.map(({ name, value, secret, from }) => [name, { value, secret, from }]),
    );
    const at = this.layers.findIndex(([other]) => ORIGINS.indexOf(other) >= ORIGINS.indexOf(origin));
    return new Scope(this.layers.toSpliced(at < 0 ? this.layers.length : at, 0, [origin, layer]));
  }

  /** Null if nothing has this name. */
  get(name: string, circumstances: Circumstances): Variable | null {
    if (name.startsWith('$')) {
      const value = dynamicValue(name, circumstances);
      return value === null ? null : { name, value, secret: false, origin: 'computed', from: null };
    }
    for (const [origin, layer] of this.layers) {
      const found = layer.get(name);
      if (found !== undefined) return { name, origin, ...found };
    }
    return null;
  }

  /** Every secret value, also one that a stronger variable of the same name stands in front of. */
  secrets(): Variable[] {
    return this.layers.flatMap(([origin, layer]) =>
      secretsOf(layer).map(([name, one]) => ({ name, origin, ...one })),
    );
  }

  /** Every variable that has a value, each with the one that wins, sorted by name. */
  all(): Variable[] {
    const found = new Map<string, Variable>();
    for (const [origin, layer] of this.layers)
      for (const [name, variable] of layer)
        if (!found.has(name)) found.set(name, { name, origin, ...variable });
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
