/** Messages: notes across a pane, what is being loaded, what has failed. */
import { Component, type ComponentProps, type HTMLAttributes, type ReactNode } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { Glyph, type Tone } from './labels.tsx';
import { PlaceMain } from './columns.tsx';
import layout from './layout.module.css';
import styles from './messages.module.css';
import textStyles from './text.module.css';

const t = texts.app.broken;

const TONE = { plain: undefined, ok: styles.ok, warn: styles.warn, bad: styles.bad };

interface NoteProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'div' | 'output';
  tone?: Tone;
}

/** The class of an element that is both a note and something else, such as a form. */
export function noteClass(tone: Tone): string {
  return classes(styles.note, TONE[tone]);
}

/** A sentence across a pane, with its tone as a coloured edge. */
export function Note({ as: Element = 'p', tone = 'plain', className, ...rest }: NoteProps) {
  return <Element {...rest} className={classes(noteClass(tone), className)} />;
}

/** An error of a form or a view. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Note tone="bad" role="alert">
      {text}
    </Note>
  );
}

/** Shown until something is loaded: what is being done ("Reading the history…"), or what went wrong and a button to retry. */
export function Pending(props: { doing: string; problem: string | null; onRetry: () => void }) {
  const { doing, problem, onRetry } = props;
  if (problem === null)
    return (
      <output className={classes(layout.pad, textStyles.soft)} aria-live="polite">
        {doing}
      </output>
    );
  return (
    <div className={styles.pending}>
      <Note tone="bad" role="alert" className={styles.problem}>
        <Glyph tone="bad" /> <span>{problem}</span>
      </Note>
      <Button className={styles.again} onClick={onRetry}>
        {texts.common.tryAgain}
      </Button>
    </div>
  );
}

/** @param props without `value` and `max` if the duration is unknown */
export function ProgressBar(props: Pick<ComponentProps<'progress'>, 'value' | 'max' | 'aria-label'>) {
  return <progress {...props} className={styles.progress} />;
}

/** A message in the upper middle that replaces all other content. @param props.inPlace whether it is inside the window's frame */
export function WholeMessage(props: {
  inPlace?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { inPlace = false, className, children } = props;
  const Main = inPlace ? PlaceMain : 'main';
  return <Main className={classes(styles.message, className)}>{children}</Main>;
}

interface BoundaryProps {
  children: ReactNode;
  /** What cannot be shown, if it is a part of a view. */
  part?: { title: string; text: string };
}

/** Shows an error in place of a view, or of a part of one, that fails to render. The rest of the window keeps working. */
export class ErrorBoundary extends Component<BoundaryProps, { problem: string | null }> {
  override state: { problem: string | null } = { problem: null };

  static getDerivedStateFromError(error: unknown) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { problem } = this.state;
    const { children, part } = this.props;
    if (problem === null) return children;
    const { title, text } = part ?? { title: t.title, text: t.text };
    const message = (
      <>
        <h2>{title}</h2>
        <p>{text}</p>
        <pre className={textStyles.wire}>{problem}</pre>
        <p>
          <Button onClick={() => this.setState({ problem: null })}>{texts.common.tryAgain}</Button>
        </p>
      </>
    );
    if (part === undefined) return <WholeMessage inPlace>{message}</WholeMessage>;
    return (
      <div role="alert" className={classes(layout.pad, layout.scroll)}>
        {message}
      </div>
    );
  }
}
