/** What is shown of the log: the view, the filter, the size. */
import { Minus, Plus, X } from 'lucide-react';
import { LANES } from '../../../shared/flow/marks.ts';
import { shortId } from '../../../shared/flow/diagram-text.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type FlowView, useFlow, ZOOMS } from '../../state/flow.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input, Select } from '../../ui/controls.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import layout from '../../ui/layout.module.css';
import styles from './flow-tools.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow;

const VIEWS: { value: FlowView; label: string }[] = [
  { value: 'diagram', label: t.views.diagram },
  { value: 'timing', label: t.views.timing },
  { value: 'list', label: t.views.list },
];

export function FlowTools() {
  const { view, show, diagram, setFilter } = useFlow();
  const { filter } = diagram.options;
  return (
    <div className={styles.tools}>
      <Segmented label={t.window.view} value={view} options={VIEWS} onChange={show} />
      <Input
        type="search"
        className={styles.text}
        aria-label={t.filter.text}
        placeholder={t.filter.textHint}
        value={filter.text}
        onChange={({ target }) => setFilter({ text: target.value })}
      />
      <Select
        className={styles.actor}
        aria-label={t.filter.actor}
        value={filter.actor ?? ''}
        onChange={({ target }) => setFilter({ actor: LANES.find((lane) => lane === target.value) ?? null })}
      >
        <option value="">{t.filter.everybody}</option>
        {LANES.map((lane) => (
          <option key={lane} value={lane}>
            {t.lanes[lane]}
          </option>
        ))}
      </Select>
      <label className={classes(layout.row, textStyles.nowrap)}>
        <input
          type="checkbox"
          checked={filter.onlyFailures}
          onChange={({ target }) => setFilter({ onlyFailures: target.checked })}
        />
        {t.filter.failures}
      </label>
      <About />
      <span className={layout.grow} />
      {view === 'diagram' && <Zoom />}
    </div>
  );
}

/** The one thing that the events are about, with a button to show the others again. */
function About() {
  const { diagram, setFilter } = useFlow();
  const { about } = diagram.options.filter;
  if (about === null) return null;
  const subject = t.subjects[about.subject];
  return (
    <Button
      size="small"
      className={styles.about}
      title={about.id}
      aria-label={`${t.filter.only(subject, about.id)}. ${t.filter.remove(subject)}`}
      onClick={() => setFilter({ about: null })}
    >
      <span className={textStyles.cut}>{t.filter.only(subject, shortId(about.id))}</span>
      <X size={12} aria-hidden="true" />
    </Button>
  );
}

function Zoom() {
  const { zoom, zoomTo } = useFlow();
  const at = ZOOMS.findIndex((step) => step >= zoom);
  const to = (step: number) => {
    const next = ZOOMS[at + step];
    if (next !== undefined) zoomTo(next);
  };
  return (
    <span className={styles.zoom}>
      <IconButton label={t.window.zoomOut} Icon={Minus} disabled={at <= 0} onClick={() => to(-1)} />
      <span className={classes(textStyles.small, textStyles.soft, textStyles.tabular)}>
        {t.window.zoom(Math.round(zoom * 100))}
      </span>
      <IconButton
        label={t.window.zoomIn}
        Icon={Plus}
        disabled={at >= ZOOMS.length - 1}
        onClick={() => to(1)}
      />
    </span>
  );
}
