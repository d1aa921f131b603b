/**
 * The host contract: every method that the renderer can call, and every event that it receives. Preload, Electron gate, browser
 * transport and the renderer's client are derived from these two maps.
 */
import { z } from 'zod';
import { jsonValueSchema } from '../schema-tools.ts';
import {
  certificateViewSchema,
  exportOrderSchema,
  importProgressSchema,
  identityOrderSchema,
  importResultSchema,
} from './certificates.ts';
import { CLASS_METHODS } from './class.ts';
import { DEMONSTRATION_METHODS } from './demonstrations.ts';
import { exchangeSchema, listedExchangeSchema, LONGEST_SEARCH, BODY_METHODS } from './exchange.ts';
import { preparedSchema } from '../requests/prepared.ts';
import { flowEventSchema } from '../flow/event.ts';
import { FLOW_METHODS } from './flow.ts';
import { INTERCHANGE_METHODS } from './interchange.ts';
import { LOCAL_BANK_METHODS } from './local-bank.ts';
import { PROXY_METHODS } from './proxy.ts';
import type { SignedTextReading } from '../signing/signed-text.ts';
import { TAP_METHODS } from './tap.ts';
import { RECORDING_METHODS, SAVED_METHODS } from './saved.ts';
import { RUN_METHODS } from './runs.ts';
import { returnSchema, settingsSchema, statusSchema } from './status.ts';
import {
  connectionSchema,
  connectionTestSchema,
  environmentFormSchema,
  environmentViewSchema,
  variableSchema,
} from './environments.ts';
import { openApiDocumentSchema, openApiOperationSchema } from '../openapi/document.ts';
import { signatureProfileSchema } from '../signing/profile.ts';
import { importPreviewSchema, importReportSchema } from './import-report.ts';
import { windowCommandSchema } from './window-commands.ts';
import { captureSchema } from '../collections/capture.ts';
import { stepShape } from '../collections/steps.ts';
import { resultRefSchema, usedVariable } from '../collections/result.ts';
import { draftsSchema, windowOfDraftsSchema } from '../collections/drafts.ts';
import { requestSchema } from '../requests/request.ts';
import { recentIdSchema, productSchema } from './recent-ids.ts';
import { LANGUAGES } from '../snippets/snippet.ts';
import { sessionRecordSchema } from '../xs2a/session-life.ts';
import { MAX_ROOTS_CHARS, MAX_SIGNED_TEXT_CHARS } from '../limits.ts';

const milliseconds = z.number();
const nothing = z.object({});
const id = z.object({ id: z.string() });

/** With what a request is sent. */
const sentWith = {
  /** Path of the saved request, whose folders have variables. */
  path: z.string().nullish(),
  /** The result of a run whose variables, session and PSU it has in place of those of the window. */
  run: resultRefSchema.nullish(),
};

/** Of the body of a request, once its variables are filled in. */
const { change } = stepShape;

const codeSchema = z.object({
  request: requestSchema.extend({ change }),
  ...sentWith,
  language: z.enum(LANGUAGES.map(({ id }) => id)),
});

/** A request. Its id is for progress and cancellation. */
const sendSchema = requestSchema.extend({
  change,
  id: z.uuid().optional(),
  ...sentWith,
  /** Captured from the response for later requests of the environment, or of the tabs with the values of the run. */
  keep: z.array(captureSchema).max(1000).optional(),
  /** Signs this request alone by another profile than that of its environment. */
  profile: signatureProfileSchema.optional(),
});

interface Method {
  /**
   * `person`: an act of the user, which delays the lock of the vault. `screen`: the window also calls it by itself (at start, on an
   * event, on a timer, to redraw).
   */
  by: 'person' | 'screen';
  input: z.ZodType;
  output: z.ZodType;
}

/** Where the PSU's page of a bank was opened. */
const openedPage = z.object({
  where: z.enum(['embedded', 'window', 'system', 'tab']),
  tab: z.string().nullable(),
  /** Id of the environment whose bank's page it is. */
  environment: z.string(),
});

