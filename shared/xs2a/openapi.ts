/** The OpenAPI 3.1 document of the bank, generated from the catalogue of operations and recorded examples. */
import { type Json, jsonSchema } from './json-schema.ts';
import {
  headerComponents,
  headerParameters,
  parameterComponents,
  SECURITY_SCHEMES,
  responseHeaders,
} from './openapi-headers.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import { errorSchema } from './refusals.ts';
import { ownValue } from '../own-value.ts';
import recorded from './examples.json' with { type: 'json' };

/** One request and its response. */
export interface RecordedExample {
  operation: string;
  /** Distinguishes the examples of an operation; for payments the abbreviation of the product. */
  name: string;
  summary: string;
  /** Parameters of the path, not percent-encoded. */
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Absent if there is no JSON body. */
  body?: unknown;
  status: number;
  /** Names of the response headers, in the order of sending. */
  headers: readonly string[];
  /** Absent if the response has no body. */
  answer?: unknown;
}

/** A refusal that many operations share. */
export interface RecordedRefusal {
  status: number;
  name: string;
  summary: string;
  headers: readonly string[];
  answer: unknown;
}

export interface RecordedExamples {
  operations: readonly RecordedExample[];
  refusals: readonly RecordedRefusal[];
}

/** Written by `npm run openapi` from a bank with the seed data. The compiler would infer a type for every example. */
export const EXAMPLES = recorded as unknown as RecordedExamples;

const GROUPS = {
  'Account information': 'Accounts, cards, balances and transactions that the PSU shares.',
  Consents: 'Asking the PSU for access to accounts.',
  'User and agreements': 'Who the PSU is, and for which companies the PSU acts.',
  Payments: 'Single payments.',
  'Bulk payments': 'Many payments with one SCA.',
  'Periodic payments': 'Standing orders.',
  'Signing baskets': 'Approval of several payments with one SCA.',
  'TPP dialogue': 'What the bank knows about the TPP.',
  Sandbox: 'Test data. Not in production.',
} as const satisfies Record<(typeof OPERATIONS)[number]['group'], string>;

/** The head of both OpenAPI documents of the bank. */
export function documentHead(info: Json): Json {
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      contact: { name: 'The TPP Workbench maintainers' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
  };
}

/** @param version of the program, for `info.version` */
export function openApiDocument(version: string, examples: RecordedExamples = EXAMPLES): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS as readonly Operation[]) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation, examples);
  }
  const sent = [...examples.operations, ...examples.refusals].flatMap(({ headers }) => headers);
  return {
    ...documentHead({
      title: 'Simulated bank',
      version,
      summary: 'A NextGenPSD2-style interface on your own machine.',
      description:
        'Generated from the catalogue of operations. Ids such as enc!!… must be percent-encoded in paths. Every request is signed: see docs/signing.md. `npm run docs` writes the rules, such as PAY-4.',
    }),
    servers: [
      {
        url: 'https://{host}:{port}',
        description: 'The bank on this machine.',
        variables: {
          host: { default: 'localhost', description: '127.0.0.1 works, too.' },
          port: { default: '8443', description: 'Set with --port.' },
        },
      },
    ],
    security: [{ requestSignature: [], signingCertificate: [] }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: parameterComponents(),
      headers: headerComponents(new Set(sent)),
      responses: refusalComponents(examples),
      schemas: { Refusal: jsonSchema(errorSchema) },
    },
  };
}

function operationObject(operation: Operation, examples: RecordedExamples): Json {
  const { id, title, summary, group, rules, body } = operation;
  const recorded = examples.operations.filter((one) => one.operation === id);
  return {
    operationId: id,
    summary: title,
    description: `${summary} Rules: ${rules.join(', ')}.`,
    tags: [group],
    parameters: parametersOf(operation, recorded[0]),
    ...(body === 'none' ? {} : { requestBody: bodyObject(operation, recorded) }),
    responses: responsesOf(operation, examples),
  };
}

function parametersOf(operation: Operation, recorded: RecordedExample | undefined): Json[] {
  const inPath = Array.from(operation.path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: ownValue(PARAMETERS, name) ?? 'An id that the bank gave, percent-encoded (SVC-9).',
    schema: textOf(operation.choices?.[name]),
    example: recorded?.params[name],
  }));
  const inQuery = operation.query.map(({ name, values, text }) => ({
    name,
    in: 'query',
    required: false,
    description: text,
    schema: textOf(values),
    ...(recorded?.query[name] === undefined ? {} : { example: recorded.query[name] }),
  }));
  return [...inPath, ...inQuery, ...headerParameters(operation)];
}

