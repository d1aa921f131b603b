/** The edited tests of a step: of the active tab, or of a step that sends no request. */
import { useState, useEffect, useMemo } from 'react';
import type { StepTests } from '../../../../shared/collections/step-tests.ts';
import type { Outcome } from '../../../../shared/collections/source.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import type { Reading } from '../../../../shared/collections/assertion-form.ts';
import { isDeepEqual } from '../../../../shared/collections/deep-equal.ts';
import type { Output } from '../../../../shared/contract/methods.ts';
import { outcomeOf, wholeBody } from '../../../../shared/contract/exchange.ts';
import { host } from '../../../host.ts';
import { coalesced } from '../../../state/coalesce.ts';
import { useActiveTab } from '../../../state/requests/store.ts';

export interface EditedTests {
  kind: StepKind;
  tests: StepTests;
  /** @param what the edited field: consecutive edits of one field are one undo step */
  edit: (what: string, change: StepTests) => void;
  /** The response that they are judged by. */
  outcome: Outcome | null;
  /** Whether the request was sent without a response. */
  isUnanswered?: boolean;
  known: readonly KnownVariable[];
}

interface Order<V, F, N extends string> {
  value: V;
  fieldsOf: (value: V) => F;
  read: (fields: F) => Reading<V, N>;
  onChange: (value: V) => void;
}

/** @returns the typed fields, their error, and a function that changes some of them */
export function useFields<V, F extends object, N extends string>(order: Order<V, F, N>) {
  const { value, fieldsOf, read, onChange } = order;
  const [typed, setTyped] = useState<{ of: V; fields: F } | null>(null);
  // Undo shows another value than the typed one.
  const fields = typed !== null && typed.of === value ? typed.fields : fieldsOf(value);
  const reading = read(fields);
  const change = (part: Partial<F>) => {
    const next = { ...fields, ...part };
    const now = read(next);
    const isNew = now.ok && !isDeepEqual(now.value, value);
    setTyped({ of: isNew ? now.value : value, fields: next });
    if (isNew) onChange(now.value);
  };
  return { fields, wrong: reading.ok ? null : reading, change };
}

export type KnownVariable = Output<'variables.known'>['variables'][number];

/** The variables of the active tab, read again after each response. */
export function useKnown(): readonly KnownVariable[] {
  const [known, setKnown] = useState<readonly KnownVariable[]>([]);
  const path = useActiveTab((tab) => tab.path);
  const run = useActiveTab((tab) => tab.run);
  const exchangeId = useActiveTab(({ exchange }) => exchange?.id);
  useEffect(() => {
    let isGone = false;
    const load = coalesced(() =>
      host
        .call('variables.known', { path, run })
        .then(({ variables }) => {
          if (!isGone) setKnown(variables);
        })
        // Then assertions with variables are not judged.
        .catch(() => setKnown([])),
    );
    void load();
    const stop = host.on('environments.changed', () => void load());
    return () => {
      isGone = true;
      stop();
    };
  }, [path, run, exchangeId]);
  return known;
}

/** The response of the active tab. */
export function useOutcome(): Outcome | null {
  const exchange = useActiveTab((tab) => tab.exchange);
  return useMemo(
    () => (exchange === null || exchange.response === null ? null : outcomeOf(exchange, wholeBody(exchange))),
    [exchange],
  );
}
