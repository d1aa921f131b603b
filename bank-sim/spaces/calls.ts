/** The table of control calls of the service, from which the OpenAPI document is generated. */
import { z } from 'zod';
import { CLOCK_YEARS, dateTimeMs, isBankTime } from '../../shared/xs2a/bank-limits.ts';
import { StartError, startErrorOf } from '../../shared/node/start-error.ts';
import type { Json } from '../../shared/xs2a/json-schema.ts';
import { jsonDateTime } from '../clock.ts';
import { quirksSchema } from '../quirks.ts';
import { type CallExample, controlCall, type ControlCall } from '../control/call.ts';
import { EXPOSITION_TYPE } from '../control/metrics.ts';
import { openApiOf } from '../control/control-openapi.ts';
import { controlError, ok, type Reply } from '../control/reply.ts';
import { dateTime } from '../control/views.ts';
import type { PortRange } from './ports.ts';
import { NAME_RULE, SPACE_NAME, SpaceRefusal } from './record.ts';
import type { Space } from './space.ts';
import type { Spaces } from './spaces.ts';

export interface SpacesContext {
  spaces: Spaces;
  /** Base URL of the control calls of a space. */
  controlBaseUrl: (name: string) => string;
  ports: PortRange;
  caFile: string;
  caPem: string;
  unready: () => string | null;
  metrics: () => string;
}

export const UNAUTHORISED =
  'Send a token as "Authorization: Bearer <controlToken>": the one of the service, or for /spaces/{name} the one of that space.';

const spaceSchema = z.object({
  name: z.string(),
  state: z
    .enum(['awake', 'asleep', 'unusable'])
    .describe('A space that is asleep wakes with its first connection or control call.'),
  problem: z.string().nullable().describe('Why an unusable space cannot be used.'),
  made: dateTime.nullable(),
  lastUsed: dateTime,
  quirks: z.record(z.string(), z.union([z.string(), z.boolean()])),
  apiBaseUrl: z.string().nullable(),
  psuBaseUrl: z.string().nullable(),
  controlBaseUrl: z
    .string()
    .describe('The control calls of the bank have their paths below it, such as /control/state.'),
});
const madeSchema = spaceSchema.extend({
  controlToken: z.string().describe('Of this space alone. It is not shown again; it can be replaced.'),
  caFile: z.string().describe('The CA of the TLS certificate, the same for all spaces.'),
  caPem: z.string(),
});

const portsSchema = z
  .object({ from: z.int().min(1).max(65_535), to: z.int().min(1).max(65_535) })
  .nullable()
  .describe('The ports that the service gives to spaces, both included; null for any free ports.');

const SPACE = {
  name: 'anna',
  state: 'awake',
  problem: null,
  made: '2026-11-23T09:42:07+00:00',
  lastUsed: '2026-11-23T09:42:07+00:00',
  quirks: { environment: 'sandbox', signResponses: true },
  apiBaseUrl: 'https://localhost:20000',
  psuBaseUrl: 'https://localhost:20001',
  controlBaseUrl: 'http://127.0.0.1:8445/spaces/anna',
};
const MADE = {
  ...SPACE,
  controlToken: 'bmV2ZXItc2hvd24tYWdhaW4tMDAwMQ',
  caFile: '/home/anna/.local/share/tpp-workbench/spaces/pki/ca.pem',
  caPem: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
};

const makeBody = z.strictObject({
  name: z.string().regex(SPACE_NAME, NAME_RULE).optional().describe('A random one if left out.'),
  quirks: quirksSchema.optional().describe('Also environment: sandbox or production.'),
  clock: z
    .string()
    .optional()
    .describe("The bank's clock is frozen at this date-time, such as 2026-12-01T08:00:00+01:00."),
  from: z
    .string()
    .optional()
    .describe('Name of a space. The new one gets its state, clock and quirks as they are now.'),
  snapshot: z
    .looseObject({})
    .optional()
    .describe('A snapshot of a bank: the response to GET /control/snapshot.'),
});

const EXAMPLES: Readonly<Record<string, CallExample>> = {
  named: { summary: 'With a name', value: { name: 'anna' } },
  pipeline: { summary: 'For a pipeline', value: { clock: '2026-12-01T08:00:00+01:00' } },
  production: { summary: 'A production bank', value: { quirks: { environment: 'production' } } },
};

const group = 'Spaces';
const parameter = { text: 'Name of a space.', example: 'anna' };
const NONE = 'There is no space "anna".';
const FULL =
  'There are 200 spaces already, as many as --most allows. End one, or start the service with a larger --most.';