const PARAMETERS: Readonly<Record<string, string>> = {
  'payment-product': 'The payment product.',
  'tpp-id': "The organizationIdentifier of the TPP's certificate.",
};

function bodyObject({ body, input }: Operation, recorded: readonly RecordedExample[]): Json {
  if (body === 'ignored' || input === undefined) {
    return {
      required: false,
      description: 'Not read; a body that is sent is signed all the same.',
      content: { 'application/json': { schema: {}, example: {} } },
    };
  }
  const examples = Object.fromEntries(
    recorded.map(({ name, summary, body: value }) => [name, { summary, value }]),
  );
  return {
    required: true,
    content: { 'application/json': { schema: jsonSchema(input, 'input'), examples } },
  };
}

function textOf(values: readonly string[] = []): Json {
  return values.length > 0 ? { type: 'string', enum: [...values] } : { type: 'string' };
}

/** Named refusals: the component, and its operations. */
const REFUSALS: readonly [
  status: number,
  name: string,
  text: string,
  of: (operation: Operation) => boolean,
][] = [
  [400, 'BadRequest', 'The signature, a header or the body is wrong.', () => true],
  [401, 'Unauthorised', 'The PSU must follow scaRedirect, or the certificate is not accepted.', () => true],
  [
    404,
    'NotFound',
    'The path, or what it names, does not exist for this TPP and PSU.',
    ({ path }) => path.includes('{'),
  ],
  [
    409,
    'Conflict',
    'The state of the payment or basket does not allow it.',
    ({ role, method }) => role === 'PSP_PI' && method !== 'GET',
  ],
  [413, 'TooLarge', 'The body is larger than 1 MiB.', ({ body }) => body !== 'none'],
  [415, 'UnsupportedMediaType', 'The body is not JSON.', ({ body }) => body !== 'none'],
  [
    429,
    'TooManyRequests',
    'The calls without the PSU are used up.',
    ({ role, rules }) => role === 'PSP_AI' && rules.some((rule) => rule.startsWith('LIM-')),
  ],
];
const OTHERWISE = { name: 'Refused', text: 'Any other refusal; tppMessages say why.' };

/** The responses of an operation: recorded ones, then refusals. */
function responsesOf(operation: Operation, { operations }: RecordedExamples): Json {
  const statuses = [operation.success, operation.otherSuccess].filter((status) => status !== undefined);
  const answers = statuses.map((status) => [status, answerOf(operation, status, operations)]);
  const refusals = REFUSALS.filter(([, , , of]) => of(operation)).map(([status, name]) => [
    status,
    refer(name),
  ]);
  return Object.fromEntries([...answers, ...refusals, ['4XX', refer(OTHERWISE.name)]]);
}

function refer(name: string): Json {
  return { $ref: `#/components/responses/${name}` };
}

function answerOf(operation: Operation, status: number, all: RecordedExamples['operations']): Json {
  const recorded = all.filter((one) => one.operation === operation.id && one.status === status);
  const names = new Set(recorded.flatMap(({ headers }) => headers));
  const headers = responseHeaders([...names]);
  if (status === 204) return { description: 'Done; no body.', headers };
  const examples = Object.fromEntries(
    recorded.map(({ name, summary, answer }) => [name, { summary, value: answer }]),
  );
  return {
    description: operation.title,
    headers,
    content: { 'application/json': { schema: jsonSchema(operation.answer), examples } },
  };
}

/** The refusals that operations refer to. */
function refusalComponents({ refusals }: RecordedExamples): Json {
  const listed = new Set(REFUSALS.map(([status]) => status));
  return Object.fromEntries([
    ...REFUSALS.map(([status, name, text]) => [
      name,
      refusalOf(
        text,
        refusals.filter((one) => one.status === status),
      ),
    ]),
    [
      OTHERWISE.name,
      refusalOf(
        OTHERWISE.text,
        refusals.filter((one) => !listed.has(one.status)),
      ),
    ],
  ]);
}

function refusalOf(description: string, recorded: readonly RecordedRefusal[]): Json {
  return {
    description,
    headers: responseHeaders([...new Set(recorded.flatMap(({ headers }) => headers))]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Refusal' },
        examples: Object.fromEntries(
          recorded.map(({ name, summary, answer }) => [name, { summary, value: answer }]),
        ),
      },
    },
  };
}
