/** The OpenAPI 3.1 document of the bank, generated from the catalogue of operations, so that no second copy has to be maintained. */
import { type Json, jsonSchema } from './json-schema.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import { errorSchema } from './schemas.ts';

interface Header {
  name: string;
  text: string;
  required: boolean;
}

/** Headers of every request: the TPP and its signature (HDR-1, SIG-1, SIG-2). */
const ALWAYS: Header[] = [
  { name: 'X-Request-ID', text: 'Identifies the request; 1 to 64 characters (HDR-1).', required: true },
  { name: 'Date', text: "RFC 7231 date, at most 60 seconds from the bank's clock (SIG-10).", required: true },
  { name: 'TPP-Signature-Certificate', text: 'Base64 of the DER certificate (SIG-2).', required: true },
  { name: 'Signature', text: 'keyId, algorithm, headers and signature (SIG-3).', required: true },
];
const REDIRECT: Header[] = [
  { name: 'TPP-Redirect-URI', text: 'Where the PSU returns after an SCA (HDR-2).', required: true },
  {
    name: 'TPP-Session-ID',
    text: 'Correlates the redirect and names the session that an SCA starts (HDR-3).',
    required: true,
  },
  {
    name: 'TPP-Redirect-Preferred',
    text: 'false offers the app variant of the SCA (HDR-4).',
    required: false,
  },
  { name: 'PSU-IP-Address', text: 'Present when the PSU is present (HDR-7).', required: false },
];
const PSU: Header[] = [
  { name: 'PSU-ID', text: 'UUID that an SCA returned (HDR-5).', required: false },
  { name: 'PSU-Corporate-ID', text: 'UUID of the corporate agreement (HDR-6).', required: false },
  { name: 'x-accept-fix', text: 'Known values, separated by commas (HDR-9).', required: false },
];
const DIGEST: Header = { name: 'Digest', text: 'SHA-256 or SHA-512 of the body (SIG-11).', required: true };

/** @param version of the program, for `info.version` */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS as readonly Operation[]) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Simulated bank',
      version,
      summary: 'A NextGenPSD2-style interface on your own machine.',
      description:
        'Generated from the catalogue of operations. Ids such as enc!!… must be percent-encoded in paths.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://localhost:8443' }],
    tags: [...new Set(OPERATIONS.map((operation) => operation.group))].map((name) => ({ name })),
    paths,
    components: { schemas: { Refusal: jsonSchema(errorSchema) } },
  };
}

function operationObject(operation: Operation): Json {
  const { id, title, summary, group, rules, body } = operation;
  const refusal = {
    description: 'Refused; tppMessages say why.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
  return {
    operationId: id,
    summary: title,
    description: `${summary} Rules: ${rules.join(', ')}.`,
    tags: [group],
    parameters: parametersOf(operation),
    ...(body === 'none' ? {} : { requestBody: bodyObject(operation) }),
    responses: { ...answersOf(operation), '4XX': refusal },
  };
}

function parametersOf(operation: Operation): Json[] {
  const must = [
    ...(operation.psuPresent ? ['PSU-IP-Address'] : []),
    ...(operation.psu === 'named' ? ['PSU-ID'] : []),
    ...(operation.acceptFix === undefined ? [] : ['x-accept-fix']),
  ];
  const headers = [
    ...ALWAYS,
    ...(operation.redirectHeaders ? REDIRECT : []),
    ...(operation.psu === 'none' ? [] : PSU),
    ...(operation.body === 'json' ? [DIGEST] : []),
  ];
  return [
    ...Array.from(operation.path.matchAll(/\{([^}]+)\}/g), (match) => ({
      name: match[1],
      in: 'path',
      required: true,
      schema: textOf(operation.choices?.[match[1] ?? '']),
    })),
    ...operation.query.map(({ name, values, text }) => ({
      name,
      in: 'query',
      required: name === 'bookingStatus',
      description: text,
      schema: textOf(values),
    })),
    ...headers.map(({ name, text, required }) => ({
      name,
      in: 'header',
      required: required || must.includes(name),
      description: text,
      schema: { type: 'string' },
    })),
  ];
}

function bodyObject({ body, input, example }: Operation): Json {
  if (body === 'ignored' || input === undefined) {
    return {
      required: false,
      description: 'Not read; a body that is sent is signed all the same.',
      content: { 'application/json': { schema: {} } },
    };
  }
  // An OpenAPI document has no variables, so the example gets a fixed date.
  const sample: unknown =
    example === undefined ? undefined : JSON.parse(example.replaceAll('{{today}}', '2027-01-15'));
  return {
    required: true,
    content: {
      'application/json': {
        schema: jsonSchema(input, 'input'),
        ...(sample === undefined ? {} : { example: sample }),
      },
    },
  };
}

function textOf(values: readonly string[] = []): Json {
  return values.length > 0 ? { type: 'string', enum: [...values] } : { type: 'string' };
}

function answersOf(operation: Operation): Json {
  const statuses = [operation.success, operation.otherSuccess].filter((status) => status !== undefined);
  return Object.fromEntries(statuses.map((status) => [status, answerObject(status, operation)]));
}

function answerObject(status: number, { answer, title }: Operation): Json {
  if (status === 204) return { description: 'Done; no body.' };
  return { description: title, content: { 'application/json': { schema: jsonSchema(answer) } } };
}