const UNUSABLE = 'The space anna cannot be used. The file …/anna/space.json is damaged: it is not JSON.';

const spacesCall = <Body = unknown, Query = unknown>(
  definition: Parameters<typeof controlCall<Body, Query, SpacesContext>>[0],
): ControlCall<SpacesContext> => controlCall<Body, Query, SpacesContext>(definition);

export const SPACES_CALLS: readonly ControlCall<SpacesContext>[] = [
  spacesCall({
    id: 'listSpaces',
    group,
    title: 'List spaces',
    summary: 'All spaces, by their names. Needs the token of the service.',
    method: 'GET',
    path: '/spaces',
    answer: {
      schema: z.object({ spaces: z.array(spaceSchema), ports: portsSchema }),
      example: { spaces: [SPACE], ports: { from: 20_000, to: 21_999 } },
    },
    run: (context) =>
      ok({ spaces: context.spaces.all().map((space) => viewOf(space, context)), ports: context.ports }),
  }),
  spacesCall<z.infer<typeof makeBody>>({
    id: 'makeSpace',
    group,
    title: 'Make space',
    summary:
      'A bank of its own, with the seed data, the state of another space, or that of a snapshot. Needs the token of the service.',
    method: 'POST',
    path: '/spaces',
    body: makeBody,
    carriesSnapshot: true,
    examples: EXAMPLES,
    success: 201,
    answer: { schema: madeSchema, example: MADE },
    refusals: { 400: 'The clock of a snapshot cannot be replaced.', 404: NONE, 409: FULL, 503: UNUSABLE },
    run: (context, { body }) =>
      refusable(async () => {
        const { space, token } = await context.spaces.make({ ...body, clock: clockOf(body) });
        const { caFile, caPem } = context;
        return { status: 201, body: { ...viewOf(space, context), controlToken: token, caFile, caPem } };
      }),
  }),
  spacesCall({
    id: 'readSpace',
    group,
    title: 'Read space',
    summary: 'One space. It does not wake by that.',
    method: 'GET',
    path: '/spaces/{name}',
    parameter,
    answer: { schema: spaceSchema, example: SPACE },
    refusals: { 404: NONE },
    run: (context, { parameter: name }) => refusable(() => ok(viewOf(context.spaces.get(name), context))),
  }),
  spacesCall({
    id: 'endSpace',
    group,
    title: 'End space',
    summary: 'Closes its ports and deletes its data.',
    method: 'DELETE',
    path: '/spaces/{name}',
    parameter,
    answer: { schema: z.object({ ended: z.string() }), example: { ended: 'anna' } },
    refusals: { 404: NONE },
    run: ({ spaces }, { parameter: name }) =>
      refusable(() => {
        spaces.end(name);
        return ok({ ended: name });
      }),
  }),
  spacesCall({
    id: 'sleepSpace',
    group,
    title: 'Put space to sleep',
    summary: 'Closes its database, as happens by itself after a time without use. Its clock goes on.',
    method: 'POST',
    path: '/spaces/{name}/sleep',
    parameter,
    answer: { schema: spaceSchema, example: { ...SPACE, state: 'asleep' } },
    refusals: { 404: NONE, 409: 'The space anna is in use.' },
    run: (context, { parameter: name }) =>
      refusable(() => {
        const space = context.spaces.get(name);
        if (!space.sleep()) throw new SpaceRefusal(409, `The space ${name} is in use.`);
        return ok(viewOf(space, context));
      }),
  }),
  spacesCall<z.infer<typeof quirksSchema>>({
    id: 'setSpaceQuirks',
    group,
    title: 'Set quirks of space',
    summary: 'Sets some quirks of its bank at once, and keeps them. The others stay.',
    method: 'PUT',
    path: '/spaces/{name}/quirks',
    parameter,
    body: quirksSchema,
    examples: { some: { summary: 'One of them', value: { strictKid: false } } },
    answer: { schema: spaceSchema, example: SPACE },
    refusals: { 404: NONE, 503: UNUSABLE },
    run: (context, { parameter: name, body }) =>
      refusable(() => {
        const space = context.spaces.get(name);
        space.setQuirks(body);
        return ok(viewOf(space, context));
      }),
  }),
  spacesCall({
    id: 'renewSpaceToken',
    group,
    title: 'Replace token of space',
    summary: 'The control token of the space is another one from now on.',
    method: 'POST',
    path: '/spaces/{name}/token',
    parameter,
    answer: {
      schema: z.object({ controlToken: z.string() }),
      example: { controlToken: MADE.controlToken },
    },
    refusals: { 404: NONE, 503: UNUSABLE },
    run: ({ spaces }, { parameter: name }) =>
      refusable(() => ok({ controlToken: spaces.get(name).renewToken() })),
  }),
  spacesCall({
    id: 'readServiceHealth',
    group: 'Service',
    title: 'Read health',
    summary: 'Whether the process answers. It needs no token, so that a probe can ask.',
    method: 'GET',
    path: '/control/health',
    open: true,
    answer: { schema: z.object({ healthy: z.literal(true) }), example: { healthy: true } },
    run: () => ok({ healthy: true }),
  }),
  spacesCall({
    id: 'readServiceReadiness',
    group: 'Service',
    title: 'Read readiness',
    summary: 'Whether the service accepts requests. It needs no token, so that a probe can ask.',
    method: 'GET',
    path: '/control/ready',
    open: true,
    answer: { schema: z.object({ ready: z.literal(true) }), example: { ready: true } },
    refusals: { 503: 'The service is stopping.' },
    run: ({ unready }) => {
      const reason = unready();
      return reason === null ? ok({ ready: true }) : controlError(503, reason);
    },
  }),
  spacesCall({
    id: 'readServiceMetrics',
    group: 'Service',
    title: 'Read metrics',
    summary:
      'Spaces, and requests and refusals of each, since the start, for Prometheus. Sleeping spaces stay asleep. Needs the token of the service.',
    method: 'GET',
    path: '/control/metrics',
    answer: {
      type: EXPOSITION_TYPE,
      text: '# HELP tpp_spaces Spaces by state.\n# TYPE tpp_spaces gauge\ntpp_spaces{state="awake"} 3\n',
    },
    run: ({ metrics }) => ({ status: 200, type: EXPOSITION_TYPE, text: metrics() }),
  }),
];

