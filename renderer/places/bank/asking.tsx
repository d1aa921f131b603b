/** How the clock bar asks: a form below its button, and a question with its answers. */
import type { ComponentProps, MouseEvent, ReactNode, Ref } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { type Asking, useBank } from '../../state/bank.ts';
import { Button } from '../../ui/button.tsx';
import { closePanel, Popover } from '../../ui/popover.tsx';
import layout from '../../ui/layout.module.css';
import styles from './clock-bar.module.css';

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

/** Asks for confirmation. The second click of a double click says nothing. */
export function Question(props: {
  sure: string;
  look: ComponentProps<typeof Button>['look'];
  no?: string;
  noRef?: Ref<HTMLButtonElement>;
  onSure: (event: MouseEvent) => void;
  /** By default it closes the panel. */
  onNo?: (event: MouseEvent) => void;
  children?: ReactNode;
}) {
  const { sure, look, no = texts.common.cancel, noRef, onSure, onNo = closePanel, children } = props;
  return (
    <fieldset className={styles.question} aria-label={sure}>
      {children}
      <div className={layout.row}>
        <Button look={look} size="small" onClick={(event) => event.detail > 1 || onSure(event)}>
          {sure}
        </Button>
        <Button ref={noRef} look="plain" size="small" onClick={(event) => event.detail > 1 || onNo(event)}>
          {no}
        </Button>
      </div>
    </fieldset>
  );
}
