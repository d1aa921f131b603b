/** The diagram, and beside it the demonstrations unless they are hidden. */
import { DemonstrationPane } from '../../parts/demonstrations/demonstration-pane.tsx';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { FlowPlace } from './flow-place.tsx';
import { useLayoutEffect, useRef, useState, useEffect } from 'react';
import { LEAST_WIDTH } from '../../../shared/flow/drawing.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { FlowDiagram } from './diagram-view.tsx';
import styles from './flow-beside-demonstration.module.css';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { ResponsePane } from '../../parts/response/response-pane.tsx';
import { Problem } from '../../ui/form.tsx';
import { MethodName } from '../../ui/badge.tsx';

export function FlowBesideDemonstration() {
  const isShown = useDemonstrations((store) => store.isShown);
  if (!isShown) return <FlowPlace />;
  return (
    <FlowPlace
      aside={<DemonstrationPane diagram={<PresentedDiagram />} exchange={<PresentedExchange />} />}
    />
  );
}

/** Pixels that a scroll bar may take. */
const SCROLL_BAR = 16;

function PresentedDiagram() {
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

/** An exchange in place of the step of a presentation, as large as a room must see it. */
const t = texts.demonstrations;

function PresentedExchange() {
  const id = useDemonstrations((store) => store.exchange);
  const [exchange, setExchange] = useState<Exchange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    let gone = false;
    host
      .call('history.read', { id })
      .then((read) => {
        if (!gone) setExchange(read);
      })
      .catch((error: unknown) => {
        if (!gone) setProblem(messageOf(error));
      });
    return () => {
      gone = true;
    };
  }, [id]);
  return (
    <section className={styles.exchange} aria-label={t.exchange}>
      <Problem text={problem} />
      {exchange !== null && (
        <>
          <h3 className={styles.request}>
            <MethodName>{exchange.method}</MethodName> <code>{exchange.path}</code>
          </h3>
          <ResponsePane exchange={exchange} />
        </>
      )}
    </section>
  );
}
