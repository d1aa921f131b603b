/** The fields of a step that sends no request. */
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { isDeepEqual } from '../../../../shared/collection/deep-equal.ts';
import { fieldsOfStep, readStepForm, type StepFields } from '../../../../shared/collection/step-form.ts';
import { kindOf } from '../../../../shared/collection/steps.ts';
import type { StepEntry } from '../../../../shared/collection/tree.ts';
import { REQUEST_LIMITS } from '../../../../shared/request/request.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { messageOf } from '../../../host.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/controls.tsx';
import { Field, Form, FormButtons, Problem } from '../../../ui/form.tsx';
import { ControlFields } from './control-fields.tsx';
import { IncludeFields } from './include-fields.tsx';
import { ScaFields } from './sca-fields.tsx';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

export function StepForm(props: {
  entry: StepEntry;
  onEdit: (isChanged: boolean) => void;
  onSaved: (saved: StepEntry) => void;
}) {
  const { entry, onEdit, onSaved } = props;
  const { step, folder } = entry;
  const start = step === null ? null : fieldsOfStep(step);
  const [typed, setTyped] = useState<StepFields | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  if (step === null || start === null) return null;
  const kind = kindOf(step);
  if (kind === 'request') return null;
  const fields = typed ?? start;
  const reading = readStepForm(kind, fields, step);
  const isChanged = typed !== null;
  const change = (part: Partial<StepFields>) => {
    const next = { ...fields, ...part };
    const isNew = !isDeepEqual(next, start);
    setTyped(isNew ? next : null);
    onEdit(isNew);
  };
  const wrong = (field: keyof StepFields) =>
    !reading.ok && reading.field === field && isChanged ? reading.text : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!reading.ok || !isChanged) return;
    try {
      const saved = await useSaved.getState().saveStep(folder, reading.value, entry);
      setProblem(null);
      setTyped(null);
      onSaved(saved);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const part = { fields, wrong, change };
  return (
    <Form
      ref={form}
      aria-label={t.title}
      noValidate
      onKeyDown={onKey}
      onSubmit={(event) => void submit(event)}
    >
      <Field label={texts.common.name} error={wrong('name')}>
        {(links) => (
          <Input
            {...links}
            value={fields.name}
            maxLength={REQUEST_LIMITS.name}
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
              maxLength={REQUEST_LIMITS.name}
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
      <Field label={t.skip} hint={t.skipHint}>
        {(links) => (
          <Input {...links} value={fields.skip} onChange={(event) => change({ skip: event.target.value })} />
        )}
      </Field>
      <Problem text={problem} />
      <FormButtons>
        <Button type="submit" look="go" title={t.ctrlS} disabled={!isChanged || !reading.ok}>
          {t.save}
        </Button>
        {isChanged && (
          <Button
            onClick={() => {
              setTyped(null);
              setProblem(null);
              onEdit(false);
            }}
          >
            {texts.common.cancel}
          </Button>
        )}
        <output className={textStyles.soft}>{isChanged ? t.unsaved : ''}</output>
      </FormButtons>
    </Form>
  );
}
