/**
 * A row for the name and the value of a header or a parameter of the user's own. A complete one is in the request at once. The row stays
 * where it is when the focus leaves it, so that nothing moves under the pointer.
 */
import { X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/button.tsx';
import { type Suggestion, SuggestingInput } from '../../ui/suggesting-input.tsx';
import styles from './new-field.module.css';
import textStyles from '../../ui/text.module.css';

/** The row that is open, and the name under which the request has it; null while it is not complete. */
interface AddedField {
  key: number;
  held: string | null;
  /** How often the button has been pressed: each time, the row has the focus. */
  pressed: number;
}

/** The row after another press of the button: one that is not complete stays. */
function nextField(before: AddedField | null): AddedField {
  const pressed = (before?.pressed ?? 0) + 1;
  return before?.held === null ? { ...before, pressed } : { key: pressed, held: null, pressed };
}

const t = texts.requests.newField;

/** What the button that adds a field and the row that it opens share. */
export interface AddedRow {
  /** The name under which the request has the field of the open row: the others do not show it meanwhile. */
  held: string | null;
  /** Of the button that opens the row, or opens it once more. */
  button: { ref: RefObject<HTMLButtonElement | null>; onClick: () => void };
  /** Of the {@link NewField} with this key; null while there is none. */
  row: { key: number; props: Pick<Props, 'held' | 'pressed' | 'onHeld' | 'onDone'> } | null;
}

/** The state of a list to which the user adds fields by a button and a row. */
export function useNewField(): AddedRow {
  const [added, setAdded] = useState<AddedField | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return {
    held: added?.held ?? null,
    button: { ref: button, onClick: () => setAdded(nextField) },
    row: added && {
      key: added.key,
      props: {
        held: added.held,
        pressed: added.pressed,
        onHeld: (held) => setAdded({ ...added, held }),
        onDone: () => {
          setAdded(null);
          button.current?.focus();
        },
      },
    },
  };
}

interface Props {
  kind: 'header' | 'parameter';
  /** Names to choose from, and the values of a name. */
  suggested?: { names: readonly Suggestion[]; valuesOf: (name: string) => readonly Suggestion[] };
  /** What makes two names the same. */
  keyOf?: (name: string) => string;
  /** Whether the request has a field with this name. */
  isTaken: (name: string) => boolean;
  /** Why it cannot be sent, or null. */
  faultOf?: (name: string, value: string) => string | null;
  /** Puts it into the request, or takes it out of it with null. */
  onSet: (name: string, value: string | null) => void;
  /** The name that the row has in the request, or null: the others do not show it meanwhile. */
  held: string | null;
  pressed: number;
  onHeld: (name: string | null) => void;
  /** The row is done with: what it holds becomes one of the others. */
  onDone: () => void;
}

const NO_SUGGESTIONS: NonNullable<Props['suggested']> = { names: [], valuesOf: () => [] };

export function NewField(props: Props) {
  const { kind, keyOf = (name) => name, isTaken, faultOf, onSet, held, pressed, onHeld, onDone } = props;
  const { names, valuesOf } = props.suggested ?? NO_SUGGESTIONS;
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const hint = useId();
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), [pressed]);
  const isUndone = held !== null && !isTaken(held);
  useEffect(() => {
    if (isUndone) onDone();
  });
  const problem = problemOf(name.trim(), value.trim());

  function problemOf(typedName: string, typedValue: string): string | null {
    if (typedName === '') return t.noName[kind];
    if ((held === null || keyOf(typedName) !== keyOf(held)) && isTaken(typedName)) return t.taken(typedName);
    if (typedValue === '') return t.noValue(typedName);
    return faultOf?.(typedName, typedValue) ?? null;
  }
  const type = (nextName: string, nextValue: string) => {
    setName(nextName);
    setValue(nextValue);
    const next = nextName.trim();
    const isSent = problemOf(next, nextValue.trim()) === null;
    if (held !== null && !(isSent && keyOf(held) === keyOf(next))) onSet(held, null);
    if (isSent) onSet(next, nextValue.trim());
    onHeld(isSent ? next : null);
  };
  const remove = () => {
    if (held !== null) onSet(held, null);
    onDone();
  };
  const key = (event: KeyboardEvent) => {
    // With Ctrl, it sends the request.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && problem === null) onDone();
    else if (event.key === 'Escape') remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <fieldset className={styles.row} aria-label={t.title[kind]}>
      <SuggestingInput
        lead="value"
        ref={nameField}
        className={classes(styles.text, textStyles.mono)}
        aria-label={t.name[kind]}
        aria-describedby={hint}
        placeholder={t.name[kind]}
        value={name}
        onKeyDown={key}
        onValue={(next) => type(next, value)}
        suggestions={names.filter((one) => !isTaken(one.value))}
        listLabel={t.names}
      />
      <SuggestingInput
        lead="value"
        className={classes(styles.text, textStyles.mono)}
        aria-label={t.value[kind]}
        aria-describedby={hint}
        placeholder={t.value[kind]}
        value={value}
        onKeyDown={key}
        onValue={(next) => type(name, next)}
        suggestions={valuesOf(name.trim())}
        listLabel={t.values(name.trim())}
      />
      <IconButton label={t.remove[kind]} Icon={X} size={12} onClick={remove} />
      <p id={hint} aria-live="polite" className={classes(styles.hint, textStyles.small, textStyles.soft)}>
        {problem}
      </p>
    </fieldset>
  );
}
