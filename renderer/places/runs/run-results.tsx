/** The results of one run: progress, counts by outcome, and a virtual list of its steps. */
import { useCallback, useMemo } from 'react';
import { OUTCOMES } from '../../../shared/collections/result.ts';
import type { ListedRun, NumberedResult, RunSummary } from '../../../shared/contract/runs.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Outcome } from '../../parts/runs/step-runs.tsx';
import { canCompare, isAnyRunning, doneOf, progressOf, useRuns } from '../../state/runs.ts';
import { AskTwice } from '../../ui/button.tsx';
import { optionsOf } from '../../ui/options.tsx';
import { Button } from '../../ui/button.tsx';
import { contextMenu, copyItem } from '../../ui/context-menu.tsx';
import { classes } from '../../ui/classes.ts';
import { Select, Segmented } from '../../ui/form.tsx';
import { Head } from '../../ui/panel.tsx';
import { Note, ProgressBar, Problem } from '../../ui/messages.tsx';
import { rowClass, type Target, WindowedRows } from '../../ui/windowed-rows.tsx';
import { momentText } from '../../ui/format.ts';
import { openStep } from './result-detail.tsx';
import { RunComparison } from './run-comparison.tsx';
import layout from '../../ui/layout.module.css';
import styles from './run-results.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.runs;

export function RunResults({ run }: { run: ListedRun }) {
  const { runs, comparison, notice, stop, startAgain } = useRuns();
  const isRunning = useRuns(isAnyRunning);
  const { id, name, state, planned, problem, duration } = run;
  const done = doneOf(run);
  const before = runs?.find((one) => one.id === comparison?.before);
  return (
    <section className={layout.pane} aria-label={t.results}>
      <Head>
        <h2 className={textStyles.cut}>{name}</h2>
        <span className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
          {progressOf(run)}
          {duration !== null && ` · ${t.seconds((duration / 1000).toFixed(1))}`}
        </span>
        <span className={layout.grow} />
        {state === 'running' ? (
          <Button size="small" onClick={() => void stop(id)}>
            {t.stop}
          </Button>
        ) : (
          <Button size="small" disabled={isRunning} onClick={() => void startAgain(run)}>
            {t.again}
          </Button>
        )}
      </Head>
      {state === 'running' && (
        <ProgressBar value={done} max={Math.max(1, planned)} aria-label={t.progress(done, planned)} />
      )}
      {run.waiting !== null && <AtTheBank waiting={run.waiting} />}
      <Problem text={problem} />
      {run.notices.map((said) => (
        <Note key={said} tone="plain">
          {said}
        </Note>
      ))}
      <output aria-live="polite">{notice !== null && <Note tone="ok">{notice}</Note>}</output>
      {state !== 'running' && <RunActions run={run} />}
      {before === undefined ? <Results run={run} /> : <RunComparison run={run} before={before} />}
    </section>
  );
}

/** Asks the user to act as the PSU on the pages of a bank that the workbench cannot fill in. */
function AtTheBank({ waiting: { id, psu, decision } }: { waiting: NonNullable<ListedRun['waiting']> }) {
  const openBank = useRuns((store) => store.openBank);
  return (
    <section className={classes(layout.pad, layout.actions)} aria-label={t.atTheBank}>
      <Note tone="warn">{decision === 'approve' ? t.approveYourself(psu) : t.abortYourself(psu)}</Note>
      <Button look="go" size="small" onClick={() => void openBank(id)}>
        {t.openPage}
      </Button>
    </section>
  );
}

