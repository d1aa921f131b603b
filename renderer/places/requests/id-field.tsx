/** A field for an id, which offers those that the bank has answered with lately. */
import type { ComponentProps } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { texts } from '../../../shared/texts/texts.ts';
import { loadRecentIds, useRecentIds } from '../../state/requests/recent-ids.ts';
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
  const suggestions = useRecentIds(useShallow((state) => state.ids.filter((one) => one.name === name)));
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
