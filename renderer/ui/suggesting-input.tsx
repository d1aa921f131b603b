/** A combobox: a field with a list of suggestions, which a click, typing, the down arrow and Ctrl Space open. */
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { InlineInput, Input } from './form.tsx';
import { classes } from './classes.ts';
import { putInside } from './inside.ts';
import { shortIds } from './long-ids.ts';
import styles from './popover.module.css';
import textStyles from './text.module.css';

export interface Suggestion {
  value: string;
  about: string;
  /** When the value was created. */
  when?: string;
  /** What distinguishes it from others of the same description. */
  state?: string;
}

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list' | 'ref'> {
  ref?: RefObject<HTMLInputElement | null>;
  value: string;
  onValue: (value: string) => void;
  suggestions: readonly Suggestion[];
  /** Name of the list. */
  listLabel: string;
  /** Called before the list may open, to update the suggestions. */
  onEnter?: () => void;
  look?: 'field' | 'inline';
  /** What comes first in a suggestion: `about` for an identifier, `value` for a name. */
  lead?: 'about' | 'value';
}

export function SuggestingInput(props: Props) {
  const {
    ref,
    value,
    onValue,
    suggestions,
    listLabel,
    onEnter,
    onKeyDown,
    look = 'field',
    lead = 'about',
    ...rest
  } = props;
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const listId = useId();
  const found = open ? matching(suggestions, value) : [];
  const shown = found.length > 0;
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const choose = (one: Suggestion) => {
    onValue(one.value);
    close();
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[at];
    if (event.key === ' ' && event.ctrlKey) setOpen(true);
    else if (step === 1 && !shown) setOpen(true);
    else if (step !== undefined && shown) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && chosen !== undefined)
      choose(chosen);
    else if (event.key === 'Escape' && shown) close();
    else {
      onKeyDown?.(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const Field = look === 'field' ? Input : InlineInput;
  return (
    <>
      <Field
        {...rest}
        ref={(element) => {
          setField(element);
          if (ref !== undefined) ref.current = element;
        }}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={at >= 0 && shown ? `${listId}-${at}` : undefined}
        autoComplete="off"
        value={value}
        onChange={({ target }) => {
          onValue(target.value);
          setOpen(true);
          setAt(-1);
        }}
        onFocus={onEnter}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={key}
      />
      {shown &&
        createPortal(
          <List
            id={listId}
            label={listLabel}
            below={field}
            found={found}
            at={at}
            lead={lead}
            onChoose={choose}
            onScrolled={close}
          />,
          document.body,
        )}
    </>
  );
}

/** The suggestions that contain the typed text; all if the field is empty or already has one of them. */
function matching(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const others = suggestions.filter((one) => one.value !== typed);
  if (typed === '' || others.length < suggestions.length) return others;
  const wanted = typed.toLowerCase();
  return others.filter(({ value, about }) => `${value} ${about}`.toLowerCase().includes(wanted));
}

/** The suggestions, in the browser's top layer, so that no pane cuts them off. */
function List(props: {
  id: string;
  label: string;
  below: HTMLElement | null;
  found: readonly Suggestion[];
  at: number;
  lead: 'about' | 'value';
  onChoose: (one: Suggestion) => void;
  onScrolled: () => void;
}) {
  const { id, label, below, found, at, lead, onChoose, onScrolled } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || below === null) return;
    element.showPopover();
    const box = below.getBoundingClientRect();
    const room = window.innerHeight - box.bottom;
    element.style.width = `${Math.max(box.width, 320)}px`;
    // Above the field if there is more room.
    const isAbove = room < element.offsetHeight && box.top > room;
    putInside(element, {
      x: box.left,
      y: isAbove ? box.top - element.offsetHeight - 2 : box.bottom + 2,
    });
  }, [below, found.length]);
  useEffect(() => {
    const scrolled = ({ target }: Event) => {
      if (target !== list.current) onScrolled();
    };
    window.addEventListener('scroll', scrolled, { capture: true });
    return () => window.removeEventListener('scroll', scrolled, { capture: true });
  });
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      popover="manual"
      className={classes(styles.popover, styles.list)}
    >
      {found.map((one, index) => (
        <div
          key={one.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={styles.option}
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(one);
          }}
        >
          <span className={styles.about}>
            {lead === 'about' ? (
              <span className={textStyles.cut}>{one.about}</span>
            ) : (
              <code>{one.value}</code>
            )}
            {one.when !== undefined && (
              <span className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
                {one.when}
              </span>
            )}
          </span>
          {lead === 'about' ? (
            <span className={classes(styles.about, textStyles.soft, textStyles.small)}>
              <code className={textStyles.cut}>{shortIds(one.value)}</code>
              {one.state !== undefined && <span className={textStyles.nowrap}>{one.state}</span>}
            </span>
          ) : (
            <span className={classes(textStyles.soft, textStyles.small)}>{one.about}</span>
          )}
        </div>
      ))}
    </div>
  );
}
