/** Guided demonstrations in the contract. */
import { z } from 'zod';
import { stepTextsSchema } from '../demonstrations/demonstration.ts';

const id = z.object({ id: z.string() });
const nothing = z.object({});

const faultSchema = z.object({ line: z.int(), column: z.int(), text: z.string() });

const listedSchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  minutes: z.int(),
  steps: z.int(),
  /** Not shipped with the program. */
  own: z.boolean(),
  /** Faults of the file; with any, it cannot be played. */
  faults: z.array(faultSchema),
});
export type ListedDemonstration = z.infer<typeof listedSchema>;

const ACTORS = ['tpp', 'psu', 'bank', 'operator'] as const;
export type DemonstrationActor = (typeof ACTORS)[number];

const actSchema = z.object({
  who: z.enum(ACTORS),
  name: z.string(),
  /** One line: the message on the wire, or the act. */
  line: z.string(),
  /** HTTP status of the response; null if there was none. */
  status: z.int().nullable(),
  /** Error code of a refusal, or the transactionStatus of the response; null if it has neither. */
  word: z.string().nullable(),
  /** Id in the history. */
  exchange: z.string().nullable(),
  /** Address to which the bank has sent the PSU; null for other acts. */
  returned: z.string().nullable(),
  /** Events that a move of the clock skips, one sentence each. */
  jumps: z.array(z.string()),
});
export type DemonstrationAct = z.infer<typeof actSchema>;

/** Outcomes of an SCA by hand. */
const BY_HAND = ['approved', 'aborted', 'failed'] as const;

export const playingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** How long it takes in front of a room. */
  minutes: z.int(),
  /** Title of each step. */
  titles: z.array(z.string()),
  /** The step that is shown, from 0. */
  step: z.int(),
  /** Played part of the step, from 0, and the number of parts. */
  part: z.int(),
  parts: z.int(),
  shown: stepTextsSchema,
  /** The step after it, for the presenter; null at the end. */
  following: stepTextsSchema.nullable(),
  /** What Next does. */
  next: z.enum(['step', 'redirect', 'back', 'answer', 'onward', 'again', 'end']),
  acts: z.array(actSchema),
  /** What the step shows large, with the latest act of that name; empty until it is played. */
  shots: z.array(z.object({ act: actSchema, value: z.string(), caption: z.string() })),
  /** Things that have happened in the PSU's browser, in slow motion, since the part before; 0 outside of it. */
  browsed: z.int(),
  /** What the PSU's browser shows; null while it is not the subject. */
  page: z
    .object({
      whose: z.enum(['bank', 'tpp']),
      psu: z.string(),
      address: z.string(),
      /** As it was sent; filled in, with the marked button about to be pressed; or pressed. */
      state: z.enum(['sent', 'filled', 'pressed']),
      /** In the address at which the host serves it. */
      id: z.string(),
    })
    .nullable(),
  /** Address of a redirect: the next page of the PSU's browser, or its last callback. */
  redirect: z.object({ when: z.enum(['before', 'after']), href: z.string() }).nullable(),
  /** State of an SCA by hand that replaces the next part: asked, or its outcome. */
  byHand: z.enum(['asked', ...BY_HAND]).nullable(),
  /** Outcome of an SCA by hand in the last part, and whether the step expects it; null if there was none. */
  decided: z.object({ outcome: z.enum(BY_HAND), asWritten: z.boolean() }).nullable(),
  /** The part that failed: title of its step, and why. */
  failed: z
    .object({
      title: z.string(),
      reason: z.string(),
      /** Whether the bank was changed by hand before it, a possible reason. */
      changed: z.boolean(),
      /** The first decision by hand before it: Back returns to before it. */
      byHand: z
        .object({ title: z.string(), outcome: z.enum(BY_HAND), psu: z.string().nullable() })
        .nullable(),
    })
    .nullable(),
  /** Id in the history of the request of the step that can be sent with a deliberate fault; null if there is none. */
  breakable: z.string().nullable(),
  /** That request with a fault, until the next press; null without one. */
  broken: z.object({ fault: z.string(), act: actSchema }).nullable(),
  /** Whether the bank was changed by hand since. */
  changed: z.boolean(),
  /** Position in the event log before the step. */
  since: z.int(),
  /** Machine time at the start, milliseconds since 1970. */
  startedAt: z.number(),
});
export type Playing = z.infer<typeof playingSchema>;

