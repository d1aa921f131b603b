/** Saves the active request in the tree. */
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { operationOf, REQUEST_LIMITS } from '../../../shared/request/request.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/controls.tsx';
import layout from '../../ui/layout.module.css';
import styles from './save-form.module.css';

const t = texts.requests.saveForm;

export function SaveForm({ onDone }: { onDone: () => void }) {
  const { entries, save } = useSaved();
  const path = useActiveTab((tab) => tab.path);
  const operation = useActiveTab(({ request }) => operationOf(request));
  const listId = useId();
  const name = useRef<HTMLInputElement>(null);
  // Enter saves, and typing gives another name.
  useEffect(() => name.current?.select(), []);
  const here = entries.find((entry) => entry.path === path);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    if (await save(text('folder'), text('name'))) onDone();
  };
  return (
    <form
      className={classes(layout.pad, layout.actions)}
      aria-label={t.title}
      onSubmit={(event) => void submit(event)}
    >
      <Input
        ref={name}
        className={styles.field}
        name="name"
        aria-label={texts.common.name}
        defaultValue={here?.name ?? operation.title}
        maxLength={REQUEST_LIMITS.name}
        required
      />
      <Input
        className={styles.field}
        name="folder"
        aria-label={t.folder}
        placeholder={t.folderHint}
        list={listId}
        defaultValue={here?.folder ?? ''}
      />
      <datalist id={listId}>
        {[...new Set(entries.map(({ folder }) => folder))].map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      <Button type="submit">{t.save}</Button>
      <Button look="plain" onClick={onDone}>
        {texts.common.close}
      </Button>
    </form>
  );
}
