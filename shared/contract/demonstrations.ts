/** Guided demonstrations, as the window plays and keeps them. */
import { z } from 'zod';
import { demonstrationStepSchema } from '../demonstrations/demonstration.ts';

const id = z.object({ id: z.string() });
const nothing = z.object({});

const faultSchema = z.object({ line: z.int(), text: z.string() });

const listedSchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  minutes: z.int(),
  steps: z.int(),
  /** Written by somebody else than the makers of the program. */
  own: z.boolean(),
  /** What is wrong with the file. Such a demonstration cannot be played. */
  faults: z.array(faultSchema),
});
export type ListedDemonstration = z.infer<typeof listedSchema>;

/** Who acted: the TPP, the PSU's browser, the bank by itself, or its operator. */
export const ACTORS = ['tpp', 'psu', 'bank', 'operator'] as const;
export type DemonstrationActor = (typeof ACTORS)[number];

const actSchema = z.object({
  who: z.enum(ACTORS),
  /** The name of the action. */
  name: z.string(),
  /** What crossed the wire or was done, in one line. */
  line: z.string(),
  /** HTTP status of the response; null if there was none. */
  status: z.int().nullable(),
  /** Error code of a refusal, or the transactionStatus of the response; null if it has neither. */
  word: z.string().nullable(),
  /** Id in the history. */
  exchange: z.string().nullable(),
  /** What a move of the clock passes over, one sentence each. */
  jumps: z.array(z.string()),
});
export type DemonstrationAct = z.infer<typeof actSchema>;

/** How a person's SCA has ended. */
const BY_HAND = ['approved', 'aborted', 'failed'] as const;

const shownStepSchema = demonstrationStepSchema.omit({ actions: true });

export const playingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Title of each step. */
  titles: z.array(z.string()),
  /** The step that is shown, from 0. */
  step: z.int(),
  /** Part of the step that has been played, from 0, and how many there are. */
  part: z.int(),
  parts: z.int(),
  shown: shownStepSchema,
  /** The step after it, for the presenter; null at the end. */
  following: shownStepSchema.nullable(),
  /** What the next press does. */
  next: z.enum(['step', 'redirect', 'part', 'again', 'end']),
  /** What has happened in this step. */
  acts: z.array(actSchema),
  /** The address of a redirect: the one that the PSU's browser opens next, or came back to last. */
  redirect: z.object({ when: z.enum(['before', 'after']), href: z.string() }).nullable(),
  /** What a person does at the bank's page in place of the next part: they are there, or what they have decided. */
  byHand: z.enum(['asked', ...BY_HAND]).nullable(),
  /** What a person has decided in the part that was played last, and whether the step was written for that; null if nobody has. */
  decided: z.object({ outcome: z.enum(BY_HAND), asWritten: z.boolean() }).nullable(),
  /** The part that could not be played: title of its step, and why. */
  failed: z
    .object({
      title: z.string(),
      reason: z.string(),
      /** Something was changed by hand before it, which may be why. */
      changed: z.boolean(),
      /** The first decision that a person took before: going back goes to before it, because the rest is written for another one. */
      byHand: z
        .object({ title: z.string(), outcome: z.enum(BY_HAND), psu: z.string().nullable() })
        .nullable(),
    })
    .nullable(),
  /** Something has changed by hand since. */
  changed: z.boolean(),
  /** Position in the event log before the step. */
  since: z.int(),
  /** Machine time at the start, milliseconds since 1970. */
  startedAt: z.number(),
});
export type Playing = z.infer<typeof playingSchema>;

/** Seconds between two presses of Next. */
export const paceSchema = z.int().min(1).max(3600);

export const demonstrationStateSchema = z.object({
  /** The person's own bank is put aside. */
  aside: z.boolean(),
  /** A step is being played. */
  busy: z.boolean(),
  playing: playingSchema.nullable(),
  /** Seconds between two presses of Next while it plays by itself; null while a person presses. */
  autoplay: z.number().nullable(),
  /** Seconds that were chosen last for it. */
  pace: z.number(),
  /** Bank time, milliseconds since 1970. */
  bankNow: z.number(),
});
export type DemonstrationState = z.infer<typeof demonstrationStateSchema>;

const state = demonstrationStateSchema;

export const DEMONSTRATION_METHODS = {
  /** Those of the program first, in the order in which they are taught. */
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
      steps: z.array(shownStepSchema),
    }),
  },
  'demonstrations.state': { by: 'screen', input: nothing, output: state },
  /** Puts the person's bank aside, unless it is, and plays the first step in a fresh one. */
  'demonstrations.start': { by: 'person', input: id, output: state },
  /** Plays the next part; one that has failed, again from its beginning. */
  'demonstrations.next': { by: 'person', input: nothing, output: state },
  /** Everything is as it was before the last part. */
  'demonstrations.back': { by: 'person', input: nothing, output: state },
  /** Goes to the beginning of a step, counted from 0. */
  'demonstrations.go': { by: 'person', input: z.object({ step: z.int().min(0) }), output: state },
  'demonstrations.restart': { by: 'person', input: nothing, output: state },
  /** Plays by itself, with so many seconds between two presses of Next, until the end or until a person presses something. */
  'demonstrations.autoplay': {
    by: 'person',
    input: z.object({ seconds: paceSchema.nullable() }),
    output: state,
  },
  /** Opens the presenter's page: in a window of its own, or at the address `tab`. */
  'demonstrations.presenter': {
    by: 'person',
    input: nothing,
    output: z.object({ tab: z.string().nullable() }),
  },
  /** Takes back what was changed by hand since the step that is shown. */
  'demonstrations.return': { by: 'person', input: nothing, output: state },
  /** Ends the demonstration and begins the class again: a fresh bank at the machine's time. The person's bank stays aside. */
  'demonstrations.again': { by: 'person', input: nothing, output: state },
  /** Ends the demonstration and puts the person's bank back. */
  'demonstrations.leave': { by: 'person', input: nothing, output: state },
  /** Adds an uploaded file, or says what is wrong with it. */
  'demonstrations.add': {
    by: 'person',
    /** `replaces`: the file takes the place of the one of its name. */
    input: z.object({ file: z.string(), replaces: z.boolean() }),
    output: z.object({
      id: z.string().nullable(),
      name: z.string(),
      faults: z.array(faultSchema),
      /** There is another one of this name, so nothing was added. */
      isTaken: z.boolean(),
    }),
  },
  'demonstrations.remove': { by: 'person', input: id, output: nothing },
  /** The file of a demonstration; `download` is the id under which the host offers it, once. */
  /** The JSON Schema of a file, for editors. */
  'demonstrations.schema': { by: 'person', input: nothing, output: z.object({ download: z.string() }) },
  'demonstrations.file': { by: 'person', input: id, output: z.object({ download: z.string() }) },
  /** A demonstration made of a collection, as a file; `left` says what it could not take over. */
  'demonstrations.make': {
    by: 'person',
    input: z.object({ path: z.string() }),
    output: z.object({ download: z.string(), left: z.array(z.string()) }),
  },
} as const;
