/** Asks for confirmation of what cannot be undone: the second button names the consequence. */
import { type ReactNode, useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { Button } from './button.tsx';

const t = texts.common;

export function AskTwice(props: {
  /** Ends with "…". */
  label: string;
  /** Replaces the label on the button if there is not enough room for text. */
  icon?: ReactNode;
  plain?: boolean;
  sure: string;
  onSure: () => void;
}) {
  const { label, icon, plain = false, sure, onSure } = props;
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button
        look={plain ? 'plain' : 'normal'}
        size="small"
        {...(icon === undefined ? {} : { 'aria-label': label, title: label })}
        onClick={() => setAsked(true)}
      >
        {icon ?? label}
      </Button>
    );
  }
  return (
    <>
      <Button
        look="harm"
        size="small"
        onClick={() => {
          setAsked(false);
          onSure();
        }}
      >
        {sure}
      </Button>
      <Button look="plain" size="small" onClick={() => setAsked(false)}>
        {t.keep}
      </Button>
    </>
  );
}
