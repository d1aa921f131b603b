/** What cannot be undone is asked for twice: the second button says what will happen. */
import { type ReactNode, useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';

const t = texts.common;

export function AskTwice(props: {
  /** Ends in "…". */
  label: string;
  /** In place of the label on the button, where there is no room for words. */
  icon?: ReactNode;
  plain?: boolean;
  sure: string;
  onSure: () => void;
}) {
  const { label, icon, plain = false, sure, onSure } = props;
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button
        type="button"
        className={plain ? 'btn plain sm' : 'btn sm'}
        {...(icon === undefined ? {} : { 'aria-label': label, title: label })}
        onClick={() => setAsked(true)}
      >
        {icon ?? label}
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        className="btn harm sm"
        onClick={() => {
          setAsked(false);
          onSure();
        }}
      >
        {sure}
      </button>
      <button type="button" className="btn plain sm" onClick={() => setAsked(false)}>
        {t.keep}
      </button>
    </>
  );
}
