/** A form of the clock bar, below its button. */
import type { ComponentProps } from 'react';
import { type Asking, useBank } from '../../state/bank.ts';
import { Popover } from '../../ui/popover.tsx';

/** Commands of the palette open it, too. */
export function AskPopover({
  form,
  ...rest
}: { form: Asking } & Omit<ComponentProps<typeof Popover>, 'isOpen' | 'onToggle'>) {
  const { asking, ask } = useBank();
  return (
    <Popover
      {...rest}
      isOpen={asking === form}
      onToggle={(isOpen) => {
        if (isOpen) ask(form);
        // Another form may have been opened meanwhile.
        else if (useBank.getState().asking === form) ask(null);
      }}
    />
  );
}
