/** The response of the active tab, and the variables that are known here, as its tests read them. */
import { useEffect, useMemo, useState } from 'react';
import type { Outcome } from '../../../../shared/collections/source.ts';
import type { Output } from '../../../../shared/contract/methods.ts';
import { outcomeOf, wholeBody } from '../../../../shared/contract/exchange.ts';
import { host } from '../../../host.ts';
import { coalesced } from '../../../state/coalesce.ts';
import { useActiveTab } from '../../../state/requests/store.ts';

export type KnownVariable = Output<'variables.known'>['variables'][number];

/** Every variable that the active tab can use, read again after each response. */
export function useKnown(): readonly KnownVariable[] {
  const [known, setKnown] = useState<readonly KnownVariable[]>([]);
  const path = useActiveTab((tab) => tab.path);
  const exchangeId = useActiveTab(({ exchange }) => exchange?.id);
  useEffect(() => {
    let isGone = false;
    const load = coalesced(() =>
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
