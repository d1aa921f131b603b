/** The list of events, and the timing: a bar for each request and each wait, on an axis for the visible rows. */
import { useMemo } from 'react';
import { filtered, isEmpty } from '../../../shared/flow/filter.ts';
import { secondsText, lengthText } from '../../../shared/flow/diagram-text.ts';
import { axisOf, type Bar, barsOf, placeOn, type Stretch } from '../../../shared/flow/timing.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { markOf } from '../../../shared/flow/marks.ts';
import { phraseOf } from '../../../shared/flow/sentence.ts';
import type { Row } from '../../../shared/flow/diagram.ts';
import { useFlow, keyOf } from '../../state/flow.ts';
import { classes } from '../../ui/classes.ts';
import { Glyph, type Tone } from '../../ui/labels.tsx';
import { equalTops, EventWindow } from './event-window.tsx';
import { useDiagramRows } from './diagram-rows.ts';
import styles from './list-and-timing.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow;

const ROW = 28;
const TOPS = equalTops(ROW);
const HEAD = 26;

const listHead = () => ({
  height: HEAD,
  content: (
    <div className={classes(styles.eventColumns, styles.head)}>
      <span>{t.table.number}</span>
      <span>{t.table.time}</span>
      <span />
      <span>{t.table.event}</span>
    </div>
  ),
});

export function EventList() {
  const { diagram, selected } = useFlow();
  return (
    <EventWindow
      {...useDiagramRows(diagram)}
      label={t.views.list}
      tops={TOPS}
      least={480}
      head={listHead}
      render={({ first, end, width }) => (
        <div className={styles.list} style={{ top: first * ROW, width }} aria-hidden="true">
          {diagram.rows.slice(first, end).map((row) => (
            <Line key={keyOf(row)} row={row} isSelected={keyOf(row) === selected} />
          ))}
        </div>
      )}
    />
  );
}

function Line({ row, isSelected }: { row: Row; isSelected: boolean }) {
  const line = classes(styles.eventColumns, styles.line, isSelected && styles.selected);
  if (row.kind === 'group')
    return (
      <div className={classes(line, styles.group)}>
        <span />
        <span />
        <State tone={row.bad ? 'bad' : 'plain'} />
        <span className={textStyles.cut}>{row.text}</span>
      </div>
    );
  const { event } = row;
  return (
    <div className={line}>
      <span className={classes(textStyles.num, textStyles.faint)}>{event.seq}</span>
      <span className={classes(textStyles.tabular, textStyles.soft)}>
        {secondsText(event.bankAt ?? event.at)}
      </span>
      <State tone={toneOf(row)} />
      <span className={classes(textStyles.cut, row.isContext && textStyles.faint)}>{phraseOf(event)}</span>
    </div>
  );
}

function State({ tone }: { tone: Tone }) {
  return <span>{tone !== 'plain' && <Glyph tone={tone} size={12} />}</span>;
}

function toneOf({ event }: Extract<Row, { kind: 'event' }>): Tone {
  const mark = markOf(event);
  if (mark.bad) return 'bad';
  return mark.shape === 'arrow' && mark.badge?.tone === 'ok' ? 'ok' : 'plain';
}

const LOOK: Record<Bar['kind'], string | undefined> = {
  request: styles.request,
  psu: styles.psu,
  batch: styles.batch,
};

const timingHead = () => ({
  height: HEAD,
  content: (
    <div className={classes(styles.barColumns, styles.head)}>
      <span>{t.table.time}</span>
      <span>{t.table.event}</span>
    </div>
  ),
});

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
      tops={TOPS}
      least={560}
      head={timingHead}
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
          className={classes(styles.barColumns, styles.line, bar.seq === selected && styles.selected)}
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

/** A time without events, drawn in a fixed width. */
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
