/** Judges an assertion by a response, with the variables of the window. Pure. */
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import { judge, type Judgement } from '../../../../shared/collections/judge.ts';
import { type Capture, captured, type Captured } from '../../../../shared/collections/capture.ts';
import { filledAssertions, filledCaptures, Filler } from '../../../../shared/collections/fill.ts';
import type { Variable } from '../../../../shared/collections/scope.ts';
import type { Outcome } from '../../../../shared/collections/source.ts';
import type { KnownVariable } from './edited-tests.ts';

/** @returns null if a variable has no value, a secret one, or one that is too long */
export function judged(
  assertion: Assertion,
  outcome: Outcome,
  known: readonly KnownVariable[],
): Judgement | null {
  const [filled] = filledBy(known, (filler) => filledAssertions([assertion], filler));
  return filled === undefined ? null : judge(filled, outcome);
}

/** @returns null as {@link judged} */
export function keptNow(
  capture: Capture,
  outcome: Outcome,
  known: readonly KnownVariable[],
): Captured | null {
  const filled = filledBy(known, (filler) => filledCaptures([capture], filler));
  return captured(filled, outcome)[0] ?? null;
}

function filledBy<T>(known: readonly KnownVariable[], fill: (filler: Filler) => T[]): T[] {
  const values = shownValues(known);
  // Only a run has dynamic variables, whose names start with `$`.
  const filler = new Filler({ get: (name) => values.get(name) ?? null }, CIRCUMSTANCES);
  try {
    const filled = fill(filler);
    filler.check();
    return filled;
  } catch {
    return [];
  }
}

/** Cache of the latest list: there may be thousands of variables and a hundred assertions. */
let latest: { known: readonly KnownVariable[]; values: ReadonlyMap<string, Variable> } | null = null;

/** Values that are not secret, by name. */
function shownValues(known: readonly KnownVariable[]): ReadonlyMap<string, Variable> {
  if (latest?.known !== known) {
    const shown = known.filter(({ secret }) => !secret);
    latest = { known, values: new Map(shown.map(({ json, ...one }) => [one.name, { ...one, value: json }])) };
  }
  return latest.values;
}

const CIRCUMSTANCES = { now: 0, newUuid: () => '' };
