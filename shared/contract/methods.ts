/**
 * The host contract: everything that the renderer can ask of the Node side, and everything that it can be told.
 * Preload, Electron gate, browser transport and the renderer's client are derived from these two maps: adding a
 * method is one entry here and one implementation in main/core.
 */
import { z } from 'zod';
import { explanationSchema } from '../xs2a/explanation.ts';
import { BODY_METHODS } from './bodies.ts';
import { certificateViewSchema, exportOrderSchema, importProgressSchema } from './certificates.ts';
import { environmentFormSchema, environmentViewSchema, variableSchema } from './environments.ts';
import { identityOrderSchema } from './identity-order.ts';
import { importResultSchema } from './import-result.ts';
import { LANGUAGES } from '../snippets/languages.ts';
import { basketDetailSchema, overviewSchema, paymentDetailSchema } from '../xs2a/inspection.ts';
import { scenarioInput } from '../xs2a/scenario.ts';
import { linkSchema } from '../xs2a/schemas.ts';
import { sessionRecordSchema } from '../xs2a/session-life.ts';

const headerPair = z.tuple([z.string(), z.string()]);
const milliseconds = z.number();

/** What a person has composed: headers listed here replace or add to those that the workbench fills. */
export const draftSchema = z.object({
  method: z.enum(['GET', 'PUT', 'POST', 'DELETE']),
  /** Path with query, percent-encoded, as it will be sent and signed. */
  path: z.string().regex(/^\/[^\s]*$/, 'A path begins with / and has no blanks.'),
  /** Header name and value; an empty value leaves the header out. */
  headers: z.array(headerPair),
  body: z.string(),
  /** Id of a deliberate fault that is put into the request (*Break it*). */
  fault: z.string().optional(),
});
export type Draft = z.infer<typeof draftSchema>;

/** A tab of the composer, as it is kept over a restart. */
const savedTab = z.object({
  id: z.string(),
  /** Where it is saved, or null. */
  path: z.string().nullable().default(null),
  /** Id in the catalogue. */
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  overrides: z.record(z.string(), z.string()),
  body: z.string(),
  fault: z.string().nullable(),
  /** Method and path as they were written, where the fields above do not say all of it. */
  line: z
    .string()
    .regex(/^[A-Z]+ \/\S*$/)
    .nullable()
    .default(null),
  /** A text of the request that cannot be understood, or not yet. */
  raw: z.string().nullable().default(null),
  /** Of the exchange in the history that answered it, or null. */
  answerId: z.string().nullable(),
});
export type SavedTab = z.infer<typeof savedTab>;
const savedRequest = savedTab.omit({ id: true, answerId: true, path: true, raw: true }).extend({
  name: z.string().trim().min(1, 'A request is saved under a name.').max(80),
});
const savedEntry = z.object({
  /** Folders and file name, joined by `/`. */
  path: z.string(),
  /** Empty at the top. */
  folder: z.string(),
  name: z.string(),
  /** Null where the file is damaged; then `damage` says what is wrong. */
  request: savedRequest.nullable(),
  damage: z.string().nullable(),
});
export type SavedEntry = z.infer<typeof savedEntry>;

/** Open tabs in their order, and the id of the one in front. */
export const draftsSchema = z.object({ tabs: z.array(savedTab), active: z.string() });
export type Drafts = z.infer<typeof draftsSchema>;

const preparedHeader = z.object({
  name: z.string(),
  value: z.string(),
  /** Where the value comes from, for people: "live", "last SCA", "yours"… */
  source: z.string(),
  rule: z.string().nullable(),
  /** Number of its line in the signing string, from 1. */
  line: z.number().nullable(),
});

const signingSchema = z.object({
  lines: z.array(z.string()),
  keyId: z.string(),
  /** The Signature header before and after RFC 2047. */
  text: z.string(),
  header: z.string(),
  /** Whether the person has put a Signature header of their own in its place, or left it out. */
  replaced: z.boolean(),
});

export const preparedSchema = z.object({
  url: z.string(),
  headers: z.array(preparedHeader),
  signing: signingSchema,
});
export type Prepared = z.infer<typeof preparedSchema>;

