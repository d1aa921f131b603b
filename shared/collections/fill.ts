/** Fills in `{{name}}` in the values of a step. */
import { texts } from '../texts/texts.ts';
import type { Assertion } from './assertion.ts';
import { type Circumstances, isMadeAnew } from './dynamic.ts';
import type { Scope, Variable } from './scope.ts';
import { MAX_FILLED_CHARS, MAX_MISSING_VARIABLES } from '../limits.ts';

const IN_TEXT = /\{\{(\$?[A-Za-z][\w.+-]*)\}\}/g;
const WHOLE = /^\{\{(\$?[A-Za-z][\w.+-]*)\}\}$/;
/** In a path the braces may be percent-encoded like everything else. */
const IN_PATH = /(?:\{\{|%7B%7B)((?:\$|%24)?[A-Za-z][\w.+-]*)(?:\}\}|%7D%7D)/gi;

/** The names in `{{name}}` of a text, each once; those in a path may be percent-encoded. */
export function namesIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(IN_PATH), ([, name = '']) => name));
}

/** Names in a sentence, and characters of each. */
const MOST_NAMED = 20;
const LONGEST_NAMED = 80;

/** Variables without a value, in the order in which they stand. */
export class MissingVariables extends Error {
  /** The first of them, shortened if they are very long. */
  readonly names: readonly string[];
  /** Whether there are more than those. */
  readonly hasOthers: boolean;

  constructor(names: readonly string[]) {
    const named = names.slice(0, MOST_NAMED).map(shortened);
    const hasOthers = names.length > named.length;
    super(
      names.length === 1
        ? `The variable ${named[0]} has no value.`
        : `The variables ${named.join(', ')}${hasOthers ? ' and others' : ''} have no value.`,
    );
    this.names = named;
    this.hasOthers = hasOthers;
  }
}

function shortened(name: string): string {
  return name.length > LONGEST_NAMED ? `${name.slice(0, LONGEST_NAMED)}…` : name;
}

/** The values that are filled in have more than {@link MAX_FILLED_CHARS} characters. */
export class FilledTooMuch extends Error {
  constructor() {
    super(texts.running.filledTooMuch(MAX_FILLED_CHARS / 1024 / 1024));
  }
}

/** What may still be filled in, which all values of a request or an include share. */
export class FillBudget {
  private left = MAX_FILLED_CHARS;

  /**
   * A value counts each time it is filled in, as long as it is as JSON: a value inside another one is there only once, but written twice.
   * @throws FilledTooMuch, before anything is made of it
   */
  take(value: unknown): void {
    if (typeof value === 'string') this.left -= value.length;
    else this.takeJson(value);
    if (this.left < 0) throw new FilledTooMuch();
  }

  private takeJson(value: unknown): void {
    const waiting = [value];
    while (waiting.length > 0) {
      const one = waiting.pop();
      if (typeof one === 'string') this.left -= one.length;
      else if (typeof one !== 'object' || one === null) this.left -= 4;
      else if (Array.isArray(one)) {
        this.left -= 2 + one.length;
        if (this.left >= 0) for (const inner of one) waiting.push(inner);
      } else {
        this.left -= 2;
        for (const [name, inner] of Object.entries(one)) {
          this.left -= name.length + 4;
          waiting.push(inner);
        }
      }
      if (this.left < 0) return;
    }
  }
}

/** Where the values come from. */
export type Values = Pick<Scope, 'get'>;

/** Of the variables that the workbench provides, the one whose value is another each time it stands there. */
const PROVIDED_ANEW = 'uuid';

export class Filler {
  private readonly scope: Values;
  private readonly circumstances: Circumstances;
  private readonly missing = new Set<string>();
  /** What a name was found to be, unless it is made anew each time: a file may have the same one a million times. */
  private readonly known = new Map<string, Variable>();
  private readonly taken = new Map<string, Variable>();
  private readonly budget: FillBudget;

  /** @param budget if others share it */
  constructor(scope: Values, circumstances: Circumstances, budget: FillBudget = new FillBudget()) {
    this.scope = scope;
    this.circumstances = circumstances;
    this.budget = budget;
  }

  /** A text with every variable filled in; a value that is no text is written as JSON. @throws FilledTooMuch, MissingVariables for very many */
  text(template: string): string {
    return template.replaceAll(IN_TEXT, (whole, name: string) => this.textOf(name, whole));
  }

  /** A path, in which values are percent-encoded. @throws FilledTooMuch, MissingVariables for very many */
  path(template: string): string {
    return template.replaceAll(IN_PATH, (whole, name: string) =>
      encodeURIComponent(this.textOf(name.replace('%24', '$'), whole)),
    );
  }

  /** A JSON value. A text that is nothing but one variable becomes its value, whatever its type. @throws FilledTooMuch, MissingVariables for very many */
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
    const variable = this.known.get(name) ?? this.lookUp(name);
    if (variable !== null) this.budget.take(variable.value);
    return variable;
  }

  private lookUp(name: string): Variable | null {
    if (this.missing.has(name)) return null;
    const variable = this.scope.get(name, this.circumstances);
    if (variable === null) {
      this.missing.add(name);
      if (this.missing.size >= MAX_MISSING_VARIABLES) this.check();
      return null;
    }
    this.taken.set(name, variable);
    if (!isAnew(variable)) this.known.set(name, variable);
    return variable;
  }
}

function isAnew({ name, origin }: Variable): boolean {
  return origin === 'computed' && (isMadeAnew(name) || name === PROVIDED_ANEW);
}

/** Assertions with their variables filled in. @throws FilledTooMuch, MissingVariables for very many */
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
