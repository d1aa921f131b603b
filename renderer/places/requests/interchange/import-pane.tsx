/** Import: the files first, then what becomes of each item, and only then a name and a place. */
import { type FormEvent, useEffect, useRef } from 'react';
import { allOf } from '../../../../shared/collections/tree.ts';
import type { Imported } from '../../../../shared/contract/interchange.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { chooseFiles, saveImport, useInterchange } from '../../../state/requests/interchange.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { rootOf } from '../../../state/requests/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Select } from '../../../ui/controls.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { Field, Form, FormButtons } from '../../../ui/form.tsx';
import { Note } from '../../../ui/note.tsx';
import { Frame } from './interchange-frame.tsx';
import { ReportList } from './report-list.tsx';
import { Offer } from './panes.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';

const t = texts.requests.interchange;

export function ImportPane() {
  const { busy, names, imported } = useInterchange();
  return (
    <Frame
      title={t.importTitle}
      details={
        <>
          {names}
          {imported !== null && imported.formats.length > 0 && ` · ${t.readAs(formatsOf(imported))}`}
        </>
      }
      actions={imported !== null && <OtherFiles />}
    >
      {imported === null ? (
        busy === null && <Choice />
      ) : (
        <>
          {imported.isEmpty ? <Note tone="warn">{t.nothing}</Note> : <SaveForm imported={imported} />}
          <ReportList key={names} report={imported.report} />
        </>
      )}
    </Frame>
  );
}

function formatsOf({ formats }: Imported): string {
  return formats.map((format) => t.formats[format]).join(', ');
}

function Choice() {
  return (
    <Offer>
      <p>{t.how}</p>
      <p className={textStyles.soft}>{t.safe}</p>
      <div className={layout.actions}>
        <FileButton
          look="go"
          label={t.chooseFiles}
          inputLabel={t.files}
          onFiles={(files) => void chooseFiles(files, false)}
        />
        <FileButton
          folder
          label={t.chooseFolder}
          inputLabel={t.folder}
          onFiles={(files) => void chooseFiles(files, true)}
        />
      </div>
    </Offer>
  );
}

function OtherFiles() {
  return (
    <FileButton
      label={t.otherFiles}
      inputLabel={t.files}
      disabled={useInterchange(({ busy }) => busy !== null)}
      onFiles={(files) => void chooseFiles(files, false)}
    />
  );
}

function SaveForm({ imported: { name, steps } }: { imported: Imported }) {
  const busy = useInterchange((store) => store.busy);
  const first = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) first.current?.focus();
  }, []);
  const saved = useSaved();
  const folders = Array.from(allOf(rootOf(saved))).filter(({ kind }) => kind === 'folder');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (field: string) => {
      const value = fields.get(field);
      return typeof value === 'string' ? value : '';
    };
    void saveImport(text('folder'), text('name').trim());
  };
  return (
    <Form aria-label={t.importTitle} onSubmit={submit}>
      <Field label={texts.common.name}>
        {(links) => (
          <Input
            {...links}
            ref={first}
            name="name"
            defaultValue={name}
            maxLength={MAX_REQUEST_NAME_CHARS}
            required
          />
        )}
      </Field>
      <Field label={t.in} hint={t.secretsHint}>
        {(links) => (
          <Select {...links} name="folder">
            {folders.map(({ path }) => (
              <option key={path} value={path}>
                {path === '' ? t.atTop : path}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <FormButtons>
        <Button look="go" type="submit" disabled={busy !== null}>
          {t.save(steps)}
        </Button>
      </FormButtons>
    </Form>
  );
}
