/**
 * The host contract: every method that the renderer can call on the Node side, and every event that it can receive.
 * Preload, Electron gate, browser transport and the renderer's client are derived from these two maps: to add a
 * method, add one entry here and one implementation in main/core.
 */
import { z } from 'zod';
import { jsonValueSchema } from '../schema-tools.ts';
import { BANK_METHODS } from '../xs2a/http-syntax.ts';
import {
  certificateViewSchema,
  exportOrderSchema,
  importProgressSchema,
  identityOrderSchema,
  importResultSchema,
} from './certificates.ts';
import { DEMONSTRATION_METHODS } from './demonstrations.ts';
import { exchangeSchema, listedExchangeSchema, LONGEST_SEARCH, BODY_METHODS } from './exchange.ts';
import { preparedSchema } from '../requests/prepared.ts';
import { flowEventSchema } from '../flow/event.ts';
import { FLOW_METHODS } from './flow.ts';
import { INTERCHANGE_METHODS } from './interchange.ts';
import { PROXY_METHODS } from './proxy.ts';
import { shippedSchema, RECORDING_METHODS } from './saved.ts';
import { RUN_METHODS } from './runs.ts';
import { returnSchema, settingsSchema, statusSchema } from './status.ts';
import {
  connectionSchema,
  connectionTestSchema,
  environmentFormSchema,
  environmentViewSchema,
  variableSchema,
} from './environments.ts';
import { importPreviewSchema, importReportSchema } from './import-report.ts';
import { windowCommandSchema } from './window-commands.ts';
import { captureSchema } from '../collections/capture.ts';
import { usedVariable } from '../collections/result.ts';
import { stepSchema } from '../collections/steps.ts';
import { folderSchema } from '../collections/folder-file.ts';
import { itemSchema, listingSchema } from '../collections/tree.ts';
import { draftsSchema, windowOfDraftsSchema } from '../collections/drafts.ts';
import { requestNameSchema, requestSchema } from '../requests/request.ts';
import { recentIdSchema, productSchema } from './recent-ids.ts';
import { snapshotAboutSchema } from './snapshots.ts';
import { LANGUAGES } from '../snippets/snippet.ts';
import {
  accountDetailSchema,
  basketDetailSchema,
  overviewSchema,
  paymentDetailSchema,
} from '../xs2a/inspection.ts';
import { scenarioInput, registrationChange } from '../xs2a/operator-input.ts';
import { sessionRecordSchema } from '../xs2a/session-life.ts';
import { MAX_FOLDER_PATH_CHARS, MAX_ROOTS_CHARS } from '../limits.ts';

const milliseconds = z.number();
const nothing = z.object({});
const id = z.object({ id: z.string() });
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

/** Where a request is saved, so that the variables of its folders count. */
const savedAt = z.string().nullable().optional();

/** A request that is to become a program. */
const codeSchema = z.object({
  request: requestSchema,
  path: savedAt,
  language: z.enum(LANGUAGES.map(({ id }) => id)),
});

/** A request, with the id for following and cancelling it; clients that do neither leave the id out. */
const sendSchema = requestSchema.extend({
  id: z.uuid().optional(),
  path: savedAt,
  /** Kept from the response, for later requests of the environment. */
  keep: z.array(captureSchema).max(1000).optional(),
});

/** One method of the contract. */
interface Method {
  /**
   * Who causes the call. `person`: the user asked for it, so the vault stays unlocked for a while longer. `screen`: the window
   * also calls it without the user (at start, on an event, on a timer, to redraw), so it does not show that anybody is there.
   */
  by: 'person' | 'screen';
  input: z.ZodType;
  output: z.ZodType;
}

/** Where the PSU's page of a bank is open now. */
const openedPage = z.object({
  where: z.enum(['embedded', 'window', 'system', 'tab']),
  tab: z.string().nullable(),
  /** Id of the environment whose bank's page it is. */
  environment: z.string(),
});

