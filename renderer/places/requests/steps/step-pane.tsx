/** A step that sends no request, in place of the composer: its form, and what became of it in runs. */
import { Play } from 'lucide-react';
import { useState } from 'react';
import { kindOf, type Step } from '../../../../shared/collection/steps.ts';
import type { StepEntry } from '../../../../shared/collection/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { StepRuns } from '../../../parts/step-runs/step-runs.tsx';
import { useRuns } from '../../../state/runs.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { followStep, runFrom, showItem } from '../../../state/requests/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Head } from '../../../ui/head.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCloseForRequests } from '../close-for-requests.ts';
import { StepForm } from './step-form.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

const close = () => showItem(null);

export function StepPane({ path }: { path: string }) {
  const entry = useSaved(({ entries }) => entries.find((one) => one.path === path));
  const isRunning = useRuns(({ runs }) => runs?.some(({ state }) => state === 'running') ?? false);
  useCloseForRequests(close);
  const step = entry?.step ?? null;
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <h2 className={textStyles.cut}>{entry?.name ?? path}</h2>
        {step !== null && (
          <span className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
            {kindText(step)}
          </span>
        )}
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
            <Edited entry={entry} />
            {/* An include has no result of its own. */}
            {step.include === undefined && <StepRuns path={path} />}
          </>
        )}
      </section>
    </section>
  );
}

/** The form of the file as it was when editing began: a change by another program meanwhile is not overwritten. */
function Edited({ entry }: { entry: StepEntry }) {
  const [begun, setBegun] = useState<StepEntry | null>(null);
  const shown = begun ?? entry;
  return (
    <>
      {begun !== null && begun.fingerprint !== entry.fingerprint && (
        <Note as="div" tone="warn" role="alert">
          <span className={layout.grow}>{t.changedOutside}</span>
          <Button size="small" onClick={() => setBegun(null)}>
            {t.reload}
          </Button>
        </Note>
      )}
      <StepForm
        key={`${shown.path} ${shown.fingerprint}`}
        entry={shown}
        onEdit={(isChanged) => setBegun(isChanged ? shown : null)}
        onSaved={(saved) => {
          setBegun(null);
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
