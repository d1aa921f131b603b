/** A step that sends no request, in place of the composer: its form, and what became of it in runs. */
import { Play } from 'lucide-react';
import { kindOf, type Step } from '../../../../shared/collections/steps.ts';
import type { StepEntry } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { StepRuns } from '../../../parts/runs/step-runs.tsx';
import { useRuns } from '../../../state/runs.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { followStep, runFrom, showItem } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { useUnsaved } from '../../../state/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Head } from '../../../ui/head.tsx';
import { Note } from '../../../ui/note.tsx';
import { UnsavedMark } from '../../../ui/unsaved.tsx';
import { useCloseForRequests } from '../../../state/requests/store.ts';
import { type StepDraft, StepForm } from './step-form.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

const close = () => showItem(null);

export function StepPane({ path }: { path: string }) {
  const entry = useSaved(({ entries }) => entries.find((one) => one.path === path));
  const isRunning = useRuns(({ runs }) => runs?.some(({ state }) => state === 'running') ?? false);
  useCloseForRequests(close);
  const step = entry?.step ?? null;
  const [draft, setDraft] = useUnsaved<StepDraft>(keyOf({ kind: 'step', path }));
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <h2 className={textStyles.cut}>{entry?.name ?? path}</h2>
        {step !== null && (
          <span className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
            {kindText(step)}
          </span>
        )}
        <UnsavedMark on={draft !== null} />
        <span className={layout.grow} />
        {step !== null && (
          <Button size="small" disabled={isRunning} onClick={() => runFrom({ kind: 'step', path })}>
            <Play size={12} aria-hidden="true" /> {t.runFrom}
          </Button>
        )}
        <Button size="small" onClick={() => showItem(null)}>
          {texts.common.close}
        </Button>
      </Head>
      <section className={classes(layout.scroll, layout.inset)} aria-label={t.content} tabIndex={0}>
        {entry === undefined ? (
          <p className={classes(layout.pad, textStyles.soft)}>{t.gone}</p>
        ) : step === null ? (
          <Note tone="bad" role="alert">
            {t.damaged(entry.damage ?? '')}
          </Note>
        ) : (
          <>
            <Edited entry={entry} draft={draft} onDraft={setDraft} />
            {/* An include has no result of its own. */}
            {step.include === undefined && <StepRuns path={path} />}
          </>
        )}
      </section>
    </section>
  );
}

/** The form of the file as it was when editing began: a change by another program meanwhile is not overwritten. */
function Edited(props: {
  entry: StepEntry;
  draft: StepDraft | null;
  onDraft: (draft: StepDraft | null) => void;
}) {
  const { entry, draft, onDraft } = props;
  const isOther = draft !== null && draft.begun.fingerprint !== entry.fingerprint;
  // Wherever the file has been moved meanwhile.
  const shown = isOther ? { ...draft.begun, path: entry.path, folder: entry.folder } : entry;
  return (
    <>
      {isOther && (
        <Note as="div" tone="warn" role="alert">
          <span className={layout.grow}>{t.changedOutside}</span>
          <Button size="small" onClick={() => onDraft(null)}>
            {t.reload}
          </Button>
        </Note>
      )}
      <StepForm
        key={`${shown.path} ${shown.fingerprint}`}
        entry={shown}
        typed={draft?.typed ?? null}
        onEdit={(typed) => onDraft(typed && { begun: shown, typed })}
        onSaved={(saved) => {
          if (saved.path !== shown.path) followStep(shown.path, saved.path);
        }}
      />
    </>
  );
}

function kindText(step: Step): string {
  const kind = kindOf(step);
  return kind === 'request' ? texts.common.request : texts.requests.savedTree.kinds[kind];
}
