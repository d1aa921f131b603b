/** The Flow view: the event log as a diagram, its timing or a list, and the demonstrations beside it. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { laidOut } from '../../../shared/flow/diagram.ts';
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
  const { view, zoom, diagram } = useFlow();
  if (view === 'timing') return <TimingView />;
  if (view === 'list') return <EventList />;
  return <FlowDiagram diagram={diagram} zoom={zoom} />;
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

/** Width of a scroll bar, in pixels. */
const SCROLL_BAR = 16;

/** Size of a text of the diagram at 100 %, in pixels. */
const TEXT = 12;

/** In words, unless the user asks for the codes. The size of the words is that of the box, and they wrap; codes fill its width. */
function PresentedDiagram() {
  const openExchange = useDemonstrations((store) => store.openExchange);
  const all = useFlow((store) => store.diagram);
  const labels = all.options.labels ?? 'human';
  const isHuman = labels === 'human';
  // The step beside it is the heading.
  const diagram = useMemo(
    () => laidOut(all, { ...all.options, labels, hidden: new Set([...all.options.hidden, 'note']) }),
    [all, labels],
  );
  const open = (event: FlowEvent) => {
    if ('exchange' in event && event.exchange !== null) openExchange(event.exchange);
  };
  const box = useRef<HTMLDivElement>(null);
  /** In pixels; null until measured. */
  const [size, setSize] = useState<{ width: number; text: number } | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () =>
      setSize({ width: element.clientWidth, text: Number.parseFloat(getComputedStyle(element).fontSize) });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const zoomOf = ({ width, text }: { width: number; text: number }) =>
    isHuman ? text / TEXT : Math.max(1, (width - SCROLL_BAR) / LEAST_WIDTH);
  return (
    <div ref={box} className={styles.diagram}>
      {size !== null && <FlowDiagram diagram={diagram} zoom={zoomOf(size)} isPresented onOpen={open} />}
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
