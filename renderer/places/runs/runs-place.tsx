/** The Runs view: the form for a run and the list of runs, the results of one, and one result. */
import { useEffect, useMemo, useState } from 'react';
import { Play } from 'lucide-react';
import type { ListedRun } from '../../../shared/contract/runs.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { lackedBy } from '../../../shared/collections/capturing-steps.ts';
import { allOf, flowOfPath, treeOf } from '../../../shared/collections/tree.ts';
import { uploadFile } from '../../host.ts';
import { useAttempt } from '../../state/attempt.ts';
import { Outcome } from '../../parts/runs/step-runs.tsx';
import { ShippedCollections } from '../../parts/collections/shipped.tsx';
import { canCompare, isAnyRunning, progressOf, useRuns, worstOf, ONCE } from '../../state/runs.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { changesIn } from '../../state/requests/run-resets.ts';
import { useStatus } from '../../state/status.ts';
import { Badge } from '../../ui/labels.tsx';
import { plainPath } from '../../state/requests/tree.ts';
import { optionsOf } from '../../ui/options.tsx';
import { contextMenu, type MenuItem } from '../../ui/context-menu.tsx';
import { classes } from '../../ui/classes.ts';
import { Columns, Splitter, useSplit } from '../../ui/columns.tsx';
import { Problem, Pending } from '../../ui/messages.tsx';
import { ListItem } from '../../ui/list-items.tsx';
import { momentText } from '../../ui/format.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { CheckField, Input, Select } from '../../ui/form.tsx';
import { ResultDetail } from './result-detail.tsx';
import { RunResults } from './run-results.tsx';
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

/** What can be done with a run of the list. */
function itemsOf(run: ListedRun, onOpen: () => void): MenuItem[] {
  const { runs, selected, startAgain, compare } = useRuns.getState();
  const open = runs?.find(({ id }) => id === selected);
  return [
    { label: texts.common.open, onClick: onOpen },
    {
      label: t.again,
      disabled: isAnyRunning({ runs }),
      onClick: () => void startAgain(run),
    },
    {
      label: t.compareOpen,
      disabled: open === undefined || !canCompare(run, open),
      onClick: () => void compare(run.id),
    },
  ];
}

function RunItem({ run, current, onOpen }: { run: ListedRun; current: boolean; onOpen: () => void }) {
  const { name, state, startedAt, environment, isBaseline } = run;
  const going = run.waiting === null ? t.running : t.waitsForYou;
  return (
    <ListItem
      name={name}
      current={current}
      onClick={onOpen}
      onContextMenu={contextMenu(() => ({ label: name, items: itemsOf(run, onOpen) }))}
    >
      <span className={classes(layout.row, textStyles.small, textStyles.soft)}>
        {state === 'running' ? going : <Outcome outcome={worstOf(run)} />}
        <span className={textStyles.tabular}>{progressOf(run)}</span>
        {state === 'stopped' && t.stopped}
        {state === 'judged' && t.isJudged}
        {isBaseline && <Badge tone="plain">{t.baseline}</Badge>}
      </span>
      <span className={classes(textStyles.small, textStyles.soft, textStyles.cut, styles.when)}>
        {momentText(startedAt)} · {environment}
      </span>
    </ListItem>
  );
}

/** Starts a run: what, and with which rows. */
function RunForm() {
  const saved = useSaved();
  const start = useRuns((store) => store.start);
  const isRunning = useRuns(isAnyRunning);
  const psu = useStatus(({ status }) => status?.psu?.name ?? status?.psu?.psuId ?? null);
  const path = useRuns((store) => store.wanted);
  const setPath = (wanted: string) => useRuns.setState({ wanted });
  const [bail, setBail] = useState(false);
  const [concurrency, setConcurrency] = useState(1);
  const [data, setData] = useState<{ name: string; id: string } | null>(null);
  const { problem, attempt } = useAttempt();
  const { entries, folders: settings } = saved;
  const tree = useMemo(() => treeOf({ entries, folders: settings }), [entries, settings]);
  const folders = [...allOf(tree)].filter((node) => node.kind === 'folder' && node.children.length > 0);
  // A step that was run alone is in a flow.
  const known = [path, flowOfPath(path)].find((one) => folders.some((folder) => folder.path === one)) ?? '';
  const isLocal = useStatus(({ status }) => status?.environment.isLocal ?? false);
  const mayChange = useMemo(() => changesIn(tree, known), [tree, known]);
  // Flows do not depend on each other.
  const flow = flowOfPath(known);
  const lacks = useMemo(() => (flow === null ? null : lackedBy(tree, flow, known)), [tree, flow, known]);
  const takesSnapshot = useRuns((store) => store.takesSnapshot);
  if (saved.entries.length === 0)
    return (
      <div className={layout.pad}>
        <p className={classes(textStyles.soft, textStyles.small)}>{t.noCollections}</p>
        <ShippedCollections label={t.shipped} />
      </div>
    );
  const upload = (file: File) =>
    attempt(async () => setData({ name: file.name, id: await uploadFile(file) }));
  const hasCopies = isLocal && data !== null;
  const changes = isLocal && !hasCopies ? mayChange : null;
  return (
    <form
      className={styles.form}
      aria-label={t.newRun}
      onSubmit={(event) => {
        event.preventDefault();
        void start({ ...ONCE, path: known, bail, concurrency, data: data?.id ?? null });
      }}
    >
      <div className={layout.row}>
        <Select
          className={layout.grow}
          aria-label={t.what}
          value={known}
          onChange={(event) => setPath(event.target.value)}
        >
          {optionsOf(folders, (folder) => [
            folder.path,
            folder.path === '' ? t.everything : plainPath(folder.path),
          ])}
        </Select>
        <Button look="go" type="submit" disabled={isRunning}>
          <Play size={13} aria-hidden="true" /> {t.run}
        </Button>
      </div>
      <CheckField checked={bail} onChange={setBail}>
        {t.bail}
      </CheckField>
      <div className={layout.actions}>
        <FileButton
          label={t.chooseData}
          inputLabel={t.dataInput}
          onFiles={([file]) => {
            if (file !== undefined) void upload(file);
          }}
        />
        {data !== null && (
          <>
            <span className={classes(textStyles.small, textStyles.cut)}>{data.name}</span>
            <label className={classes(layout.row, textStyles.small)}>
              {t.concurrency}
              <Input
                className={styles.concurrency}
                type="number"
                min={1}
                max={16}
                value={concurrency}
                onChange={(event) =>
                  setConcurrency(Math.max(1, Math.min(16, Number(event.target.value) || 1)))
                }
              />
            </label>
            <Button look="plain" size="small" onClick={() => setData(null)}>
              {t.withoutData}
            </Button>
          </>
        )}
      </div>
      {lacks !== null && lacks.variables.length > 0 && (
        <p className={textStyles.small}>{t.lacks(known, lacks)}</p>
      )}
      {changes !== null && (
        <>
          <p className={textStyles.small}>{changes === 'bank' ? t.resets : t.movesClock}</p>
          <CheckField checked={takesSnapshot} onChange={(next) => useRuns.setState({ takesSnapshot: next })}>
            {t.snapshotFirst}
          </CheckField>
        </>
      )}
      <p className={classes(textStyles.soft, textStyles.small)}>{hasCopies ? t.ownBanks : t.noData}</p>
      <p className={classes(textStyles.soft, textStyles.small)}>{psu === null ? t.noPsu : t.notAs(psu)}</p>
      <Problem text={problem} />
    </form>
  );
}
