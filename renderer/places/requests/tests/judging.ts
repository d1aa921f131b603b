/** What the tests of the active tab say about its response, with the variables that are known here. */
import { useEffect, useMemo, useState } from 'react';
import { type Assertion, judge, type Judgement } from '../../../../shared/collection/assertion.ts';
import { filledAssertions, Filler } from '../../../../shared/collection/fill.ts';
import { Scope } from '../../../../shared/collection/scope.ts';
import type { Outcome } from '../../../../shared/collection/source.ts';
import type { Output } from '../../../../shared/contract/methods.ts';
import { outcomeOf, wholeBody } from '../../../../shared/contract/outcome.ts';
import { host } from '../../../host.ts';
import { inTurn } from '../../../state/in-turn.ts';
import { useActiveTab } from '../../../state/requests/store.ts';

export type KnownVariable = Output<'variables.known'>['variables'][number];

/** Every variable that the active tab can use, read again after each response. */
export function useKnown(): readonly KnownVariable[] {
  const [known, setKnown] = useState<readonly KnownVariable[]>([]);
  const path = useActiveTab((tab) => tab.path);
  const exchangeId = useActiveTab(({ exchange }) => exchange?.id);
  useEffect(() => {
    let isGone = false;
    const load = inTurn(() =>
      host
        .call('variables.known', { path })
        .then(({ variables }) => {
          if (!isGone) setKnown(variables);
        })
        // Without them, assertions with variables are not judged here.
        .catch(() => setKnown([])),
    );
    void load();
    const stop = host.on('environments.changed', () => void load());
    return () => {
      isGone = true;
      stop();
    };
  }, [path, exchangeId]);
  return known;
}

/** The response as tests read it; null before there is one. */
export function useOutcome(): Outcome | null {
  const exchange = useActiveTab((tab) => tab.exchange);
  return useMemo(
    () => (exchange === null || exchange.response === null ? null : outcomeOf(exchange, wholeBody(exchange))),
    [exchange],
  );
}

/** @returns null if a variable has no value here, one that is not shown here, or one that is too long */
export function judged(
  assertion: Assertion,
  outcome: Outcome,
  known: readonly KnownVariable[],
): Judgement | null {
  const shown = known.filter(({ secret }) => !secret).map(({ json, ...one }) => ({ ...one, value: json }));
  let scope = Scope.empty;
  for (const variable of shown) scope = scope.with(variable.origin, [variable]);
  // A run computes those of its own time.
  const values = {
    get: (name: string) => (name.startsWith('$') ? null : scope.get(name, CIRCUMSTANCES)),
  };
  const filler = new Filler(values, CIRCUMSTANCES);
  let filled: Assertion[];
  try {
    filled = filledAssertions([assertion], filler);
    filler.check();
  } catch {
    return null;
  }
  return judge(filled[0] ?? assertion, outcome);
}

const CIRCUMSTANCES = { now: 0, newUuid: () => '' };
