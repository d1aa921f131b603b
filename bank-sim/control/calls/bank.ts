/** Control calls for the whole bank: state, clock, batch, reset, snapshots, documents. */
import { z } from 'zod';
import { openApiDocument } from '../../../shared/xs2a/openapi.ts';
import { ACCEPT_FIX_HISTORY, API_RELEASES, DOCUMENTATION_VERSIONS } from '../../../shared/xs2a/releases.ts';
import { jsonDateTime } from '../../clock.ts';
import type { ClockMove } from '../clock-move.ts';
import { controlCall } from '../call.ts';
import { ok, replyTo } from '../reply.ts';
import { dateTime, stateSchema, stateView } from '../views.ts';

const group = 'Bank';
const NOW = '2026-12-01T07:00:00+00:00';

const STATE_EXAMPLE = {
  environment: 'sandbox',
  now: NOW,
  clock: 'frozen',
  quirks: { environment: 'sandbox', signResponses: true, onHoldStatus: 'BLCK' },
  counts: {
    customers: 4,
    accounts: 8,
    cardAccounts: 2,
    transactions: 1204,
    consents: 1,
    payments: { PDNG: 1 },
    baskets: 0,
  },
  nextBatch: '2026-12-01T08:30:00+00:00',
  work: null,
  conservation: { NOK: '0.00', EUR: '0.00' },
};

/** JSON Schema expresses "exactly one" by the number of properties. */
const clockBody = z
  .strictObject({
    advance: z.string().optional(),
    set: z.string().optional(),
    mode: z.enum(['real', 'frozen']).optional(),
  })
  .refine((body) => Object.keys(body).length === 1, 'needs exactly one of advance, set and mode')
  .transform((body) => body as ClockMove)
  .meta({ minProperties: 1, maxProperties: 1 });

const SNAPSHOT_EXAMPLE = {
  version: 1,
  clock: { mode: 'frozen', now: Date.parse(NOW) },
  tables: { meta: [{ key: 'name', value: 'Each table of the bank is here with all its rows.' }] },
};
const snapshotSchema = z.looseObject({
  version: z.number().int(),
  clock: z.strictObject({ mode: z.enum(['real', 'frozen']), now: z.number().int() }),
  // Rows are checked when they are restored: a wrong one must not be reported a million times.
  tables: z.record(z.string(), z.array(z.unknown().meta({ type: 'object', additionalProperties: {} }))),
});

const openApiSchema = z.looseObject({ openapi: z.literal('3.1.0') });
const OPENAPI_EXAMPLE = { openapi: '3.1.0', info: { title: 'Simulated bank', version: '0' }, paths: {} };

/** VER-3. */
const RELEASES = {
  documentation: DOCUMENTATION_VERSIONS,
  releases: API_RELEASES,
  acceptFix: ACCEPT_FIX_HISTORY,
};
const day = z.iso.date();
const releasesSchema = z.object({
  documentation: z.array(
    z.object({ version: z.string(), date: day, release: z.string(), change: z.string() }),
  ),
  releases: z.array(z.object({ release: z.string(), date: day.nullable(), change: z.string() })),
  acceptFix: z.array(
    z.object({ value: z.string(), effect: z.string(), introduced: z.string(), defaultSince: day }),
  ),
});

