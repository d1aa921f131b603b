/** Edits the name, the documentation and the variables of a folder. */
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isDeepEqual } from '../../../../shared/collections/deep-equal.ts';
import { ONLY_INCLUDED } from '../../../../shared/collections/folder-file.ts';
import type { FolderNode } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { changeFolder } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { setUnsaved } from '../../../state/unsaved.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input, TextArea } from '../../../ui/form.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { Table } from '../../../ui/table.tsx';
import { rowsOfVariables, type VariableRow, variablesOf, wrongRow } from './variable-rows.ts';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './tree-row.module.css';

const t = texts.requests.folder;

interface Typed {
  name: string;
  documentation: string;
  isApart: boolean;
  rows: readonly VariableRow[];
}

/** The input, and the folder when editing began, so that a change by another program is not overwritten. */
export interface FolderDraft {
  start: FolderNode;
  typed: Typed;
}

const typedOf = ({ name, documentation, settings }: FolderNode): Typed => ({
  name,
  documentation: documentation ?? '',
  isApart: settings.run !== undefined,
  rows: rowsOfVariables(settings),
});

/** @param onDone called after saving or cancelling */
export function FolderForm(props: {
  node: FolderNode;
  draft: FolderDraft | null;
  onEdit: (draft: FolderDraft | null) => void;
  onDone: () => void;
}) {
  const { node, draft, onEdit, onDone } = props;
  const before = draft?.start ?? node;
  // A folder that was only moved is unchanged.
  const start = before.fingerprint === node.fingerprint ? node : { ...before, path: node.path };
  const { name, documentation, isApart, rows } = draft?.typed ?? typedOf(start);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (part: Partial<Typed>) => {
    const typed = { name, documentation, isApart, rows, ...part };
    onEdit(isDeepEqual(typed, typedOf(start)) ? null : { start, typed });
  };
  const change = (at: number, part: Partial<VariableRow>) =>
    set({ rows: rows.map((row, index) => (index === at ? { ...row, ...part } : row)) });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongRow(rows);
    if (wrong !== null) {
      setProblem(t.wrongName(rows[wrong]?.name ?? ''));
      return;
    }
    const { name: _, run: _run, ...settings } = start.settings;
    const variables = variablesOf(rows, settings.variables);
    const path = await changeFolder(start, {
      name: name.trim(),
      settings: { ...settings, ...variables, ...(isApart ? { run: ONLY_INCLUDED } : {}) },
      documentation,
    });
    if (path === null) setProblem(useSaved.getState().problem);
    else {
      setUnsaved(keyOf({ kind: 'folder', path }), null);
      onDone();
    }
  };
  return (
    <form className={styles.folderForm} aria-label={t.editTitle} onSubmit={(event) => void submit(event)}>
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
        {t.documentation}
        <TextArea
          className={textStyles.mono}
          rows={12}
          value={documentation}
          onChange={(event) => set({ documentation: event.target.value })}
        />
      </label>
      {!start.isCollection && (
        <label className={layout.row}>
          <input
            type="checkbox"
            checked={isApart}
            onChange={(event) => set({ isApart: event.target.checked })}
          />
          {t.onlyIncluded}
        </label>
      )}
      <section aria-label={t.variables}>
        <h3>{t.variables}</h3>
        <Table>
          <thead>
            <tr>
              <th scope="col">{texts.common.name}</th>
              <th scope="col">{texts.common.value}</th>
              <th scope="col">{t.secret}</th>
              <th scope="col">
                <span className={textStyles.spoken}>{t.remove}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
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
                <td>
                  <input
                    type="checkbox"
                    aria-label={t.secretOf(at + 1)}
                    checked={row.secret}
                    onChange={(event) => change(at, { secret: event.target.checked })}
                  />
                </td>
                <td>
                  <IconButton
                    label={t.removeVariable(row.name)}
                    Icon={X}
                    onClick={() => set({ rows: rows.filter((_row, index) => index !== at) })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
        <Button
          size="small"
          look="plain"
          onClick={() => set({ rows: [...rows, { name: '', value: '', secret: false }] })}
        >
          <Plus size={14} aria-hidden="true" /> {t.addVariable}
        </Button>
        <p className={classes(textStyles.small, textStyles.soft)}>{t.secretHint}</p>
      </section>
      <Problem text={problem} />
      <div className={layout.actions}>
        <Button type="submit" look="go">
          {t.save}
        </Button>
        <Button
          onClick={() => {
            onEdit(null);
            onDone();
          }}
        >
          {texts.common.cancel}
        </Button>
      </div>
    </form>
  );
}