/** @param version of the program, for `info.version` */
export function spacesOpenApi(version: string): Json {
  return openApiOf({
    version,
    title: 'Spaces of simulated banks',
    summary: 'Makes, lists and ends spaces, each a bank of its own.',
    description:
      'It listens on loopback only, and its Host must be 127.0.0.1, localhost or [::1]. Below `/spaces/{name}`, each space has the control calls of its bank, such as `GET /spaces/{name}/control/state`.',
    calls: SPACES_CALLS,
    groups: {
      Spaces: 'Banks of their own for a team, a tester or a run of a pipeline.',
      Service: 'For whoever keeps the service running: probes and metrics.',
    },
    token:
      'The controlToken that the service prints when it is ready; for the calls of one space also the one that the space got when it was made.',
    unauthorised: UNAUTHORISED,
  });
}

function viewOf(space: Space, { controlBaseUrl }: SpacesContext): z.infer<typeof spaceSchema> {
  const { name, state, problem, record, lastUsed, quirks, addresses } = space;
  return {
    name,
    state,
    problem: state === 'unusable' ? problem : null,
    made: record === null ? null : jsonDateTime(record.made),
    lastUsed: jsonDateTime(lastUsed),
    quirks: { ...quirks },
    apiBaseUrl: addresses?.apiBaseUrl ?? null,
    psuBaseUrl: addresses?.psuBaseUrl ?? null,
    controlBaseUrl: controlBaseUrl(name),
  };
}

function clockOf({ clock, from, snapshot }: z.infer<typeof makeBody>): number | undefined {
  if (from !== undefined && snapshot !== undefined)
    throw new SpaceRefusal(400, 'Give from or snapshot, not both.');
  if (clock === undefined) return undefined;
  if (from !== undefined || snapshot !== undefined)
    throw new SpaceRefusal(400, 'The clock of a snapshot cannot be replaced.');
  const time = dateTimeMs(clock);
  if (time === null)
    throw new SpaceRefusal(
      400,
      `clock must be a date-time with a time zone, such as 2026-12-01T08:00:00+01:00, not "${clock.slice(0, 60)}".`,
    );
  if (!isBankTime(time)) throw new SpaceRefusal(400, `clock can be set to ${CLOCK_YEARS}.`);
  return time;
}

/** Turns a refusal, or an error of the file system, into a response. */
export async function refusable(work: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SpaceRefusal) return controlError(error.status, error.message);
    // For example a full disk.
    const known = startErrorOf(error, 'The data folder');
    if (known instanceof StartError) return controlError(503, known.message);
    throw error;
  }
}
