/** Copies a text to the clipboard and says so. */
import { useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';

const t = texts.common;

/** @param what for a screen reader: what of all on the screen the label is about */
export function CopyButton({ text, label, what }: { text: string; label: string; what?: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t.copied);
    } catch {
      // A page may be refused the clipboard; the person can still mark the text.
      setSaid(t.copyDenied);
    }
  };
  return (
    <button type="button" className="btn sm" onClick={() => void copy()} onBlur={() => setSaid(null)}>
      <span aria-live="polite">{said ?? label}</span>
      {what !== undefined && <span className="sr"> {what}</span>}
    </button>
  );
}
