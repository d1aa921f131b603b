/** A state as a glyph. Glyph and text carry the meaning, so that colour is never needed. */
import { Check, Minus, TriangleAlert, X } from 'lucide-react';
import textStyles from './text.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'plain';

/** The text colour of a tone. */
export const TONE_CLASS: Record<Tone, string | undefined> = {
  ok: textStyles.ok,
  warn: textStyles.warn,
  bad: textStyles.bad,
  plain: textStyles.faint,
};

const ICON = { ok: Check, warn: TriangleAlert, bad: X, plain: Minus };

/** @param size of its square in CSS pixels */
export function Glyph({ tone, size = 14 }: { tone: Tone; size?: number }) {
  const Icon = ICON[tone];
  return <Icon size={size} aria-hidden strokeWidth={2} className={TONE_CLASS[tone]} />;
}
