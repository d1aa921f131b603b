import type { RuleId } from './rules.ts';

/** One thing that is wrong with a body. */
export interface BodyIssue {
  /** Names joined by `/`, as in `payments/0/creditorName`; empty for the whole body. */
  path: string;
  /** A sentence for people, at most 500 characters (ERR-1). */
  text: string;
  /** The rule that it breaks. */
  rule: RuleId;
}
