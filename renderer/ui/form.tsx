/** A labelled field with its hint and its error, linked for screen readers. */
import { type ReactNode, useId } from 'react';

export interface FieldLinks {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

/** @param children gets the attributes that tie the control to label, hint and error */
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
    <div className={error === null ? 'form-field' : 'form-field wrong'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error !== null })}
      {note && (
        <p id={`${id}-note`} className="small soft">
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** What went wrong with a form, in place of a silent failure. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className="note bad" role="alert">
      {text}
    </p>
  );
}

/** The sentence of each wrong field, by its path with dots. */
export function fieldErrors(error: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
}
