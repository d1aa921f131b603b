/** The responses of the OpenAPI document, with the recorded examples. */
import type { RecordedExamples, RecordedRefusal } from './examples.ts';
import { type Json, jsonSchema } from './json-schema.ts';
import { responseHeaders } from './openapi-headers.ts';
import type { Operation } from './operations.ts';

/** Refusals that the document names one by one: the component, and the operations that can be refused so. */
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

/** All responses of an operation: what was recorded, then the refusals. */
export function responsesOf(operation: Operation, { operations }: RecordedExamples): Json {
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
export function refusalComponents({ refusals }: RecordedExamples): Json {
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
