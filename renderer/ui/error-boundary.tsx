/** Shows an error in place of a view that fails to render. The rest of the window keeps working. */
import { Component, type ReactNode } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { Button } from './button.tsx';
import { WholeMessage } from './whole-message.tsx';
import textStyles from './text.module.css';

const t = texts.app.broken;

export class ErrorBoundary extends Component<{ children: ReactNode }, { problem: string | null }> {
  override state: { problem: string | null } = { problem: null };

  static getDerivedStateFromError(error: unknown) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    return (
      <WholeMessage inPlace>
        <h2>{t.title}</h2>
        <p>{t.text}</p>
        <pre className={textStyles.wire}>{problem}</pre>
        <p>
          <Button onClick={() => this.setState({ problem: null })}>{texts.common.tryAgain}</Button>
        </p>
      </WholeMessage>
    );
  }
}
