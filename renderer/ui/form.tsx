/** Forms: fields below each other, each linked to its label, hint and error, and the controls in them. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { Count } from './labels.tsx';
import layout from './layout.module.css';
import styles from './form.module.css';
import textStyles from './text.module.css';

export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form {...rest} className={classes(styles.form, className)} />;
}

/** A group of fields, inside a larger form or without one. */
export function FormFields({ children }: { children: ReactNode }) {
  return <div className={styles.form}>{children}</div>;
}

/** The buttons at the end of a form. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={classes(layout.actions, styles.buttons)}>{children}</div>;
}

export interface FieldLinks {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

/** @param children receives the attributes that link the control to its label, hint and error */
export function Field(props: {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  children: (links: FieldLinks) => ReactNode;
}) {
  const { label, hint, error = null, children } = props;
  const id = useId();
  const note = error !== null || hint !== undefined;
  return (
    <div className={classes(styles.field, error !== null && styles.wrong)}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error !== null })}
      {note && (
        <p id={`${id}-note`} className={classes(textStyles.small, textStyles.soft)}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** The message for each invalid field, by its dotted path. */
export function fieldErrors(error: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes(styles.control, className)} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classes(styles.control, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={classes(styles.control, styles.lines, className)} />;
}

/** An input that looks like text until it is hovered or focused. */
export function InlineInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes(styles.inline, className)} />;
}

/** A check box with its label. */
export function CheckField(props: {
  checked: boolean;
  title?: string;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  const { checked, title, onChange, children } = props;
  return (
    <label className={styles.check} title={title}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />{' '}
      {children}
    </label>
  );
}

/** A group of check boxes for codes. */
export function Checks<T extends string>(props: {
  legend: string;
  options: readonly T[];
  chosen: readonly T[];
  /** Receives the chosen options in the order of `options`. */
  onChange: (chosen: T[]) => void;
}) {
  const { legend, options, chosen, onChange } = props;
  const change = (option: T, isChosen: boolean) =>
    onChange(options.filter((one) => (one === option ? isChosen : chosen.includes(one))));
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) => change(option, target.checked)}
            />
            <code>{option}</code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A radio group that looks like one segmented button. */
export function Segmented<T extends string>(props: {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode; count?: number }[];
  frameless?: boolean;
  onChange: (value: T) => void;
}) {
  const { label, value, options, frameless = false, onChange } = props;
  const name = useId();
  return (
    <fieldset className={classes(styles.segmented, frameless && styles.frameless)} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className={textStyles.spoken}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && <Count>{option.count.toLocaleString('en-GB')}</Count>}
        </label>
      ))}
    </fieldset>
  );
}