const verdict = z.object({
  /** holds, does not, or cannot be told. */
  holds: z.enum(['yes', 'no', 'unknown']),
  text: z.string(),
  rule: z.string(),
});

const cause = z.object({
  title: z.string(),
  /** Checked here and wrong, checked and right, or beyond what can be checked here. */
  check: z.enum(['wrong', 'possible', 'right']),
  text: z.string(),
  rule: z.string(),
});
export type Cause = z.infer<typeof cause>;

const exchangeSummary = z.object({
  id: z.string(),
  /** Milliseconds since 1970, this machine's clock. */
  at: milliseconds,
  title: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().nullable(),
  /** Milliseconds from sending to the last byte. */
  duration: milliseconds.nullable(),
  /** In place of a status when no answer came: what happened, why, and what to do. */
  failure: z.string().nullable(),
});
export type ExchangeSummary = z.infer<typeof exchangeSummary>;

export const exchangeSchema = exchangeSummary.extend({
  operation: z.string().nullable(),
  /** What was signed and sent. */
  prepared: preparedSchema,
  requestBody: z.string(),
  response: z
    .object({
      status: z.number(),
      reason: z.string(),
      headers: z.array(headerPair),
      /** Bytes of the whole body; the text here is its first window. */
      bodyBytes: z.number(),
      body: z.string(),
      /** Of the connection; what older exchanges do not have is empty. */
      tls: z
        .object({
          protocol: z.string(),
          cipher: z.string(),
          /** Of the server's certificate; `notAfter` in milliseconds since 1970, the fingerprint in SHA-256. */
          subject: z.string(),
          issuer: z.string().default(''),
          notAfter: milliseconds.nullable().default(null),
          fingerprint: z.string().default(''),
        })
        .nullable(),
      timing: z.object({
        dns: milliseconds.default(0),
        connect: milliseconds,
        tls: milliseconds,
        bank: milliseconds,
        download: milliseconds,
      }),
    })
    .nullable(),
  verdicts: z.array(verdict),
  links: z.array(linkSchema.extend({ name: z.string() })),
  /** From the local bank. */
  explanation: explanationSchema.nullable(),
  /** For another bank's refusal: the likely causes, checked here, most likely first. */
  diagnosis: z.array(cause).nullable().default(null),
});
export type Exchange = z.infer<typeof exchangeSchema>;

const callbackSchema = z.object({
  /** Milliseconds since 1970, this machine's clock. */
  at: milliseconds,
  outcome: z.enum(['success', 'failure']),
  parameters: z.array(z.object({ name: z.string(), value: z.string(), text: z.string() })),
});
export type Callback = z.infer<typeof callbackSchema>;

export const statusSchema = z.object({
  host: z.enum(['electron', 'browser']),
  version: z.string(),
  dataFolder: z.string(),
  environment: z.object({
    name: z.string(),
    kind: z.string(),
    baseUrl: z.string(),
    redirectUri: z.string(),
    /** Address of the PSU's own bank (SCA-11). */
    ownBank: z.string(),
  }),
  certificate: z.object({
    id: z.string(),
    name: z.string(),
    roles: z.array(z.string()),
    /** Milliseconds since 1970. */
    notAfter: milliseconds,
    keyId: z.string(),
  }),
  vault: z.object({
    state: z.enum(['open', 'locked']),
    keeper: z.enum(['passphrase', 'safe-storage', 'file']),
    /** Completes "The key to the vault is kept …". */
    keyKept: z.string(),
  }),
  persona: z.object({ name: z.string(), nationalId: z.string() }).nullable(),
  psu: z
    .object({
      psuId: z.string(),
      corporateId: z.string().nullable(),
      context: z.string(),
      name: z.string().nullable(),
    })
    .nullable(),
  session: z
    .object({
      id: z.string(),
      /** Bank time at which the SCA completed; null before that. Milliseconds since 1970. */
      since: milliseconds.nullable(),
      /** Time of the bank in use at the moment of this status, and whether it runs on. */
      now: milliseconds,
      runs: z.boolean(),
    })
    .nullable(),
  bank: z.object({
    port: z.number(),
    /** Whether it answers TPPs. */
    running: z.boolean(),
    /** Bank time, milliseconds since 1970, at the moment of this status. */
    now: milliseconds,
    clock: z.enum(['real', 'frozen']),
    customers: z.number(),
    accounts: z.number(),
    transactions: z.number(),
  }),
});
export type Status = z.infer<typeof statusSchema>;

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  /** Whether the first-start screen has been left through one of its doors. */
  started: z.boolean(),
  /** Minutes without use after which the vault is locked; 0 for never. Without a passphrase it never is. */
  lockAfterMinutes: z.number().min(0).max(1440),
});
export type Settings = z.infer<typeof settingsSchema>;

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

