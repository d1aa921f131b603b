/** A refusal is a value: the message for the TPP, the rule, and the check that failed. */
import type { BodyIssue } from '../../shared/xs2a/body-schema.ts';
import type { Check } from '../../shared/xs2a/explanation.ts';
import type { Code } from '../../shared/xs2a/refusals.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';

export interface Refusal {
  kind: 'refusal';
  status: number;
  code: Code;
  /** One or two sentences in English, at most 500 characters (ERR-1). */
  text: string;
  rule: RuleId;
  /** The step of SVC-11 that failed; of a scripted answer, the first one that the bank did not finish. */
  check: Check;
  /** Whether the operator had scripted it (SCA-8). */
  scripted?: boolean;
  /** The field of the body that the text is about. */
  path?: string;
  /** Further faults of the same body, each with its path (PAY-2). */
  more?: readonly BodyIssue[];
  /** What to do about it; appears in the explanation only. */
  hint?: string | null | undefined;
  links?: Record<string, Link>;
  /** Additional response headers, such as Allow or Retry-After. */
  headers?: Record<string, string>;
}

/** Creates a refusal. A text of more than 500 characters is cut (ERR-1). */
export function refuse(refusal: Omit<Refusal, 'kind'>): Refusal {
  return { kind: 'refusal', ...refusal, text: refusal.text.slice(0, 500) };
}

/** Every fault of the body that a refusal names; none if it is not about the body. */
export function issuesOf({ path, text, rule, more = [] }: Refusal): readonly BodyIssue[] {
  return path === undefined ? [] : [{ path, text, rule }, ...more];
}
