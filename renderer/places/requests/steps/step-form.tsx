/** The fields of a step that sends no request, and what a run expects and keeps of it. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isDeepEqual } from '../../../../shared/collections/deep-equal.ts';
import { sameTests, type StepTests, testsOf, withTests } from '../../../../shared/collections/step-tests.ts';
import { fieldsOfStep, readStepForm, type StepFields } from '../../../../shared/collections/step-form.ts';
import { kindOf } from '../../../../shared/collections/steps.ts';
import type { StepEntry } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { messageOf } from '../../../host.ts';
import { onCommand } from '../../../state/frame.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Select, TextArea } from '../../../ui/controls.tsx';
import { Field, FormButtons, FormFields, Problem } from '../../../ui/form.tsx';
import { TestsPanels } from '../tests/tests-panels.tsx';
import { ControlFields } from './control-fields.tsx';
import { ScaFields } from './sca-fields.tsx';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import { foldersToInclude } from '../../../state/requests/tree.ts';
import type { PartProps } from './part-props.ts';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

/** A step has no response here: only a run judges it. */
const NONE_KNOWN: [] = [];

interface Typed {
  fields: StepFields;
  tests: StepTests;
}

/** What has been typed, and the file as it was when editing began. */
export interface StepDraft {
  begun: StepEntry;
  typed: Typed;
}

export function StepForm(props: {
  entry: StepEntry;
  typed: Typed | null;
  onEdit: (typed: Typed | null) => void;
  onSaved: (saved: StepEntry) => void;
}) {
  const { entry, typed, onEdit, onSaved } = props;
  const { step, folder } = entry;
  const start = step === null ? null : { fields: fieldsOfStep(step), tests: testsOf(step) };
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => onCommand('save', () => form.current?.requestSubmit()), []);
  if (step === null || start === null) return null;
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
    // What is typed there would be lost: the step has what was right before.
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
      <FormFields>
        <Field label={texts.common.name} error={wrong('name')}>
          {(links) => (
            <Input
              {...links}
              value={fields.name}
              maxLength={MAX_REQUEST_NAME_CHARS}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        {kind === 'sca' && <ScaFields {...part} />}
        {kind === 'control' && <ControlFields {...part} />}
        {kind === 'include' && <IncludeFields {...part} path={entry.path} />}
        {kind === 'session' && (
          <Field label={t.session} hint={t.sessionHint} error={wrong('session')}>
            {(links) => (
              <Input
                {...links}
                value={fields.session}
                maxLength={MAX_REQUEST_NAME_CHARS}
                onChange={(event) => change({ session: event.target.value })}
              />
            )}
          </Field>
        )}
        {kind === 'pause' && (
          <Field label={t.pause} error={wrong('pause')}>
            {(links) => (
              <Input
                {...links}
                inputMode="numeric"
                value={fields.pause}
                onChange={(event) => change({ pause: event.target.value })}
              />
            )}
          </Field>
        )}
      </FormFields>
      <TestsPanels kind={kind} tests={tests} edit={edit} outcome={null} known={NONE_KNOWN} />
      <FormFields>
        <Problem text={problem} />
        <FormButtons>
          <Button type="submit" look="go" title={t.ctrlS} disabled={!isChanged || !reading.ok}>
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

/** @param path of the step */
function IncludeFields({ fields, wrong, change, path }: PartProps & { path: string }) {
  // Rendered again when the folders are read again.
  useSaved((store) => store.folders);
  const { folder } = fields;
  const folders = foldersToInclude(path);
  const isThere = folder === '' || folders.includes(folder);
  return (
    <>
      <Field label={t.folder} error={wrong('folder')}>
        {(links) => (
          <Select {...links} value={folder} onChange={(event) => change({ folder: event.target.value })}>
            {folder === '' && <option value="">{t.chooseFolder}</option>}
            {!isThere && <option value={folder}>{t.missingFolder(folder)}</option>}
            {folders.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.variables} hint={t.variablesHint} error={wrong('variables')}>
        {(links) => (
          <TextArea
            {...links}
            className={textStyles.mono}
            rows={3}
            spellCheck={false}
            value={fields.variables}
            onChange={(event) => change({ variables: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
