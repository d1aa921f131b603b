/** Edits the name, the documentation and the variables of a folder. */
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ONLY_INCLUDED } from '../../../../shared/collection/folder-file.ts';
import type { FolderNode } from '../../../../shared/collection/tree.ts';
import { REQUEST_LIMITS } from '../../../../shared/request/request.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { changeFolder } from '../../../state/requests/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input, TextArea } from '../../../ui/controls.tsx';
import { Problem } from '../../../ui/form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Table } from '../../../ui/table.tsx';
import { rowsOfVariables, type VariableRow, variablesOf, wrongRow } from './variable-rows.ts';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './folder-form.module.css';

const t = texts.requests.folder;

/** @param node as it was when editing began: a change by another program meanwhile is not overwritten */
export function FolderForm({ node, onDone }: { node: FolderNode; onDone: () => void }) {
  const [start] = useState(node);
  const [name, setName] = useState(start.name);
  const [documentation, setDocumentation] = useState(start.documentation ?? '');
  const [isApart, setIsApart] = useState(start.settings.run !== undefined);
  const [rows, setRows] = useState(() => rowsOfVariables(start.settings));
  const [problem, setProblem] = useState<string | null>(null);
  const change = (at: number, part: Partial<VariableRow>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongRow(rows);
    if (wrong !== null) {
      setProblem(t.wrongName(rows[wrong]?.name ?? ''));
      return;
    }
    const { name: _, run: _run, ...settings } = start.settings;
    const variables = variablesOf(rows, settings.variables);
    const isSaved = await changeFolder(start, {
      name: name.trim(),
      settings: { ...settings, ...variables, ...(isApart ? { run: ONLY_INCLUDED } : {}) },
      documentation,
    });
    if (isSaved) onDone();
    else setProblem(useSaved.getState().problem);
  };
  return (
    <form className={styles.form} aria-label={t.editTitle} onSubmit={(event) => void submit(event)}>
      <label className={styles.field}>
        {texts.common.name}
        <Input
          value={name}
          maxLength={REQUEST_LIMITS.name}
          required
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className={styles.field}>
        {t.documentation}
        <TextArea
          className={textStyles.mono}
          rows={12}
          value={documentation}
          onChange={(event) => setDocumentation(event.target.value)}
        />
      </label>
      {!start.isCollection && (
        <label className={layout.row}>
          <input type="checkbox" checked={isApart} onChange={(event) => setIsApart(event.target.checked)} />
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
                    onClick={() => setRows(rows.filter((_row, index) => index !== at))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
        <Button
          size="small"
          look="plain"
          onClick={() => setRows([...rows, { name: '', value: '', secret: false }])}
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
        <Button onClick={onDone}>{texts.common.cancel}</Button>
      </div>
    </form>
  );
}