/** Actions on the results of a completed run. */
function RunActions({ run }: { run: RunSummary }) {
  const { runs, comparison, compare, setBaseline, judge, startFailed } = useRuns();
  const { id, path, startedAt, isBaseline, counts } = run;
  const isRunning = isAnyRunning({ runs });
  const others = (runs ?? []).filter((one) => canCompare(one, run));
  // The baseline first, then runs of the same before those that share steps, and earlier ones before later ones.
  const order = others.toSorted(
    (a, b) =>
      Number(b.isBaseline) - Number(a.isBaseline) ||
      Number(b.path === path) - Number(a.path === path) ||
      Number(b.startedAt < startedAt) - Number(a.startedAt < startedAt),
  );
  return (
    <div className={classes(styles.filter, layout.actions)} role="toolbar" aria-label={t.more}>
      <Select
        className={styles.compare}
        aria-label={t.compare}
        value={comparison?.before ?? ''}
        disabled={others.length === 0}
        onChange={(event) => void compare(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{t.compareNothing}</option>
        {optionsOf(order, (one) => [
          one.id,
          t.compareOption(
            one.name,
            progressOf(one),
            momentText(one.startedAt),
            one.environment,
            one.isBaseline,
          ),
        ])}
      </Select>
      <label className={classes(layout.row, textStyles.small)} title={t.baselineHint}>
        <input
          type="checkbox"
          checked={isBaseline}
          onChange={(event) => void setBaseline(id, event.target.checked)}
        />
        {t.keepBaseline}
      </label>
      {(counts.failed ?? 0) > 0 && (
        <Button size="small" disabled={isRunning} onClick={() => void startFailed(run)}>
          {t.failedAgain}
        </Button>
      )}
      <Button size="small" title={t.judgeHint} onClick={() => void judge(id)}>
        {t.judge}
      </Button>
      <DeleteRun id={id} />
    </div>
  );
}

function DeleteRun({ id }: { id: string }) {
  const remove = useRuns((store) => store.remove);
  return <AskTwice label={t.delete} sure={t.deleteForGood} onSure={() => void remove(id)} />;
}

function Results({ run }: { run: RunSummary }) {
  const { counts } = run;
  const { filter, show } = useRuns();
  const options = OUTCOMES.filter((outcome) => (counts[outcome] ?? 0) > 0 || outcome === filter);
  return (
    <>
      <div className={styles.filter}>
        <Segmented
          label={t.filter}
          value={filter ?? 'all'}
          options={[
            { value: 'all', label: t.all(doneOf({ counts })) },
            ...options.map((outcome) => ({
              value: outcome,
              label: t.withCount(t.outcomes[outcome], counts[outcome] ?? 0),
            })),
          ]}
          onChange={(value) => show(OUTCOMES.find((outcome) => outcome === value) ?? null)}
        />
      </div>
      <ResultList run={run} />
    </>
  );
}

function ResultList({ run }: { run: RunSummary }) {
  const { found, rows, read, choose, result } = useRuns();
  const here = [...rows].find(([, one]) => one.number === result?.number)?.[0] ?? -1;
  const target = useMemo<Target | null>(() => (here < 0 ? null : { row: here }), [here]);
  const onWindow = useCallback(
    (first: number, end: number) => {
      const known = useRuns.getState().rows;
      for (let at = first; at < end; at++) if (!known.has(at)) void read(at);
    },
    [read],
  );
  const go = (row: number) => {
    const next = rows.get(row);
    if (next === undefined) return;
    void choose(next);
  };
  const onKey = (event: KeyboardEvent) => {
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: found - 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    go(Math.max(0, Math.min(found - 1, next)));
  };
  if (found === 0) return <p className={classes(layout.pad, textStyles.soft)}>{t.noResults}</p>;
  return (
    <WindowedRows
      rows={found}
      label={t.steps}
      target={target}
      cut
      lines={2}
      onWindow={onWindow}
      tree={{
        active: here < 0 ? undefined : rowId(here),
        onKey,
        onContextMenu: contextMenu((target) => {
          const element = target.closest('[role=treeitem]');
          const row = element === null ? undefined : [...rows.keys()].find((at) => rowId(at) === element.id);
          const one = row === undefined ? undefined : rows.get(row);
          if (element === null || row === undefined || one === undefined) return null;
          const openSent = async () => {
            await choose(one);
            openStep(run, one, useRuns.getState().exchange);
          };
          return {
            label: one.name,
            items: [
              { label: texts.common.open, onClick: () => go(row) },
              { label: t.openStep, onClick: () => void openSent() },
              copyItem(element.textContent),
            ],
          };
        }),
      }}
      render={(row) => (
        <ResultRow
          key={row}
          row={row}
          here={row === here}
          result={rows.get(row) ?? null}
          isFirst={rows.get(row)?.iteration !== rows.get(row - 1)?.iteration}
          onGo={go}
        />
      )}
    />
  );
}

/** A sentence whose JSONPaths are cut in the middle, so that the values after them are in sight. */
const shortPaths = (text: string) => text.replaceAll(/\$[^\s]{24,}/g, (path) => `$…${path.slice(-12)}`);

const rowId = (row: number) => `run-result-${row}`;

function ResultRow(props: {
  row: number;
  here: boolean;
  result: NumberedResult | null;
  /** Whether it is the first of its row of data. */
  isFirst: boolean;
  onGo: (row: number) => void;
}) {
  const { row, here, result, isFirst, onGo } = props;
  // A warning is read in the result; what failed or was not run says why here.
  const why = result === null || result.outcome === 'warning' ? null : result.reason;
  return (
    <div
      id={rowId(row)}
      role="treeitem"
      aria-selected={here}
      aria-level={1}
      tabIndex={-1}
      className={classes(rowClass(here), styles.row, isFirst && row > 0 && styles.first)}
      onClick={() => onGo(row)}
      onKeyDown={(event) => event.key === 'Enter' && onGo(row)}
    >
      {result !== null && (
        <>
          <Outcome outcome={result.outcome} />
          <span className={textStyles.cut}>
            {isFirst && result.row !== null && (
              <>
                <strong>{t.row(result.iteration, result.row)}</strong>
                {' · '}
              </>
            )}
            {result.name}
            {result.turn !== null && ` · ${result.turn}`}
          </span>
          <span
            className={classes(styles.line, textStyles.soft, why === null && textStyles.mono, textStyles.cut)}
            title={why ?? result.line}
          >
            {why === null ? result.line : shortPaths(why)}
          </span>
          <span className={classes(textStyles.soft, textStyles.num)}>{result.status}</span>
          <span className={classes(styles.time, textStyles.soft, textStyles.num)}>
            {t.milliseconds(result.duration)}
          </span>
        </>
      )}
    </div>
  );
}
