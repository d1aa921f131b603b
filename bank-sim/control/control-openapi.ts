/** The OpenAPI 3.1 document of the control calls, generated from their table. */
import { z } from 'zod';
import { type Json, jsonSchema } from '../../shared/xs2a/json-schema.ts';
import { documentHead } from '../../shared/xs2a/openapi.ts';
import type { ControlCall } from './call.ts';
import { CONTROL_CALLS } from './calls.ts';
import { FJELLHEIM, NORDLYS } from './calls/example-ids.ts';
import { ownValue } from '../../shared/own-value.ts';

export interface CallsDocument<Context> {
  version: string;
  title: string;
  summary: string;
  description: string;
  calls: readonly ControlCall<Context>[];
  /** Descriptions of the tags. A test finds a missing one. */
  groups: Readonly<Record<string, string>>;
  token: string;
  unauthorised: string;
}

const GROUPS: Readonly<Record<string, string>> = {
  Bank: 'The clock, batches, the whole state, and documents.',
  'SCA, consents and sessions': 'What a PSU does, without a browser.',
  Payments: "The operator's actions on payments and accounts.",
  TPPs: 'Which TPPs a production bank accepts.',
  Scenarios: 'Scripted failures, for testing how a TPP handles them.',
  Exchanges: 'What TPPs have sent, why the bank refused it, and what else has happened.',
  Service: 'For whoever keeps the bank running: probes and metrics.',
};

const errorSchema = z.object({
  error: z.string(),
  agreements: z
    .array(z.object({ id: z.string(), psuCorporateId: z.string(), name: z.string() }))
    .optional()
    .describe('The agreements to choose from, if several fit.'),
});

const STREAM = [
  ': connected',
  '',
  'event: exchange',
  'data: {"requestId":"0f8fad5b-d9cb-469f-a165-70867728950e","method":"GET","path":"/v1/accounts","status":200}',
  '',
  'event: change',
  'data: {"environment":"sandbox","now":"2026-11-20T09:42:07+00:00","clock":"real"}',
  '',
  '',
].join('\n');

/** @param version of the program, for `info.version` */
export function controlOpenApi(version: string): Json {
  return openApiOf({
    version,
    title: 'Simulated bank: control',
    summary: "The operator's calls: what a test does that no TPP can do.",
    description:
      'The control listener is not part of the interface for TPPs. It listens on loopback only, and its Host must be 127.0.0.1, localhost or [::1].',
    calls: CONTROL_CALLS,
    groups: GROUPS,
    token: 'The controlToken that the bank prints when it is ready.',
    unauthorised:
      'Send the control token as "Authorization: Bearer <controlToken>". The bank prints it when it is ready.',
  });
}

export function openApiOf<Context>({
  version,
  title,
  summary,
  description,
  calls,
  groups,
  token,
  unauthorised,
}: CallsDocument<Context>): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls)
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call, unauthorised);
  return {
    ...documentHead({ title, version, summary, description }),
    servers: [
      {
        url: 'http://127.0.0.1:{port}',
        description: 'The control listener; its address is printed when it is ready.',
        variables: { port: { default: '8445', description: 'Set with --control-port.' } },
      },
    ],
    security: [{ controlToken: [] }],
    tags: [...new Set(calls.map(({ group }) => group))].map((name) => ({
      name,
      description: ownValue(groups, name),
    })),
    paths,
    components: {
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: token,
        },
      },
      schemas: { ControlError: jsonSchema(errorSchema) },
    },
  };
}

function operationOf<Context>(call: ControlCall<Context>, unauthorised: string): Json {
  const { id, title, summary, group, open } = call;
  const body = bodyOf(call);
  return {
    operationId: id,
    summary: title,
    description: summary,
    tags: [group],
    ...(open ? { security: [] } : {}),
    parameters: parametersOf(call),
    ...(body === null ? {} : { requestBody: body }),
    responses: { [call.success ?? 200]: answerOf(call), ...refusalsOf(call, unauthorised) },
  };
}

function parametersOf<Context>({ path, parameter, query }: ControlCall<Context>): Json[] {
  const [, name] = /\{([^{}]+)\}/.exec(path) ?? [];
  const inPath =
    name === undefined
      ? []
      : [
          {
            name,
            in: 'path',
            required: true,
            description: parameter?.text,
            schema: { type: 'string' },
            example: parameter?.example,
          },
        ];
  const members = query === null ? {} : (jsonSchema(query, 'input')['properties'] as Record<string, Json>);
  const inQuery = Object.entries(members).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }));
  return [...inPath, ...inQuery];
}

function bodyOf<Context>({ body, examples = {} }: ControlCall<Context>): Json | null {
  if (body === null) return null;
  return {
    required: true,
    content: { 'application/json': { schema: jsonSchema(body, 'input'), examples } },
  };
}

function answerOf<Context>({ title, answer }: ControlCall<Context>): Json {
  if (answer === 'events')
    return {
      description: title,
      content: { 'text/event-stream': { schema: { type: 'string' }, example: STREAM } },
    };
  if ('text' in answer)
    return {
      description: title,
      content: { 'text/plain': { schema: { type: 'string' }, example: answer.text } },
    };
  return {
    description: title,
    content: { 'application/json': { schema: jsonSchema(answer.schema), example: answer.example } },
  };
}

/** Common refusals; a call may have another example. */
const REFUSALS: Readonly<Record<number, [description: string, example: string]>> = {
  400: ['The input is wrong; error says how.', '"colour" is unknown. The query can have nothing.'],
  401: ['The control token is missing or wrong.', ''],
  403: ['The Host is not one of loopback.', 'The Host header must be 127.0.0.1, localhost or [::1].'],
  404: ['There is nothing with this id.', ''],
  409: ['The state does not allow it.', ''],
  503: ['The bank is not ready; error says why.', ''],
};

function refusalsOf<Context>({ id, refusals = {}, open }: ControlCall<Context>, unauthorised: string): Json {
  const own: Readonly<Record<string, string>> = { 401: unauthorised, ...refusals };
  const statuses = [...new Set(['400', ...(open ? [] : ['401']), '403', ...Object.keys(refusals)])].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const [description = '', example = ''] = REFUSALS[Number(status)] ?? [];
      const several = id === 'finishSca' && status === '400';
      const examples = {
        refused: { summary: description, value: { error: ownValue(own, status) ?? example } },
        ...(several ? { agreements: SEVERAL } : {}),
      };
      const schema = { $ref: '#/components/schemas/ControlError' };
      return [status, { description, content: { 'application/json': { schema, examples } } }];
    }),
  );
}

const SEVERAL = {
  summary: 'Several agreements of the PSU fit',
  value: {
    error: `Several agreements match. Send one as agreementId: ${[FJELLHEIM, NORDLYS]
      .map(({ id, psuCorporateId, name }) => `${id} or ${psuCorporateId} (${name})`)
      .join(', ')}.`,
    agreements: [FJELLHEIM, NORDLYS],
  },
};
