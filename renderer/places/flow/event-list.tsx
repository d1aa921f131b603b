/** The events as a list: one line each, as a screen reader reads them. */
import { markOf } from '../../../shared/flow/marks.ts';
import { phraseOf } from '../../../shared/flow/sentence.ts';
import { secondsText } from '../../../shared/flow/diagram-text.ts';
import type { Row } from '../../../shared/flow/diagram.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { keyOf, rowAt, useFlow } from '../../state/flow.ts';
import { classes } from '../../ui/classes.ts';
import { Glyph, type Tone } from '../../ui/glyph.tsx';
import { isOpen, keyAt, sentenceAt } from './diagram-view.tsx';
import { EventWindow } from './event-window.tsx';
import { foldKey } from './folding.ts';
import styles from './event-list.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow;

const ROW = 28;
const HEAD = 26;

export function EventList() {
  const { diagram, selected, select } = useFlow();
  return (
    <EventWindow
      label={t.views.list}
      rows={diagram.rows.length}
      rowHeight={ROW}
      least={480}
      headHeight={HEAD}
      head={
        <div className={classes(styles.columns, styles.head)}>
          <span>{t.table.number}</span>
          <span>{t.table.time}</span>
          <span />
          <span>{t.table.event}</span>
        </div>
      }
      sentence={(row) => sentenceAt(diagram, row)}
      keyOf={(row) => keyAt(diagram, row)}
      isOpen={(row) => isOpen(diagram, row)}
      selected={rowAt(diagram, selected)}
      onSelect={(at) => {
        const row = diagram.rows[at];
        if (row) select(keyOf(row));
      }}
      onKey={(event, row) => foldKey(event, diagram, row)}
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
  const line = classes(styles.columns, styles.line, isSelected && styles.selected);
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

/** Nothing for what is neither a success nor a failure. */
function State({ tone }: { tone: Tone }) {
  return <span>{tone !== 'plain' && <Glyph tone={tone} size={12} />}</span>;
}

function toneOf({ event }: Extract<Row, { kind: 'event' }>): Tone {
  const mark = markOf(event);
  if (mark.bad) return 'bad';
  return mark.shape === 'arrow' && mark.badge?.tone === 'ok' ? 'ok' : 'plain';
}
