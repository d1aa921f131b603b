/** Buttons: framed, with an icon, as a link; for copying, for choosing files, and for what cannot be undone. */
import type { LucideIcon } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { classes } from './classes.ts';
import styles from './button.module.css';
import textStyles from './text.module.css';

const t = texts.common;

const LOOK = { normal: undefined, go: styles.go, harm: styles.harm, plain: styles.plain };
const SIZE = { normal: undefined, small: styles.small, large: styles.large };

interface Props extends ComponentProps<'button'> {
  /** `go` for the main action, `harm` for what cannot be undone, `plain` for a button without a frame. */
  look?: keyof typeof LOOK;
  size?: keyof typeof SIZE;
}

export function Button({ look = 'normal', size = 'normal', type = 'button', className, ...rest }: Props) {
  return (
    <button {...rest} type={type} className={classes(styles.button, LOOK[look], SIZE[size], className)} />
  );
}

/** A button that looks like a link, because it leads to another part of the window. */
export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={classes(styles.link, className)} />;
}

/** A small button with an icon, and a label for screen readers. */
export function IconButton(props: {
  label: string;
  shortcut?: string;
  /** The style sheet of the row shows the label at once, from `data-label`; otherwise the browser shows it after a delay. */
  labelled?: boolean;
  Icon: LucideIcon;
  /** Size of the icon, in CSS pixels. */
  size?: number;
  disabled?: boolean;
  /** -1 where the keyboard has another way, such as a key of the row. */
  tabIndex?: -1;
  className?: string | undefined;
  onClick: () => void;
}) {
  const { label, shortcut, labelled = false, Icon, size = 14, ...rest } = props;
  const shown = shortcut === undefined ? label : `${label} (${shortcut})`;
  const tooltip = labelled ? { 'data-label': shown } : { title: shown };
  return (
    <Button {...rest} look="plain" size="small" aria-label={label} {...tooltip}>
      <Icon size={size} aria-hidden="true" />
    </Button>
  );
}

/** Copies a text to the clipboard and confirms it. @param what tells a screen reader what the label refers to */
export function CopyButton({ text, label, what }: { text: string; label: string; what?: string }) {
  const [reported, setReported] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setReported(t.copied);
    } catch {
      // The browser may deny access to the clipboard. The user can still select the text.
      setReported(t.copyDenied);
    }
  };
  return (
    <Button size="small" onClick={() => void copy()} onBlur={() => setReported(null)}>
      <span aria-live="polite">{reported ?? label}</span>
      {what !== undefined && <span className={textStyles.spoken}> {what}</span>}
    </Button>
  );
}

/** Opens a dialog for files, or for a folder. */
export function FileButton(props: {
  label: string;
  /** Label of the hidden file input, for screen readers. */
  inputLabel: string;
  disabled?: boolean;
  look?: Props['look'];
  /** Whether a folder is chosen, for all files in it and below. */
  folder?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const { label, inputLabel, disabled = false, look = 'normal', folder = false, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" look={look} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          if (element !== null) element.webkitdirectory = folder;
        }}
        type="file"
        multiple
        hidden
        aria-label={inputLabel}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Allows the same file to be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

/**
 * Asks for confirmation of what cannot be undone: the second button names the consequence. It is not where the first one was, and
 * ignores the second click of a double click, so a second press by mistake changes nothing.
 */
export function AskTwice(props: {
  /** Ends with "…". */
  label: string;
  plain?: boolean;
  sure: string;
  onSure: () => void;
}) {
  const { label, plain = false, sure, onSure } = props;
  /** Where the first button was when it was pressed. */
  const [asked, setAsked] = useState<DOMRect | null>(null);
  const [isKeepFirst, setKeepFirst] = useState(true);
  const wasKept = useRef(false);
  const ask = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const harm = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (wasKept.current) ask.current?.focus();
    wasKept.current = false;
    if (asked === null) return;
    // In a row that ends at the right, the second button moves to where the first one was.
    const place = harm.current?.getBoundingClientRect();
    if (place !== undefined && overlap(place, asked)) setKeepFirst(false);
    keep.current?.focus();
  }, [asked]);
  if (asked === null) {
    const press = (event: MouseEvent<HTMLButtonElement>) => {
      if (isRepeated(event)) return;
      setKeepFirst(true);
      setAsked(event.currentTarget.getBoundingClientRect());
    };
    return (
      <Button ref={ask} look={plain ? 'plain' : 'normal'} size="small" onClick={press}>
        {label}
      </Button>
    );
  }
  const close = () => {
    wasKept.current = true;
    setAsked(null);
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Answers the question only: the form or dialog around it stays open.
    event.preventDefault();
    close();
  };
  const confirm = (event: MouseEvent) => {
    if (isRepeated(event)) return;
    setAsked(null);
    onSure();
  };
  const harmful = (
    <Button key="harm" ref={harm} look="harm" size="small" onClick={confirm} onKeyDown={escape}>
      {sure}
    </Button>
  );
  const width = { minWidth: asked.width };
  return (
    <fieldset className={styles.question} aria-label={label}>
      {!isKeepFirst && harmful}
      <Button
        key="keep"
        ref={keep}
        look="plain"
        size="small"
        style={width}
        onClick={(event) => isRepeated(event) || close()}
        onKeyDown={escape}
      >
        {t.keep}
      </Button>
      {isKeepFirst && harmful}
    </fieldset>
  );
}

/** Whether it is the second click of a double click, or a later one. */
const isRepeated = ({ detail }: MouseEvent) => detail > 1;

function overlap(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
