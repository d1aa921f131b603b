/** Shows and edits what a folder, collection, flow or group says about itself. */
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isDeepEqual } from '../../../../shared/collections/deep-equal.ts';
import { ONLY_INCLUDED } from '../../../../shared/collections/flow-file.ts';
import type { Repeats } from '../../../../shared/collections/settings.ts';
import { type StepTests, testsOf } from '../../../../shared/collections/step-tests.ts';
import type { FolderNode } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { changeFolder } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { setUnsaved } from '../../../state/unsaved.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { CheckField, Input, TextArea } from '../../../ui/form.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { Table } from '../../../ui/table.tsx';
import { About } from '../about.tsx';
import { EachForm } from '../tests/repetition.tsx';
import { Choosing } from '../tests/tests-panels.tsx';
import {
  headerText,
  readHeaders,
  rowsOfVariables,
  type VariableRow,
  variablesOf,
  wrongRow,
} from './variable-rows.ts';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './tree-row.module.css';

const t = texts.requests.folder;

interface Typed {
  name: string;
  about: string;
  isApart: boolean;
  headers: string;
  repeats: Repeats;
  rows: readonly VariableRow[];
}

/** The input, and the folder when editing began, so that a change by another program is not overwritten. */
export interface FolderDraft {
  start: FolderNode;
  typed: Typed;
}

const typedOf = ({ name, settings, repeats }: FolderNode): Typed => ({
  name,
  about: settings.about ?? '',
  isApart: settings.run !== undefined,
  headers: headerText(settings.headers),
  repeats,
  rows: rowsOfVariables(settings),
});

/** Rows of variables: a file may have a hundred thousand. */
const MOST_SHOWN = 500;

