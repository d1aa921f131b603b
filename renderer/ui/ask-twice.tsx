/**
 * Asks for confirmation of what cannot be undone: the second button names the consequence. It is not where the first one was, and
 * takes no click of a double click, so a second press by mistake changes nothing.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { Button } from './button.tsx';
import styles from './controls.module.css';

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
  /** Where the button was that has been pressed. */
  const [asked, setAsked] = useState<DOMRect | null>(null);
  const ask = useRef<HTMLButtonElement>(null);
  const wasKept = useRef(false);
  useLayoutEffect(() => {
    if (asked === null && wasKept.current) ask.current?.focus();
    wasKept.current = false;
  }, [asked]);
  if (asked === null) {
    return (
      <Button
        ref={ask}
        look={plain ? 'plain' : 'normal'}
        size="small"
        {...(icon === undefined ? {} : { 'aria-label': label, title: label })}
        // The first click may have been meant for what was here before.
        onClick={single(({ currentTarget }) => setAsked(currentTarget.getBoundingClientRect()))}
      >
        {icon ?? label}
      </Button>
    );
  }
  return (
    <Question
      label={label}
      sure={sure}
      asked={asked}
      onSure={() => {
        setAsked(null);
        onSure();
      }}
      onKeep={() => {
        wasKept.current = true;
        setAsked(null);
      }}
    />
  );
}

interface QuestionProps {
  label: string;
  sure: string;
  asked: DOMRect;
  onSure: () => void;
  onKeep: () => void;
}

function Question({ label, sure, asked, onSure, onKeep }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const harm = useRef<HTMLButtonElement>(null);
  const [isKeepFirst, setKeepFirst] = useState(true);
  useLayoutEffect(() => {
    // In a row that ends at the right, the second button moves to where the first one was.
    const place = harm.current?.getBoundingClientRect();
    if (place !== undefined && overlap(place, asked)) setKeepFirst(false);
    keep.current?.focus();
  }, [asked]);
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Only the question is answered: what it stands in stays open.
    event.preventDefault();
    onKeep();
  };
  const harmful = (
    <Button key="harm" ref={harm} look="harm" size="small" onClick={single(onSure)} onKeyDown={escape}>
      {sure}
    </Button>
  );
  return (
    <fieldset className={styles.question} aria-label={label}>
      {!isKeepFirst && harmful}
      <Button
        key="keep"
        ref={keep}
        look="plain"
        size="small"
        style={{ minWidth: asked.width }}
        onClick={single(onKeep)}
        onKeyDown={escape}
      >
        {t.keep}
      </Button>
      {isKeepFirst && harmful}
    </fieldset>
  );
}

/** Without the second click of a double click, and those after it. */
const single =
  (act: (event: MouseEvent<HTMLButtonElement>) => void) => (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail <= 1) act(event);
  };

function overlap(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
