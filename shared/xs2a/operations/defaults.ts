/** Properties that most operations of a group share. */
import { authorisationCreatedSchema } from '../payment-schemas.ts';

/** Account information: the PSU must be named, and an SCA asks for accounts. */
export const ais = {
  role: 'PSP_AI',
  redirectHeaders: true,
  psu: 'required',
  sca: 'consent',
  query: [],
  body: 'none',
  success: 200,
} as const;

/** Payments and baskets: the PSU may be named, and each needs an SCA of its own (SCA-7). */
export const pis = {
  role: 'PSP_PI',
  redirectHeaders: true,
  psu: 'optional',
  sca: 'identify',
  query: [],
  body: 'none',
  success: 200,
} as const;

/** Operations that start the SCA of a payment, cancellation or basket: the PSU is present, and a body is ignored. */
export const startsSca = {
  method: 'POST',
  psuPresent: true,
  body: 'ignored',
  success: 201,
  answer: authorisationCreatedSchema,
} as const;

/** Sandbox operations and the TPP dialogue: no PSU, no session, no redirect (SBX-6). */
export const sandbox = {
  role: null,
  redirectHeaders: false,
  psu: 'none',
  sca: 'consent',
  query: [],
  body: 'none',
  success: 200,
} as const;
