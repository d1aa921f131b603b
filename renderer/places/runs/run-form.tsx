/** Starts a run: what, and with which rows. */
import { Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { lackedBy } from '../../../shared/collections/capturing-steps.ts';
import { allOf, treeOf } from '../../../shared/collections/tree.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { messageOf, uploadFile } from '../../host.ts';
import { ShippedCollections } from '../../parts/collections/shipped.tsx';
import { useSaved } from '../../state/requests/saved.ts';
import { changesIn } from '../../state/requests/run-resets.ts';
import { collectionOf } from '../../state/requests/tree.ts';
import { ONCE, useRuns } from '../../state/runs.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input, Select } from '../../ui/controls.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Problem } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import styles from './run-results.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.runs;

export function RunForm() {
  const saved = useSaved();
  const start = useRuns((store) => store.start);
  const isRunning = useRuns(({ runs }) => runs?.some(({ state }) => state === 'running') ?? false);
  const psu = useStatus(({ status }) => status?.psu?.name ?? status?.psu?.psuId ?? null);
  const path = useRuns((store) => store.wanted);
  const setPath = (wanted: string) => useRuns.setState({ wanted });
  const [bail, setBail] = useState(false);
  const [concurrency, setConcurrency] = useState(1);
  const [data, setData] = useState<{ name: string; id: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { entries, folders: settings } = saved;
  const tree = useMemo(() => treeOf({ entries, folders: settings }), [entries, settings]);
  const folders = [...allOf(tree)].filter((node) => node.kind === 'folder' && node.children.length > 0);
  const known = folders.some((folder) => folder.path === path) ? path : '';
  const isLocal = useStatus(({ status }) => status?.environment.isLocal ?? false);
  const mayChange = useMemo(() => changesIn(tree, known), [tree, known]);
  const collection = collectionOf(known);
  const lacks = useMemo(
    () => (collection === null ? null : lackedBy(tree, collection, known)),
    [tree, collection, known],
  );
  const keeps = useRuns((store) => store.takesSnapshot);
  if (saved.entries.length === 0)
    return (
      <div className={layout.pad}>
        <p className={classes(textStyles.soft, textStyles.small)}>{t.noCollections}</p>
        <ShippedCollections label={t.shipped} />
        <OpenReport />
      </div>
    );
  const upload = async (file: File) => {
    try {
      setData({ name: file.name, id: await uploadFile(file) });
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const changes = isLocal ? mayChange : null;
  return (
    <form
      className={styles.runFormForm}
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
          {folders.map((folder) => (
            <option key={folder.path} value={folder.path}>
              {folder.path === '' ? t.everything : folder.path}
            </option>
          ))}
        </Select>
        <Button look="go" type="submit" disabled={isRunning}>
          <Play size={13} aria-hidden="true" /> {t.run}
        </Button>
      </div>
      <label className={layout.row}>
        <input type="checkbox" checked={bail} onChange={(event) => setBail(event.target.checked)} />
        {t.bail}
      </label>
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
                className={styles.runFormNumber}
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
          <label className={layout.row}>
            <input
              type="checkbox"
              checked={keeps}
              onChange={(event) => useRuns.setState({ takesSnapshot: event.target.checked })}
            />
            {t.snapshotFirst}
          </label>
        </>
      )}
      <p className={classes(textStyles.soft, textStyles.small)}>{t.noData}</p>
      <p className={classes(textStyles.soft, textStyles.small)}>{psu === null ? t.noPsu : t.notAs(psu)}</p>
      <OpenReport />
      <Problem text={problem} />
    </form>
  );
}

function OpenReport() {
  const openReport = useRuns((store) => store.openReport);
  return (
    <div className={layout.actions}>
      <FileButton
        label={t.openReport}
        inputLabel={t.reportInput}
        onFiles={([file]) => {
          if (file !== undefined) void openReport(file);
        }}
      />
    </div>
  );
}