export const METHODS = {
  /** What importing a file of `app.export` would add. `file` is the id of its upload, which remains. */
  'app.importPreview': { by: 'person', input: z.object({ file: z.string() }), output: importPreviewSchema },
  /** Adds the content of a file of `app.export` and changes nothing else. `file` is the id of its upload. */
  'app.import': { by: 'person', input: z.object({ file: z.string() }), output: importReportSchema },
  'app.status': { by: 'screen', input: nothing, output: statusSchema },
  /**
   * Everything except keys and secrets, as one JSON file. `download` is an id that the host serves once. `left` has a sentence for each
   * snapshot of the bank that is too large for it.
   */
  'app.export': {
    by: 'person',
    input: nothing,
    output: z.object({ download: z.string(), left: z.array(z.string()) }),
  },
  /**
   * Opens the log, the data folder, the last saved file or the PSU's own bank outside the workbench. `tab` is the address for a browser,
   * which shows no folders.
   */
  'app.show': {
    by: 'person',
    input: z.object({ what: z.enum(['log', 'data-folder', 'saved-file', 'own-bank']) }),
    output: z.object({ tab: z.string().nullable() }),
  },
  /** Opens another window; a browser opens the address `tab`. */
  'app.openWindow': { by: 'person', input: nothing, output: z.object({ tab: z.string().nullable() }) },
  /** Files opened with the desktop program, once, for the calling window. `problems` has a sentence for each unreadable one. */
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
  /** The tabs of a window. */
  'drafts.read': { by: 'screen', input: windowOfDraftsSchema, output: draftsSchema },
  /**
   * Called while the user types, and when a response arrives. Tabs that another window has changed are not overwritten; `renamed` has
   * the new ids of those that this window has also changed.
   */
  'drafts.save': {
    by: 'person',
    input: draftsSchema.extend(windowOfDraftsSchema.shape),
    output: z.object({ renamed: z.record(z.string(), z.string()) }),
  },
  'requests.prepare': {
    by: 'screen',
    input: requestSchema.extend({ change, ...sentWith }),
    /** The variables that are filled in, with their sources; secret values are masked. */
    output: preparedSchema.extend({ used: z.array(usedVariable) }),
  },
  /** The request as a program in another language, without deliberate faults. */
  'requests.snippet': {
    by: 'screen',
    input: codeSchema,
    output: z.object({
      code: z.string(),
      /** Name of the file beside it with the trusted roots of the environment, or null. */
      caFile: z.string().nullable(),
    }),
  },
  /** The program in a runnable folder, as a ZIP file. `withKey` adds the certificate and its unprotected key. */
  'requests.codeFolder': {
    by: 'person',
    input: codeSchema.extend({ withKey: z.boolean() }),
    output: z.object({ download: z.string() }),
  },
  'requests.send': { by: 'person', input: sendSchema, output: exchangeSchema },
  /** Whether a pasted text is the one that was signed, by the hash in the signature, and where it differs from the right one. */
  'requests.readSigned': {
    by: 'person',
    input: z.object({
      text: z.string().max(MAX_SIGNED_TEXT_CHARS),
      digest: z.object({ algorithm: z.string(), hex: z.string() }),
      right: z.string().max(MAX_SIGNED_TEXT_CHARS),
    }),
    output: z.custom<SignedTextReading>((value) => typeof value === 'object' && value !== null),
  },
  /** Ids in responses of the bank in use, newest first. */
  'requests.recentIds': {
    by: 'screen',
    input: nothing,
    /** `basketProducts`: products that the local bank accepts in signing baskets; null for all, and for another bank. */
    output: z.object({ ids: z.array(recentIdSchema), basketProducts: z.array(productSchema).nullable() }),
  },
  /** Cancels the request with this id; its exchange records that. */
  'requests.cancel': { by: 'person', input: id, output: nothing },
  ...SAVED_METHODS,
  ...LOCAL_BANK_METHODS,
  ...BODY_METHODS,
  ...RUN_METHODS,
  ...FLOW_METHODS,
  ...DEMONSTRATION_METHODS,
  ...RECORDING_METHODS,
  ...PROXY_METHODS,
  ...TAP_METHODS,
  ...CLASS_METHODS,
  ...INTERCHANGE_METHODS,
  'history.list': {
    by: 'screen',
    /**
     * `from`: sent by the workbench, received by the local bank from other programs, or sent through the signing proxy; `bank`: name of
     * an environment.
     */
    input: z.object({
      search: z.string().max(LONGEST_SEARCH),
      from: z.enum(['sent', 'received', 'proxied']).optional(),
      bank: z.string().optional(),
    }),
    /** `sca`: redirects of PSUs in the same time, newest first; `banks` and the counts are of the whole history. */
    output: z.object({
      all: z.number(),
      received: z.number(),
      banks: z.array(z.string()),
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
    input: z.object({
      files: z.array(z.string()).min(1),
      password: z.string().nullable(),
      /** The user says that the keys protect nothing real. */
      testKeys: z.boolean().optional(),
    }),
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
  /** Signs the requests of the environment in use with this certificate. */
  'certificates.use': { by: 'person', input: id, output: nothing },
  /** Adds or removes the CA of a certificate at the local bank. `ca` is PEM, unless it came with the certificate. */
  'certificates.trustAtBank': {
    by: 'person',
    input: id.extend({ trusted: z.boolean(), ca: z.string().max(MAX_ROOTS_CHARS).nullable() }),
    output: nothing,
  },
  'certificates.remove': { by: 'person', input: id, output: nothing },
  /** `download` is an id that the host serves once. */
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
  /** Changes the environment in use for all windows. `window` is the one in which it was chosen. */
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
  /** Connects to a bank and checks its certificates. `id` is that of its environment, once it is saved. */
  /** At the local bank, it is also how the bank wants requests to be signed. */
  'environments.setProfile': {
    by: 'person',
    input: id.extend({ profile: signatureProfileSchema }),
    output: nothing,
  },
  /** What a request would send with a profile: the signing string, the Signature header, and what a bank that follows the specification says. */
  'environments.previewProfile': {
    by: 'screen',
    input: id.extend({ profile: signatureProfileSchema, request: requestSchema }),
    output: z.object({
      prepared: preparedSchema,
      refusal: z.string().nullable(),
      rule: z.string().nullable(),
    }),
  },
  /** Binds the OpenAPI document of its bank to an environment. @param files id of its upload */
  'environments.bindOpenApi': {
    by: 'person',
    input: id.extend({ files: z.string() }),
    output: z.object({ title: z.string(), operations: z.number() }),
  },
  'environments.unbindOpenApi': { by: 'person', input: id, output: nothing },
  /** The operations of the document of an environment, by default of the one in use; null without one. */
  'environments.openApi': {
    by: 'screen',
    input: id.partial(),
    output: z.object({
      document: z
        .object({
          title: z.string(),
          operations: z.array(openApiOperationSchema.omit({ input: true, answers: true })),
        })
        .nullable(),
    }),
  },
  /** The schema of a body by that document, as JSON Schema; null if it takes none. */
  'environments.bodySchema': {
    by: 'screen',
    input: z.object({ method: z.string(), path: z.string() }),
    output: z.object({
      body: z
        .object({ schema: z.record(z.string(), z.unknown()), dialect: openApiDocumentSchema.shape.dialect })
        .nullable(),
    }),
  },
  /** A profile as a file. */
  'environments.saveProfile': {
    by: 'person',
    input: z.object({ profile: signatureProfileSchema }),
    output: z.object({ download: z.string() }),
  },
  'environments.test': {
    by: 'person',
    input: connectionSchema.extend({ id: z.string().optional() }),
    output: connectionTestSchema,
  },
  /** The user confirms name, address and certificate of an imported environment; nothing is sent there before. */
  'environments.confirm': { by: 'person', input: id, output: nothing },
  'environments.remove': { by: 'person', input: id, output: nothing },
  /** Restores the previous PSU of the environment in use, for example after a second signer. */
  'environments.actAsBefore': { by: 'person', input: nothing, output: nothing },
  /** Requests carry a new session and no PSU-ID until the next SCA. */
  'environments.forgetPsu': { by: 'person', input: id, output: nothing },
  'variables.list': { by: 'screen', input: id, output: z.object({ variables: z.array(variableSchema) }) },
  /** Every variable of a request at this path in the environment in use; secret ones without their value. */
  'variables.known': {
    by: 'screen',
    input: z.object(sentWith),
    output: z.object({ variables: z.array(usedVariable.extend({ secret: z.boolean(), json: z.unknown() })) }),
  },
  /** Stores a value of a response for later requests in the environment in use, or with the values of a run, until the workbench closes. */
  'variables.keep': {
    by: 'person',
    input: z.object({
      name: captureSchema.shape.as,
      value: jsonValueSchema,
      secret: z.boolean(),
      /** The request whose response it is from. */
      from: z.string(),
      run: sentWith.run,
    }),
    output: nothing,
  },
  /** Deletes captured values of the environment in use: one, or all. */
  'variables.forget': { by: 'person', input: z.object({ name: z.string().nullable() }), output: nothing },
  'variables.set': { by: 'person', input: id.extend({ variable: variableSchema }), output: nothing },
  'variables.remove': { by: 'person', input: id.extend({ name: z.string() }), output: nothing },
  'vault.unlock': { by: 'person', input: z.object({ passphrase: z.string() }), output: nothing },
  'vault.lock': { by: 'person', input: nothing, output: nothing },
  /** Sets or changes the passphrase; `current` is the previous one. */
  'vault.protect': {
    by: 'person',
    input: z.object({ passphrase: z.string(), current: z.string().nullable() }),
    output: nothing,
  },
  /**
   * Opens the page of an scaRedirect. Electron shows the local bank's page as `show` selects, and another bank's page in the system
   * browser. The browser host opens a tab at the address `tab`.
   */
  'sca.open': {
    by: 'person',
    input: z.object({
      href: z.string(),
      show: z.enum(['embedded', 'window', 'browser']),
      /** The result whose response may have the link: the SCA is one of its session. */
      run: sentWith.run,
    }),
    output: openedPage,
  },
  /** Opens the page that a run waits for, by the id of `runs.list`. */
  /** How the SCA of a page `ended`; null while it is open, and for pages of every bank but the local one. */
  'sca.end': {
    by: 'screen',
    input: z.object({ href: z.string() }),
    output: z.object({
      ended: z.object({ outcome: z.enum(['success', 'failure']), message: z.string() }).nullable(),
    }),
  },
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
  /** Starts a new session and uses it. */
  'sessions.begin': { by: 'person', input: nothing, output: nothing },
  /** Uses this session for the next requests. */
  'sessions.use': { by: 'person', input: id, output: nothing },
  /** Aborts the SCA of a session and returns to an older one that is still valid (SCA-5). */
  'sessions.abort': { by: 'person', input: id, output: nothing },
  /** Expires a session at the local bank early. */
  'sessions.expire': { by: 'person', input: id, output: nothing },
} as const satisfies Record<string, Method>;

export const EVENTS = {
  'status.changed': nothing,
  'certificates.changed': nothing,
  'environments.changed': nothing,
  /** Another environment is in use. `window` is where it was chosen, null if unknown. */
  'environments.chosen': z.object({ name: z.string(), window: z.string().nullable() }),
  'saved.changed': nothing,
  'import.progress': importProgressSchema,
  /** Bytes of the response body received for the request with this id; at most ten times a second. */
  'send.progress': id.extend({ bytes: z.number() }),
  /** A run has started, has new results, has ended or was removed; at most ten times a second. */
  'run.changed': id,
  /** New events of the log; missed ones are read by position. */
  'flow.added': z.object({ events: z.array(flowEventSchema) }),
  /** The diagram was cleared, by a window or with the history. */
  'flow.cleared': nothing,
  /** The state or the list of demonstrations has changed. */
  'demonstrations.changed': nothing,
  /** Other programs sent requests, through the signing proxy or directly to the local bank. */
  'history.added': nothing,
  /** The local bank refused requests of other programs: the latest, and how many. */
  'history.refused': z.object({
    id: z.string(),
    title: z.string(),
    status: z.number(),
    reason: z.string(),
    count: z.number(),
  }),
  /** The signing proxy was switched on or off, or has a new token. */
  'proxy.changed': nothing,
  /** The tap was switched on or off, or has passed a request on. */
  'tap.changed': nothing,
  /** A recording has started, has another step, or has ended. */
  'recording.changed': nothing,
  'sca.returned': returnSchema,
  /** The bank of an environment was restored: results of its SCAs are void. */
  'sca.undone': z.object({ environment: z.string() }),
  'settings.changed': settingsSchema,
  /** A command of the desktop's menu, or of a key pressed in the PSU's page; sent to its window only. */
  'window.command': windowCommandSchema,
  /** The window received the tabs of a closed one; sent to it only. */
  'drafts.added': nothing,
  /** Files wait for `app.takeOpened`; sent to the window that shows them. */
  'files.opened': nothing,
  /** A file was saved in the desktop window. */
  'file.saved': z.object({ name: z.string(), folder: z.string() }),
} as const satisfies Record<string, z.ZodType>;

export type MethodName = keyof typeof METHODS;
export type Input<M extends MethodName> = z.infer<(typeof METHODS)[M]['input']>;
export type Output<M extends MethodName> = z.infer<(typeof METHODS)[M]['output']>;
export type EventName = keyof typeof EVENTS;
export type Payload<E extends EventName> = z.infer<(typeof EVENTS)[E]>;

/** An empty output may be left out. */
type Result<M extends MethodName> = Output<M> | (Output<M> extends Record<string, never> ? void : never);

/** One implementation per method; the compiler reports a missing one. */
export type Handlers = { [M in MethodName]: (input: Input<M>) => Promise<Result<M>> | Result<M> };
export type Emit = <E extends EventName>(name: E, payload: Payload<E>) => void;