export const BANK_CALLS = [
  controlCall({
    id: 'readState',
    group,
    title: 'Read state',
    summary:
      'Clock, quirks, counts, the next batch, and the total in each currency across all accounts (PAY-20).',
    method: 'GET',
    path: '/control/state',
    answer: { schema: stateSchema, example: STATE_EXAMPLE },
    run: ({ inspection }) => ok(stateView(inspection.state())),
  }),
  controlCall({
    id: 'moveClock',
    group,
    title: 'Move clock',
    summary:
      'Moves the clock forward, freezes it or lets it run. Everything that falls due in between happens in order.',
    method: 'POST',
    path: '/control/clock',
    body: clockBody,
    examples: {
      advance: {
        summary: 'Forward by an ISO 8601 duration of weeks, days, hours, minutes and seconds',
        value: { advance: 'PT1H' },
      },
      set: {
        summary: 'Forward to a date-time with a time zone',
        value: { set: '2026-12-01T08:00:00+01:00' },
      },
      freeze: { summary: 'Stand still', value: { mode: 'frozen' } },
      run: { summary: "Run on from the bank's present time", value: { mode: 'real' } },
    },
    answer: { schema: z.object({ now: dateTime }), example: { now: NOW } },
    refusals: { 400: 'The clock cannot move back. Reset the bank to start over.' },
    run: async ({ operator }, { body }) =>
      replyTo(await operator.moveClock(body), ({ now }) => ({ now: jsonDateTime(now) })),
  }),
  controlCall({
    id: 'runBatch',
    group,
    title: 'Run batch',
    summary: 'Runs a batch outside the timetable (SBX-5).',
    method: 'POST',
    path: '/control/batch',
    answer: {
      schema: z.object({ settled: z.number(), rejected: z.number(), retried: z.number() }),
      example: { settled: 1, rejected: 0, retried: 0 },
    },
    run: async ({ operator }) => ok(await operator.runBatch()),
  }),
  controlCall({
    id: 'resetBank',
    group,
    title: 'Reset bank',
    summary:
      'Deletes everything and loads the seed data (SBX-1). Needs no signature. With nothing left that has a date, the clock may go back.',
    method: 'POST',
    path: '/control/reset',
    body: z.strictObject({
      clock: z
        .string()
        .default('keep')
        .describe(
          'keep; real for the time of the machine; or a date-time with a time zone, at which the clock is frozen.',
        ),
    }),
    examples: {
      keep: { summary: 'The clock stays as it is', value: {} },
      real: { summary: 'The time of the machine', value: { clock: 'real' } },
      fixed: { summary: 'A time in the past', value: { clock: '2026-11-20T10:42:07+01:00' } },
    },
    answer: { schema: stateSchema, example: STATE_EXAMPLE },
    refusals: {
      400: 'clock must be keep, real or a date-time with a time zone, such as 2026-12-01T08:00:00+01:00, not "yesterday".',
    },
    run: ({ operator, inspection }, { body }) =>
      replyTo(operator.reset(body.clock), () => stateView(inspection.state())),
  }),
  controlCall({
    id: 'takeSnapshot',
    group,
    title: 'Take snapshot',
    summary: "The bank's whole state as one document, which this bank or another one can restore.",
    method: 'GET',
    path: '/control/snapshot',
    answer: { schema: snapshotSchema, example: SNAPSHOT_EXAMPLE },
    run: ({ operator }) => ok(operator.takeSnapshot()),
  }),
  controlCall({
    id: 'restoreSnapshot',
    group,
    title: 'Restore snapshot',
    summary: 'Replaces the whole state, clock included. The response is the state after it.',
    method: 'PUT',
    path: '/control/snapshot',
    body: snapshotSchema,
    carriesSnapshot: true,
    examples: { snapshot: { summary: 'A snapshot, abridged', value: SNAPSHOT_EXAMPLE } },
    answer: { schema: stateSchema, example: STATE_EXAMPLE },
    refusals: { 400: 'clock is missing.' },
    run: ({ operator, inspection }, { body }) =>
      replyTo(operator.restoreSnapshot(body), () => stateView(inspection.state())),
  }),
  controlCall({
    id: 'readOpenApi',
    group,
    title: "Read the bank's OpenAPI document",
    summary: 'The OpenAPI 3.1 document of the interface for TPPs; the same as docs/openapi.json.',
    method: 'GET',
    path: '/control/openapi',
    answer: { schema: openApiSchema, example: OPENAPI_EXAMPLE },
    run: () => ok(openApiDocument('0')),
  }),
  controlCall({
    id: 'readControlOpenApi',
    group,
    title: "Read the control calls' OpenAPI document",
    summary: 'This document.',
    method: 'GET',
    path: '/control/control-openapi',
    answer: { schema: openApiSchema, example: OPENAPI_EXAMPLE },
    run: ({ ownDocument }) => ok(ownDocument()),
  }),
  controlCall({
    id: 'readReleases',
    group,
    title: 'Read release history',
    summary: 'The history of the interface, newest first: documentation, releases and x-accept-fix (VER-3).',
    method: 'GET',
    path: '/control/releases',
    answer: {
      schema: releasesSchema,
      example: {
        documentation: DOCUMENTATION_VERSIONS.slice(0, 1),
        releases: API_RELEASES.slice(0, 1),
        acceptFix: ACCEPT_FIX_HISTORY.slice(0, 1),
      },
    },
    run: () => ok(RELEASES),
  }),
];
