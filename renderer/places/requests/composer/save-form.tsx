/** Saves the active request in a flow. With another name or flow, the user chooses between a copy and a move. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { aboveOf, flowOfPath } from '../../../../shared/collections/tree.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { operationOf } from '../../../../shared/requests/request.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { useActiveTab, activeTab } from '../../../state/requests/store.ts';
import { plainPath, reveal, selectedNodes } from '../../../state/requests/tree.ts';
import { useToasts } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Input } from '../../../ui/form.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './composer.module.css';

const t = texts.requests.saveForm;

/** Flow or group of the last save. */
let lastPlace = '';

/** What is selected in the tree, or the flow or group around it, or else that of the last save. */
function proposedPlace(places: readonly string[]): string {
  const [chosen, ...others] = selectedNodes();
  if (chosen !== undefined && others.length === 0)
    return plainPath(chosen.kind === 'folder' ? chosen.path : aboveOf(chosen.path));
  return places.includes(lastPlace) ? lastPlace : '';
}

export function SaveForm({ onDone }: { onDone: () => void }) {
  const { entries, folders, save } = useSaved();
  const places = folders.filter(({ path }) => flowOfPath(path) !== null).map(({ path }) => plainPath(path));
  const path = useActiveTab((tab) => tab.path);
  const operation = useActiveTab(({ request }) => operationOf(request));
  const listId = useId();
  const name = useRef<HTMLInputElement>(null);
  // Typing replaces the name.
  useEffect(() => name.current?.select(), []);
  const here = entries.find((entry) => entry.path === path);
  const flow = here === undefined ? null : plainPath(here.folder);
  const [typed, setTyped] = useState(() => ({
    name: here?.name ?? operation.title,
    flow: flow ?? proposedPlace(places),
  }));
  const place = { name: typed.name.trim(), flow: typed.flow.trim() };
  const isRenamed = here !== undefined && place.name !== here.name;
  const isMoved = here !== undefined && place.flow !== flow;
  const saveAs = async (how: 'here' | 'copy') => {
    const known = here !== undefined && !isMoved ? here.folder : place.flow;
    if (!(await save(known, place.name, how))) return;
    onDone();
    const { path: saved } = activeTab();
    if (saved === null) return;
    lastPlace = plainPath(aboveOf(saved));
    if (saved === path) return;
    const show = () => reveal({ kind: 'step', path: saved });
    show();
    const text = t.saved(place.name, lastPlace);
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
      <label className={styles.saveField}>
        {texts.common.name}
        <Input
          ref={name}
          name="name"
          value={typed.name}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          maxLength={MAX_REQUEST_NAME_CHARS}
          required
        />
      </label>
      <label className={styles.saveField}>
        {t.flow}
        <Input
          name="flow"
          placeholder={t.flowHint}
          list={listId}
          value={typed.flow}
          onChange={({ target }) => setTyped({ ...typed, flow: target.value })}
        />
      </label>
      <datalist id={listId}>
        {places.map((one) => (
          <option key={one} value={one} />
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
