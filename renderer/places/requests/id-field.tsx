/** A field for an id, which offers those that the bank has answered with lately. */
import type { ComponentProps } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { texts } from '../../../shared/texts/texts.ts';
import { loadRecentIds, useRecentIds } from '../../state/requests/recent-ids.ts';
import { machineTimeOfToday } from '../../ui/machine-time.ts';
import { SuggestingInput } from '../../ui/suggesting-input.tsx';

const t = texts.requests.parameters;

type Props = Omit<
  ComponentProps<typeof SuggestingInput>,
  'suggestions' | 'listLabel' | 'onEnter' | 'name'
> & {
  /** The parameter or header, as {@link useRecentIds} names it. */
  name: string;
};

export function IdField({ name, ...rest }: Props) {
  const ids = useRecentIds(useShallow((state) => state.ids.filter((one) => one.name === name)));
  // Payments of the same amount to the same creditor are told apart by their times.
  const suggestions = ids.map(({ value, about, at }) => ({ value, about, when: machineTimeOfToday(at) }));
  return (
    <SuggestingInput
      {...rest}
      suggestions={suggestions}
      listLabel={t.recent(name)}
      onEnter={() => void loadRecentIds()}
      aria-description={t.recentHint}
    />
  );
}
