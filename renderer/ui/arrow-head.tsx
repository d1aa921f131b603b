/** The head of an arrow between two states, for `marker-end`. */
import './state-diagram.css';

/** @param id unique on the page @param kind `taken` for a step that was made, `next` for one that may come */
export function ArrowHead({ id, kind }: { id: string; kind: 'taken' | 'next' }) {
  return (
    <marker
      id={id}
      className={kind}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth="7"
      markerHeight="7"
      orient="auto-start-reverse"
    >
      <path d="M0 0L8 4L0 8Z" />
    </marker>
  );
}
