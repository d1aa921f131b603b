/** Forms: fields below each other, each with its label, hint and error, linked for screen readers. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { Note } from './note.tsx';
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

/** The error of a form. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Note tone="bad" role="alert">
      {text}
    </Note>
  );
}

/** The message for each invalid field, by its dotted path. */
export function fieldErrors(error: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
}
