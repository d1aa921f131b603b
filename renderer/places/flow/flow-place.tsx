/** The Flow view: the event log as a diagram, its timing or a list, and the demonstrations beside it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isEmpty, NO_FILTER } from '../../../shared/flow/filter.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { LEAST_WIDTH } from '../../../shared/flow/drawing.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { host, messageOf } from '../../host.ts';
import { DemonstrationPane } from '../../parts/demonstrations/demonstration-pane.tsx';
import { ResponsePane } from '../../parts/response/response-pane.tsx';
import { useFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem, Pending } from '../../ui/messages.tsx';
import { PlaceMain } from '../../ui/columns.tsx';
import { MethodName } from '../../ui/labels.tsx';
import { FlowDiagram } from './diagram-view.tsx';
import { FlowTools, FlowHead } from './flow-tools.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TimingView, EventList } from './list-and-timing.tsx';
import layout from '../../ui/layout.module.css';
import styles from './flow-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow.window;

export function FlowPlace() {
  const isShown = useDemonstrations((store) => store.isShown);
  return (
    <PlaceMain className={classes(styles.place, isShown && styles.withAside)}>
      <FlowPane />
      {isShown && <DemonstrationPane diagram={<PresentedDiagram />} exchange={<PresentedExchange />} />}
    </PlaceMain>
  );
}

function FlowPane() {
  const { isRead, problem, load, watch, diagram } = useFlow();
  useEffect(() => watch(), [watch]);
  return (
    <section className={layout.pane} aria-label={t.title}>
      <FlowHead />
      <FlowTools />
      {isRead ? (
        <>
          <Problem text={problem} />
          {diagram.rows.length === 0 ? <Nothing /> : <Shown />}
          <SelectionBar />
        </>
      ) : (
        <Pending doing={t.reading} problem={problem} onRetry={() => void load()} />
      )}
    </section>
  );
}

function Shown() {
  const { view, zoom } = useFlow();
  if (view === 'timing') return <TimingView />;
  if (view === 'list') return <EventList />;
  return <FlowDiagram zoom={zoom} />;
}

function Nothing() {
  const { diagram, setFilter } = useFlow();
  const go = useFrame((store) => store.go);
  const filtersAll = diagram.events.length > 0 && !isEmpty(diagram.options.filter);
  return (
    <div className={classes(layout.pad, styles.nothing)}>
      <p>{filtersAll ? t.nothingFits : t.empty}</p>
      {!filtersAll && <p className={textStyles.soft}>{t.emptyHint}</p>}
      <p>
        {filtersAll ? (
          <Button onClick={() => setFilter(NO_FILTER)}>{t.showAll}</Button>
        ) : (
          <Button onClick={() => go('requests')}>{t.toRequests}</Button>
        )}
      </p>
    </div>
  );
}

/** The diagram, and beside it the demonstrations unless they are hidden. */
/** Width of a scroll bar, in pixels. */
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

/** An exchange in place of the step of a presentation, enlarged. */
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
    <section className={styles.exchange} aria-label={texts.demonstrations.exchange}>
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
