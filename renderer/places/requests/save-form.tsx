/** Saves the active request in the tree. With another name or folder, one chooses between a copy and a move. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { StepEntry } from '../../../shared/collections/tree.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { operationOf } from '../../../shared/requests/request.ts';
import { showSavedPlace } from '../../state/requests/saved-place.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { selectedNodes } from '../../state/requests/tree.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/controls.tsx';
import layout from '../../ui/layout.module.css';
import styles from './composer.module.css';
import { MAX_REQUEST_NAME_CHARS } from '../../../shared/limits.ts';

const t = texts.requests.saveForm;

/** Where the last new request was saved from this window. */
let lastFolder = '';

/** The folder that is selected in the tree. Several requests in a row go to the same one, while there is one. */
function proposedFolder(entries: readonly StepEntry[]): string {
  const [chosen, ...others] = selectedNodes();
  if (chosen?.kind === 'folder' && others.length === 0) return chosen.path;
  return entries.some(({ folder }) => folder === lastFolder) ? lastFolder : '';
}

export function SaveForm({ onDone }: { onDone: () => void }) {
  const { entries, save } = useSaved();
  const path = useActiveTab((tab) => tab.path);
  const operation = useActiveTab(({ request }) => operationOf(request));
  const listId = useId();
  const name = useRef<HTMLInputElement>(null);
  // Enter saves, and typing gives another name.
  useEffect(() => name.current?.select(), []);
  const here = entries.find((entry) => entry.path === path);
  const [typed, setTyped] = useState(() => ({
    name: here?.name ?? operation.title,
    folder: here?.folder ?? proposedFolder(entries),
  }));
  const place = { name: typed.name.trim(), folder: typed.folder.trim() };
  const isRenamed = here !== undefined && place.name !== here.name;
  const isMoved = here !== undefined && place.folder !== here.folder;
  const saveAs = async (how: 'here' | 'copy') => {
    if (!(await save(place.folder, place.name, how))) return;
    lastFolder = place.folder;
    onDone();
    showSavedPlace(path, place.name);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Enter does what loses nothing.
    void saveAs(isRenamed || isMoved ? 'copy' : 'here');
  };
  const moveWord = isRenamed && isMoved ? t.moveAndRename : isMoved ? t.move : t.rename;
  return (
    <form className={classes(layout.pad, layout.actions)} aria-label={t.title} onSubmit={submit}>
      <Input
        ref={name}
        className={styles.saveFormField}
        name="name"
        aria-label={texts.common.name}
        value={typed.name}
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        maxLength={MAX_REQUEST_NAME_CHARS}
        required
      />
      <Input
        className={styles.saveFormField}
        name="folder"
        aria-label={t.folder}
        placeholder={t.folderHint}
        list={listId}
        value={typed.folder}
        onChange={({ target }) => setTyped({ ...typed, folder: target.value })}
      />
      <datalist id={listId}>
        {[...new Set(entries.map(({ folder }) => folder))].map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      {isRenamed || isMoved ? (
        <>
          <Button type="submit">{t.copy}</Button>
          <Button disabled={place.name === ''} onClick={() => void saveAs('here')}>
            {moveWord}
          </Button>
        </>
      ) : (
        <Button type="submit">{t.save}</Button>
      )}
      <Button look="plain" onClick={onDone}>
        {texts.common.close}
      </Button>
    </form>
  );
}
