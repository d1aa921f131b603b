/** A state diagram: states as boxes, transitions as arrows. */
import { type ReactNode, useId, useRef } from 'react';
import { classes } from './classes.ts';
import { useScrollStop } from './keyboard.ts';
import layout from './layout.module.css';
import styles from './diagram.module.css';

/** `taken` for a transition that happened, `next` for a possible one. */
export type Step = 'taken' | 'next';
/**
 * `now` for the current state, `taken` for an earlier one, `later` for one that needs several transitions, `never` for
 * an unreachable one.
 */
export type Standing = Step | 'now' | 'later' | 'never';

const STANDING: Record<Standing, string | undefined> = {
  next: undefined,
  taken: styles.passed,
  now: styles.now,
  later: styles.later,
  never: styles.never,
};

/** @param description the whole diagram in words @param size of the drawing, in its own units */
export function Diagram(props: {
  description: string;
  size: { width: number; height: number };
  /** `d` is the line of an arrow, as data of an SVG path; its end is the tip. The later ones are above. */
  arrows: readonly { d: string; step: Step }[];
  caption?: ReactNode;
  children: ReactNode;
}) {
  const { description, size, arrows, caption, children } = props;
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  useScrollStop(figure);
  return (
    <figure ref={figure} className={classes(styles.diagram, layout.inset)} aria-label={description}>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        style={{ '--natural': `${size.width}px` }}
        aria-hidden="true"
      >
        <defs>
          <ArrowHead id={`${id}taken`} step="taken" />
          <ArrowHead id={`${id}next`} step="next" />
        </defs>
        {arrows.map(({ d, step }) => (
          <path
            key={`${step} ${d}`}
            className={classes(styles.arrow, step === 'taken' ? styles.arrowTaken : styles.arrowNext)}
            d={d}
            markerEnd={`url(#${id}${step})`}
          />
        ))}
        {children}
      </svg>
      {caption}
    </figure>
  );
}

function ArrowHead({ id, step }: { id: string; step: Step }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="8"
      refY="4"
      markerUnits="userSpaceOnUse"
      markerWidth="8"
      markerHeight="8"
      orient="auto-start-reverse"
    >
      <path d="M0 0L8 4L0 8Z" className={step === 'taken' ? styles.headTaken : styles.headNext} />
    </marker>
  );
}

/** A state: its code, a word below it, and in the corner its number on the path so far. */
export function StateBox(props: {
  standing: Standing;
  centre: { x: number; y: number };
  size: { width: number; height: number };
  code: string;
  word?: string;
  number?: number | undefined;
}) {
  const { standing, centre, size, code, word, number } = props;
  const left = centre.x - size.width / 2;
  const top = centre.y - size.height / 2;
  return (
    <g className={classes(styles.state, STANDING[standing])}>
      <rect x={left} y={top} width={size.width} height={size.height} rx={4} />
      <text x={centre.x} y={centre.y + (word === undefined ? 4 : -2)} className={styles.code}>
        {code}
      </text>
      {word !== undefined && (
        <text x={centre.x} y={centre.y + 12} className={styles.word}>
          {word}
        </text>
      )}
      {number !== undefined && (
        <>
          <circle cx={left + 12} cy={top + 12} r={8} />
          <text x={left + 12} y={top + 16} className={styles.number}>
            {number}
          </text>
        </>
      )}
    </g>
  );
}
