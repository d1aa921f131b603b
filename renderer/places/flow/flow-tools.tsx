/** The head and the tools of the Flow view: counts, marks, exports, view, filter and zoom. */
import { Minus, Plus, X } from 'lucide-react';
import { LANES } from '../../../shared/flow/marks.ts';
import { shortId, minutesText } from '../../../shared/flow/diagram-text.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { HIDEABLE, type Hideable } from '../../../shared/flow/diagram.ts';
import { isEmpty } from '../../../shared/flow/filter.ts';
import { type FlowView, useFlow, ZOOMS } from '../../state/flow.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { optionsOf } from '../../ui/options.tsx';
import { classes } from '../../ui/classes.ts';
import { Input, Select, Segmented } from '../../ui/form.tsx';
import { Head } from '../../ui/panel.tsx';
import { Menu, MenuAction, MenuChoice } from '../../ui/popover.tsx';
import { EXPORTS } from './exports.ts';
import layout from '../../ui/layout.module.css';
import styles from './flow-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow;

export function FlowHead() {
  const { clear } = useFlow();
  const { isShown, showPane } = useDemonstrations();
  return (
    <Head className={styles.head}>
      <svg width="12" height="12" viewBox="0 0 16 16" aria-hidden="true" className={textStyles.soft}>
        <circle cx="8" cy="8" r="3.5" fill="currentColor" />
      </svg>
      <h2>{t.window.live}</h2>
      <Counted />
      <span className={layout.grow} />
      <Menu label={t.window.marks}>
        <Marks />
      </Menu>
      <Button size="small" onClick={() => void clear()}>
        {t.window.clear}
      </Button>
      <Menu label={t.window.export}>
        {EXPORTS.map(({ format, run }) => (
          <MenuAction key={format} onClick={() => void run()}>
            {t.formats[format]}
          </MenuAction>
        ))}
      </Menu>
      <Button size="small" aria-pressed={isShown} onClick={() => showPane(!isShown)}>
        {texts.demonstrations.title}
      </Button>
    </Head>
  );
}

function Counted() {
  const { diagram, isCut } = useFlow();
  const { events, matches, options } = diagram;
  const [first] = events;
  const count =
    first === undefined
      ? t.window.nothing
      : isEmpty(options.filter)
        ? t.window.count(events.length, minutesText(first.bankAt ?? first.at))
        : t.window.found(matches, events.length);
  return (
    <span className={classes(textStyles.faint, textStyles.small, textStyles.tabular, textStyles.cut)}>
      {isCut ? `${count}, ${t.window.cut}` : count}
    </span>
  );
}

function Marks() {
  const { diagram, setLayout } = useFlow();
  const { hidden, apart, labels } = diagram.options;
  const draw = (kind: Hideable, isDrawn: boolean) => {
    const next = new Set(hidden);
    if (isDrawn) next.delete(kind);
    else next.add(kind);
    setLayout({ hidden: next });
  };
  return (
    <>
      {HIDEABLE.map((kind) => (
        <MenuChoice key={kind} checked={!hidden.has(kind)} onChange={(checked) => draw(kind, checked)}>
          {t.hide[kind]}
        </MenuChoice>
      ))}
      <hr className={styles.separator} />
      <MenuChoice checked={apart} onChange={(checked) => setLayout({ apart: checked })}>
        {t.hide.apart}
      </MenuChoice>
      <MenuChoice
        checked={labels === 'human'}
        onChange={(checked) => setLayout({ labels: checked ? 'human' : 'wire' })}
      >
        {t.hide.human}
      </MenuChoice>
    </>
  );
}

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
        {optionsOf(LANES, (lane) => [lane, t.lanes[lane]])}
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

/** The subject that the events are filtered by, with a button that removes the filter. */
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