export const METHODS = {
  /** What a file of `app.export` would add; `file` is the id of its upload, which stays. Nothing is added. */
  'app.importPreview': { by: 'person', input: z.object({ file: z.string() }), output: importPreviewSchema },
  /** Adds what `app.export` has written; `file` is the id of its upload. Nothing that is there is changed. */
  'app.import': { by: 'person', input: z.object({ file: z.string() }), output: importReportSchema },
  'app.status': { by: 'screen', input: nothing, output: statusSchema },
  /**
   * Everything except keys and secrets, as one JSON file; `download` is the id under which the host offers it, once. `left` has a
   * sentence for each snapshot of the bank that has no room in it.
   */
  'app.export': {
    by: 'person',
    input: nothing,
    output: z.object({ download: z.string(), left: z.array(z.string()) }),
  },
  /**
   * Opens something outside the workbench: the log or the data folder, the file that was saved last, or the PSU's own bank. `tab` is
   * the address that a browser opens itself. A browser shows no folders.
   */
  'app.show': {
    by: 'person',
    input: z.object({ what: z.enum(['log', 'data-folder', 'saved-file', 'own-bank']) }),
    output: z.object({ tab: z.string().nullable() }),
  },
  /** Opens another window of the workbench, or at the address `tab`, which a browser opens itself. */
  'app.openWindow': { by: 'person', input: nothing, output: z.object({ tab: z.string().nullable() }) },
  /**
   * The files that the person has opened with the desktop program, each once, for the window that asks: by what the host offers them as,
   * once. `problems` has a sentence for each that cannot be read.
   */
  'app.takeOpened': {
    by: 'screen',
    input: nothing,
    output: z.object({
      files: z.array(z.object({ name: z.string(), download: z.string() })),
      problems: z.array(z.string()),
    }),
  },
  'settings.read': { by: 'screen', input: nothing, output: settingsSchema },
  'settings.change': { by: 'person', input: settingsSchema.partial(), output: settingsSchema },
  /** The collections that come with the program. */
  'saved.shipped': {
    by: 'screen',
    input: nothing,
    output: z.object({ collections: z.array(shippedSchema) }),
  },
  /** Copies one of them into the tree, unless it is there. `path` is its folder. */
  'saved.addShipped': { by: 'person', input: id, output: z.object({ path: z.string() }) },
  'saved.list': { by: 'screen', input: nothing, output: listingSchema },
  /**
   * `over` is the path that the step was opened from, null for a new one, and `seen` the fingerprint of its file then: a file
   * that has changed since is not overwritten. Null overwrites it.
   */
  'saved.save': {
    by: 'person',
    input: z.object({
      folder: z.string().max(MAX_FOLDER_PATH_CHARS),
      step: stepSchema,
      over: z.string().nullable(),
      seen: z.string().nullable(),
    }),
    output: z.object({ path: z.string(), fingerprint: z.string() }),
  },
  /** Folders are deleted with all that is in them. */
  'saved.remove': { by: 'person', input: z.object({ items: z.array(itemSchema) }), output: nothing },
  /** `folder` is where it is made; a folder at the top is a collection. */
  'saved.makeFolder': {
    by: 'person',
    input: z.object({ folder: z.string().max(MAX_FOLDER_PATH_CHARS), name: requestNameSchema }),
    output: z.object({ path: z.string() }),
  },
  /** Renames a folder and changes what it says about itself; `seen` as for a step. */
  'saved.changeFolder': {
    by: 'person',
    input: z.object({
      path: z.string(),
      name: requestNameSchema,
      settings: folderSchema.omit({ name: true }),
      documentation: z.string(),
      seen: z.string().nullable(),
    }),
    output: z.object({ path: z.string() }),
  },
  /** Into a folder, in front of one of its children or at its end. All of them are moved, or none. */
  'saved.move': {
    by: 'person',
    input: z.object({ items: z.array(itemSchema).min(1), folder: z.string(), before: itemSchema.nullable() }),
    output: z.object({
      moved: z.array(
        z.object({ ...itemSchema.pick({ kind: true }).shape, from: z.string(), to: z.string() }),
      ),
    }),
  },
  /** Opens an https link of some folder's documentation outside the workbench; `tab` is the address that a browser opens itself. */
  'saved.openLink': {
    by: 'person',
    input: z.object({ href: z.string().max(2000) }),
    output: z.object({ tab: z.string().nullable() }),
  },
  'saved.duplicate': { by: 'person', input: itemSchema, output: z.object({ path: z.string() }) },
  /** The tabs that a window shows. */
  'drafts.read': { by: 'screen', input: windowOfDraftsSchema, output: draftsSchema },
  /**
   * Called while the user types, which counts as use, and when the response to a user's request arrives. Tabs that another window
   * has changed are kept; `renamed` has the new ids of those that this window has changed, too.
   */
  'drafts.save': {
    by: 'person',
    input: draftsSchema.extend(windowOfDraftsSchema.shape),
    output: z.object({ renamed: z.record(z.string(), z.string()) }),
  },
  'requests.prepare': {
    by: 'screen',
    input: requestSchema.extend({ path: savedAt }),
    /** The variables that are filled in, with where each came from; secret ones are masked. */
    output: preparedSchema.extend({ used: z.array(usedVariable) }),
  },
  /** The request as a program in another language, without deliberate faults. */
  'requests.snippet': {
    by: 'screen',
    input: codeSchema,
    output: z.object({ code: z.string() }),
  },
  /** The program in a folder that runs as it is, as a ZIP file. `withKey` puts the certificate and its unprotected key into it. */
  'requests.codeFolder': {
    by: 'person',
    input: codeSchema.extend({ withKey: z.boolean() }),
    output: z.object({ download: z.string() }),
  },
  'requests.send': { by: 'person', input: sendSchema, output: exchangeSchema },
  /** Ids that the bank of the environment in use has answered with, the latest first. */
  'requests.recentIds': {
    by: 'screen',
    input: nothing,
    /** `basketProducts`: those that the bank accepts in signing baskets; null for all, or if it is not the local bank. */
    output: z.object({ ids: z.array(recentIdSchema), basketProducts: z.array(productSchema).nullable() }),
  },
  /** Cancels the request with this id; its exchange records that. Other requests continue. */
  'requests.cancel': { by: 'person', input: id, output: nothing },
  ...BODY_METHODS,
  ...RUN_METHODS,
  ...FLOW_METHODS,
  ...DEMONSTRATION_METHODS,
  ...RECORDING_METHODS,
  ...PROXY_METHODS,
  ...INTERCHANGE_METHODS,
  'history.list': {
    by: 'screen',
    input: z.object({ search: z.string().max(LONGEST_SEARCH) }),
    /** `sca`: where PSUs went and came back from in the same time, newest first. */
    output: z.object({
      exchanges: z.array(listedExchangeSchema),
      more: z.boolean(),
      sca: z.array(flowEventSchema),
    }),
  },
  'history.read': { by: 'screen', input: z.object({ id: z.string() }), output: exchangeSchema },
  'history.clear': { by: 'person', input: nothing, output: nothing },
  'certificates.list': {
    by: 'screen',
    input: nothing,
    output: z.object({ certificates: z.array(certificateViewSchema) }),
  },
  /** `files` are ids of uploads; they remain until they are imported or discarded. */
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
  /** Makes this certificate the one that signs the requests of the environment in use. */
  'certificates.use': { by: 'person', input: id, output: nothing },
  /** Tells the local bank to trust the CA of a certificate, or no longer. `ca` is PEM, if it did not come with the certificate. */
  'certificates.trustAtBank': {
    by: 'person',
    input: id.extend({ trusted: z.boolean(), ca: z.string().max(MAX_ROOTS_CHARS).nullable() }),
    output: nothing,
  },
  'certificates.remove': { by: 'person', input: id, output: nothing },
  /** `download` is the id under which the host offers the file, once. */
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
  /** All windows send to the environment in use. `window` is the one in which it was chosen. */
  'environments.choose': {
    by: 'person',
    input: id.extend({ window: z.string().max(100).optional() }),
    output: nothing,
  },
  /** Without a form, the environment is a template to be filled in. */
  'environments.create': {
    by: 'person',
    input: z.object({ form: environmentFormSchema.optional() }),
    output: id,
  },
  'environments.change': { by: 'person', input: id.extend({ form: environmentFormSchema }), output: nothing },
  /** Connects to a bank, shows its certificates and says what is wrong with them. Changes nothing. `id` is that of its environment, once it is saved. */
  'environments.test': {
    by: 'person',
    input: connectionSchema.extend({ id: z.string().optional() }),
    output: connectionTestSchema,
  },
  /** The user has seen name, address and certificate of an imported environment. Before, nothing is sent there. */
  'environments.confirm': { by: 'person', input: id, output: nothing },
  'environments.remove': { by: 'person', input: id, output: nothing },
  /** From now on requests carry a new session and no PSU-ID, until an SCA provides one. */
  /** The PSU who acted before the present one in the environment in use acts again, for example after a second signer. */
  'environments.actAsBefore': { by: 'person', input: nothing, output: nothing },
  'environments.forgetPsu': { by: 'person', input: id, output: nothing },
  'variables.list': { by: 'screen', input: id, output: z.object({ variables: z.array(variableSchema) }) },
  /** Every variable that a request at this place can use in the environment in use; of secret ones without the value. */
  'variables.known': {
    by: 'screen',
    input: z.object({ path: savedAt }),
    output: z.object({ variables: z.array(usedVariable.extend({ secret: z.boolean(), json: z.unknown() })) }),
  },
  /** Keeps a value of a response for the next requests in the environment in use, until the workbench is closed. */
  'variables.keep': {
    by: 'person',
    input: z.object({
      name: captureSchema.shape.as,
      value: jsonValueSchema,
      secret: z.boolean(),
      /** The request whose response it is from. */
      from: z.string(),
    }),
    output: nothing,
  },
  /** Forgets what requests sent by hand have kept in the environment in use: one value, or all. */
  'variables.forget': { by: 'person', input: z.object({ name: z.string().nullable() }), output: nothing },
  'variables.set': { by: 'person', input: id.extend({ variable: variableSchema }), output: nothing },
  'variables.remove': { by: 'person', input: id.extend({ name: z.string() }), output: nothing },
  /** The state of the local bank. `search` filters the payments; empty for all. */
  'bank.overview': { by: 'screen', input: z.object({ search: z.string() }), output: overviewSchema },
  'bank.payment': { by: 'screen', input: id, output: paymentDetailSchema },
  'bank.basket': { by: 'screen', input: id, output: basketDetailSchema },
  /** How many records the local bank has. */
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
  /** Makes the local bank listen for TPPs on this port, also after the workbench restarts. */
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
  /** Enters a TPP in the bank's register, or changes its entry; what is left out stays (SIG-12). */
  'bank.registerTpp': { by: 'person', input: id.extend(registrationChange.shape), output: nothing },
  /** Blocks or unblocks a TPP, whatever the register says (SIG-12). */
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
      /** Newest first; `takenAt` by this machine's clock. `about` is null if nothing is known of what is in it. */
      snapshots: z.array(
        z.object({ name: z.string(), takenAt: milliseconds, about: snapshotAboutSchema.nullable() }),
      ),
    }),
  },
  'bank.takeSnapshot': { by: 'person', input: snapshotName, output: nothing },
  'bank.restoreSnapshot': {
    by: 'person',
    input: snapshotName,
    /** Whether PSU, sessions and environment are as they were, too. */
    output: z.object({ withWorkbench: z.boolean() }),
  },
  'bank.removeSnapshot': { by: 'person', input: snapshotName, output: nothing },
  /** The snapshot as a file for another machine. */
  'bank.saveSnapshot': { by: 'person', input: snapshotName, output: z.object({ download: z.string() }) },
  /** Keeps a snapshot from a file; `file` is the id of its upload. The bank does not change. */
  'bank.addSnapshot': {
    by: 'person',
    input: z.object({ file: z.string() }),
    output: z.object({ name: z.string() }),
  },
  'vault.unlock': { by: 'person', input: z.object({ passphrase: z.string() }), output: nothing },
  'vault.lock': { by: 'person', input: nothing, output: nothing },
  /** Sets or changes the passphrase; `current` is the previous one. */
  'vault.protect': {
    by: 'person',
    input: z.object({ passphrase: z.string(), current: z.string().nullable() }),
    output: nothing,
  },
  /**
   * Opens the PSU's page of an scaRedirect. Electron shows the local bank's page where `show` says: embedded, in a window of its
   * own, or in the system browser; another bank's page always opens there. The browser host opens any in a tab, at the address `tab`.
   */
  'sca.open': {
    by: 'person',
    input: z.object({ href: z.string(), show: z.enum(['embedded', 'window', 'browser']) }),
    output: openedPage,
  },
  /** Opens the page that a run waits for, by the id that `runs.list` gives. */
  'sca.openWaiting': { by: 'person', input: z.object({ id: z.string() }), output: openedPage },
  /** Position of the embedded page in the window, in CSS pixels; Electron only. */
  'sca.place': {
    by: 'screen',
    input: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    output: nothing,
  },
  'sca.close': { by: 'person', input: nothing, output: nothing },
  /** The TPP-Session-IDs of the environment in use, newest first; `now` is bank time in milliseconds. */
  'sessions.list': {
    by: 'screen',
    input: nothing,
    output: z.object({ sessions: z.array(sessionRecordSchema), current: z.string(), now: milliseconds }),
  },
  /** Starts a new session, which requests carry from now on. */
  'sessions.begin': { by: 'person', input: nothing, output: nothing },
  /** Requests carry this session from now on. */
  'sessions.use': { by: 'person', input: id, output: nothing },
  /** Aborts the SCA of a session; if an older session is still valid, requests carry that one again (SCA-5). */
  'sessions.abort': { by: 'person', input: id, output: nothing },
  /** Expires a session at the local bank before its hour is over. */
  'sessions.expire': { by: 'person', input: id, output: nothing },
} as const satisfies Record<string, Method>;

