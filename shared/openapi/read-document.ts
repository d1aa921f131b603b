/** Reads the OpenAPI document of a bank. */
import { openApiIn } from '../interchange/from/openapi-files.ts';
import {
  exampleOfParameter,
  type Parameter,
  parametersOf,
  variableOfParameter,
} from '../interchange/from/parameters.ts';
import { nameOfReference, type References } from '../interchange/from/references.ts';
import { exampleOf } from '../interchange/from/schema-example.ts';
import type { SourceFile } from '../interchange/model.ts';
import { decode, parseJsonOrYaml, UnreadableFile } from '../interchange/parse.ts';
import { isAboutPsu, isFilledIn } from '../interchange/sent-headers.ts';
import { at, isObject, listAt, objectOf, textAt, textOf } from '../interchange/values.ts';
import { MAX_OPENAPI_OPERATIONS } from '../limits.ts';
import { FreeNames } from '../names.ts';
import { interchange } from '../texts/interchange.ts';
import { METHODS } from '../xs2a/http-syntax.ts';
import type { OpenApiDocument, OpenApiOperation } from './document.ts';

/** @param files the document as the bank publishes it, in JSON or YAML, perhaps with files that it refers to @returns a sentence if there is none */
export function readOpenApiDocument(files: readonly SourceFile[]): OpenApiDocument | string {
  const texts = files.map(({ path, bytes }) => ({ path, text: decode(bytes).text }));
  try {
    const [source, ...more] = openApiIn(texts).documents.values();
    if (source !== undefined)
      return more.length > 0 ? interchange.update.oneDocument : openApiDocumentOf(source.read());
    for (const { text } of texts) parseJsonOrYaml(text);
    return NO_DOCUMENT;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

const NO_DOCUMENT =
  'This is not an OpenAPI document of version 3.0 or 3.1. Choose the YAML or JSON files that your bank publishes.';

function openApiDocumentOf(references: References): OpenApiDocument | string {
  const file = references.document;
  const version = textAt(file, 'openapi');
  if (!/^3\.[01]/.test(version)) return NO_DOCUMENT;
  const schemas = new Schemas(references);
  const operations = references.members(file, ['paths']).flatMap(([path, given]) => {
    const item = references.at(given, []);
    if (!path.startsWith('/')) return [];
    return METHODS.flatMap((method) => {
      const operation = references.at(item, [method.toLowerCase()]);
      return operation === undefined
        ? []
        : [operationOf(method, path, { item, operation, references, schemas })];
    });
  });
  if (operations.length === 0)
    return 'The OpenAPI document has no operation with GET, PUT, POST, PATCH or DELETE.';
  return {
    title: textOf(references.at(file, ['info', 'title'])) || 'OpenAPI',
    version: textOf(references.at(file, ['info', 'version'])),
    dialect: version.startsWith('3.0') ? 'openapi-3.0' : 'draft-2020-12',
    operations: operations.slice(0, MAX_OPENAPI_OPERATIONS),
    definitions: schemas.definitions(),
  };
}

interface Found {
  item: unknown;
  operation: unknown;
  references: References;
  schemas: Schemas;
}

function operationOf(method: OpenApiOperation['method'], path: string, found: Found): OpenApiOperation {
  const { item, operation, references, schemas } = found;
  const parameters = parametersOf(references, item, operation);
  const valueOf = (parameter: Parameter) =>
    exampleOfParameter(parameter, references, () => {}) ?? variableOfParameter(parameter);
  const inQuery = parameters.filter((one) => textAt(one, 'in') === 'query');
  const query = inQuery
    .filter((one) => at(one, 'required') === true)
    .map(valueOf)
    .join('&');
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => textAt(one, 'in') === 'path' && textAt(one, 'name') === name);
    return valueOf(parameter ?? { in: 'path', name });
  });
  const headers = parameters.filter(
    (one) =>
      textAt(one, 'in') === 'header' &&
      at(one, 'required') === true &&
      !isFilledIn(textAt(one, 'name')) &&
      // The environment has it.
      textAt(one, 'name').toLowerCase() !== 'psu-ip-address' &&
      !isAboutPsu(textAt(one, 'name')),
  );
  const media = jsonIn(references, at(operation, 'requestBody'));
  const example = media === null ? undefined : exampleIn(media, references);
  return {
    id: `${method} ${path}`,
    group: textAt(operation, 'tags', 0) || 'Operations',
    title: textAt(operation, 'summary') || textAt(operation, 'operationId') || path,
    method,
    path,
    filled: query === '' ? filled : `${filled}?${query}`,
    choices: Object.fromEntries(
      parameters.flatMap((one): [string, string[]][] => {
        const values = choicesOf(one, references);
        return textAt(one, 'in') === 'path' && values.length > 0 ? [[textAt(one, 'name'), values]] : [];
      }),
    ),
    query: inQuery.map((one) => ({
      name: textAt(one, 'name'),
      values: choicesOf(one, references),
      text: textAt(one, 'description'),
    })),
    headers: Object.fromEntries(headers.map((one) => [textAt(one, 'name').toLowerCase(), valueOf(one)])),
    body: example === undefined ? '' : (JSON.stringify(example, null, 2) ?? ''),
    input: schemas.in(media),
    answers: Object.fromEntries(
      references.members(operation, ['responses']).flatMap(([status, response]) => {
        const answer = schemas.in(jsonIn(references, response));
        return answer === null ? [] : [[status.toUpperCase() === 'DEFAULT' ? 'default' : status, answer]];
      }),
    ),
  };
}

