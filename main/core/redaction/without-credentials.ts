/** Steps that are given to others, without the credentials in them. */
import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../../shared/collections/steps.ts';
import { Credentials, type Replaced } from '../../../shared/interchange/given-away.ts';
import { LONG } from './forms.ts';
import { masked } from './mask.ts';

export interface WithoutCredentials {
  steps: Step[];
  /** The variables in their place, sorted. */
  secret: string[];
}

/**
 * The same steps with a variable wherever one has a credential by its name or form, and wherever the same credential stands again.
 * @param declared values of secret variables, which may have been written out
 */
export function withoutCredentials(
  steps: readonly Step[],
  declared: readonly Replaced[] = [],
): WithoutCredentials {
  const credentials = new Credentials();
  const hidden = masked(
    steps.map((step) => credentials.without(step)),
    found(credentials.replaced),
  );
  const written = found(declared).filter((one) => !isDeepStrictEqual(masked(hidden, [one]), hidden));
  const names = written.map(({ shown }) => shown.slice(2, -2));
  const secret = [...new Set([...credentials.variables, ...names])].sort();
  return { steps: masked(hidden, written), secret };
}

/** Those that are looked for in other texts: a short one may be a word of any of them. */
export function found(replaced: readonly Replaced[]): Replaced[] {
  return replaced.filter(({ real }) => real.length >= LONG);
}
