/** Saves the active request. With another name or folder, the user chooses between a copy and a move. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type StepEntry, aboveOf } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { operationOf } from '../../../../shared/requests/request.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { useActiveTab, activeTab } from '../../../state/requests/store.ts';
import { selectedNodes, reveal } from '../../../state/requests/tree.ts';
import { useToasts } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input } from '../../../ui/form.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './composer.module.css';

const t = texts.requests.saveForm;

/** Folder of the last save. */
let lastFolder = '';

/** The folder selected in the tree, or else that of the last save. */
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
  // Typing replaces the name.
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
    const { path: saved } = activeTab();
    if (saved === null || saved === path) return;
    const show = () => reveal({ kind: 'step', path: saved });
    show();
    const text = t.saved(place.name, aboveOf(saved));
    useToasts.getState().tell({ tone: 'ok', text, place: 'requests', label: t.showInTree, show });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Enter makes a copy rather than a move.
    void saveAs(isRenamed || isMoved ? 'copy' : 'here');
  };
  const moveWord = isRenamed && isMoved ? t.moveAndRename : isMoved ? t.move : t.rename;
  return (
    <form className={classes(layout.pad, layout.actions)} aria-label={t.title} onSubmit={submit}>
      <Input
        ref={name}
        className={styles.saveField}
        name="name"
        aria-label={texts.common.name}
        value={typed.name}
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        maxLength={MAX_REQUEST_NAME_CHARS}
        required
      />
      <Input
        className={styles.saveField}
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
