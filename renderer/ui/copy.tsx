/** Copies a text to the clipboard and says so. */
import { useState } from 'react';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // A page may be refused the clipboard; the person can still mark the text.
      setSaid('Not allowed: mark the text and copy it');
    }
  };
  return (
    <button type="button" className="btn sm" onClick={() => void copy()} onBlur={() => setSaid(null)}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
