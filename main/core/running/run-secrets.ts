/** Every secret value that a run has had, until it ends: a response may repeat one that no variable has any more. */
import { secretTexts } from '../../../shared/collection/fill.ts';
import type { Variable } from '../../../shared/collection/scope.ts';

/** Values that are remembered besides those in use. Each makes the masking of every text longer, and a loop may bring a new one each turn. */
const MOST = 200;

export class RunSecrets {
  /** The latest last. */
  private readonly values = new Set<string>();

  /** @returns what must be masked while a step has these variables */
  with(variables: readonly Pick<Variable, 'secret' | 'value'>[]): string[] {
    const inUse = secretTexts(variables);
    for (const value of inUse) {
      this.values.delete(value);
      this.values.add(value);
    }
    const all = [...this.values];
    for (const oldest of all.slice(0, Math.max(0, all.length - MOST))) this.values.delete(oldest);
    return all;
  }
}
