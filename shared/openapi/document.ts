/** What the workbench takes from the OpenAPI document of a bank: operations to send, and schemas to complete and check bodies by. */
import { z } from 'zod';
import { MAX_OPENAPI_OPERATIONS, MAX_SCHEMA_NESTING, MAX_SCHEMAS } from '../limits.ts';
import { exampleOf, References } from '../interchange/from/schema-example.ts';
import { decode, parseJsonOrYaml, UnreadableFile } from '../interchange/parse.ts';
import { isAboutPsu, isFilledIn } from '../interchange/sent-headers.ts';
import { at, isObject, listAt, membersAt, objectOf, textAt, textOf } from '../interchange/values.ts';
import { METHODS } from '../xs2a/http-syntax.ts';

const schema = z.record(z.string(), z.unknown());

export const openApiOperationSchema = z.object({
  /** Method and path template. */
  id: z.string(),
  group: z.string(),
  title: z.string(),
  method: z.enum(METHODS),
  path: z.string(),
  /** The path with examples, and with variables where there are none. */
  filled: z.string(),
  /** Values to choose from for a path parameter. */
  choices: z.record(z.string(), z.array(z.string())),
  query: z.array(z.object({ name: z.string(), values: z.array(z.string()), text: z.string() })),
  /** Required headers that the workbench does not fill in. */
  headers: z.record(z.string(), z.string()),
  /** An example body, or an empty text. */
  body: z.string(),
  /** Schema of a JSON body, or null. */
  input: schema.nullable(),
  /** Schemas of JSON answers by status: `200`, `2XX` or `default`. */
  answers: z.record(z.string(), schema),
});
export type OpenApiOperation = z.infer<typeof openApiOperationSchema>;

export const openApiDocumentSchema = z.object({
  title: z.string(),
  version: z.string(),
  /** Whether schemas are those of OpenAPI 3.0, or JSON Schema as in 3.1. */
  dialect: z.enum(['openapi-3.0', 'draft-2020-12']),
  operations: z.array(openApiOperationSchema),
  /** Schemas that others refer to, by name. */
  definitions: z.record(z.string(), z.unknown()),
});
export type OpenApiDocument = z.infer<typeof openApiDocumentSchema>;

/** @param file as the bank publishes it, JSON or YAML @returns the document, or a sentence about why it is none */
export function readOpenApiDocument(file: Uint8Array): OpenApiDocument | string {
  try {
    return openApiDocumentOf(parseJsonOrYaml(decode(file).text));
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

function openApiDocumentOf(file: unknown): OpenApiDocument | string {
  const version = textAt(file, 'openapi');
  if (!/^3\.[01]/.test(version))
    return 'This is not an OpenAPI document of version 3.0 or 3.1. Choose the YAML or JSON file that your bank publishes.';
  const references = new References(file);
  const operations = membersAt(file, 'paths').flatMap(([path, given]) => {
    const item = references.follow(given, () => {});
    if (!path.startsWith('/')) return [];
    return METHODS.flatMap((method) => {
      const operation = at(item, method.toLowerCase());
      return operation === undefined ? [] : [operationOf(method, path, { item, operation, references })];
    });
  });
  if (operations.length === 0)
    return 'The OpenAPI document has no operation with GET, PUT, POST, PATCH or DELETE.';
  return {
    title: textAt(file, 'info', 'title') || 'OpenAPI',
    version: textAt(file, 'info', 'version'),
    dialect: version.startsWith('3.0') ? 'openapi-3.0' : 'draft-2020-12',
    operations: operations.slice(0, MAX_OPENAPI_OPERATIONS),
    definitions: objectOf(local(at(file, 'components', 'schemas') ?? {}, true)),
  };
}

interface Found {
  item: unknown;
  operation: unknown;
  references: References;
}

function operationOf(method: OpenApiOperation['method'], path: string, found: Found): OpenApiOperation {
  const { operation, references } = found;
  const follow = (value: unknown) => references.follow(value, () => {});
  const parameters = parametersOf(found);
  const inQuery = parameters.filter((one) => textAt(one, 'in') === 'query');
  const query = inQuery
    .filter((one) => at(one, 'required') === true)
    .map((one) => `${encodeURIComponent(textAt(one, 'name'))}=${valueOf(one, follow)}`)
    .join('&');
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => textAt(one, 'in') === 'path' && textAt(one, 'name') === name);
    return parameter === undefined ? variable(name) : valueOf(parameter, follow);
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
  const media = jsonIn(follow(at(operation, 'requestBody')));
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
        const values = choicesOf(one, follow);
        return textAt(one, 'in') === 'path' && values.length > 0 ? [[textAt(one, 'name'), values]] : [];
      }),
    ),
    query: inQuery.map((one) => ({
      name: textAt(one, 'name'),
      values: choicesOf(one, follow),
      text: textAt(one, 'description'),
    })),
    headers: Object.fromEntries(
      headers.map((one) => [textAt(one, 'name').toLowerCase(), decodeURIComponent(valueOf(one, follow))]),
    ),
    body: example === undefined ? '' : (JSON.stringify(example, null, 2) ?? ''),
    input: schemaIn(media),
    answers: Object.fromEntries(
      membersAt(operation, 'responses').flatMap(([status, response]) => {
        const answer = schemaIn(jsonIn(follow(response)));
        return answer === null ? [] : [[status.toUpperCase() === 'DEFAULT' ? 'default' : status, answer]];
      }),
    ),
  };
}

