/** Updates a folder from a newer OpenAPI document: lists its changes, of which the user chooses. */
import { useEffect, useRef } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { CHANGES, type Change } from '../../../../shared/interchange/updating/changes.ts';
import type { ListedUpdate } from '../../../../shared/interchange/updating/listed.ts';
import {
  chooseFiles,
  saveUpdate,
  useInterchange,
  chooseOtherwise,
} from '../../../state/requests/interchange.ts';
import { Button, FileButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Note } from '../../../ui/messages.tsx';
import { Glyph, type Tone } from '../../../ui/labels.tsx';
import { ItemCells, ListedItems, Frame, useFolderName } from './interchange-parts.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './interchange-parts.module.css';

const t = texts.requests.interchange;

export function UpdatePane({ path }: { path: string }) {
  const { busy, names, compared } = useInterchange();
  return (
    <Frame
      title={t.updateTitle(useFolderName(path))}
      details={names}
      actions={compared !== null && <Choose label={t.otherDocument} />}
    >
      {compared !== null ? (
        <Compared />
      ) : (
        busy === null && (
          <div className={styles.choice}>
            <p>{t.updateHow}</p>
            <p className={textStyles.soft}>{t.updateSafe}</p>
            <div className={layout.actions}>
              <Choose label={t.chooseDocument} isFirst />
            </div>
          </div>
        )
      )}
    </Frame>
  );
}

function Choose({ label, isFirst = false }: { label: string; isFirst?: boolean }) {
  return (
    <FileButton
      look={isFirst ? 'go' : 'normal'}
      label={label}
      inputLabel={t.document}
      disabled={useInterchange(({ busy }) => busy !== null)}
      onFiles={(files) => void chooseFiles(files, false)}
    />
  );
}

function Compared() {
  const { busy, compared, otherwise, names } = useInterchange();
  const save = useRef<HTMLButtonElement>(null);
  // The focused button has been removed.
  useEffect(() => {
    if (document.activeElement === document.body) save.current?.focus();
  }, []);
  if (compared === null) return null;
  const { items, counts } = compared.list;
  const chosen = items.filter(({ at, isChosen }) => isChosen !== otherwise.has(at)).length;
  const conflicts = items.filter((item) => item.conflicts.length > 0).length;
  const isNothing = items.every(({ change }) => change === 'same');
  return (
    <>
      {isNothing ? (
        <Note tone="plain">{t.noChanges}</Note>
      ) : (
        <div className={styles.bar}>
          <Button
            ref={save}
            look="go"
            disabled={busy !== null || chosen === 0}
            onClick={() => void saveUpdate()}
          >
            {t.saveUpdate(chosen)}
          </Button>
          {conflicts > 0 && <span className={textStyles.small}>{t.conflicts(conflicts)}</span>}
          {(counts.removed ?? 0) > 0 && (
            <span className={classes(textStyles.soft, textStyles.small)}>{t.removedHint}</span>
          )}
        </div>
      )}
      <UpdateList key={names} />
    </>
  );
}

const TONES: Record<Change, Tone> = { added: 'ok', changed: 'warn', removed: 'bad', same: 'plain' };

function UpdateList() {
  const list = useInterchange(({ compared }) => compared?.list);
  if (list === undefined) return null;
  const { items, counts, more } = list;
  return (
    <ListedItems
      label={t.whatChanges}
      filterLabel={t.showChanges}
      heads={[t.change, t.step, t.differences]}
      items={items}
      more={more}
      kinds={CHANGES.map((kind) => ({ kind, label: t.changes[kind], count: counts[kind] ?? 0 }))}
      kindOf={({ change }) => change}
      renderRow={(item) => <Row key={item.at} item={item} />}
    />
  );
}

function Row({ item }: { item: ListedUpdate['items'][number] }) {
  const { at, change, name, operation, notes, conflicts, isChosen } = item;
  const isOtherwise = useInterchange(({ otherwise }) => otherwise.has(at));
  const isBusy = useInterchange(({ busy }) => busy !== null);
  return (
    <ItemCells
      isLabel
      kind={
        <>
          {change === 'same' ? (
            <span className={styles.noBox} />
          ) : (
            <input
              type="checkbox"
              aria-label={t.doIt[change](name)}
              checked={isChosen !== isOtherwise}
              disabled={isBusy}
              onChange={() => chooseOtherwise(at)}
            />
          )}
          <Glyph tone={TONES[change]} /> {t.changes[change]}
        </>
      }
      item={
        <>
          {name} <span className={classes(textStyles.soft, textStyles.small)}>{operation}</span>
        </>
      }
      notes={[
        ...notes.map((note) => <li key={note}>{note}</li>),
        ...conflicts.map((note) => (
          <li key={note} className={styles.conflict}>
            <strong>{t.conflict}</strong> {note}
          </li>
        )),
      ]}
    />
  );
}
