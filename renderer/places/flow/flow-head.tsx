/** The head of the diagram: how much there is, which marks are drawn, clearing and exporting. */
import { HIDEABLE, type Hideable } from '../../../shared/flow/diagram.ts';
import { isEmpty } from '../../../shared/flow/filter.ts';
import { minutesText } from '../../../shared/flow/diagram-text.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFlow } from '../../state/flow.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/head.tsx';
import { Menu, MenuAction, MenuChoice } from '../../ui/menu.tsx';
import { EXPORTS } from './exporting.tsx';
import layout from '../../ui/layout.module.css';
import styles from './flow-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow;

export function FlowHead() {
  const { clear } = useFlow();
  const { isShown, showPane } = useDemonstrations();
  return (
    <Head className={styles.flowHeadHead}>
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
  const { hidden, apart } = diagram.options;
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
      <hr className={styles.flowHeadLine} />
      <MenuChoice checked={apart} onChange={(checked) => setLayout({ apart: checked })}>
        {t.hide.apart}
      </MenuChoice>
    </>
  );
}