function parametersOf({ item, operation, references }: Found): unknown[] {
  const given = new Map<string, unknown>();
  for (const one of [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]) {
    const parameter = references.follow(one, () => {});
    if (isObject(parameter)) given.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter);
  }
  return [...given.values()];
}

/** The example of a parameter, percent-encoded; a variable without one. */
function valueOf(parameter: unknown, follow: (value: unknown) => unknown): string {
  const inside = follow(at(parameter, 'schema'));
  const [, named] = membersAt(parameter, 'examples')[0] ?? [];
  const values = [
    at(parameter, 'example'),
    at(follow(named), 'value'),
    at(inside, 'example'),
    at(inside, 'default'),
    at(inside, 'enum', 0),
  ];
  const value = values.map(textOf).find((one) => one !== '');
  return value === undefined ? variable(textAt(parameter, 'name')) : encodeURIComponent(value);
}

/** The values of a parameter, if there are only some. */
function choicesOf(parameter: unknown, follow: (value: unknown) => unknown): string[] {
  const inside = follow(at(parameter, 'schema'));
  return textAt(inside, 'type') === 'boolean' ? ['true', 'false'] : listAt(inside, 'enum').map(textOf);
}

function variable(name: string): string {
  return `{{${name.replaceAll(/[^\w.-]/g, '-')}}}`;
}

/** The JSON media type of a body or an answer, or null. */
function jsonIn(value: unknown): unknown {
  return membersAt(value, 'content').find(([type]) => /json/i.test(type))?.[1] ?? null;
}

function exampleIn(media: unknown, references: References): unknown {
  const [, named] = membersAt(media, 'examples')[0] ?? [];
  return (
    at(media, 'example') ??
    at(
      references.follow(named, () => {}),
      'value',
    ) ??
    exampleOf(at(media, 'schema'), references, () => {})
  );
}

function schemaIn(media: unknown): Record<string, unknown> | null {
  const given = at(media, 'schema');
  return isObject(given) ? { ...objectOf(local(given)) } : null;
}

/** Keywords that are left out: matching a pattern of somebody else could take forever. */
const LEFT_OUT = new Set(['pattern', 'patternProperties', 'example', 'examples', 'description']);

/**
 * A schema whose references lead to `definitions`. `description` and the others may also be names of properties, which stay.
 * @param isNames whether the members are names of somebody's own, not keywords
 */
function local(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => local(one));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(isNames ? value : withFields(value)).flatMap(([name, member]): [string, unknown][] => {
      if (!isNames && LEFT_OUT.has(name)) return [];
      if (name === '$ref' && typeof member === 'string')
        return [[name, member.replace('#/components/schemas/', '#/definitions/')]];
      return [[name, local(member, !isNames && name === 'properties')]];
    }),
  );
}

/** A schema of fields that says so: Zod reads `properties` only beside a type, and `required` only of names in `properties`. */
function withFields(part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const required = listAt(part, 'required').filter((name) => typeof name === 'string');
  if (required.length === 0 && part['properties'] === undefined) return part;
  const any = Object.fromEntries(required.map((name) => [name, {}]));
  return { type: 'object', ...part, properties: { ...any, ...objectOf(part['properties']) } };
}

/** The operation for a request, the one with the most fixed parts first; null if the document has none. */
export function operationFor<Listed extends Pick<OpenApiOperation, 'method' | 'path'>>(
  { operations }: { operations: readonly Listed[] },
  method: string,
  path: string,
): Listed | null {
  const [bare = ''] = path.split('?', 1);
  const parts = bare.split('/');
  const fits = operations.filter((one) => {
    const template = one.path.split('/');
    return (
      one.method === method &&
      template.length === parts.length &&
      template.every((part, at) => part.includes('{') || part === parts[at])
    );
  });
  const variables = (one: Listed) => one.path.split('{').length;
  return fits.sort((a, b) => variables(a) - variables(b))[0] ?? null;
}

/** A schema with what it refers to in its place, for completion and checks while the body is edited. Where schemas contain themselves, or are too many, anything is allowed. */
export function inlinedSchema(
  { definitions }: Pick<OpenApiDocument, 'definitions'>,
  part: Record<string, unknown>,
): Record<string, unknown> {
  let left = MAX_SCHEMAS * 4;
  const inline = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => inline(one, open));
    if (!isObject(value)) return value;
    if (left-- <= 0) return {};
    const name = /^#\/definitions\/(.+)$/.exec(textAt(value, '$ref'))?.[1];
    if (name !== undefined)
      return open.includes(name) || open.length >= MAX_SCHEMA_NESTING
        ? {}
        : inline(at(definitions, name) ?? {}, [...open, name]);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inline(member, open)]));
  };
  return { ...objectOf(inline(part, [])) };
}
