/** A place that fails to draw itself is told in its place; the rest of the window goes on. */
import { Component, type ReactNode } from 'react';

export class ErrorBoundary extends Component<{ children: ReactNode }, { problem: string | null }> {
  override state: { problem: string | null } = { problem: null };

  static getDerivedStateFromError(error: unknown) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    return (
      <main className="place whole-error">
        <h2>This place cannot be shown</h2>
        <p>
          Something went wrong while it was drawn. Your drafts, requests and certificates are where they were.
          Try again; if it happens again, say what you did and what stands here:
        </p>
        <pre className="wire">{problem}</pre>
        <p>
          <button type="button" className="btn" onClick={() => this.setState({ problem: null })}>
            Try again
          </button>
        </p>
      </main>
    );
  }
}
