/**
 * The host contract: everything that the renderer can ask of the Node side, and everything that it can be told.
 * Preload, Electron gate, browser transport and the renderer's client are derived from these two maps: adding a
 * method is one entry here and one implementation in main/core.
 */
import { z } from 'zod';
import { BODY_METHODS } from './bodies.ts';
import { certificateViewSchema, exportOrderSchema, importProgressSchema } from './certificates.ts';
import { exchangeSchema, exchangeSummarySchema } from './exchange.ts';
import { preparedSchema } from '../request/prepared.ts';
import { savedEntrySchema } from './saved.ts';
import { callbackSchema, settingsSchema, statusSchema } from './status.ts';
import { environmentFormSchema, environmentViewSchema, variableSchema } from './environments.ts';
import { identityOrderSchema } from './identity-order.ts';
import { importResultSchema } from './import-result.ts';
import { draftsSchema } from '../request/drafts.ts';
import { REQUEST_LIMITS, requestSchema, savedRequestSchema } from '../request/request.ts';
import { LANGUAGES } from '../snippets/languages.ts';
import {
  accountDetailSchema,
  basketDetailSchema,
  overviewSchema,
  paymentDetailSchema,
} from '../xs2a/inspection.ts';
import { scenarioInput } from '../xs2a/scenario.ts';
import { sessionRecordSchema } from '../xs2a/session-life.ts';

const milliseconds = z.number();
const nothing = z.object({});
const id = z.object({ id: z.string() });
const snapshotName = z.object({
  name: z.string().trim().min(1, 'A snapshot has a name.').max(60),
});
const clockMoveSchema = z.union([
  /** ISO 8601 duration. */
  z.object({ advance: z.string() }),
  /** Date-time with zone. */
  z.object({ set: z.string() }),
  z.object({ mode: z.enum(['real', 'frozen']) }),
  z.object({ toNextBatch: z.literal(true) }),
]);

/** A request, and the id by which its client follows and cancels the sending; whoever does neither leaves it out. */
const sendSchema = requestSchema.extend({ id: z.uuid().optional() });

/** One method of the contract. */
interface Method {
  /**
   * Whose doing a call is. `person`: somebody has asked for it, and the vault stays open for a while longer. `screen`: the
   * window calls it by itself as well (at its start, on an event, on a timer, to redraw), so it is no sign that anybody is there.
   */
  by: 'person' | 'screen';
  input: z.ZodType;
  output: z.ZodType;
}

