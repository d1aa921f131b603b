/** An entry of the catalogue, and the properties that entries of a group share. */
import type { z } from 'zod';
import type { Ruled } from '../body-schema.ts';
import type { Method } from '../http-syntax.ts';
import type { RuleId } from '../rules.ts';
import { authorisationCreatedSchema } from '../payment-schemas.ts';

export interface QueryParameter {
  name: string;
  /** Values to choose from; none for free text. */
  values: readonly string[];
  /** The initial value in the composer; '' leaves the parameter out. */
  first: string;
  text: string;
}

export interface Operation {
  id: string;
  group: string;
  title: string;
  method: Method;
  /** Path template; `{name}` matches one percent-encoded segment. */
  path: string;
  summary: string;
  /** Rules of the bank contract that this operation follows. */
  rules: readonly RuleId[];
  /** The PSD2 role that a production bank requires (SIG-12); null if either is sufficient. */
  role: 'PSP_AI' | 'PSP_PI' | null;
  /** Sandbox operations need no PSU, session or redirect headers (SBX-6). */
  redirectHeaders: boolean;
  /** Without PSU-ID, `required` leads to 401 with an scaRedirect and `named` to 400; `optional` is checked if present (HDR-5). */
  psu: 'none' | 'optional' | 'required' | 'named';
  /** PSU-Corporate-ID is chosen from its response, so it is never refused here (HDR-6). */
  choosesContext?: true;
  /** Whether PSU-IP-Address must be sent (HDR-7). */
  psuPresent?: boolean;
  /** A value that x-accept-fix must contain (HDR-9). */
  acceptFix?: string;
  /** Values to choose from for a path parameter. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Purpose of its SCA: accounts to share, or only the PSU's identity (SCA-13). */
  sca: 'consent' | 'identify';
  query: readonly QueryParameter[];
  /** `ignored`: a body is allowed but checked only for media type, UTF-8 and digest (SCA-9). `json`: the body must be JSON. */
  body: 'none' | 'ignored' | 'json';
  /** Schema of a `json` body, with the rules that a faulty body breaks. */
  input?: Ruled;
  example?: string;
  /** Example bodies by the value of the first path parameter that has choices. */
  examples?: Readonly<Record<string, string>>;
  success: number;
  /** A second success status, whose response then has the body (PAY-7). */
  otherSuccess?: number;
  /** Schema of the response body; `nothing` for a 204. */
  answer: z.ZodType;
}

/** The default: a GET without query and body. */
const read = { method: 'GET', query: [], body: 'none', success: 200 } as const;

/** Account information: the PSU must be named, and an SCA asks for accounts. */
export const ais = {
  ...read,
  role: 'PSP_AI',
  redirectHeaders: true,
  psu: 'required',
  sca: 'consent',
} as const;

/** Payments and baskets: the PSU may be named, and each needs its own SCA (SCA-7). */
export const pis = {
  ...read,
  role: 'PSP_PI',
  redirectHeaders: true,
  psu: 'optional',
  sca: 'identify',
} as const;

/** Sandbox operations and the TPP dialogue: no PSU, no session, no redirect (SBX-6). */
export const sandbox = { ...read, role: null, redirectHeaders: false, psu: 'none', sca: 'consent' } as const;

/** Operations that create something from a JSON body. */
export const creates = { method: 'POST', body: 'json', success: 201 } as const;

/** Operations that start the SCA of a payment, cancellation or basket: the PSU is present, and a body is ignored. */
export const startsSca = {
  method: 'POST',
  psuPresent: true,
  body: 'ignored',
  success: 201,
  answer: authorisationCreatedSchema,
} as const;