export function FolderForm(props: {
  node: FolderNode;
  draft: FolderDraft | null;
  onEdit: (draft: FolderDraft | null) => void;
}) {
  const { node, draft, onEdit } = props;
  const before = draft?.start ?? node;
  // What was only moved is unchanged.
  const start = before.fingerprint === node.fingerprint ? node : { ...before, path: node.path };
  const shown = draft?.typed ?? typedOf(start);
  const { name, about, isApart, headers, repeats, rows } = shown;
  const [problem, setProblem] = useState<string | null>(null);
  const more = rows.length - MOST_SHOWN;
  // A group has no secrets of its own.
  const hasSecrets = start.role !== 'group';
  const set = (part: Partial<Typed>) => {
    const typed = { ...shown, ...part };
    onEdit(isDeepEqual(typed, typedOf(start)) ? null : { start, typed });
  };
  const change = (at: number, part: Partial<VariableRow>) =>
    set({ rows: rows.map((row, index) => (index === at ? { ...row, ...part } : row)) });
  const editRepeats = (_: string, part: StepTests) => {
    const { tags, skip, when, each } = { ...repeats, ...part };
    set({ repeats: testsOf({ tags, skip, when, each }) });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongRow(rows);
    if (wrong !== null) {
      setProblem(t.wrongName(rows[wrong]?.name ?? ''));
      return;
    }
    const fields = readHeaders(headers);
    if (typeof fields === 'string') {
      setProblem(t.wrongHeader(fields));
      return;
    }
    const { about: _about, run: _run, ...settings } = start.settings;
    const path = await changeFolder(start, {
      name: name.trim(),
      settings: {
        ...settings,
        ...variablesOf(rows, settings.variables),
        headers: fields,
        ...(about.trim() === '' ? {} : { about }),
        ...(isApart ? { run: ONLY_INCLUDED } : {}),
      },
      repeats,
    });
    if (path === null) setProblem(useSaved.getState().problem);
    else {
      setUnsaved(keyOf({ kind: 'folder', path }), null);
      setProblem(null);
    }
  };
  return (
    <form className={styles.folderForm} aria-label={t.content} onSubmit={(event) => void submit(event)}>
      <About text={start.settings.about} />
      <label className={styles.folderField}>
        {texts.common.name}
        <Input
          value={name}
          maxLength={MAX_REQUEST_NAME_CHARS}
          required
          onChange={(event) => set({ name: event.target.value })}
        />
      </label>
      <label className={styles.folderField}>
        {t.about}
        <TextArea
          className={textStyles.mono}
          rows={12}
          value={about}
          onChange={(event) => set({ about: event.target.value })}
        />
      </label>
      {start.role === 'flow' && (
        <CheckField checked={isApart} onChange={(next) => set({ isApart: next })}>
          {t.onlyIncluded}
        </CheckField>
      )}
      <section aria-label={t.variables}>
        <h3>{t.variables}</h3>
        <p className={classes(textStyles.soft, textStyles.small)}>
          {rows.length === 0 ? t.noVariables : t.variablesHint}
        </p>
        <Table>
          <thead>
            <tr>
              <th scope="col">{texts.common.name}</th>
              <th scope="col">{texts.common.value}</th>
              {hasSecrets && <th scope="col">{t.secret}</th>}
              <th scope="col">
                <span className={textStyles.spoken}>{t.remove}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_SHOWN).map((row, at) => (
              <tr key={at}>
                <td>
                  <Input
                    className={classes(styles.cell, textStyles.mono)}
                    aria-label={t.nameOf(at + 1)}
                    value={row.name}
                    onChange={(event) => change(at, { name: event.target.value })}
                  />
                </td>
                <td>
                  <Input
                    className={classes(styles.cell, textStyles.mono)}
                    aria-label={t.valueOf(at + 1)}
                    value={row.secret ? '' : row.value}
                    disabled={row.secret}
                    placeholder={row.secret ? t.notInFile : undefined}
                    onChange={(event) => change(at, { value: event.target.value })}
                  />
                </td>
                {hasSecrets && (
                  <td>
                    <input
                      type="checkbox"
                      aria-label={t.secretOf(at + 1)}
                      checked={row.secret}
                      onChange={(event) => change(at, { secret: event.target.checked })}
                    />
                  </td>
                )}
                <td>
                  <IconButton
                    label={t.removeVariable(row.name)}
                    Icon={X}
                    onClick={() => set({ rows: rows.filter((_row, index) => index !== at) })}
                  />
                </td>
              </tr>
            ))}
            {more > 0 && (
              <tr>
                <td colSpan={4} className={textStyles.soft}>
                  {t.moreVariables(more)}
                </td>
              </tr>
            )}
          </tbody>
        </Table>
        <Button
          size="small"
          look="plain"
          // Where it is shown, however many there are.
          onClick={() =>
            set({ rows: rows.toSpliced(MOST_SHOWN - 1, 0, { name: '', value: '', secret: false }) })
          }
        >
          <Plus size={14} aria-hidden="true" /> {t.addVariable}
        </Button>
        {hasSecrets && <p className={classes(textStyles.small, textStyles.soft)}>{t.secretHint}</p>}
      </section>
      <label className={styles.folderField}>
        {texts.requests.headers.title}
        <TextArea
          className={textStyles.mono}
          rows={3}
          spellCheck={false}
          placeholder={t.headersExample}
          value={headers}
          onChange={(event) => set({ headers: event.target.value })}
        />
        <span className={classes(textStyles.small, textStyles.soft)}>{t.headersHint}</span>
      </label>
      {start.role === 'group' && (
        <>
          <Choosing tests={repeats} edit={editRepeats} />
          <EachForm each={repeats.each} edit={editRepeats} />
        </>
      )}
      <Problem text={problem} />
      <div className={layout.actions}>
        <Button type="submit" look="go" disabled={draft === null}>
          {t.save}
        </Button>
        {draft !== null && (
          <Button
            onClick={() => {
              onEdit(null);
              setProblem(null);
            }}
          >
            {texts.common.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
