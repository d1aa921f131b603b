/** The steps of a collection: a request, an SCA by a persona, a control call of the local bank, a session, a pause, or another folder. */
import { z } from 'zod';
import { jsonValueSchema } from '../schema-tools.ts';
import { BANK_METHODS } from '../xs2a/http-syntax.ts';
import {
  fieldsSchema,
  hasLongPath,
  LONG_PATH,
  requestNameSchema,
  requestSchema,
} from '../requests/request.ts';
import { assertionSchema } from './assertion.ts';
import { captureSchema } from './capture.ts';
import { VARIABLE_NAME } from './variable-name.ts';
import {
  MAX_PAUSE_MS,
  MAX_REQUEST_NAME_CHARS,
  MAX_STEP_ACCOUNTS,
  MAX_STEP_ASSERTIONS,
  MAX_STEP_LABELS,
  MAX_TURNS,
} from '../limits.ts';

/** The name of the session that a run begins with. */
export const FIRST_SESSION = '1';

const name = z.string().regex(VARIABLE_NAME);

const values = z.record(z.string(), z.string());

const noFields = fieldsSchema.default({});

/** A request as the window composes it. Its body is a JSON value, or lines of text if it is not the usual JSON. */
export const requestStepSchema = z
  .strictObject({
    /** Id in the catalogue; a file may name one that this version does not know. */
    operation: z.string(),
    /** Method and path, if the operation, params and query do not determine them. */
    line: requestSchema.shape.line.unwrap().optional(),
    params: noFields,
    query: noFields,
    headers: noFields,
    fault: z.string().nullable().default(null),
    json: jsonValueSchema.optional(),
    text: z.array(z.string()).optional(),
  })
  .refine((request) => !hasLongPath(request), LONG_PATH)
  .refine(({ json, text }) => json === undefined || text === undefined, 'A body is json or text, not both.');
export type RequestStep = z.infer<typeof requestStepSchema>;

/** What a PSU does on the bank's pages. Texts may contain variables. */
const scaStep = z.strictObject({
  /** The link that leads to the bank; by default the `scaRedirect` of the latest response. */
  link: z.string().optional(),
  /** National ID of the PSU, or the name of one of the customers that a simulator's page offers. */
  psu: z.string().min(1),
  decision: z.enum(['approve', 'abort']),
  context: z.enum(['PRIVATE', 'CORPORATE']).optional(),
  agreement: z.string().optional(),
  /** BBANs or IBANs; all that can be shared if left out. */
  accounts: z.array(z.string()).max(MAX_STEP_ACCOUNTS).optional(),
});

/** A call of the local bank's control listener: clock, batch, reset, scenarios and every other act of the operator. */
const controlStep = z.strictObject({
  method: z.enum(BANK_METHODS),
  path: z.string().startsWith('/control/'),
  json: jsonValueSchema.optional(),
});

const includeStep = z.strictObject({
  /** Folder from the root of the collection. Its captures come back. */
  folder: z.string().min(1),
  variables: values
    .refine(
      (given) => Object.keys(given).length <= MAX_STEP_LABELS,
      `A step gives a folder at most ${MAX_STEP_LABELS} variables.`,
    )
    .optional(),
});

const eachSchema = z.strictObject({
  /** A variable that holds a list, or a CSV or JSON file beside the collection. */
  in: z.union([z.strictObject({ variable: name }), z.strictObject({ file: z.string().min(1) })]),
  /** The variable that holds one item. The columns of a row are variables of their own. */
  as: name,
});

const tooMany = `A step has at most ${MAX_STEP_ASSERTIONS} entries in each of expect, warn, keep and until.`;
const assertions = z.array(assertionSchema).max(MAX_STEP_ASSERTIONS, tooMany);

const untilSchema = z.strictObject({
  expect: assertions.min(1),
  /** At most so many rounds. */
  rounds: z.int().min(1).max(MAX_TURNS),
  /** What happens between two rounds: a pause in milliseconds, or a control call such as a move of the clock. */
  between: z.union([z.strictObject({ pause: z.int().min(0).max(MAX_PAUSE_MS) }), controlStep]),
});

/** The operation of an OpenAPI document that a step was made from: how an update finds the step, whatever its name and place are. */
export const operationRefSchema = z.strictObject({
  /** Method and path as the document has them, such as `GET /v1/accounts/{account-id}`. */
  operation: z.string().min(1),
  /** Its operationId. */
  id: z.string().min(1).optional(),
  /** The name of the example that is the body, if it has one. */
  example: z.string().min(1).optional(),
});
export type OperationRef = z.infer<typeof operationRefSchema>;

const common = {
  name: requestNameSchema,
  /** Position in its folder: smaller numbers first, then steps without a number by name. */
  order: z.number().optional(),
  /** Words by which a run chooses steps, such as the id of a rule. */
  tags: z
    .array(z.string().min(1))
    .max(MAX_STEP_LABELS, `A step has at most ${MAX_STEP_LABELS} tags.`)
    .optional(),
  /** Why a run leaves the step out. */
  skip: z.string().min(1).optional(),
  each: eachSchema.optional(),
  until: untilSchema.optional(),
  expect: assertions.optional(),
  /** Assertions whose failure is a warning. */
  warn: assertions.optional(),
  keep: z.array(captureSchema).max(MAX_STEP_ASSERTIONS, tooMany).optional(),
  openapi: operationRefSchema.optional(),
};

/** What a step does; exactly one of these. */
const kinds = {
  request: requestStepSchema.optional(),
  sca: scaStep.optional(),
  control: controlStep.optional(),
  include: includeStep.optional(),
  /** The name of the session that requests carry from here on. A new name begins a session; a run begins with {@link FIRST_SESSION}. */
  session: z.string().min(1).max(MAX_REQUEST_NAME_CHARS).optional(),
  /** Milliseconds. */
  pause: z.int().min(0).max(MAX_PAUSE_MS).optional(),
};

export const stepShape = { ...common, ...kinds };

/** @param step whose parts fit their schemas */
export function isOneKind(step: Partial<Record<StepKind, unknown>>): boolean {
  return kindsOf(step).length === 1;
}

export const ONE_KIND = 'A step is exactly one of request, sca, control, include, session and pause.';

export const stepSchema = z.strictObject(stepShape).refine(isOneKind, ONE_KIND);
export type Step = z.infer<typeof stepSchema>;
export type ScaStep = NonNullable<Step['sca']>;
export type ControlStep = NonNullable<Step['control']>;

export const STEP_KINDS = ['request', 'sca', 'control', 'include', 'session', 'pause'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

function kindsOf(step: Partial<Record<StepKind, unknown>>): StepKind[] {
  return STEP_KINDS.filter((kind) => step[kind] !== undefined);
}

/** @param step that fits the schema */
export function kindOf(step: Step): StepKind {
  return kindsOf(step)[0] ?? 'pause';
}
