/**
 * A guided demonstration: steps with a text for the room, and what happens in each of them. It is data. The actions are those of
 * the steps of a collection, without what reads a file or runs another folder.
 */
import { z } from 'zod';
import { jsonValueSchema } from '../schema-tools.ts';
import type { FlowKind } from '../flow/event.ts';
import { isOneKind, stepShape } from '../collections/steps.ts';
import { VARIABLE_NAME } from '../collections/variable-name.ts';
import { texts } from '../texts/texts.ts';
import { CLOCK_YEARS, dateTimeMs, isBankTime } from '../xs2a/bank-limits.ts';

const t = texts.demonstrations.lint;

export const DEMONSTRATION_VERSION = 1;

export const DEMONSTRATION_LIMITS = {
  name: 60,
  summary: 160,
  title: 60,
  /** Characters of a text that stand on a projector of 1024 × 768 in large type, with its badge beside it. */
  text: 420,
  /** Lines of that text: each begins anew on the screen. */
  lines: 9,
  notes: 1500,
  look: 220,
  does: 90,
  meaning: 120,
  steps: 40,
  actions: 20,
  minutes: 120,
} as const;

const LIMITS = DEMONSTRATION_LIMITS;

/** The kinds of events that a step can point at. */
export const LOOK_KINDS = [
  'request',
  'response',
  'opened',
  'callback',
  'decision',
  'step',
  'batch',
  'clock',
  'operator',
  'reset',
  'note',
] as const satisfies readonly FlowKind[];

/** Milliseconds that an action may wait. Longer, and the room thinks that the program hangs. */
export const LONGEST_WAIT = 10_000;

const sentence = (longest: number) => z.string().trim().min(1).max(longest);

const { name, request, sca, control, session, until, expect, keep } = stepShape;

const actionShape = {
  name,
  request,
  sca,
  control,
  session,
  /** Stops here until the next press; in a demonstration that plays by itself, for so many milliseconds. */
  pause: z.int().min(0).max(LONGEST_WAIT).optional(),
  until,
  expect,
  keep,
};

/** A step of a collection; `include`, `each` and the rest of a step are not there. */
export const actionSchema = z.strictObject(actionShape).refine(isOneKind, t.oneAction);
export type Action = z.infer<typeof actionSchema>;

const lookSchema = z.strictObject({
  /** What to point at, as a sentence that goes on after “Point at”. */
  text: sentence(LIMITS.look),
  /** Marks the last event of this kind in the step. */
  event: z.enum(LOOK_KINDS).optional(),
});

/** A status as a large badge: what it means, and what comes next. */
const meaningSchema = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 _-]{0,23}$/, t.code),
  text: sentence(LIMITS.meaning),
});

export const demonstrationStepSchema = z.strictObject({
  title: sentence(LIMITS.title),
  /** What the room reads, in Markdown. */
  text: sentence(LIMITS.text).refine(
    (text) => text.split('\n').length <= LIMITS.lines,
    t.lines(LIMITS.lines),
  ),
  /** What only the presenter reads, in Markdown. */
  notes: sentence(LIMITS.notes).optional(),
  look: lookSchema.optional(),
  meaning: meaningSchema.optional(),
  /** What the actions do, as a phrase that goes on after “Next”: “reads the account”. */
  does: sentence(LIMITS.does).optional(),
  /** Performed when the step begins, before its text is shown. */
  actions: z.array(actionSchema).max(LIMITS.actions).default([]),
});
export type DemonstrationStep = z.infer<typeof demonstrationStepSchema>;

export const demonstrationSchema = z.strictObject({
  /** Where editors find the schema of the file. */
  $schema: z.string().optional(),
  version: z.literal(DEMONSTRATION_VERSION),
  name: sentence(LIMITS.name),
  summary: sentence(LIMITS.summary),
  /** How long it takes in front of a room. */
  minutes: z.int().min(1).max(LIMITS.minutes),
  /** The bank's time at the beginning, at which its clock stands still. */
  start: z.iso
    .datetime({ offset: true, abort: true, error: t.startForm })
    .refine(isStart, t.start(CLOCK_YEARS)),
  /** Quirks of the bank that differ from their defaults while it is played. */
  quirks: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  /** Values that actions may use as `{{name}}`. */
  variables: z.record(z.string().regex(VARIABLE_NAME), jsonValueSchema).default({}),
  steps: z.array(demonstrationStepSchema).min(1).max(LIMITS.steps),
});
export type Demonstration = z.infer<typeof demonstrationSchema>;

/** Whether the bank's clock can be set to it. */
function isStart(text: string): boolean {
  const ms = dateTimeMs(text);
  return ms !== null && isBankTime(ms);
}
