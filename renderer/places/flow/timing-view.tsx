/** The timing view: a bar for each request and each wait, on an axis for the rows in view. */
import { useMemo } from 'react';
import { filtered, isEmpty } from '../../../shared/flow/filter.ts';
import { secondsText, lengthText } from '../../../shared/flow/diagram-text.ts';
import { axisOf, type Bar, barsOf, placeOn, type Stretch } from '../../../shared/flow/timing.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useFlow } from '../../state/flow.ts';
import { classes } from '../../ui/classes.ts';
import { EventWindow } from './event-window.tsx';
import styles from './timing-view.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow;

const ROW = 28;
const HEAD = 26;

const LOOK: Record<Bar['kind'], string | undefined> = {
  request: styles.request,
  psu: styles.psu,
  batch: styles.batch,
};

export function TimingView() {
  const { diagram, selected, select } = useFlow();
  const { events, relations, options } = diagram;
  const bars = useMemo(() => {
    const shown = isEmpty(options.filter) ? null : filtered(events, relations, options.filter);
    return barsOf(events, relations).filter(({ seq }) => shown?.has(seq) ?? true);
  }, [events, relations, options.filter]);
  return (
    <EventWindow
      label={t.views.timing}
      rows={bars.length}
      rowHeight={ROW}
      least={560}
      headHeight={HEAD}
      head={
        <div className={classes(styles.columns, styles.head)}>
          <span>{t.table.time}</span>
          <span>{t.table.event}</span>
        </div>
      }
      sentence={(row) => sentenceOf(bars[row])}
      keyOf={(row) => bars[row]?.seq ?? row}
      selected={bars.findIndex(({ seq }) => seq === selected)}
      onSelect={(row) => {
        const bar = bars[row];
        if (bar) select(bar.seq);
      }}
      render={({ first, end, width }) => (
        <Drawing bars={bars.slice(first, end)} top={first * ROW} width={width} selected={selected} />
      )}
    />
  );
}

function sentenceOf(bar: Bar | undefined): string {
  return bar === undefined ? '' : `${bar.label}, ${bar.length}, ${t.sentences.at(secondsText(bar.start))}`;
}

function Drawing(props: {
  bars: readonly Bar[];
  top: number;
  width: number;
  selected: string | number | null;
}) {
  const { bars, top, width, selected } = props;
  const axis = axisOf(bars);
  return (
    <div className={styles.list} style={{ top, width }} aria-hidden="true">
      <div className={styles.idles}>
        {axis
          .filter(({ isIdle }) => isIdle)
          .map((stretch) => (
            <Idle key={stretch.from} stretch={stretch} />
          ))}
      </div>
      {bars.map((bar) => (
        <div
          key={bar.seq}
          className={classes(styles.columns, styles.line, bar.seq === selected && styles.selected)}
        >
          <span className={classes(textStyles.tabular, textStyles.soft)}>{secondsText(bar.start)}</span>
          <span className={classes(textStyles.mono, textStyles.cut)}>{bar.label}</span>
          <span className={styles.track}>
            <Track bar={bar} axis={axis} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** A time without anything, drawn in one width, whatever its length. */
function Idle({ stretch }: { stretch: Stretch }) {
  const { left, right, from, to } = stretch;
  return (
    <i
      className={styles.idle}
      style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}
      title={t.timing.idle(lengthText(to - from))}
    />
  );
}

function Track({ bar, axis }: { bar: Bar; axis: readonly Stretch[] }) {
  const left = placeOn(axis, bar.start) * 100;
  const right = placeOn(axis, bar.end) * 100;
  const isLate = right > 60;
  return (
    <>
      <i
        className={classes(styles.bar, LOOK[bar.kind], bar.bad && styles.bad)}
        style={{ left: `${left}%`, width: `${right - left}%` }}
      />
      <span
        className={classes(styles.length, bar.bad && textStyles.bad)}
        style={isLate ? { right: `${100 - left}%` } : { left: `${right}%` }}
      >
        {bar.length}
      </span>
    </>
  );
}
