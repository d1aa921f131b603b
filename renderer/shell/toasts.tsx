/**
 * Reports what happened in another view: a sentence and an action at the bottom right for a few seconds, longer while hovered or focused.
 * A pointer at rest, on the button that was just clicked, does not count. An error has its own row, which covers nothing, and stays until
 * it is dismissed or opened.
 */
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { isError, type Toast, useToasts } from '../state/toasts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Glyph } from '../ui/labels.tsx';
import { classes } from '../ui/classes.ts';
import layout from '../ui/layout.module.css';
import styles from './toasts.module.css';
import textStyles from '../ui/text.module.css';

const t = texts.frame.toasts;

/** Milliseconds. */
const SHOWN = 6000;

export function Toasts() {
  const toasts = useToasts((store) => store.toasts);
  const errors = toasts.filter(isError);
  const latest = errors.at(-1);
  // A screen reader announces an alert when it appears, but a status only if it was there before the first toast.
  return (
    <section className={styles.toasts} aria-label={t.title}>
      <output className={styles.passing}>
        {toasts
          .filter((toast) => !isError(toast))
          .map((toast) => (
            <Passing key={toast.id} toast={toast} />
          ))}
      </output>
      {latest !== undefined && (
        <div key={latest.id} role="alert" className={styles.error}>
          <Content toast={latest} more={errors.length - 1} />
        </div>
      )}
    </section>
  );
}

function Passing({ toast }: { toast: Toast }) {
  const drop = useToasts((store) => store.drop);
  const { id } = toast;
  // Two states, because a pointer that leaves must not cancel the effect of the focus.
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => drop(id), SHOWN);
    return () => clearTimeout(timer);
  }, [held, drop, id]);
  return (
    <div
      className={styles.toast}
      onMouseMove={({ movementX, movementY }) => {
        // Browsers also report a pointer at rest.
        if (movementX !== 0 || movementY !== 0) setPointed(true);
      }}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Content toast={toast} more={0} />
    </div>
  );
}

/** @param props.more earlier errors, which are shown when it is gone */
function Content({ toast: { id, tone, text, label = t.show, show }, more }: { toast: Toast; more: number }) {
  const drop = useToasts((store) => store.drop);
  return (
    <>
      <Glyph tone={tone} />
      <span className={layout.grow}>{text}</span>
      {more > 0 && <span className={classes(textStyles.soft, textStyles.nowrap)}>{t.earlier(more)}</span>}
      <Button
        size="small"
        onClick={() => {
          drop(id);
          show();
        }}
      >
        {label}
      </Button>
      <IconButton label={texts.common.close} Icon={X} size={12} onClick={() => drop(id)} />
    </>
  );
}
