/** A step that sends no request, in place of the composer: its form, tests and runs. */
import { Play } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { kindOf, type Step } from '../../../../shared/collections/steps.ts';
import type { StepEntry } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { isDeepEqual } from '../../../../shared/collections/deep-equal.ts';
import { sameTests, type StepTests, testsOf, withTests } from '../../../../shared/collections/step-tests.ts';
import { fieldsOfStep, readStepForm, type StepFields } from '../../../../shared/collections/step-form.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import { messageOf } from '../../../host.ts';
import { StepRuns } from '../../../parts/runs/step-runs.tsx';
import { isAnyRunning, useRuns } from '../../../state/runs.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { followStep, runFrom, showItem } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { useUnsaved } from '../../../state/unsaved.ts';
import { useCloseForRequests } from '../../../state/requests/store.ts';
import { onCommand, shortcutOf } from '../../../state/frame.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Head } from '../../../ui/panel.tsx';
import { Note, Problem } from '../../../ui/messages.tsx';
import { UnsavedMark } from '../../../ui/labels.tsx';
import { FormButtons, FormFields } from '../../../ui/form.tsx';
import { About } from '../about.tsx';
import { TestsPanels } from '../tests/tests-panels.tsx';
import { FieldsOfKind, TextField } from './step-fields.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

const close = () => showItem(null);
/** Only a run has variables. */
const NONE_KNOWN: [] = [];

export function StepPane({ path }: { path: string }) {
  const entry = useSaved(({ entries }) => entries.find((one) => one.path === path));
  const isRunning = useRuns(isAnyRunning);
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
        <Button size="small" onClick={close}>
          {texts.common.close}
        </Button>
      </Head>
      <section className={classes(layout.scroll, layout.inset)} aria-label={t.content} tabIndex={0}>
        {entry === undefined ? (
          <p className={classes(layout.pad, textStyles.soft)}>{t.gone}</p>
        ) : (
          <>
            <Edited entry={entry} draft={draft} onDraft={setDraft} />
            {/* An include has no result of its own. */}
            {entry.step.include === undefined && <StepRuns path={path} />}
          </>
        )}
      </section>
    </section>
  );
}

/** Edits the file as it was when editing began, so that a change by another program is not overwritten. */
function Edited(props: {
  entry: StepEntry;
  draft: StepDraft | null;
  onDraft: (draft: StepDraft | null) => void;
}) {
  const { entry, draft, onDraft } = props;
  const isOther = draft !== null && draft.begun.fingerprint !== entry.fingerprint;
  // The file may have been moved in the meantime.
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

interface Typed {
  fields: StepFields;
  tests: StepTests;
}

/** The input, and the file when editing began. */
interface StepDraft {
  begun: StepEntry;
  typed: Typed;
}

function StepForm(props: {
  entry: StepEntry;
  typed: Typed | null;
  onEdit: (typed: Typed | null) => void;
  onSaved: (saved: StepEntry) => void;
}) {
  const { entry, typed, onEdit, onSaved } = props;
  const { step, folder } = entry;
  const start = { fields: fieldsOfStep(step), tests: testsOf(step) };
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => onCommand('save', () => form.current?.requestSubmit()), []);
  const kind = kindOf(step);
  if (kind === 'request') return null;
  const { fields, tests } = typed ?? start;
  const reading = readStepForm(kind, fields, step);
  const isChanged = typed !== null;
  const set = (next: Typed) => {
    const isNew = !isDeepEqual(next.fields, start.fields) || !sameTests(next.tests, start.tests);
    onEdit(isNew ? next : null);
  };
  const change = (part: Partial<StepFields>) => set({ fields: { ...fields, ...part }, tests });
  const edit = (_: string, part: StepTests) => set({ fields, tests: testsOf({ ...tests, ...part }) });
  const wrong = (field: keyof StepFields) =>
    !reading.ok && reading.field === field && isChanged ? reading.text : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrongField = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
    // Invalid input is not in the step, and would be lost.
    wrongField?.focus();
    if (!reading.ok || !isChanged || wrongField !== null) return;
    try {
      const saved = await useSaved.getState().saveStep(folder, withTests(reading.value, tests), entry);
      setProblem(null);
      onEdit(null);
      onSaved(saved);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const part = { fields, wrong, change };
  return (
    <form ref={form} aria-label={t.title} noValidate onSubmit={(event) => void submit(event)}>
      <About text={tests.about} />
      <FormFields>
        <TextField {...part} name="name" label={texts.common.name} maxLength={MAX_REQUEST_NAME_CHARS} />
        <FieldsOfKind {...part} kind={kind} path={entry.path} />
      </FormFields>
      <TestsPanels kind={kind} tests={tests} edit={edit} outcome={null} known={NONE_KNOWN} />
      <FormFields>
        <Problem text={problem} />
        <FormButtons>
          <Button type="submit" look="go" title={shortcutOf('save')} disabled={!isChanged || !reading.ok}>
            {t.save}
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                onEdit(null);
                setProblem(null);
              }}
            >
              {texts.common.cancel}
            </Button>
          )}
        </FormButtons>
      </FormFields>
    </form>
  );
}
