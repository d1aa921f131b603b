/** Parameters of an OpenAPI operation, and their examples in the style that the document asks for. */
import { interchange as t } from '../../texts/interchange.ts';
import { isObject, listOf, membersAt, objectOf, textAt, textOf } from '../values.ts';
import { hasVariable } from '../variables.ts';
import { ownValue } from '../../own-value.ts';
import type { References } from './references.ts';
import { exampleOf } from './schema-example.ts';

type Note = (sentence: string) => void;
export type Parameter = Readonly<Record<string, unknown>>;

/** Those of a path and of an operation, which replace them. One whose reference leads nowhere is left out, with a note. */
export function parametersOf(
  references: References,
  item: unknown,
  operation: unknown,
  note: Note = () => {},
): Parameter[] {
  const given = new Map<string, Parameter>();
  for (const owner of [item, operation])
    for (const one of listOf(references.at(owner, ['parameters'], note))) {
      const parameter = references.follow(one, note);
      if (isObject(parameter))
        given.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter);
    }
  return [...given.values()];
}

/**
 * The example of a parameter as it stands in the request: `name=value` in a query, otherwise the value alone; percent-encoded
 * outside of headers. Null if there is none, or none that the style can write, which a note says.
 */
export function exampleOfParameter(parameter: Parameter, references: References, note: Note): string | null {
  const value = valueOf(parameter, references, note);
  if (isNothing(value)) return null;
  const text = written(parameter, value);
  if (text === null) note(t.parameterStyle(textAt(parameter, 'name')));
  return text === '' ? null : text;
}

/** A variable in the place of an example. */
export function variableOfParameter(parameter: Parameter): string {
  const variable = `{{${textAt(parameter, 'name').replaceAll(/[^\w.-]/g, '_')}}}`;
  return written(parameter, variable) ?? variable;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function valueOf(parameter: Parameter, references: References, note: Note): unknown {
  const [media] = Object.values(objectOf(references.at(parameter, ['content'], note)));
  const values = [parameter, media].flatMap((one) => [
    references.at(one, ['example'], note),
    ...references
      .members(one, ['examples'], note)
      .map(([, example]) => references.at(example, ['value'], note)),
  ]);
  const schema = references.at(isObject(media) ? media : parameter, ['schema'], note);
  const isRequired = parameter['required'] === true || parameter['in'] === 'path';
  const from = isRequired ? 'choices' : 'examples';
  return values.find((value) => !isNothing(value)) ?? exampleOf(schema, references, () => {}, from);
}

/** Percent-encoded, but for variables. */
function encoded(text: string): string {
  return text
    .split(/(\{\{[^{}]+\}\})/)
    .map((part) => (hasVariable(part) ? part : encodeURIComponent(part.toWellFormed())))
    .join('');
}

/** How a value may be written in each place; the first is the usual one. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
};

/** Between the parts of a list or an object that is one value. */
const BETWEEN: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/** @returns null for a value that the style cannot write: OpenAPI does not say how lists and objects in others are written */
function written(parameter: Parameter, value: unknown): string | null {
  const place = textAt(parameter, 'in');
  if (isObject(parameter['content']) && typeof value === 'object')
    return written({ ...parameter, content: undefined }, JSON.stringify(value));
  const plain = (one: unknown) => (place === 'header' ? textOf(one) : encoded(textOf(one)));
  const [usual = '', ...others] = ownValue(STYLES, place) ?? [];
  const style = others.find((one) => one === parameter['style']) ?? usual;
  const { explode = style === 'form' } = parameter;
  const members = membersAt(value).map(([key, member]) => [key, member] as const);
  const parts = Array.isArray(value) ? value : isObject(value) ? members.flat() : [value];
  if (parts.length === 0) return '';
  if (parts.some((part) => typeof part === 'object' && part !== null)) return null;
  const texts = parts.map(plain);
  const pairs = members.map(([key, member]) => `${plain(key)}=${plain(member)}`);
  const own = explode === true && isObject(value) ? pairs : texts;
  const name = encoded(textAt(parameter, 'name'));
  const named =
    explode !== true
      ? [`${name}=${texts.join(ownValue(BETWEEN, style) ?? ',')}`]
      : isObject(value)
        ? pairs
        : texts.map((text) => `${name}=${text}`);
  switch (style) {
    case 'label':
      return `.${own.join(explode === true ? '.' : ',')}`;
    case 'matrix':
      return named.map((part) => `;${part}`).join('');
    case 'simple':
      return own.join(',');
    case 'deepObject':
      if (Array.isArray(value)) return null;
      return isObject(value)
        ? members.map(([key, member]) => `${name}[${plain(key)}]=${plain(member)}`).join('&')
        : named.join('&');
    default:
      return named.join('&');
  }
}
