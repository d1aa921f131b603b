/** What most operations of a group have in common. */
import { authorisationCreatedSchema } from '../payment-schemas.ts';

/** Account information: the PSU is named, and an SCA that is started asks for accounts. */
export const ais = {
  role: 'PSP_AI',
  redirectHeaders: true,
  psu: 'required',
  sca: 'consent',
  query: [],
  body: 'none',
  success: 200,
} as const;

/** Payments and baskets: the PSU may be named, and each SCA is one of its own (SCA-7). */
export const pis = {
  role: 'PSP_PI',
  redirectHeaders: true,
  psu: 'optional',
  sca: 'identify',
  query: [],
  body: 'none',
  success: 200,
} as const;

/** What starts the SCA of a payment, cancellation or basket: with the PSU present, and a body that nobody reads. */
export const startsSca = {
  method: 'POST',
  psuPresent: true,
  body: 'ignored',
  success: 201,
  answer: authorisationCreatedSchema,
} as const;

/** Sandbox calls and the TPP dialogue: no PSU, no session, no redirect (SBX-6). */
export const sandbox = {
  role: null,
  redirectHeaders: false,
  psu: 'none',
  sca: 'consent',
  query: [],
  body: 'none',
  success: 200,
} as const;
