/** Steps that are given to others, without the credentials in them. */
import type { Step } from '../../../shared/collection/steps.ts';
import { Credentials, type Replaced } from '../../../shared/interchange/given-away.ts';
import { LONG } from './forms.ts';
import { masked } from './mask.ts';

export interface WithoutCredentials {
  steps: Step[];
  /** The variables in their place, sorted. */
  secret: string[];
}

/** The same steps with a variable wherever one has a credential by its name or form, and wherever the same credential stands again. */
export function withoutCredentials(steps: readonly Step[]): WithoutCredentials {
  const credentials = new Credentials();
  const hidden = steps.map((step) => credentials.without(step));
  return { steps: masked(hidden, found(credentials.replaced)), secret: [...credentials.variables].sort() };
}

/** Those that are looked for in other texts: a short one may be a word of any of them. */
export function found(replaced: readonly Replaced[]): Replaced[] {
  return replaced.filter(({ real }) => real.length >= LONG);
}
