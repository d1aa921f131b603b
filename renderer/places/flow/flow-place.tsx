/** The Flow view: the event log as a diagram, its timing or a list, and beside it what `aside` is. */
import { type ReactNode, useEffect } from 'react';
import { isEmpty, NO_FILTER } from '../../../shared/flow/filter.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/form.tsx';
import { Pending } from '../../ui/pending.tsx';
import { PlaceMain } from '../../ui/place-main.tsx';
import { FlowDiagram } from './diagram-view.tsx';
import { FlowHead } from './flow-head.tsx';
import { FlowTools } from './flow-tools.tsx';
import { EventList } from './event-list.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TimingView } from './timing-view.tsx';
import layout from '../../ui/layout.module.css';
import styles from './flow-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow.window;

/** @param aside the column at the right; without it, the diagram has the whole width */
export function FlowPlace({ aside }: { aside?: ReactNode }) {
  return (
    <PlaceMain className={classes(styles.place, aside !== undefined && styles.withAside)}>
      <FlowPane />
      {aside}
    </PlaceMain>
  );
}

/** The event log, apart from the pane beside it. */
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

/** Nothing has happened, or nothing of it fits. */
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