export const METHODS = {
  'app.status': { input: nothing, output: statusSchema },
  /** Everything but keys and secrets as one JSON file; `download` is the id under which the host gives it, once. */
  'app.export': { input: nothing, output: z.object({ download: z.string() }) },
  'settings.read': { input: nothing, output: settingsSchema },
  'settings.change': { input: settingsSchema.partial(), output: settingsSchema },
  'saved.list': { input: nothing, output: z.object({ entries: z.array(savedEntry) }) },
  /** `over` is the path that it was opened from; null for a new one. */
  'saved.save': {
    input: z.object({ folder: z.string().max(400), request: savedRequest, over: z.string().nullable() }),
    output: z.object({ path: z.string() }),
  },
  'saved.remove': { input: z.object({ path: z.string() }), output: nothing },
  'drafts.read': { input: nothing, output: draftsSchema },
  'drafts.save': { input: draftsSchema, output: nothing },
  'requests.prepare': { input: draftSchema, output: preparedSchema },
  /** The request as a program in another language; a fault in the draft is left out. */
  'requests.snippet': {
    input: z.object({ draft: draftSchema, language: z.enum(LANGUAGES.map(({ id }) => id)) }),
    output: z.object({ code: z.string() }),
  },
  'requests.send': { input: draftSchema, output: exchangeSchema },
  /** Ends what is under way; its exchange says so. */
  'requests.cancel': { input: nothing, output: nothing },
  ...BODY_METHODS,
  'history.list': {
    input: z.object({ search: z.string() }),
    output: z.object({ exchanges: z.array(exchangeSummary) }),
  },
  'history.read': { input: z.object({ id: z.string() }), output: exchangeSchema },
  'history.clear': { input: nothing, output: nothing },
  'certificates.list': {
    input: nothing,
    output: z.object({ certificates: z.array(certificateViewSchema) }),
  },
  /** `files` are ids of uploads; they stay until they are imported or discarded. */
  'certificates.import': {
    input: z.object({ files: z.array(z.string()).min(1), password: z.string().nullable() }),
    output: importResultSchema,
  },
  'certificates.cancelImport': { input: z.object({ files: z.array(z.string()) }), output: nothing },
  'certificates.make': { input: identityOrderSchema, output: id },
  'certificates.renew': { input: id, output: id },
  'certificates.rename': {
    input: id.extend({ name: z.string().trim().min(1, 'A name has at least one character.').max(80) }),
    output: nothing,
  },
  /** Signs the requests of the environment in use from now on. */
  'certificates.use': { input: id, output: nothing },
  'certificates.remove': { input: id, output: nothing },
  /** `download` is the id under which the host gives the file, once. */
  'certificates.export': { input: exportOrderSchema, output: z.object({ download: z.string() }) },
  'environments.list': {
    input: nothing,
    output: z.object({ environments: z.array(environmentViewSchema) }),
  },
  'environments.choose': { input: id, output: nothing },
  'environments.create': { input: nothing, output: id },
  'environments.change': { input: id.extend({ form: environmentFormSchema }), output: nothing },
  'environments.remove': { input: id, output: nothing },
  'variables.list': { input: id, output: z.object({ variables: z.array(variableSchema) }) },
  'variables.set': { input: id.extend({ variable: variableSchema }), output: nothing },
  'variables.remove': { input: id.extend({ name: z.string() }), output: nothing },
  /** The local bank from inside. `search` is about payments; empty for all. */
  'bank.overview': { input: z.object({ search: z.string() }), output: overviewSchema },
  'bank.payment': { input: id, output: paymentDetailSchema },
  'bank.basket': { input: id, output: basketDetailSchema },
  'bank.clock': { input: clockMoveSchema, output: nothing },
  /** The local bank answers TPPs at this port from now on, also after a restart of the workbench. */
  'bank.start': { input: z.object({ port: z.number().int().min(1).max(65_535) }), output: nothing },
  /** It answers no TPP until it is started again. */
  'bank.stop': { input: nothing, output: nothing },
  /** A batch beside the timetable. */
  'bank.batch': {
    input: nothing,
    output: z.object({ settled: z.number(), rejected: z.number(), retried: z.number() }),
  },
  'bank.operate': { input: id.extend({ action: z.enum(['hold', 'release', 'stop']) }), output: nothing },
  'bank.revoke': { input: id, output: nothing },
  /** Whether payments may be made from an account (SCA-12). */
  'bank.permit': { input: id.extend({ payments: z.boolean() }), output: nothing },
  'bank.quirk': {
    input: z.object({ name: z.string(), value: z.union([z.string(), z.boolean()]) }),
    output: nothing,
  },
  /** A scripted fault (SCA-8). */
  'bank.addScenario': { input: scenarioInput, output: nothing },
  'bank.removeScenario': { input: id, output: nothing },
  'bank.reset': { input: nothing, output: nothing },
  'bank.snapshots': {
    input: nothing,
    output: z.object({ snapshots: z.array(z.object({ name: z.string(), takenAt: milliseconds })) }),
  },
  'bank.takeSnapshot': { input: snapshotName, output: nothing },
  'bank.restoreSnapshot': { input: snapshotName, output: nothing },
  'bank.removeSnapshot': { input: snapshotName, output: nothing },
  'vault.unlock': { input: z.object({ passphrase: z.string() }), output: nothing },
  'vault.lock': { input: nothing, output: nothing },
  /** Sets the passphrase, or changes it; `current` is the one of before. */
  'vault.protect': {
    input: z.object({ passphrase: z.string(), current: z.string().nullable() }),
    output: nothing,
  },
  /**
   * Opens the PSU's page of an scaRedirect. In Electron the local bank's is embedded, or goes to the system's browser where
   * `browser` says so; another bank's goes there always; in the browser host either goes to a tab, whose address to open is `tab`.
   */
  'sca.open': {
    input: z.object({ href: z.string(), browser: z.boolean() }),
    output: z.object({ where: z.enum(['embedded', 'system', 'tab']), tab: z.string().nullable() }),
  },
  /** Where the embedded page lies in the window, in CSS pixels; Electron only. */
  'sca.place': {
    input: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    output: nothing,
  },
  'sca.close': { input: nothing, output: nothing },
  /** The TPP-Session-IDs of the environment in use, the newest first; `now` is bank time in milliseconds. */
  'sessions.list': {
    input: nothing,
    output: z.object({ sessions: z.array(sessionRecordSchema), current: z.string(), now: milliseconds }),
  },
  /** A new session for the requests from now on. */
  'sessions.begin': { input: nothing, output: nothing },
  /** Requests carry this session from now on. */
  'sessions.use': { input: id, output: nothing },
  /** Gives up the SCA of a session; where an older session is still valid, requests carry that one again (SCA-5). */
  'sessions.abort': { input: id, output: nothing },
  /** Ends a session at the local bank before its hour. */
  'sessions.expire': { input: id, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export const EVENTS = {
  'status.changed': nothing,
  'certificates.changed': nothing,
  'environments.changed': nothing,
  'saved.changed': nothing,
  'import.progress': importProgressSchema,
  /** Bytes of body that have arrived of the answer under way; at most ten times a second. */
  'send.progress': z.object({ bytes: z.number() }),
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
