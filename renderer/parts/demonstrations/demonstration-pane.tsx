/** The pane of guided demonstrations: all of them, or the one that plays. */
import { type ReactNode, useEffect } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Note } from '../../ui/note.tsx';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { classes } from '../../ui/classes.ts';
import { DemonstrationList } from './demonstration-list.tsx';
import { Handout } from './handout.tsx';
import { Presentation } from './presentation.tsx';
import { StepPane } from './step-pane.tsx';
import { usePointing, useStepKeys } from './playing.ts';
import styles from './demonstration-pane.module.css';

const t = texts.demonstrations;

interface Props {
  /** What has gone over the wire, beside the step of a presentation. */
  diagram: ReactNode;
  /** The exchange that is open in a presentation. */
  exchange: ReactNode;
}

export function DemonstrationPane({ diagram, exchange }: Props) {
  const { state, problem, showsList, isPresenting, load, loadList, pause } = useDemonstrations();
  const { playing } = state;
  useEffect(() => {
    void load();
    void loadList();
  }, [load, loadList]);
  // Who goes to another view does not see what would be played.
  useEffect(() => pause, [pause]);
  useStepKeys(playing !== null && !showsList && !isPresenting);
  usePointing(playing);
  return (
    <section className={classes(layout.pane, layout.ground, styles.demonstration)} aria-label={t.title}>
      {playing === null || showsList ? <DemonstrationList /> : <StepPane playing={playing} />}
      {playing === null && state.aside && <AsideBar />}
      <Problem text={problem} />
      {playing !== null && isPresenting && (
        <Presentation playing={playing} diagram={diagram} exchange={exchange} />
      )}
      <Handout />
    </section>
  );
}

/** Between two demonstrations of a class. */
function AsideBar() {
  const leave = useDemonstrations((store) => store.leave);
  return (
    <Note as="div">
      <div className={layout.actions}>
        <span className={layout.grow}>{t.aside}</span>
        <Button size="small" title={t.leaveHint} onClick={() => void leave()}>
          {t.putBack}
        </Button>
      </div>
    </Note>
  );
}
