/** Shows an error in place of a view, or a part of one, that fails to render. The rest of the window keeps working. */
import { Component, type ReactNode } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { WholeMessage } from './whole-message.tsx';
import layout from './layout.module.css';
import textStyles from './text.module.css';

const t = texts.app.broken;

interface Props {
  children: ReactNode;
  /** What cannot be shown, if it is a part of a view. */
  part?: { title: string; text: string };
}

export class ErrorBoundary extends Component<Props, { problem: string | null }> {
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
