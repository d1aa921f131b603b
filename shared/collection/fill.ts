/** Fills in `{{name}}` in the values of a step. */
import type { Assertion } from './assertion.ts';
import type { Circumstances } from './dynamic.ts';
import type { Scope, Variable } from './scope.ts';

const IN_TEXT = /\{\{(\$?[A-Za-z][\w.+-]*)\}\}/g;
const WHOLE = /^\{\{(\$?[A-Za-z][\w.+-]*)\}\}$/;
/** In a path the braces may be percent-encoded like everything else. */
const IN_PATH = /(?:\{\{|%7B%7B)((?:\$|%24)?[A-Za-z][\w.+-]*)(?:\}\}|%7D%7D)/gi;

/** Names without a value, in the order in which they stand. */
export class MissingVariables extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super(
      names.length === 1
        ? `The variable ${names[0]} has no value.`
        : `The variables ${names.join(', ')} have no value.`,
    );
    this.names = names;
  }
}

/** The secret values among variables as they are sent. A list or an object is hidden with everything in it. */
export function secretTexts(variables: readonly Pick<Variable, 'secret' | 'value'>[]): string[] {
  return variables.filter(({ secret }) => secret).flatMap(({ value }) => textsIn(value));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  const inner = typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
  return [JSON.stringify(value), ...inner];
}

/** Where the values come from. */
export type Values = Pick<Scope, 'get'>;

export class Filler {
  private readonly scope: Values;
  private readonly circumstances: Circumstances;
  private readonly missing = new Set<string>();
  private readonly taken = new Map<string, Variable>();

  constructor(scope: Values, circumstances: Circumstances) {
    this.scope = scope;
    this.circumstances = circumstances;
  }

  /** A text with every variable filled in; a value that is no text is written as JSON. */
  text(template: string): string {
    return template.replaceAll(IN_TEXT, (whole, name: string) => this.textOf(name, whole));
  }

  /** A path, in which values are percent-encoded. */
  path(template: string): string {
    return template.replaceAll(IN_PATH, (whole, name: string) =>
      encodeURIComponent(this.textOf(name.replace('%24', '$'), whole)),
    );
  }

  /** A JSON value. A text that is nothing but one variable becomes its value, whatever its type. */
  json(template: unknown): unknown {
    if (typeof template === 'string') {
      const name = WHOLE.exec(template)?.[1];
      if (name === undefined) return this.text(template);
      const variable = this.find(name);
      return variable === null ? template : variable.value;
    }
    if (Array.isArray(template)) return template.map((one: unknown) => this.json(one));
    if (typeof template !== 'object' || template === null) return template;
    return Object.fromEntries(
      Object.entries(template).map(([name, value]) => [this.text(name), this.json(value)]),
    );
  }

  /** The variables that were filled in, each once. */
  get used(): Variable[] {
    return [...this.taken.values()];
  }

  /** @throws MissingVariables if a name had no value */
  check(): void {
    if (this.missing.size > 0) throw new MissingVariables([...this.missing]);
  }

  private textOf(name: string, otherwise: string): string {
    const variable = this.find(name);
    if (variable === null) return otherwise;
    return textOf(variable.value);
  }

  private find(name: string): Variable | null {
    const variable = this.scope.get(name, this.circumstances);
    if (variable === null) this.missing.add(name);
    else this.taken.set(name, variable);
    return variable;
  }
}

/** Assertions with their variables filled in. */
export function filledAssertions(assertions: readonly Assertion[] | undefined, filler: Filler): Assertion[] {
  return (assertions ?? []).map(({ that, must }) => ({
    that,
    must: Object.fromEntries(
      Object.entries(must).map(([name, value]) => [name, filler.json(value)]),
    ) as Assertion['must'],
  }));
}

/** The value of a variable inside a text; one that is no text is written as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
