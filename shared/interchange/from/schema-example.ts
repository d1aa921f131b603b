/** An example value for a schema of an OpenAPI document: small, and made with bounded work however the schema refers to itself. */
import { interchange as t } from '../../texts/interchange.ts';
import { at, isObject, listAt, membersAt, textAt } from '../values.ts';
import type { References } from './references.ts';
import { ownValue } from '../../own-value.ts';
import { MAX_SCHEMAS, MAX_SCHEMA_MEMBERS, MAX_SCHEMA_NESTING } from '../../limits.ts';

/** What an example is made of: the examples and defaults that a schema has, also of the values to choose from, or of any type. */
type Source = 'examples' | 'choices' | 'types';

/** @returns a JSON value, or undefined if the schema says nothing */
export function exampleOf(
  schema: unknown,
  references: References,
  note: (sentence: string) => void,
  source: Source = 'types',
): unknown {
  return new Maker(references, note, source).make(schema, 0);
}

class Maker {
  private readonly references: References;
  private note: (sentence: string) => void;
  private source: Source;
  private left = MAX_SCHEMAS;
  /** Schemas that are being made: one that is in itself is left out there. */
  private readonly open = new Set<unknown>();

  constructor(references: References, note: (sentence: string) => void, source: Source) {
    this.references = references;
    this.note = note;
    this.source = source;
  }

  make(given: unknown, depth: number): unknown {
    if (depth > MAX_SCHEMA_NESTING || this.left-- <= 0) {
      this.note(t.schemaCut);
      return undefined;
    }
    const schema = this.references.follow(given, this.note);
    if (!isObject(schema)) return undefined;
    if (this.open.has(schema)) {
      this.note(t.schemaCut);
      return undefined;
    }
    this.open.add(schema);
    const value = this.valueOf(schema, depth);
    this.open.delete(schema);
    return value;
  }

  private valueOf(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
    const { example, 'x-example': extension, default: preset, const: only } = schema;
    for (const one of [example, extension, preset, only]) if (one !== undefined) return one;
    const choices = this.source === 'examples' ? [] : listAt(schema, 'enum');
    const [first] = [...listAt(schema, 'examples'), ...choices];
    if (first !== undefined) return first;
    const parts = listAt(schema, 'allOf');
    const forms = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')];
    if (parts.length > 0 || forms.length > 0) return this.combined(schema, parts, forms, depth);
    return this.plain(schema, depth);
  }

  /** All of the parts together, and the first of the choices. */
  private combined(
    schema: Readonly<Record<string, unknown>>,
    parts: readonly unknown[],
    choices: readonly unknown[],
    depth: number,
  ): unknown {
    if (choices.length > 1) this.note(t.choice(choices.length));
    const values = [...parts, ...choices.slice(0, 1)].map((part) => this.make(part, depth + 1));
    const own = schema['properties'] === undefined ? undefined : this.plain(schema, depth);
    const objects = [...values, own].filter(isObject);
    if (objects.length === 0) return values.find((value) => value !== undefined);
    return Object.fromEntries(objects.flatMap((value) => Object.entries(value)));
  }

  private plain(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
    const type = typeOf(schema);
    switch (type) {
      case 'object':
        return this.object(schema, depth);
      case 'array': {
        const one = this.make(schema['items'], depth + 1);
        return one === undefined ? this.made([]) : [one];
      }
      case 'string':
        return this.made(ownValue(TEXTS, textAt(schema, 'format')) ?? 'text');
      case 'integer':
      case 'number':
        return this.made(typeof schema['minimum'] === 'number' ? schema['minimum'] : 0);
      case 'boolean':
        return this.made(true);
      case 'null':
        return null;
      default:
        return undefined;
    }
  }

  /** The members that are required, or all of them if none is; and those with an example. */
  private object(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
    const required = new Set(listAt(schema, 'required'));
    const members = membersAt(schema, 'properties')
      .filter(([name, member]) => at(member, 'readOnly') !== true && name !== '__proto__')
      .slice(0, MAX_SCHEMA_MEMBERS);
    const isIn = ([name]: [string, unknown]) => required.size === 0 || required.has(name);
    const made = new Map<string, unknown>();
    // The required ones first: there is only so much work for both.
    for (const [name, member] of members.filter(isIn)) made.set(name, this.make(member, depth + 1));
    const others = members.filter((one) => !isIn(one));
    for (const [name, member] of others)
      if (this.hasExample(member, depth + 1)) made.set(name, this.make(member, depth + 1));
    const left = others.map(([name]) => name).filter((name) => made.get(name) === undefined);
    if (left.length > 0 && this.source === 'types') this.note(t.optionalLeft(left.join(', ')));
    const given = members.flatMap(([name]) => (made.get(name) === undefined ? [] : [[name, made.get(name)]]));
    return given.length === 0 ? this.made({}) : Object.fromEntries(given);
  }

  private hasExample(member: unknown, depth: number): boolean {
    const { source, note } = this;
    this.source = 'examples';
    this.note = () => undefined;
    const value = this.make(member, depth);
    this.source = source;
    this.note = note;
    return value !== undefined;
  }

  /** A value that only follows from a type. */
  private made(value: unknown): unknown {
    return this.source === 'types' ? value : undefined;
  }
}

function typeOf(schema: Readonly<Record<string, unknown>>): unknown {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((one) => one !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (isObject(schema['properties'])) return 'object';
  return schema['items'] === undefined ? undefined : 'array';
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '{{$today}}',
  'date-time': '{{$now}}',
  uuid: '{{$uuid}}',
  uri: 'https://tpp.example/',
  email: 'name@tpp.example',
  ipv4: '203.0.113.24',
};
