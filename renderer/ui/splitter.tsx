/** The border between two panes: dragged, moved with arrow keys, reset with a double click. Its position is remembered. */
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from 'react';
import styles from './splitter.module.css';

export interface Split {
  size: number;
  setSize: (size: number) => void;
  reset: () => void;
  /** Whether the user has chosen the size. */
  chosen: boolean;
}

/** Size of a pane in CSS pixels, stored under a name in the page's own storage. */
export function useSplit(name: string, first: number, least: number, most: number): Split {
  const key = `split/${name}`;
  const [size, setStored] = useState(() => {
    const stored = Number(localStorage.getItem(key));
    return stored >= least && stored <= most ? stored : first;
  });
  const setSize = useCallback(
    (wanted: number) => {
      const next = Math.round(Math.min(most, Math.max(least, wanted)));
      localStorage.setItem(key, String(next));
      setStored(next);
    },
    [key, least, most],
  );
  const reset = () => {
    localStorage.removeItem(key);
    setStored(first);
  };
  return { size, setSize, reset, chosen: size !== first };
}

/**
 * A focusable separator: the ARIA pattern for a window splitter.
 * @param side the side of the splitter on which the sized pane is
 */
export function Splitter({ label, split, side }: { label: string; split: Split; side: 'left' | 'right' }) {
  const sign = side === 'left' ? 1 : -1;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const element = event.currentTarget;
    const start = { x: event.clientX, size: split.size };
    element.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) =>
      split.setSize(start.size + sign * (moved.clientX - start.x));
    element.addEventListener('pointermove', move);
    element.addEventListener('lostpointercapture', () => element.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    split.setSize(split.size + sign * step);
  };
  return (
    <div
      className={styles.splitter}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={split.size}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={key}
      onDoubleClick={split.reset}
    />
  );
}
