/**
 * Fields shared by the headers and parameters: a row to add one, and a field for an id. A complete row is in the request at once. It stays
 * in place when it loses the focus, so that nothing moves under the pointer.
 */
import { X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
} from 'react';
import { useShallow } from 'zustand/react/shallow';
import { texts } from '../../../../shared/texts/texts.ts';
import { loadRecentIds, useRecentIds } from '../../../state/requests/recent-ids.ts';
import { stateText } from '../../../parts/bank/payment-status.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/button.tsx';
import { type Suggestion, SuggestingInput } from '../../../ui/suggesting-input.tsx';
import { momentOfToday } from '../../../ui/format.ts';
import styles from './added-fields.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.newField;

interface AddedField {
  key: number;
  /** Its name in the request; null while it is incomplete. */
  held: string | null;
  /** How often the button has been pressed: each press focuses the row. */
  pressed: number;
}

/** The row after another press of the button: an incomplete one stays. */
function nextField(before: AddedField | null): AddedField {
  const pressed = (before?.pressed ?? 0) + 1;
  return before?.held === null ? { ...before, pressed } : { key: pressed, held: null, pressed };
}

interface AddedRow {
  /** Name of the open row's field in the request, which the list hides in the meantime. */
  held: string | null;
  /** Props of the button that opens a row. */
  button: { ref: RefObject<HTMLButtonElement | null>; onClick: () => void };
  /** Key and props of {@link NewField}. */
  row: { key: number; props: Pick<Props, 'held' | 'pressed' | 'onHeld' | 'onDone'> } | null;
}

/** The state of a list with a button and a row to add fields. */
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
  suggested?: { names: readonly Suggestion[]; valuesOf: (name: string) => readonly Suggestion[] };
  /** Equal for equal names. */
  keyOf?: (name: string) => string;
  /** Whether the request has the field. */
  isTaken: (name: string) => boolean;
  /** Why it cannot be sent, or null. */
  faultOf?: (name: string, value: string) => string | null;
  /** @param value null removes the field */
  onSet: (name: string, value: string | null) => void;
  held: string | null;
  pressed: number;
  onHeld: (name: string | null) => void;
  /** Closes the row. Its field joins the list. */
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
    // Ctrl Enter sends the request.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && problem === null) onDone();
    else if (event.key === 'Escape') remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const common = (label: string) => ({
    lead: 'value' as const,
    className: classes(styles.text, textStyles.mono),
    'aria-label': label,
    'aria-describedby': hint,
    placeholder: label,
    onKeyDown: key,
  });
  return (
    <fieldset className={styles.row} aria-label={t.title[kind]}>
      <SuggestingInput
        {...common(t.name[kind])}
        ref={nameField}
        value={name}
        onValue={(next) => type(next, value)}
        suggestions={names.filter((one) => !isTaken(one.value))}
        listLabel={t.names}
      />
      <SuggestingInput
        {...common(t.value[kind])}
        value={value}
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

type IdFieldProps = Omit<
  ComponentProps<typeof SuggestingInput>,
  'suggestions' | 'listLabel' | 'onEnter' | 'name'
> & {
  /** Name of the parameter or header, as in {@link useRecentIds}. */
  name: string;
};

/** A field for an id, which suggests recent ones. */
export function IdField({ name, ...rest }: IdFieldProps) {
  const ids = useRecentIds(useShallow((state) => state.ids.filter((one) => one.name === name)));
  const suggestions = ids.map(({ value, about, at, payment }) => ({
    value,
    about,
    when: momentOfToday(at),
    ...(payment && { state: stateText(payment) }),
  }));
  return (
    <SuggestingInput
      {...rest}
      suggestions={suggestions}
      listLabel={texts.requests.parameters.recent(name)}
      onEnter={() => void loadRecentIds()}
      aria-description={texts.requests.parameters.recentHint}
    />
  );
}
