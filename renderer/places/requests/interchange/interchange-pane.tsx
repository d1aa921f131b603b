/** The import and export panes, shown in place of the request. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { EXPORTS } from '../../../../shared/interchange/model.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { allOf } from '../../../../shared/collections/tree.ts';
import type { Imported } from '../../../../shared/contract/interchange.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import {
  closeInterchange,
  type InterchangeTask,
  previewAs,
  saveExport,
  useInterchange,
  chooseFiles,
  saveImport,
} from '../../../state/requests/interchange.ts';
import { host, messageOf } from '../../../host.ts';
import { useEnvironments } from '../../../state/environments.ts';
import { useCloseForRequests } from '../../../state/requests/store.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { rootOf } from '../../../state/requests/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { classes } from '../../../ui/classes.ts';
import { Segmented } from '../../../ui/form.tsx';
import { Input, Select } from '../../../ui/form.tsx';
import { FileButton } from '../../../ui/button.tsx';
import { Field, Form, FormButtons } from '../../../ui/form.tsx';
import { Note } from '../../../ui/messages.tsx';
import { UpdatePane } from './update-pane.tsx';
import { ReportList, Frame, useFolderName } from './interchange-parts.tsx';
import styles from './interchange-parts.module.css';
import textStyles from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';

const t = texts.requests.interchange;

export function InterchangePane({ task }: { task: InterchangeTask }) {
  useCloseForRequests(closeInterchange);
  switch (task.kind) {
    case 'import':
      return <ImportPane />;
    case 'update':
      return <UpdatePane path={task.path} />;
    case 'export':
      return <ExportPane path={task.path} />;
  }
}

function ExportPane({ path }: { path: string }) {
  const { busy, format, report } = useInterchange();
  return (
    <Frame title={t.exportTitle(useFolderName(path))}>
      <div className={styles.bar}>
        <Segmented
          label={t.format}
          value={format}
          options={EXPORTS.map((value) => ({ value, label: t.formats[value] }))}
          onChange={(value) => void previewAs(value)}
        />
        <Button look="go" disabled={report === null || busy !== null} onClick={() => void saveExport()}>
          {t.saveFile}
        </Button>
        <span className={classes(textStyles.soft, textStyles.small)}>{t.neverSecret}</span>
      </div>
      {report !== null && <ReportList key={format} report={report} />}
    </Frame>
  );
}

/** Import: the files first, then what becomes of each item, and only then a name and a place. */
function ImportPane() {
  const { busy, files, names, imported } = useInterchange();
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
          {imported.environments.length > 0 && <NewEnvironments imported={imported} />}
          {imported.formats.includes('openapi') && <BindOffer key={files} files={files} />}
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
    <div className={styles.choice}>
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
    </div>
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

/** The environments that are made together with the collection. */
function NewEnvironments({ imported: { environments } }: { imported: Imported }) {
  return (
    <Note tone="plain">
      <section className={layout.grow} aria-label={t.environments}>
        <strong>{t.environments}</strong>
        <ul className={styles.notes}>
          {environments.map(({ name, baseUrl, variables, secrets }) => (
            <li key={name}>
              {[
                `${name}: ${baseUrl ?? t.noBaseUrl}`,
                ...(variables.length > 0 ? [t.variables(variables.join(', '))] : []),
                ...(secrets.length > 0 ? [t.secretVariables(secrets.join(', '))] : []),
              ].join(' · ')}
            </li>
          ))}
        </ul>
        <span className={textStyles.soft}>{t.environmentsHint}</span>
      </section>
    </Note>
  );
}

/** Offers the document to the environment in use: its operations and schemas then count there. */
function BindOffer({ files }: { files: string | null }) {
  const environment = useEnvironments(({ list }) => list?.find(({ current }) => current));
  const load = useEnvironments((store) => store.load);
  useEffect(() => void load(), [load]);
  const [said, setSaid] = useState<string | null>(null);
  if (files === null || environment?.kind !== 'bank') return null;
  const bind = async () => {
    try {
      const { title } = await host.call('environments.bindOpenApi', { id: environment.id, files });
      setSaid(t.isBound(title, environment.name));
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  return (
    <Note as="output" tone="plain">
      <span className={layout.grow}>{said ?? t.bindOffer(environment.name)}</span>
      {said === null && (
        <Button size="small" onClick={() => void bind()}>
          {t.bind}
        </Button>
      )}
    </Note>
  );
}

function SaveForm({ imported: { name, steps } }: { imported: Imported }) {
  const busy = useInterchange((store) => store.busy);
  const first = useRef<HTMLInputElement>(null);
  // The focused button has been removed.
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
            {optionsOf(folders, ({ path }) => [path, path === '' ? t.atTop : path])}
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
