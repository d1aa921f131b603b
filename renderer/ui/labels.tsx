/** Short pieces of text: badges, glyphs, counts, keys, marks. A state has a glyph and a word, so colour is never needed to read it. */
import { Check, Circle, CircleDot, Clock, Minus, TriangleAlert, X } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { MAX_CLOCK_DEVIATION } from '../../shared/xs2a/bank-limits.ts';
import { classes } from './classes.ts';
import styles from './labels.module.css';
import textStyles from './text.module.css';

const t = texts.common;

export type Tone = 'ok' | 'warn' | 'bad' | 'plain';

/** The text colour of a tone. */
export const TONE_CLASS: Record<Tone, string | undefined> = {
  ok: textStyles.ok,
  warn: textStyles.warn,
  bad: textStyles.bad,
  plain: textStyles.faint,
};
const BADGE_TONE = { plain: undefined, ok: styles.ok, warn: styles.warn, bad: styles.bad };
const ICON = { ok: Check, warn: TriangleAlert, bad: X, plain: Minus };

/** @param size in CSS pixels */
export function Glyph({ tone, size = 14 }: { tone: Tone; size?: number }) {
  const Icon = ICON[tone];
  return <Icon size={size} aria-hidden strokeWidth={2} className={TONE_CLASS[tone]} />;
}

/** A state in a frame: glyph and text. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, BADGE_TONE[tone])}>
      {tone === 'plain' ? <CircleDot size={12} aria-hidden="true" /> : <Glyph tone={tone} size={12} />}
      {children}
    </span>
  );
}

/** A key of the keyboard, in the colour of the surrounding text. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}

/** An HTTP method. */
export function MethodName({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classes(styles.method, className)}>{children}</span>;
}

/** A count next to a title. */
export function Count({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classes(styles.count, className)}>{children}</span>;
}

/** A remark beside a title, cut off if there is no room. */
export function Remark({ children }: { children: ReactNode }) {
  return <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{children}</span>;
}

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

/** A text of the catalogue. @param parts an element for each of its `{places}`; a missing one is a compile-time error */
export function Sentence<Text extends string>(props: { text: Text; parts: Record<Places<Text>, ReactNode> }) {
  const parts = new Map<string, ReactNode>(Object.entries(props.parts));
  return props.text
    .split(/\{(\w+)\}/)
    .map((piece, at) => <Fragment key={at}>{at % 2 === 1 ? parts.get(piece) : piece}</Fragment>);
}

/** Unsaved changes: in the head of a pane, where it stays in sight while the form scrolls. */
export function UnsavedMark({ on }: { on: boolean }) {
  return (
    <output className={classes(textStyles.warn, textStyles.small, textStyles.nowrap)}>
      {on && (
        <>
          <Circle size={8} fill="currentColor" aria-hidden="true" /> {t.unsaved}
        </>
      )}
    </output>
  );
}

/** Unsaved changes: after a name in a list or tree. */
export function UnsavedDot() {
  return (
    <span className={textStyles.soft} title={t.unsaved}>
      {' '}
      <Circle size={8} fill="currentColor" aria-hidden="true" />
      <span className={textStyles.spoken}>{t.unsavedSuffix}</span>
    </span>
  );
}

/** Whether the bank's clock is so far away that it refuses requests dated by the machine (SIG-10). @param ahead milliseconds */
export function isFar(ahead: number): boolean {
  return Math.abs(ahead) > MAX_CLOCK_DEVIATION * 1000;
}

/** The glyph of the bank's clock. @param props.ahead milliseconds; negative if the clock is behind */
export function Away({ ahead }: { ahead: number }) {
  return isFar(ahead) ? (
    <TriangleAlert size={14} className={textStyles.warn} aria-hidden="true" />
  ) : (
    <Clock size={14} aria-hidden="true" />
  );
}
