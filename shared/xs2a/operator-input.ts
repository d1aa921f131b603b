/** Input of the operator: scripted failures (SCA-8), and entries in the register of TPPs (SIG-12). */
import { z } from 'zod';
import { BANK_METHODS } from './http-syntax.ts';
import { MAX_HEADERS } from './bank-limits.ts';
import { MAX_TPP_ID_CHARS, MAX_TPP_NAME_CHARS } from '../limits.ts';
import { PSD2_ROLES } from '../signing/certificate.ts';

/** Has the length of a text of a refusal (ERR-1). */
const text = z.string().min(1).max(500);

/** The parameters of the redirect after a failed SCA (SCA-2). */
const failure = z.strictObject({
  system: text,
  status: z.number().int().min(400).max(599),
  code: text,
  message: text,
});

/** A scripted failure: when it happens, and what the bank then does wrong. */
export const scenarioInput = z.strictObject({
  when: z
    .strictObject({
      method: z.enum(BANK_METHODS).optional(),
      /** Exact path without query; `*` matches one segment. */
      path: z.string().startsWith('/').max(MAX_HEADERS).optional(),
      /** organizationIdentifier. */
      tpp: z.string().max(MAX_TPP_ID_CHARS).optional(),
      /** How often it happens; unlimited if left out. */
      times: z.number().int().min(1).optional(),
    })
    .default({}),
  then: z
    .strictObject({
      forceSca: z.literal(true).optional(),
      exemptSca: z.literal(true).optional(),
      failSca: failure.optional(),
      delayMs: z.number().int().min(0).max(60_000).optional(),
      status: z.number().int().min(400).max(599).optional(),
      dropConnection: z.literal(true).optional(),
      corruptResponseSignature: z.literal(true).optional(),
    })
    .refine(
      (effects) => Object.values(effects).some((effect) => effect !== undefined),
      'needs at least one effect',
    ),
});
export type ScenarioInput = z.infer<typeof scenarioInput>;

/** Part of the refusal of a TPP without an entry, by which the window offers to register it. */
export const NOT_REGISTERED = "is not in the bank's register of TPPs";

const NAME = `must have 1 to ${MAX_TPP_NAME_CHARS} characters`;

/** An entry in the register; members that are left out do not change. */
export const registrationChange = z.strictObject({
  name: z.string().trim().min(1, NAME).max(MAX_TPP_NAME_CHARS, NAME).optional(),
  status: z.enum(['registered', 'withdrawn']).optional(),
  /** Whether the TPP may offer its services in Norway. */
  passport: z.boolean().optional(),
  roles: z.array(z.enum(PSD2_ROLES)).optional(),
});
export type RegistrationChange = z.infer<typeof registrationChange>;
