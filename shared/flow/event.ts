/**
 * The event log: every message and every change of the bank, in order, with causes. The diagram, the timing view, exports and
 * demonstrations are views of it. Secrets are masked before an event is created.
 */
import { z } from 'zod';

/** `request` is an X-Request-ID, `session` a TPP-Session-ID, `authorisation` an SCA. */
export const SUBJECTS = [
  'payment',
  'basket',
  'consent',
  'authorisation',
  'session',
  'account',
  'agreement',
  'request',
] as const;
export type Subject = (typeof SUBJECTS)[number];

const aboutSchema = z.strictObject({ subject: z.enum(SUBJECTS), id: z.string() });
export type About = z.infer<typeof aboutSchema>;

/** Largest position, so that a damaged one cannot end the counting. */
export const FARTHEST = 1_000_000_000_000;

/** Position of an event in the log, starting at 1 and increasing across restarts. */
const seq = z.int().positive().max(FARTHEST);

/** Milliseconds since 1970 that a date can have (ECMA-262, 21.4.1.1). */
const LAST_DATE = 8_640_000_000_000_000;
const time = z.number().min(-LAST_DATE).max(LAST_DATE);

const common = {
  seq,
  /** This machine's clock, milliseconds since 1970. */
  at: time,
  /** The local bank's clock, milliseconds since 1970; null at another bank. */
  bankAt: time.nullable(),
  /** The event that caused this one, or null. */
  cause: seq.nullable(),
  /** Name of the environment; null for other clients of the local bank, and for the bank itself. */
  environment: z.string().nullable(),
  /** The ids by which a filter finds the event. */
  about: z.array(aboutSchema),
};

/** A request to the bank: of a TPP, or of the PSU's browser. */
const request = z
  .strictObject({
    ...common,
    kind: z.literal('request'),
    from: z.enum(['tpp', 'psu']),
    /** organizationIdentifier of the TPP; null if unknown, and for the PSU. */
    tpp: z.string().nullable(),
    method: z.string(),
    /** Path and query as sent. */
    target: z.string(),
    /** What its step calls it, or the title of the operation or of the act on the PSU's page. */
    title: z.string(),
    signed: z.boolean(),
    /** Id in the history; null for other clients. */
    exchange: z.string().nullable(),
    /** Set for requests of other programs through the signing proxy or the tap. */
    via: z.enum(['proxy', 'tap']).optional(),
  })
  .meta({ title: 'Request' });

/** The response, or why there was none. Its cause is the request. */
const response = z
  .strictObject({
    ...common,
    kind: z.literal('response'),
    to: z.enum(['tpp', 'psu']),
    status: z.int().nullable(),
    /** Why no response came, as a sentence. */
    failure: z.string().nullable(),
    /** Essential word: a transactionStatus, `scaRedirect`, the title of a page. */
    word: z.string().nullable(),
    signed: z.boolean(),
    /** Why its signature is not valid, as a sentence; left out if it is valid or unchecked. */
    signatureFault: z.string().optional(),
    /** Id of the rule that refused the request. */
    rule: z.string().nullable(),
    /** Error code of a refusal, such as `SIGNATURE_INVALID`. */
    code: z.string().nullable(),
    /** The bank's reason, as a sentence. */
    reason: z.string().nullable(),
    /** Remedy for a refusal, as a sentence, if the local bank has one. */
    hint: z.string().optional(),
    /** Target of a redirect. */
    location: z.string().nullable(),
    /** Milliseconds. */
    duration: time.nullable(),
    exchange: z.string().nullable(),
  })
  .meta({ title: 'Response' });

/** The TPP sends the PSU's browser to the bank. */
const opened = z
  .strictObject({
    ...common,
    kind: z.literal('opened'),
    link: z.string(),
    /** `run`: a run of a collection acts as the PSU's browser. */
    where: z.enum(['embedded', 'window', 'system', 'tab', 'run']),
  })
  .meta({ title: 'Page opened' });

/** The PSU's browser comes back to the TPP-Redirect-URI. */
const callback = z
  .strictObject({
    ...common,
    kind: z.literal('callback'),
    outcome: z.enum(['success', 'failure']),
    /** Path and query. */
    target: z.string(),
    parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  })
  .meta({ title: 'Callback' });

/** A decision of the PSU on the bank's page. */
const decision = z
  .strictObject({
    ...common,
    kind: z.literal('decision'),
    decision: z.enum(['approve', 'abort']),
    psu: z.string().nullable(),
    context: z.enum(['PRIVATE', 'CORPORATE']),
    company: z.string().nullable(),
    /** Its subject: a consent, or payments with amounts. */
    text: z.string(),
  })
  .meta({ title: 'Decision' });

/** A change of state at the bank. */
const step = z
  .strictObject({
    ...common,
    kind: z.literal('step'),
    subject: z.enum(['payment', 'basket', 'consent', 'session', 'authorisation']),
    id: z.string(),
    /** Null for a new one. */
    from: z.string().nullable(),
    to: z.string(),
    /** Why, as a sentence. */
    why: z.string(),
    /** Amount and payee of a new payment, in words. */
    what: z.string().optional(),
  })
  .meta({ title: 'Step' });

/** A batch has run, of the timetable or by hand. */
const batch = z
  .strictObject({
    ...common,
    kind: z.literal('batch'),
    settled: z.int(),
    rejected: z.int(),
    /** Number of steps of payments that are not in the log; left out for none. */
    unlisted: z.int().optional(),
  })
  .meta({ title: 'Batch' });

/** The bank's clock was moved, frozen or released. Times in milliseconds since 1970. */
const clock = z
  .strictObject({
    ...common,
    kind: z.literal('clock'),
    from: time,
    to: time,
    mode: z.enum(['real', 'frozen']),
  })
  .meta({ title: 'Clock' });

/** An act of the operator, in the window or over the control listener. */
const operator = z
  .strictObject({
    ...common,
    kind: z.literal('operator'),
    /** In words: "Consent revoked". */
    title: z.string(),
  })
  .meta({ title: 'Act of the operator' });

/** The whole state was replaced. */
const reset = z
  .strictObject({
    ...common,
    kind: z.literal('reset'),
    how: z.enum(['reset', 'restored']),
  })
  .meta({ title: 'Reset' });

/** A step of a demonstration, or a note of the user. */
const note = z.strictObject({ ...common, kind: z.literal('note'), text: z.string() }).meta({ title: 'Note' });

/** Hides the events after `to`, which remain in the log. */
const rewound = z
  .strictObject({ ...common, kind: z.literal('rewound'), to: z.int().nonnegative() })
  .meta({ title: 'Rewound' });

export const flowEventSchema = z.discriminatedUnion('kind', [
  request,
  response,
  opened,
  callback,
  decision,
  step,
  batch,
  clock,
  operator,
  reset,
  note,
  rewound,
]);
export type FlowEvent = z.infer<typeof flowEventSchema>;
export type FlowKind = FlowEvent['kind'];

type WithoutPlace<E> = E extends unknown ? Omit<E, 'seq' | 'at'> : never;
/** An event before the log assigns position and time. */
export type NewFlowEvent = WithoutPlace<FlowEvent>;

/** The events without rewound ones and without the marks of rewinding. */
export function shownEvents(events: readonly FlowEvent[]): FlowEvent[] {
  const shown: FlowEvent[] = [];
  for (const event of events) {
    if (event.kind !== 'rewound') shown.push(event);
    else while ((shown.at(-1)?.seq ?? 0) > event.to) shown.pop();
  }
  return shown;
}
