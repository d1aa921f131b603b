/**
 * Toasts at the bottom right, above the status line: a sentence and one action, shown for a few seconds, longer while
 * pointed at or focused. A pointer that rests where one appears, on the button that was just clicked, does not hold it.
 */
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Toast, useToasts } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './toasts.module.css';

const t = texts.frame.toasts;

/** Milliseconds. */
const SHOWN = 6000;

export function Toasts() {
  const toasts = useToasts((store) => store.toasts);
  // Rendered before the first toast, because a screen reader would not announce it otherwise.
  return (
    <section className={styles.toasts} aria-label={t.title}>
      <output>
        {toasts.map((toast) => (
          <One key={toast.id} toast={toast} />
        ))}
      </output>
    </section>
  );
}

function One({ toast: { id, tone, text, label = t.show, show } }: { toast: Toast }) {
  const drop = useToasts((store) => store.drop);
  // Tracked separately, because a pointer that leaves must not cancel the effect of the focus.
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
        // A browser also tells of a pointer that rests.
        if (movementX !== 0 || movementY !== 0) setPointed(true);
      }}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Glyph tone={tone} />
      <span>{text}</span>
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
    </div>
  );
}