/** Seconds between two steps of autoplay. */
export const paceSchema = z.int().min(1).max(3600);

export const demonstrationStateSchema = z.object({
  /** Whether the user's own bank is set aside. */
  aside: z.boolean(),
  /** Whether a step is being played. */
  busy: z.boolean(),
  /** Whether Next plays one thing at a time while the PSU is at the bank. */
  slow: z.boolean(),
  playing: playingSchema.nullable(),
  /** Seconds between two steps of autoplay; null without it. */
  autoplay: z.number().nullable(),
  /** Last chosen seconds. */
  pace: z.number(),
  /** Bank time, milliseconds since 1970. */
  bankNow: z.number(),
});
export type DemonstrationState = z.infer<typeof demonstrationStateSchema>;

const state = demonstrationStateSchema;

export const DEMONSTRATION_METHODS = {
  /** Shipped ones first, in the order of teaching. */
  'demonstrations.list': {
    by: 'screen',
    input: nothing,
    output: z.object({ demonstrations: z.array(listedSchema) }),
  },
  /** Its texts, for a hand-out. */
  'demonstrations.read': {
    by: 'screen',
    input: id,
    output: z.object({
      name: z.string(),
      summary: z.string(),
      minutes: z.int(),
      start: z.string(),
      steps: z.array(stepTextsSchema),
    }),
  },
  'demonstrations.state': { by: 'screen', input: nothing, output: state },
  /** Sets the user's bank aside, unless it is, and plays the first step in a fresh one. */
  'demonstrations.start': { by: 'person', input: id, output: state },
  /** Plays the next part, or a failed one again. */
  'demonstrations.next': { by: 'person', input: nothing, output: state },
  /** Restores the state before the last part. */
  'demonstrations.back': { by: 'person', input: nothing, output: state },
  /** Goes to the beginning of a step, counted from 0. */
  'demonstrations.go': { by: 'person', input: z.object({ step: z.int().min(0) }), output: state },
  /** Sends the last request of the step with a deliberate fault. Whatever is pressed next undoes it. */
  'demonstrations.break': { by: 'person', input: z.object({ fault: z.string() }), output: state },
  'demonstrations.restart': { by: 'person', input: nothing, output: state },
  'demonstrations.slow': { by: 'person', input: z.object({ slow: z.boolean() }), output: state },
  /** Plays at this pace until the end or an act of the user; null stops it. */
  'demonstrations.autoplay': {
    by: 'person',
    input: z.object({ seconds: paceSchema.nullable() }),
    output: state,
  },
  /** Opens the presenter's page in another window, or at the address `tab`. */
  'demonstrations.presenter': {
    by: 'person',
    input: nothing,
    output: z.object({ tab: z.string().nullable() }),
  },
  /** Reverts changes by hand since the current step. */
  'demonstrations.return': { by: 'person', input: nothing, output: state },
  /** Ends the demonstration with a fresh bank at the machine's time. The user's bank remains set aside. */
  'demonstrations.again': { by: 'person', input: nothing, output: state },
  /** Ends the demonstration and restores the user's bank. */
  'demonstrations.leave': { by: 'person', input: nothing, output: state },
  /** Adds an uploaded file, or returns its faults. */
  'demonstrations.add': {
    by: 'person',
    /** `replaces`: replaces the one of the same name. */
    input: z.object({ file: z.string(), replaces: z.boolean() }),
    output: z.object({
      id: z.string().nullable(),
      name: z.string(),
      faults: z.array(faultSchema),
      /** Not added, because another one has this name. */
      isTaken: z.boolean(),
    }),
  },
  'demonstrations.remove': { by: 'person', input: id, output: nothing },
  /** The JSON Schema of a file, for editors. `download` is an id that the host serves once. */
  'demonstrations.schema': { by: 'person', input: nothing, output: z.object({ download: z.string() }) },
  /** The file of a demonstration. */
  'demonstrations.file': { by: 'person', input: id, output: z.object({ download: z.string() }) },
  /** A collection as the file of a demonstration; `left` lists the parts that could not be converted. */
  'demonstrations.make': {
    by: 'person',
    input: z.object({ path: z.string() }),
    output: z.object({ download: z.string(), left: z.array(z.string()) }),
  },
} as const;