export const METHODS = {
  'app.status': { by: 'screen', input: nothing, output: statusSchema },
  /** Everything but keys and secrets as one JSON file; `download` is the id under which the host gives it, once. */
  'app.export': { by: 'person', input: nothing, output: z.object({ download: z.string() }) },
  'settings.read': { by: 'screen', input: nothing, output: settingsSchema },
  'settings.change': { by: 'person', input: settingsSchema.partial(), output: settingsSchema },
  'saved.list': { by: 'screen', input: nothing, output: z.object({ entries: z.array(savedEntrySchema) }) },
  /** `over` is the path that it was opened from; null for a new one. */
  'saved.save': {
    by: 'person',
    input: z.object({
      folder: z.string().max(REQUEST_LIMITS.folder),
      request: savedRequestSchema,
      over: z.string().nullable(),
    }),
    output: z.object({ path: z.string() }),
  },
  'saved.remove': { by: 'person', input: z.object({ path: z.string() }), output: nothing },
  'drafts.read': { by: 'screen', input: nothing, output: draftsSchema },
  /** Called as somebody types, which is use of the workbench; also when an answer arrives that somebody has asked for. */
  'drafts.save': { by: 'person', input: draftsSchema, output: nothing },
  'requests.prepare': { by: 'screen', input: requestSchema, output: preparedSchema },
  /** The request as a program in another language; a deliberate fault is left out. */
  'requests.snippet': {
    by: 'screen',
    input: z.object({ request: requestSchema, language: z.enum(LANGUAGES.map(({ id }) => id)) }),
    output: z.object({ code: z.string() }),
  },
  'requests.send': { by: 'person', input: sendSchema, output: exchangeSchema },
  /** Ends the sending of this id; its exchange says so. Others go on. */
  'requests.cancel': { by: 'person', input: id, output: nothing },
  ...BODY_METHODS,
  'history.list': {
    by: 'screen',
    input: z.object({ search: z.string() }),
    output: z.object({ exchanges: z.array(exchangeSummarySchema) }),
  },
  'history.read': { by: 'screen', input: z.object({ id: z.string() }), output: exchangeSchema },
  'history.clear': { by: 'person', input: nothing, output: nothing },
  'certificates.list': {
    by: 'screen',
    input: nothing,
    output: z.object({ certificates: z.array(certificateViewSchema) }),
  },
  /** `files` are ids of uploads; they stay until they are imported or discarded. */
  'certificates.import': {
    by: 'person',
    input: z.object({ files: z.array(z.string()).min(1), password: z.string().nullable() }),
    output: importResultSchema,
  },
  'certificates.cancelImport': {
    by: 'person',
    input: z.object({ files: z.array(z.string()) }),
    output: nothing,
  },
  'certificates.make': { by: 'person', input: identityOrderSchema, output: id },
  'certificates.renew': { by: 'person', input: id, output: id },
  'certificates.rename': {
    by: 'person',
    input: id.extend({ name: z.string().trim().min(1, 'A name has at least one character.').max(80) }),
    output: nothing,
  },
  /** Signs the requests of the environment in use from now on. */
  'certificates.use': { by: 'person', input: id, output: nothing },
  'certificates.remove': { by: 'person', input: id, output: nothing },
  /** `download` is the id under which the host gives the file, once. */
  'certificates.export': {
    by: 'person',
    input: exportOrderSchema,
    output: z.object({ download: z.string() }),
  },
  'environments.list': {
    by: 'screen',
    input: nothing,
    output: z.object({ environments: z.array(environmentViewSchema) }),
  },
  'environments.choose': { by: 'person', input: id, output: nothing },
  'environments.create': { by: 'person', input: nothing, output: id },
  'environments.change': { by: 'person', input: id.extend({ form: environmentFormSchema }), output: nothing },
  'environments.remove': { by: 'person', input: id, output: nothing },
  /** Requests carry no PSU-ID and a new session from now on, until an SCA brings them. */
  'environments.forgetPsu': { by: 'person', input: id, output: nothing },
  'variables.list': { by: 'screen', input: id, output: z.object({ variables: z.array(variableSchema) }) },
  'variables.set': { by: 'person', input: id.extend({ variable: variableSchema }), output: nothing },
  'variables.remove': { by: 'person', input: id.extend({ name: z.string() }), output: nothing },
  /** The local bank from inside. `search` is about payments; empty for all. */
  'bank.overview': { by: 'screen', input: z.object({ search: z.string() }), output: overviewSchema },
  'bank.payment': { by: 'screen', input: id, output: paymentDetailSchema },
  'bank.basket': { by: 'screen', input: id, output: basketDetailSchema },
  /** How much the local bank holds. */
  'bank.counts': {
    by: 'screen',
    input: nothing,
    output: z.object({ customers: z.number(), accounts: z.number(), transactions: z.number() }),
  },
  /** An account or a card with a page of its transactions, the first being 0. */
  'bank.account': {
    by: 'screen',
    input: id.extend({ page: z.number().int().min(0) }),
    output: accountDetailSchema,
  },
  'bank.clock': { by: 'person', input: clockMoveSchema, output: nothing },
  /** The local bank answers TPPs at this port from now on, also after a restart of the workbench. */
  'bank.start': {
    by: 'person',
    input: z.object({ port: z.number().int().min(1).max(65_535) }),
    output: nothing,
  },
  /** It answers no TPP until it is started again. */
  'bank.stop': { by: 'person', input: nothing, output: nothing },
  /** A batch beside the timetable. */
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
  /** Whether payments may be made from an account (SCA-12). */
  'bank.permit': { by: 'person', input: id.extend({ payments: z.boolean() }), output: nothing },
  'bank.quirk': {
    by: 'person',
    input: z.object({ name: z.string(), value: z.union([z.string(), z.boolean()]) }),
    output: nothing,
  },
  /** A scripted fault (SCA-8). */
  'bank.addScenario': { by: 'person', input: scenarioInput, output: nothing },
  'bank.removeScenario': { by: 'person', input: id, output: nothing },
  'bank.reset': { by: 'person', input: nothing, output: nothing },
  'bank.snapshots': {
    by: 'screen',
    input: nothing,
    output: z.object({ snapshots: z.array(z.object({ name: z.string(), takenAt: milliseconds })) }),
  },
  'bank.takeSnapshot': { by: 'person', input: snapshotName, output: nothing },
  'bank.restoreSnapshot': { by: 'person', input: snapshotName, output: nothing },
  'bank.removeSnapshot': { by: 'person', input: snapshotName, output: nothing },
  'vault.unlock': { by: 'person', input: z.object({ passphrase: z.string() }), output: nothing },
  'vault.lock': { by: 'person', input: nothing, output: nothing },
  /** Sets the passphrase, or changes it; `current` is the one of before. */
  'vault.protect': {
    by: 'person',
    input: z.object({ passphrase: z.string(), current: z.string().nullable() }),
    output: nothing,
  },
  /**
   * Opens the PSU's page of an scaRedirect. In Electron the local bank's is embedded, or goes to the system's browser where
   * `browser` says so; another bank's goes there always; in the browser host either goes to a tab, whose address to open is `tab`.
   */
  'sca.open': {
    by: 'person',
    input: z.object({ href: z.string(), browser: z.boolean() }),
    output: z.object({ where: z.enum(['embedded', 'system', 'tab']), tab: z.string().nullable() }),
  },
  /** Where the embedded page lies in the window, in CSS pixels; Electron only. */
  'sca.place': {
    by: 'screen',
    input: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    output: nothing,
  },
  'sca.close': { by: 'person', input: nothing, output: nothing },
  /** The TPP-Session-IDs of the environment in use, the newest first; `now` is bank time in milliseconds. */
  'sessions.list': {
    by: 'screen',
    input: nothing,
    output: z.object({ sessions: z.array(sessionRecordSchema), current: z.string(), now: milliseconds }),
  },
  /** A new session for the requests from now on. */
  'sessions.begin': { by: 'person', input: nothing, output: nothing },
  /** Requests carry this session from now on. */
  'sessions.use': { by: 'person', input: id, output: nothing },
  /** Gives up the SCA of a session; where an older session is still valid, requests carry that one again (SCA-5). */
  'sessions.abort': { by: 'person', input: id, output: nothing },
  /** Ends a session at the local bank before its hour. */
  'sessions.expire': { by: 'person', input: id, output: nothing },
} as const satisfies Record<string, Method>;

export const EVENTS = {
  'status.changed': nothing,
  'certificates.changed': nothing,
  'environments.changed': nothing,
  'saved.changed': nothing,
  'import.progress': importProgressSchema,
  /** Bytes of the body that have arrived for the sending of this id; at most ten times a second. */
  'send.progress': id.extend({ bytes: z.number() }),
  'sca.returned': callbackSchema,
} as const satisfies Record<string, z.ZodType>;

export type MethodName = keyof typeof METHODS;
export type Input<M extends MethodName> = z.infer<(typeof METHODS)[M]['input']>;
export type Output<M extends MethodName> = z.infer<(typeof METHODS)[M]['output']>;
export type EventName = keyof typeof EVENTS;
export type Payload<E extends EventName> = z.infer<(typeof EVENTS)[E]>;

/** One implementation for each method. The compiler misses none. */
export type Handlers = { [M in MethodName]: (input: Input<M>) => Promise<Output<M>> | Output<M> };
export type Emit = <E extends EventName>(name: E, payload: Payload<E>) => void;
