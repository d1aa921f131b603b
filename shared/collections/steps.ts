/** The steps of a flow: a request, a consent, an SCA by a PSU, a control call of the local bank, a session, a pause, or another flow. */
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

const values = z.record(name, jsonValueSchema);

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

/** Of a PSU on the bank's pages. Texts may contain variables. */
const atBank = {
  /** National ID of the PSU, or the name of one of the customers that a simulator's page offers. */
  psu: z.string().min(1),
  context: z.enum(['PRIVATE', 'CORPORATE']).optional(),
  agreement: z.string().optional(),
  /** BBANs or IBANs; all that can be shared if left out. */
  accounts: z.array(z.string()).max(MAX_STEP_ACCOUNTS).optional(),
};

/** What a consent step sends (CON-1). */
export const ASK_CONSENT: RequestStep = {
  operation: 'createConsent',
  params: {},
  query: {},
  headers: {},
  fault: null,
};

const scaStep = z.strictObject({
  ...atBank,
  /** The link that leads to the bank; by default the latest `scaRedirect` of a step that passed. */
  link: z.string().optional(),
  /** `revoke` revokes the newest consent in the online bank (SCA-11). */
  decision: z.enum(['approve', 'abort', 'revoke']),
});

/** Asks for a bank-offered consent, which the PSU then gives on the bank's pages (CON-1, SCA-9). */
const consentStep = z.strictObject(atBank);

/** A call of the local bank's control listener: clock, batch, reset, scenarios and every other act of the operator. */
const controlStep = z.strictObject({
  method: z.enum(BANK_METHODS),
  path: z.string().startsWith('/control/'),
  json: jsonValueSchema.optional(),
});

const includeStep = z.strictObject({
  /** File of a flow from the folder of this one. What it keeps comes back. */
  flow: z.string().min(1),
  variables: values
    .refine(
      (given) => Object.keys(given).length <= MAX_STEP_LABELS,
      `A step gives a flow at most ${MAX_STEP_LABELS} variables.`,
    )
    .optional(),
});

/**
 * What a step is repeated for: a file of rows (CSV or JSON) beside the flow, rows, or a variable with its values, which may be a
 * variable that holds a list.
 */
export const eachSchema = z.union([z.string().min(1), z.array(values), values]);
export type Each = z.infer<typeof eachSchema>;

/** What must hold of variables so that a step runs. */
export const whenSchema = z.array(z.strictObject({ variable: name, must: assertionSchema.shape.must }));

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
  /** Markdown. */
  about: z.string().min(1).optional(),
  /** Words by which a run chooses steps, such as the id of a rule. */
  tags: z
    .array(z.string().min(1))
    .max(MAX_STEP_LABELS, `A step has at most ${MAX_STEP_LABELS} tags.`)
    .optional(),
  /** Why a run leaves the step out. */
  skip: z.string().min(1).optional(),
  /** Leaves the step out unless all of it holds. */
  when: whenSchema.optional(),
  each: eachSchema.optional(),
  /** Applied to the JSON of the body, once its variables are filled in: a JSON Merge Patch (RFC 7396). */
  change: z.record(z.string(), jsonValueSchema).optional(),
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
  consent: consentStep.optional(),
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

export const ONE_KIND =
  'A step is exactly one of request, consent, sca, control, include, session and pause.';

export const stepSchema = z.strictObject(stepShape).refine(isOneKind, ONE_KIND);
export type Step = z.infer<typeof stepSchema>;
export type ScaStep = NonNullable<Step['sca']>;
export type ConsentStep = NonNullable<Step['consent']>;
export type ControlStep = NonNullable<Step['control']>;

export const STEP_KINDS = ['request', 'consent', 'sca', 'control', 'include', 'session', 'pause'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

function kindsOf(step: Partial<Record<StepKind, unknown>>): StepKind[] {
  return STEP_KINDS.filter((kind) => step[kind] !== undefined);
}

/** @param step that fits the schema */
export function kindOf(step: Step): StepKind {
  return kindsOf(step)[0] ?? 'pause';
}
