/** Copies a text to the clipboard and confirms it. */
import { useState } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { Button } from './button.tsx';
import textStyles from './text.module.css';

const t = texts.common;

/** @param what tells a screen reader what the label refers to */
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
