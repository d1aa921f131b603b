/** The local bank in the contract: its state, its operator and its snapshots. */
import { z } from 'zod';
import { BANK_METHODS } from '../xs2a/http-syntax.ts';
import {
  accountDetailSchema,
  basketDetailSchema,
  overviewSchema,
  paymentDetailSchema,
} from '../xs2a/inspection.ts';
import { registrationChange, scenarioInput } from '../xs2a/operator-input.ts';

const nothing = z.object({});
const id = z.object({ id: z.string() });

/** A snapshot in lists. */
const amount = z.int().nonnegative();

export const snapshotAboutSchema = z.object({
  /** Added from a file. */
  added: z.boolean(),
  /** Taken while the bank of a demonstration was in use. */
  ofDemonstration: z.boolean(),
  /** Time of the bank's clock in it, milliseconds since 1970. */
  clock: z.number(),
  payments: amount,
  baskets: amount,
  consents: amount,
  /** SCA sessions that no later one has replaced (SCA-4). */
  sessions: amount,
});
export type SnapshotAbout = z.infer<typeof snapshotAboutSchema>;

const snapshotName = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'A snapshot has a name.')
    .max(60)
    // Half of a surrogate pair has no file name.
    .refine((name) => name.isWellFormed(), 'A snapshot has a name of whole characters.'),
});
const clockMoveSchema = z.union([
  /** ISO 8601 duration. */
  z.object({ advance: z.string() }),
  /** ISO 8601 date-time with zone. */
  z.object({ set: z.string() }),
  z.object({ mode: z.enum(['real', 'frozen']) }),
  z.object({ toNextBatch: z.literal(true) }),
  /** Forward to the time of the machine. A clock that is ahead goes back only with `bank.reset`. */
  z.object({ toRealTime: z.literal(true) }),
]);

export const LOCAL_BANK_METHODS = {
  /** The state of the local bank. `search` filters the payments; empty for all. */
  'bank.overview': { by: 'screen', input: z.object({ search: z.string() }), output: overviewSchema },
  'bank.payment': { by: 'screen', input: id, output: paymentDetailSchema },
  'bank.basket': { by: 'screen', input: id, output: basketDetailSchema },
  /** Number of records of the local bank. */
  'bank.counts': {
    by: 'screen',
    input: nothing,
    output: z.object({ customers: z.number(), accounts: z.number(), transactions: z.number() }),
  },
  /** An account or card with one page of its transactions, counted from 0. */
  'bank.account': {
    by: 'screen',
    input: id.extend({ page: z.number().int().min(0) }),
    output: accountDetailSchema,
  },
  'bank.clock': {
    by: 'person',
    input: clockMoveSchema,
    /** Bank time before and after, milliseconds since 1970. */
    output: z.object({ from: z.number(), to: z.number() }),
  },
  /** Makes the local bank listen for TPPs on this port, also after a restart. */
  'bank.start': {
    by: 'person',
    input: z.object({ port: z.number().int().min(1).max(65_535) }),
    output: nothing,
  },
  /** Stops listening for TPPs until `bank.start`. */
  'bank.stop': { by: 'person', input: nothing, output: nothing },
  /** Runs a batch outside the timetable. */
  'bank.batch': {
    by: 'person',
    input: nothing,
    output: z.object({ settled: z.number(), rejected: z.number(), retried: z.number() }),
  },
  'bank.operate': {
    by: 'person',
    input: id.extend({ action: z.enum(['hold', 'release', 'stop']) }),
    output: nothing,
  },
  'bank.revoke': { by: 'person', input: id, output: nothing },
  /** Permits or blocks payments from an account (SCA-12). */
  'bank.permit': { by: 'person', input: id.extend({ payments: z.boolean() }), output: nothing },
  /** Enters a TPP in the bank's register, or changes its entry; members that are left out do not change (SIG-12). */
  'bank.registerTpp': { by: 'person', input: id.extend(registrationChange.shape), output: nothing },
  /** Blocks or unblocks a TPP, independently of the register (SIG-12). */
  'bank.blockTpp': { by: 'person', input: id.extend({ blocked: z.boolean() }), output: nothing },
  'bank.quirk': {
    by: 'person',
    input: z.object({ name: z.string(), value: z.union([z.string(), z.boolean()]) }),
    output: nothing,
  },
  /** Adds a scripted failure (SCA-8). */
  'bank.addScenario': { by: 'person', input: scenarioInput, output: nothing },
  'bank.removeScenario': { by: 'person', input: id, output: nothing },
  /** The control calls that a step can make, each with an example of its body. */
  'bank.controlCalls': {
    by: 'screen',
    input: nothing,
    output: z.object({
      calls: z.array(
        z.object({
          title: z.string(),
          method: z.enum(BANK_METHODS),
          path: z.string(),
          json: z.unknown(),
        }),
      ),
    }),
  },
  /** `real` sets the clock to the time of the machine, also backwards. */
  'bank.reset': {
    by: 'person',
    input: z.object({ clock: z.enum(['keep', 'real']) }),
    output: nothing,
  },
  'bank.snapshots': {
    by: 'screen',
    input: nothing,
    output: z.object({
      /** Newest first; `takenAt` by this machine's clock. `about` is null if its content is unknown. */
      snapshots: z.array(
        z.object({ name: z.string(), takenAt: z.number(), about: snapshotAboutSchema.nullable() }),
      ),
    }),
  },
  'bank.takeSnapshot': { by: 'person', input: snapshotName, output: nothing },
  'bank.restoreSnapshot': {
    by: 'person',
    input: snapshotName,
    /** Whether PSU, sessions and environment were restored, too. */
    output: z.object({ withWorkbench: z.boolean() }),
  },
  'bank.removeSnapshot': { by: 'person', input: snapshotName, output: nothing },
  /** The snapshot as a file for another machine. */
  'bank.saveSnapshot': { by: 'person', input: snapshotName, output: z.object({ download: z.string() }) },
  /** Adds a snapshot from a file without restoring it; `file` is the id of its upload. */
  'bank.addSnapshot': {
    by: 'person',
    input: z.object({ file: z.string() }),
    output: z.object({ name: z.string() }),
  },
} as const;