export const EVENTS = {
  'status.changed': nothing,
  'certificates.changed': nothing,
  'environments.changed': nothing,
  /** Somebody has chosen where all windows send: the name of that environment. `window` is null if it is not known. */
  'environments.chosen': z.object({ name: z.string(), window: z.string().nullable() }),
  'saved.changed': nothing,
  'import.progress': importProgressSchema,
  /** Bytes of the response body received for the request with this id; at most ten times a second. */
  'send.progress': id.extend({ bytes: z.number() }),
  /** A run has begun, has new results, has ended, or is gone; at most ten times a second. */
  'run.changed': id,
  /** The newest events of the log; who has missed some reads them by position. */
  'flow.added': z.object({ events: z.array(flowEventSchema) }),
  /** The diagram begins anew: a window or the deletion of the history has cleared it. */
  'flow.cleared': nothing,
  /** A demonstration has begun, gone on, or ended, or the list of them has changed. */
  'demonstrations.changed': nothing,
  /** Another program has sent requests through the signing proxy. */
  'history.added': nothing,
  /** The signing proxy has been switched on or off, or has another token. */
  'proxy.changed': nothing,
  /** A recording has begun, has another step, or has ended. */
  'recording.changed': nothing,
  'sca.returned': returnSchema,
  /** The bank of an environment is as it was at another time: what came of its SCAs no longer counts. */
  'sca.undone': z.object({ environment: z.string() }),
  'settings.changed': settingsSchema,
  /** A command of the desktop's menu, or of a key that the PSU's page got; only the window that it is for hears it. */
  'window.command': windowCommandSchema,
  /** The window has got the tabs of one that was closed; only it hears this. */
  'drafts.added': nothing,
  /** Files wait for `app.takeOpened`; only the window that is to show them hears this. */
  'files.opened': nothing,
  /** A file that the user has saved, in the desktop window. */
  'file.saved': z.object({ name: z.string(), folder: z.string() }),
} as const satisfies Record<string, z.ZodType>;

export type MethodName = keyof typeof METHODS;
export type Input<M extends MethodName> = z.infer<(typeof METHODS)[M]['input']>;
export type Output<M extends MethodName> = z.infer<(typeof METHODS)[M]['output']>;
export type EventName = keyof typeof EVENTS;
export type Payload<E extends EventName> = z.infer<(typeof EVENTS)[E]>;

/** One implementation per method; the compiler reports a missing one. */
export type Handlers = { [M in MethodName]: (input: Input<M>) => Promise<Output<M>> | Output<M> };
export type Emit = <E extends EventName>(name: E, payload: Payload<E>) => void;
