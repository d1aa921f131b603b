import type { RuleId } from './rules.ts';

/** One fault in a body. */
export interface BodyIssue {
  /** Names joined by `/`, as in `payments/0/creditorName`; empty for the whole body. */
  path: string;
  /** A sentence of at most 500 characters (ERR-1). */
  text: string;
  /** The rule that the body breaks. */
  rule: RuleId;
}
