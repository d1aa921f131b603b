/**
 * A guided demonstration: steps with a text for the room, and what happens in each of them. It is data. The actions are steps of
 * flows, without what reads a file or runs another flow.
 */
import { z } from 'zod';
import { jsonValueSchema } from '../schema-tools.ts';
import type { FlowKind } from '../flow/event.ts';
import { STEP_FORMS } from '../collections/flow-file.ts';
import type { Step } from '../collections/steps.ts';
import { VARIABLE_NAME } from '../collections/variable-name.ts';
import { texts } from '../texts/texts.ts';
import { CLOCK_YEARS, dateTimeMs, isBankTime } from '../xs2a/bank-limits.ts';

const t = texts.demonstrations.lint;

/** How the name of the file of every demonstration ends. */
export const DEMONSTRATION_SUFFIX = '.demonstration.yaml';

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
  caption: 60,
  shots: 2,
  question: 160,
  choice: 60,
  choices: 5,
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

const sentence = (longest: number) => z.string().trim().min(1).max(longest);

export type Action = Step;

/** Nothing repeats an action, or leaves it out. */
const NOT_OF_ACTIONS = { about: true, tags: true, skip: true, when: true, each: true } as const;
const { request, sca, consent, control, session, pause } = STEP_FORMS;

/** The forms of an action in the file. A pause stops within a step until the next press. */
export const ACTION_FORMS = {
  request: request.omit({ ...NOT_OF_ACTIONS, from: true }),
  sca: sca.omit(NOT_OF_ACTIONS),
  consent: consent.omit(NOT_OF_ACTIONS),
  control: control.omit(NOT_OF_ACTIONS),
  session: session.omit(NOT_OF_ACTIONS),
  pause: pause.omit(NOT_OF_ACTIONS),
};

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

/** What of an action the stage shows, large: one value, or two side by side. */
const shotSchema = z.strictObject({
  /** Name of an action of this step or an earlier one. */
  of: sentence(LIMITS.title),
  /** See {@link subjectOf}. */
  value: sentence(LIMITS.title),
  caption: sentence(LIMITS.caption).optional(),
});

/** Asked before the actions of the step, which show the answer. */
const questionSchema = z
  .strictObject({
    text: sentence(LIMITS.question),
    choices: z.array(sentence(LIMITS.choice)).min(2).max(LIMITS.choices),
    /** One of the choices. */
    answer: sentence(LIMITS.choice),
  })
  .refine(({ choices, answer }) => choices.includes(answer), { path: ['answer'], error: t.answer });

/** What a step says. */
export const stepTextsSchema = z.strictObject({
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
  show: z.array(shotSchema).min(1).max(LIMITS.shots).optional(),
  question: questionSchema.optional(),
  /** What the actions do, as a phrase that goes on after “Next”: “reads the account”. */
  does: sentence(LIMITS.does).optional(),
});
type StepTexts = z.infer<typeof stepTextsSchema>;

const unread = z.array(jsonValueSchema);
/** A step of the file before its actions are read, which are performed when it begins, before its text is shown. */
export const stepFormSchema = stepTextsSchema.extend({ actions: unread.max(LIMITS.actions).optional() });

const head = {
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
  /** Variables whose values are masked. */
  secret: z.array(z.string().regex(VARIABLE_NAME)).optional(),
};

/** An action of the file. */
export const actionForm = z.union(Object.values(ACTION_FORMS));
export type ActionForm = z.infer<typeof actionForm>;

/** The file before its steps are read. */
export const demonstrationHeadSchema = z.strictObject({ ...head, steps: unread.min(1).max(LIMITS.steps) });

/** What the file says. */
export const demonstrationFile = z.strictObject({
  ...head,
  steps: z
    .array(
      stepTextsSchema.extend({
        actions: z.array(actionForm).max(LIMITS.actions).optional(),
      }),
    )
    .min(1)
    .max(LIMITS.steps),
});
export type DemonstrationFile = z.infer<typeof demonstrationFile>;

export type Demonstration = Omit<DemonstrationFile, 'steps'> & {
  steps: (StepTexts & { actions: Action[] })[];
};

/** Whether the bank's clock can be set to it. */
function isStart(text: string): boolean {
  const ms = dateTimeMs(text);
  return ms !== null && isBankTime(ms);
}
