/** Refusals, as values. */
import { type BodyIssue } from '../../shared/xs2a/body-schema.ts';
import { type Check } from '../../shared/xs2a/explanation.ts';
import { type Code } from '../../shared/xs2a/refusals.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';

export interface Refusal {
  kind: 'refusal';
  status: number;
  code: Code;
  /** One or two sentences in English, at most 500 characters (ERR-1). */
  text: string;
  rule: RuleId;
  /** The check of SVC-11 that failed; of a scripted response, the first one that was not completed. */
  check: Check;
  /** Scripted by the operator (SCA-8). */
  scripted?: boolean;
  /** The field of the body, or the parameter. */
  path?: string;
  /** Further faults of the same body, each with its path (PAY-2). */
  more?: readonly BodyIssue[];
  /** The remedy, in the explanation only. */
  hint?: string | null | undefined;
  links?: Record<string, Link>;
  /** Additional response headers, such as Allow or Retry-After. */
  headers?: Record<string, string>;
}

/** Truncates the text to 500 characters (ERR-1). */
export function refuse(refusal: Omit<Refusal, 'kind'>): Refusal {
  return { kind: 'refusal', ...refusal, text: refusal.text.slice(0, 500) };
}

/** The faults of the body; none for another refusal. */
export function issuesOf({ path, text, rule, more = [] }: Refusal): readonly BodyIssue[] {
  return path === undefined ? [] : [{ path, text, rule }, ...more];
}

/** The resource in the path does not exist, or not for this TPP. */
export function unknownResource(rule: RuleId, text: string, hint?: string): Refusal {
  return refuse({ check: 'business', rule, status: 404, code: 'RESOURCE_UNKNOWN', text, hint });
}

/** A field of the body or a parameter of the query is wrong. */
export function wrongField(rule: RuleId, path: string, text: string): Refusal {
  return refuse({ check: 'business', rule, status: 400, code: 'FORMAT_ERROR', text, path });
}
