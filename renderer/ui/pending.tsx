/** In place of what is not there yet, or cannot be had: what is being done, or what happened and the way to try again. */
import { texts } from '../../shared/texts/texts.ts';
import { Glyph } from './parts.tsx';

const t = texts.common;

export function Pending({
  doing,
  problem,
  onRetry,
}: {
  /** "Reading the history…" */
  doing: string;
  problem: string | null;
  onRetry: () => void;
}) {
  if (problem === null)
    return (
      <output className="pad soft" aria-live="polite">
        {doing}
      </output>
    );
  return (
    <div className="pending">
      <p className="note bad" role="alert">
        <Glyph tone="bad" /> <span>{problem}</span>
      </p>
      <button type="button" className="btn" onClick={onRetry}>
        {t.tryAgain}
      </button>
    </div>
  );
}
