/** Copies a text to the clipboard and says so. */
import { useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { Button } from './button.tsx';
import textStyles from './text.module.css';

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
    <Button size="small" onClick={() => void copy()} onBlur={() => setSaid(null)}>
      <span aria-live="polite">{said ?? label}</span>
      {what !== undefined && <span className={textStyles.spoken}> {what}</span>}
    </Button>
  );
}
