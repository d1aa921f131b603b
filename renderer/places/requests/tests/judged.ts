/** What an assertion says about a response, with the variables that are known here. */
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import { judge, type Judgement } from '../../../../shared/collections/judge.ts';
import { filledAssertions, Filler } from '../../../../shared/collections/fill.ts';
import type { Variable } from '../../../../shared/collections/scope.ts';
import type { Outcome } from '../../../../shared/collections/source.ts';
import type { KnownVariable } from './judging.ts';

/** @returns null if a variable has no value here, one that is not shown here, or one that is too long */
export function judged(
  assertion: Assertion,
  outcome: Outcome,
  known: readonly KnownVariable[],
): Judgement | null {
  const values = shownValues(known);
  // A run computes those of its own time, whose names start with `$`.
  const filler = new Filler({ get: (name) => values.get(name) ?? null }, CIRCUMSTANCES);
  let filled: Assertion[];
  try {
    filled = filledAssertions([assertion], filler);
    filler.check();
  } catch {
    return null;
  }
  return judge(filled[0] ?? assertion, outcome);
}

/** Those of the latest list: there may be thousands, and a hundred assertions. */
let latest: { known: readonly KnownVariable[]; values: ReadonlyMap<string, Variable> } | null = null;

/** Values that may be shown, by name. */
function shownValues(known: readonly KnownVariable[]): ReadonlyMap<string, Variable> {
  if (latest?.known !== known) {
    const shown = known.filter(({ secret }) => !secret);
    latest = { known, values: new Map(shown.map(({ json, ...one }) => [one.name, { ...one, value: json }])) };
  }
  return latest.values;
}

const CIRCUMSTANCES = { now: 0, newUuid: () => '' };