/** The values of a parameter, if there are only some. */
function choicesOf(parameter: Parameter, references: References): string[] {
  const schema = references.at(parameter, ['schema']);
  return textAt(schema, 'type') === 'boolean' ? ['true', 'false'] : listAt(schema, 'enum').map(textOf);
}

/** The JSON media type of a body or an answer, or undefined. */
function jsonIn(references: References, value: unknown): unknown {
  const json = references.members(value, ['content']).find(([type]) => /json/i.test(type));
  return references.at(json?.[1], []);
}

function exampleIn(media: unknown, references: References): unknown {
  const [, named] = references.members(media, ['examples'])[0] ?? [];
  return (
    references.at(media, ['example']) ??
    references.at(named, ['value']) ??
    exampleOf(at(media, 'schema'), references, () => {})
  );
}

/** Keywords that are left out: matching a pattern of somebody else could take forever. */
const LEFT_OUT = new Set(['pattern', 'patternProperties', 'example', 'examples', 'description']);

/** Schemas of bodies, and those that they refer to, by a name of their own. */
class Schemas {
  private readonly references: References;
  private readonly names = new Map<unknown, string>();
  private readonly free = new FreeNames();
  /** Schemas of bodies without a name, each met once. */
  private readonly met = new Set<unknown>();

  constructor(references: References) {
    this.references = references;
  }

  in(media: unknown): Record<string, unknown> | null {
    const given = at(media, 'schema');
    if (!isObject(given)) return null;
    // Many operations may refer to the same large body.
    if (this.met.has(given)) return { $ref: this.definition(given, 'body') };
    if (given['$ref'] === undefined) this.met.add(given);
    return { ...objectOf(this.local(given)) };
  }

  definitions(): Record<string, unknown> {
    // Each may name others, which the loop meets then.
    return Object.fromEntries(Array.from(this.names, ([target, name]) => [name, this.local(target)]));
  }

  /**
   * A schema whose references lead to `definitions`. `description` and the others may also be names of properties, which stay.
   * @param isNames whether the members are names of somebody's own, not keywords
   */
  private local(value: unknown, isNames = false): unknown {
    if (Array.isArray(value)) return value.map((one) => this.local(one));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(isNames ? value : withFields(value)).flatMap(([name, member]): [string, unknown][] => {
        if (!isNames && LEFT_OUT.has(name)) return [];
        if (!isNames && name === '$ref' && typeof member === 'string')
          return [[name, this.named(value) ?? member]];
        return [[name, this.local(member, !isNames && name === 'properties')]];
      }),
    );
  }

  /** Null for a reference that leads nowhere. */
  private named(reference: unknown): string | null {
    const target = this.references.at(reference, []);
    return target === undefined
      ? null
      : this.definition(target, nameOfReference(reference).replaceAll(/[^\w.-]/g, '_'));
  }

  private definition(target: unknown, wanted: string): string {
    const name = this.names.get(target) ?? this.free.next(wanted);
    this.names.set(target, name);
    return `#/definitions/${name}`;
  }
}

/** A schema of fields that says so: Zod reads `properties` only beside a type, and `required` only of names in `properties`. */
function withFields(part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const required = listAt(part, 'required').filter((name) => typeof name === 'string');
  if (required.length === 0 && part['properties'] === undefined) return part;
  const any = Object.fromEntries(required.map((name) => [name, {}]));
  return { type: 'object', ...part, properties: { ...any, ...objectOf(part['properties']) } };
}
