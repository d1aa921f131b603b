/** A scripted failure: when it happens and what the bank then does wrong (contract section 13, SCA-8). */
import { z } from 'zod';
import { BANK_METHODS } from './http-methods.ts';
import { MAX_HEADERS } from './limits.ts';
import { MAX_TPP_ID_CHARS } from '../limits.ts';

/** As long as a text of a refusal (ERR-1). */
const text = z.string().min(1).max(500);

/** The parameters of the redirect after a failed SCA (SCA-2). */
const failure = z.strictObject({
  system: text,
  status: z.number().int().min(400).max(599),
  code: text,
  message: text,
});

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
