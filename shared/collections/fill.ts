/** Fills in `{{name}}` in the values of a step. */
import { texts } from '../texts/texts.ts';
import { shortened } from '../linear-text.ts';
import { decodedPlaceholder, FIRST_IN_PATH, IN_PATH, IN_TEXT, namesOf, WHOLE } from '../placeholders.ts';
import { calculated } from './arithmetic.ts';
import type { Assertion, Expectation } from './assertion.ts';
import type { Capture } from './capture.ts';
import { type Circumstances, isMadeAnew } from './dynamic.ts';
import type { Origin, Scope, Variable } from './scope.ts';
import type { Source } from './source.ts';
import { type JsonValue, textOf } from './value-text.ts';
import { MAX_FILLED_CHARS, MAX_MISSING_VARIABLES, MAX_VARIABLE_NESTING } from '../limits.ts';

const t = texts.running;

/** The names in `{{name}}` and in calculations of a text, each once; those in a path may be percent-encoded. */
export function namesIn(text: string): Set<string> {
  return new Set(
    Array.from(text.matchAll(IN_PATH)).flatMap(([, found = '']) => namesOf(decodedPlaceholder(found))),
  );
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
    const named = names.slice(0, MOST_NAMED).map((name) => shortened(name, LONGEST_NAMED));
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

/** What the variables say cannot be filled in; the message says why. */
export class CannotFill extends Error {}

/** The values that are filled in have more than {@link MAX_FILLED_CHARS} characters. */
export class FilledTooMuch extends CannotFill {
  constructor() {
    super(t.filledTooMuch(MAX_FILLED_CHARS / 1024 / 1024));
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

/** Of these, a person has written the values, which may hold other variables. A value of a bank or of data is never a template. */
const WRITTEN: ReadonlySet<Origin> = new Set(['given', 'folder', 'collection', 'environment']);

const asItIs = (variable: Variable) => variable;

/** Each method throws FilledTooMuch, CannotFill, and MissingVariables if very many have no value. */
export class Filler {
  private readonly scope: Values;
  private readonly circumstances: Circumstances;
  private readonly missing = new Set<string>();
  /** What a name was found to be, unless it is made anew each time: a file may have the same one a million times. */
  private readonly known = new Map<string, Variable>();
  private readonly taken = new Map<string, Variable>();
  private readonly budget: FillBudget;
  private readonly shown: (variable: Variable) => Variable;
  /** The variables whose values are being filled in, each in the one before. */
  private readonly inside: string[] = [];

  /**
   * @param budget if others share it
   * @param shown what is filled in for a variable with its whole value
   */
  constructor(
    scope: Values,
    circumstances: Circumstances,
    budget: FillBudget = new FillBudget(),
    shown: (variable: Variable) => Variable = asItIs,
  ) {
    this.scope = scope;
    this.circumstances = circumstances;
    this.budget = budget;
    this.shown = shown;
  }

  /** A text with every variable filled in; a value that is no text is written as JSON. */
  text(template: string): string {
    return this.escaped(template, (value) => value);
  }

  /**
   * A path, or a request line, in which values are percent-encoded. A variable that begins the path is an address or a path.
   * @throws CannotFill also if a segment would be empty, because it would be another path
   */
  path(template: string): string {
    const [start = '', method = '', first] = FIRST_IN_PATH.exec(template) ?? [];
    const begin =
      first === undefined ? '' : this.textOf(decodedPlaceholder(first), start.slice(method.length));
    const [way = '', ...query] = template.slice(start.length).split(/(?=\?)/);
    if (way === '') mustNotBeEmpty(start.slice(method.length), begin);
    const encoded = (text: string) =>
      text.replaceAll(IN_PATH, (whole, found: string) =>
        encodeURIComponent(this.textOf(decodedPlaceholder(found), whole)),
      );
    const segments = way
      .split('/')
      .map((one, at) => mustNotBeEmpty(one, encoded(one), at === 0 ? begin : ''));
    return `${method}${begin}${segments.join('/')}${encoded(query.join(''))}`;
  }

  /** The value of a parameter in a path, which is percent-encoded later. @throws CannotFill also if it is empty */
  segment(template: string): string {
    return mustNotBeEmpty(template, this.text(template));
  }

  /** A JSONPath, whose variables stand between quotes. */
  jsonPath(template: string): string {
    return template.replaceAll(QUOTED, (literal) => {
      const quote = literal.charAt(0);
      return this.escaped(literal, (value) => {
        const inside = JSON.stringify(value).slice(1, -1);
        return quote === '"' ? inside : inside.replaceAll('\\"', '"').replaceAll("'", "\\'");
      });
    });
  }

  /** A regular expression, in which values stand for themselves. */
  pattern(template: string): string {
    return this.escaped(template, (value) => value.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`));
  }

  /** A JSON value. A text that is nothing but one variable becomes its value, whatever its type. */
  json(template: unknown): unknown {
    if (typeof template === 'string') {
      const found = WHOLE.exec(template)?.[1];
      if (found === undefined) return this.text(template);
      const value = this.find(found);
      return value === null ? template : value.of;
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

  private escaped(template: string, escape: (value: string) => string): string {
    return template.replaceAll(IN_TEXT, (whole, found: string) => {
      const value = this.find(found);
      return value === null ? whole : escape(textOf(value.of));
    });
  }

  private textOf(found: string, otherwise: string): string {
    const value = this.find(found);
    return value === null ? otherwise : textOf(value.of);
  }

  /** @param found between braces: a name or a calculation */
  private find(found: string): { of: unknown } | null {
    if (found.includes(' ')) return this.calculate(found);
    const variable = this.variable(found);
    return variable && { of: this.shown(variable).value };
  }

  private calculate(found: string): { of: unknown } | null {
    const parts = found.split(' ');
    const names = parts.filter((_, at) => at % 2 === 0);
    const operands = names.map((name) =>
      /^[-\d]/.test(name) ? { name, value: Number(name) } : this.variable(name),
    );
    const known = operands.filter((one) => one !== null);
    if (known.length < operands.length) return null;
    const masked = known.find((one) => 'origin' in one && this.shown(one) !== one);
    if (masked !== undefined && 'origin' in masked) return { of: this.shown(masked).value };
    // A literal is as it is written: 0.50 has two decimals.
    const texts = known.map((one) => ('origin' in one ? textOf(one.value) : one.name));
    const result = calculated(
      texts,
      parts.filter((_, at) => at % 2 === 1),
    );
    if (typeof result === 'number') throw new CannotFill(t.noNumber(found, names[result] ?? ''));
    return { of: known.every(({ value }) => typeof value === 'number') ? Number(result) : result };
  }

  private variable(name: string): Variable | null {
    const variable = this.known.get(name) ?? this.lookUp(name);
    if (variable !== null) this.budget.take(variable.value);
    return variable;
  }

  private lookUp(name: string): Variable | null {
    if (this.missing.has(name)) return null;
    const found = this.scope.get(name, this.circumstances);
    if (found === null) {
      this.missing.add(name);
      if (this.missing.size >= MAX_MISSING_VARIABLES) this.check();
      return null;
    }
    const variable = WRITTEN.has(found.origin) ? this.whole(found) : found;
    this.taken.set(name, variable);
    if (!isAnew(variable)) this.known.set(name, variable);
    return variable;
  }

  /** A variable with the variables in its value filled in. */
  private whole(variable: Variable): Variable {
    const { name, value } = variable;
    if (typeof value === 'string' ? !value.includes('{{') : typeof value !== 'object') return variable;
    const circle = this.inside.indexOf(name);
    if (circle >= 0) throw new CannotFill(t.circle([...this.inside.slice(circle), name]));
    if (this.inside.length >= MAX_VARIABLE_NESTING) throw new CannotFill(t.nested(MAX_VARIABLE_NESTING));
    this.inside.push(name);
    const filled = { ...variable, value: this.json(value) };
    this.inside.pop();
    return filled;
  }
}

/** @param template of a segment @param before what else stands in it @throws CannotFill */
function mustNotBeEmpty(template: string, filled: string, before = ''): string {
  if (template !== '' && filled === '' && before === '')
    throw new CannotFill(t.emptyInPath([...namesIn(template)].join(', ')));
  return filled;
}

/** The texts of a JSONPath. */
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;

function isAnew({ name, origin }: Variable): boolean {
  return origin === 'computed' && (isMadeAnew(name) || name === PROVIDED_ANEW);
}

/** Assertions with their variables filled in. @throws FilledTooMuch, CannotFill, MissingVariables for very many */
export function filledAssertions(assertions: readonly Assertion[] | undefined, filler: Filler): Assertion[] {
  return (assertions ?? []).map(({ that, must }) => {
    const filled = filledExpectation(must, filler);
    const isNumber = that.of === 'status' || that.of === 'time';
    return { that: filledSource(that, filler), must: isNumber ? withNumbers(filled) : filled };
  });
}

/** What a row of CSV says is a text, also where only a number can be meant. */
function withNumbers(must: Expectation): Expectation {
  const read = (value: JsonValue) =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  switch (must.is) {
    case 'equal':
      return { ...must, to: read(must.to) };
    case 'different':
      return { ...must, from: read(must.from) };
    case 'one-of':
      return { ...must, values: must.values.map(read) };
    default:
      return must;
  }
}

/** Captures with the variables of their sources filled in. @throws FilledTooMuch, CannotFill, MissingVariables for very many */
export function filledCaptures(captures: readonly Capture[] | undefined, filler: Filler): Capture[] {
  return (captures ?? []).map((one) => ({ ...one, from: filledSource(one.from, filler) }));
}

function filledSource(source: Source, filler: Filler): Source {
  if ('path' in source) return { ...source, path: filler.jsonPath(source.path) };
  return 'name' in source ? { ...source, name: filler.text(source.name) } : source;
}

/** What must hold, with its variables filled in. @throws as {@link filledAssertions} */
export function filledExpectation(must: Expectation, filler: Filler): Expectation {
  if (must.is === 'matching') return { ...must, pattern: filler.pattern(must.pattern) };
  if (must.is === 'every') return { ...must, must: must.must.map((one) => filledExpectation(one, filler)) };
  return Object.fromEntries(
    Object.entries(must).map(([name, value]) => [name, filler.json(value)]),
  ) as Expectation;
}
