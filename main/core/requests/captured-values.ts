/** Values that requests sent by hand have kept, for the requests after them: in memory, apart for each environment. */
import type { Captured } from '../../../shared/collections/capture.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import { MAX_KEPT_VALUE_CHARS } from '../../../shared/limits.ts';

export type CapturedVariable = Omit<Variable, 'origin'>;

/** Of one environment. The oldest are forgotten first. */
const MOST = 200;

export class CapturedValues {
  private readonly of = new Map<string, Map<string, CapturedVariable>>();

  /** @param from the request whose response brought the values, as it is shown */
  keep(environmentId: string, captured: readonly Captured[], from: string): void {
    const kept = this.of.get(environmentId) ?? new Map<string, CapturedVariable>();
    for (const one of captured) {
      if ('missing' in one || JSON.stringify(one.value).length > MAX_KEPT_VALUE_CHARS) continue;
      // The latest is at the end.
      kept.delete(one.name);
      kept.set(one.name, { ...one, from });
    }
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST) break;
      kept.delete(oldest);
    }
    this.of.set(environmentId, kept);
  }

  get(environmentId: string, name: string): CapturedVariable | null {
    return this.of.get(environmentId)?.get(name) ?? null;
  }

  /** The latest last. */
  list(environmentId: string): CapturedVariable[] {
    return [...(this.of.get(environmentId)?.values() ?? [])];
  }

  /** Puts back what {@link list} has returned. */
  replace(environmentId: string, values: readonly CapturedVariable[]): void {
    this.of.set(environmentId, new Map(values.map((one) => [one.name, one])));
  }

  /** @param name null for every value */
  forget(environmentId: string, name: string | null): void {
    if (name === null) this.of.delete(environmentId);
    else this.of.get(environmentId)?.delete(name);
  }
}
