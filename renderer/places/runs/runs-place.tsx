/** The Runs view: all runs on the left, the results of one in the middle, one result on the right. */
import { useEffect } from 'react';
import type { ListedRun } from '../../../shared/contract/runs.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { progressOf, useRuns, worstOf } from '../../state/runs.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Columns } from '../../ui/columns.tsx';
import { Problem } from '../../ui/form.tsx';
import { ListItem } from '../../ui/list-item.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Splitter, useSplit } from '../../ui/splitter.tsx';
import { Outcome } from '../../parts/runs/step-runs.tsx';
import { ResultDetail } from './result-detail.tsx';
import { RunForm } from './run-form.tsx';
import { RunResults } from './run-results.tsx';
import { machineTime } from '../../ui/machine-time.ts';
import layout from '../../ui/layout.module.css';
import styles from './run-results.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.runs;

export function RunsPlace() {
  const { runs, selected, problem, load, open } = useRuns();
  const loadSaved = useSaved((store) => store.load);
  useEffect(() => {
    void loadSaved();
    void load();
  }, [load, loadSaved]);
  const list = useSplit('runs', 280, 220, 420);
  const detail = useSplit('run-result', 480, 320, 900);
  const run = runs?.find(({ id }) => id === selected) ?? null;
  return (
    <Columns sizes={[list.size, 'rest', detail.size]}>
      <section className={classes(layout.pane, layout.ground)} aria-label={t.title}>
        <RunForm />
        <Problem text={runs === null ? null : problem} />
        {runs === null ? (
          <Pending doing={t.reading} problem={problem} onRetry={() => void load()} />
        ) : (
          <div className={layout.scroll}>
            {runs.map((one) => (
              <RunItem key={one.id} run={one} current={one.id === selected} onOpen={() => open(one.id)} />
            ))}
          </div>
        )}
      </section>
      <Splitter label={t.listWidth} split={list} side="left" />
      {run === null ? (
        <p className={classes(layout.pad, textStyles.soft)}>
          {runs !== null && runs.length === 0 ? t.empty : t.choose}
        </p>
      ) : (
        <RunResults run={run} />
      )}
      <Splitter label={t.detailWidth} split={detail} side="right" />
      <ResultDetail />
    </Columns>
  );
}

function RunItem({ run, current, onOpen }: { run: ListedRun; current: boolean; onOpen: () => void }) {
  const { name, state, startedAt, environment, isBaseline } = run;
  const going = run.waiting === null ? t.running : t.waitsForYou;
  return (
    <ListItem name={name} current={current} onClick={onOpen}>
      <span className={classes(layout.row, textStyles.small, textStyles.soft)}>
        {state === 'running' ? going : <Outcome outcome={worstOf(run)} />}
        <span className={textStyles.tabular}>{progressOf(run)}</span>
        {state === 'stopped' && t.stopped}
        {state === 'report' && t.isReport}
        {state === 'judged' && t.isJudged}
        {isBaseline && <Badge tone="plain">{t.baseline}</Badge>}
      </span>
      <span className={classes(textStyles.small, textStyles.soft, textStyles.cut, styles.runsPlaceWhen)}>
        {machineTime(startedAt)} · {environment}
      </span>
    </ListItem>
  );
}
