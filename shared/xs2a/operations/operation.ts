/** What an entry of the catalogue says of an operation. */
import type { z } from 'zod';
import type { Ruled } from '../ruled.ts';
import type { RuleId } from '../rules.ts';

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

export interface QueryParameter {
  name: string;
  /** Values to choose from; none for free text. */
  values: readonly string[];
  /** What the composer starts with; '' leaves the parameter out. */
  first: string;
  text: string;
}

export interface Operation {
  id: string;
  group: string;
  title: string;
  method: Method;
  /** Path template; `{name}` stands for one percent-encoded segment. */
  path: string;
  /** One line for people. */
  summary: string;
  /** Rules of the bank contract that this operation follows. */
  rules: readonly RuleId[];
  /** Which PSD2 role a production bank asks for (SIG-12); null where either will do. */
  role: 'PSP_AI' | 'PSP_PI' | null;
  /** Sandbox calls need neither PSU, session nor redirect headers (SBX-6). */
  redirectHeaders: boolean;
  /**
   * `required`: without PSU-ID the answer is 401 with an scaRedirect; `named`: without it 400; `optional`: checked when
   * it is there (HDR-5).
   */
  psu: 'none' | 'optional' | 'required' | 'named';
  /** Whether PSU-IP-Address must be sent (HDR-7). */
  psuPresent?: boolean;
  /** A value that x-accept-fix must hold (HDR-9). */
  acceptFix?: string;
  /** Values to choose from for a path parameter. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** What an SCA asks for that this operation starts: accounts to share, or only who the PSU is (SCA-13). */
  sca: 'consent' | 'identify';
  query: readonly QueryParameter[];
  /** `ignored`: a body may be sent and is read for media type, UTF-8 and digest only (SCA-9). `json`: it must be JSON. */
  body: 'none' | 'ignored' | 'json';
  /** Schema of a `json` body, with the rules that a faulty one breaks. */
  input?: Ruled;
  /** A body to begin with. */
  example?: string;
  /** Bodies to begin with, by the value of the first path parameter that has choices. */
  examples?: Readonly<Record<string, string>>;
  success: number;
  /** A second status of success, which then has the body (PAY-7). */
  otherSuccess?: number;
  /** Schema of the answer's body; `nothing` for a 204. */
  answer: z.ZodType;
}
