/** The form of a flow file and of `collection.yaml`: what editors complete and check, and what the reader takes. */
import { z } from 'zod';
import { jsonValueSchema } from '../schema-tools.ts';
import { texts } from '../texts/texts.ts';
import {
  MAX_PAUSE_MS,
  MAX_REQUEST_NAME_CHARS,
  MAX_STEP_ACCOUNTS,
  MAX_STEP_LABELS,
  MAX_TURNS,
} from '../limits.ts';
import { VARIABLE_NAME } from './variable-name.ts';

/** How the name of every flow file ends. */
export const FLOW_SUFFIX = '.flow.yaml';
/** The file of the outermost folder of a collection, which may be left out. */
export const COLLECTION_FILE = 'collection.yaml';
/** Of a flow that runs only where another one includes it. */
export const ONLY_INCLUDED = 'only when included';

const json = jsonValueSchema;
const text = z.string().min(1);
const variable = z.string().regex(VARIABLE_NAME, texts.core.stepFile.variableName);
const variables = z.record(variable, json);
/** Null leaves a header out. */
const headers = z.record(text, z.string().nullable());

/** A value or list that must be equal, a word, or a map that must hold as a whole. */
const expectation = json;
const expect = z.union([z.int(), z.record(text, expectation)]);
const keep = z.record(variable, text);

const accounts = z.array(text).min(1).max(MAX_STEP_ACCOUNTS);
const controlLine = z
  .string()
  .regex(/^(?:GET|PUT|POST|DELETE) \/control\/\S/, texts.core.stepFile.controlLine);
const pause = z.int().min(0).max(MAX_PAUSE_MS);

const until = z.strictObject({
  expect,
  rounds: z.int().min(1).max(MAX_TURNS),
  between: z.union([
    z.strictObject({ pause }),
    z.strictObject({ control: controlLine, body: json.optional() }),
  ]),
});

const common = {
  name: text.max(MAX_REQUEST_NAME_CHARS).optional(),
  about: text.optional(),
  tags: z.array(text).max(MAX_STEP_LABELS).optional(),
  skip: text.optional(),
  when: z.record(variable, expectation).optional(),
  each: z.union([text, z.array(variables), variables]).optional(),
};
const judged = { expect: expect.optional(), warn: expect.optional(), keep: keep.optional() };

const request = z.strictObject({
  ...common,
  request: text,
  from: z
    .union([text, z.strictObject({ operation: text, id: text.optional(), example: text.optional() })])
    .optional(),
  headers: headers.optional(),
  body: json.optional(),
  text: z.string().optional(),
  change: z.record(z.string(), json).optional(),
  fault: text.optional(),
  sign: z.boolean().optional(),
  ...judged,
  until: until.optional(),
});
const control = z.strictObject({
  ...common,
  control: controlLine,
  body: json.optional(),
  ...judged,
  until: until.optional(),
});
const atBank = {
  context: z.enum(['PRIVATE', 'CORPORATE']).optional(),
  agreement: text.optional(),
  accounts: accounts.optional(),
};
const consent = z.strictObject({ ...common, consent: text, ...atBank, ...judged });
const sca = z.strictObject({
  ...common,
  sca: z.enum(['approve', 'abort', 'revoke']),
  as: text,
  ...atBank,
  link: text.optional(),
  ...judged,
});
const session = z.strictObject({ ...common, session: text.max(MAX_REQUEST_NAME_CHARS) });
const include = z.strictObject({ ...common, include: text, variables: variables.optional() });
const pauseStep = z.strictObject({ ...common, pause });
/** A step before its kind is known. */
const unread = z.record(z.string(), json);
export type StepOfFile = z.infer<typeof unread>;

const group = z.strictObject({
  ...common,
  group: text.max(MAX_REQUEST_NAME_CHARS),
  headers: headers.optional(),
  variables: variables.optional(),
  steps: z.array(json),
});

/** The forms of a step by the key that says what it does; the steps of a group are read one by one. */
export const STEP_FORMS = { request, control, consent, sca, session, include, pause: pauseStep, group };
export type ItemKind = keyof typeof STEP_FORMS;

/** For editors: every step with the steps of its groups. */
const anyStep: z.ZodType = z.lazy(() =>
  z.union([request, control, consent, sca, session, include, pauseStep, wholeGroup]),
);
const wholeGroup = group.extend({ steps: z.array(anyStep) });

const settings = {
  about: text.optional(),
  variables: variables.optional(),
  secret: z.array(variable).optional(),
  headers: headers.optional(),
};

const flow = z.strictObject({
  flow: text.max(MAX_REQUEST_NAME_CHARS).optional(),
  ...settings,
  run: z.literal(ONLY_INCLUDED).optional(),
  steps: z.array(json),
});

/** A flow file before its steps are read. */
export const flowHeadSchema = flow;
export type FlowHead = z.infer<typeof flowHeadSchema>;

/** A whole flow file, as editors check it. */
export const flowFileSchema = flow.extend({ steps: z.array(anyStep) });

/** `collection.yaml`. */
export const collectionFileSchema = z.strictObject({
  name: text.max(80).optional(),
  ...settings,
  volatile: z.array(text).optional(),
});
export type CollectionOfFile = z.infer<typeof collectionFileSchema>;
