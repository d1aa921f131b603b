/** The diagram beside the step of a presentation, as large as its room allows: the last row of a class must be able to read it. */
import { useLayoutEffect, useRef, useState } from 'react';
import { LEAST_WIDTH } from '../../../shared/flow/drawing.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { FlowDiagram } from './flow-diagram.tsx';
import styles from './presented-diagram.module.css';

/** Pixels that a scroll bar may take. */
const SCROLL_BAR = 16;

export function PresentedDiagram() {
  const openExchange = useDemonstrations((store) => store.openExchange);
  const open = (event: FlowEvent) => {
    if ('exchange' in event && event.exchange !== null) openExchange(event.exchange);
  };
  const box = useRef<HTMLDivElement>(null);
  /** 0 until it is measured. */
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.diagram}>
      {width > 0 && <FlowDiagram zoom={Math.max(1, (width - SCROLL_BAR) / LEAST_WIDTH)} onOpen={open} />}
    </div>
  );
}
