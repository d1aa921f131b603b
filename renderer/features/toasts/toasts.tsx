/** Bottom right, above the status line: a sentence and one action, for some seconds, longer while somebody is at it. */
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Glyph } from '../../ui/parts.tsx';
import { type Toast, useToasts } from './store.ts';

const t = texts.frame.toasts;

/** Milliseconds. */
const SHOWN = 6000;

export function Toasts() {
  const toasts = useToasts((store) => store.toasts);
  // There before the first of them, or a screen reader would not hear it.
  return (
    <section className="toasts" aria-label={t.title}>
      <output>
        {toasts.map((toast) => (
          <One key={toast.id} toast={toast} />
        ))}
      </output>
    </section>
  );
}

function One({ toast: { id, tone, text, show } }: { toast: Toast }) {
  const drop = useToasts((store) => store.drop);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => drop(id), SHOWN);
    return () => clearTimeout(timer);
  }, [held, drop, id]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div className="toast" onMouseEnter={hold} onMouseLeave={release} onFocus={hold} onBlur={release}>
      <Glyph tone={tone} />
      <span>{text}</span>
      <button
        type="button"
        className="btn sm"
        onClick={() => {
          drop(id);
          show();
        }}
      >
        {t.show}
      </button>
      <IconButton label={texts.common.close} Icon={X} size={12} onClick={() => drop(id)} />
    </div>
  );
}
