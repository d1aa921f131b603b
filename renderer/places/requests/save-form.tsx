/** Saves the request in front into the tree. */
import { type FormEvent, useId } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { useRequests } from '../../state/requests/requests.ts';

const t = texts.requests.saveForm;

export function SaveForm({ onDone }: { onDone: () => void }) {
  const { entries, save } = useSaved();
  const { path, operation } = useRequests();
  const listId = useId();
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
    <form className="pad actions" aria-label={t.title} onSubmit={(event) => void submit(event)}>
      <input
        className="field save-field"
        name="name"
        aria-label={texts.common.name}
        defaultValue={here?.name ?? operation.title}
        maxLength={80}
        required
      />
      <input
        className="field save-field"
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
      <button type="submit" className="btn">
        {t.save}
      </button>
      <button type="button" className="btn plain" onClick={onDone}>
        {texts.common.close}
      </button>
    </form>
  );
}
