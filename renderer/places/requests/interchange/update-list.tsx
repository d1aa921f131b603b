/** What an update would change of each step, with a box for what is done. */
import { CHANGES, type Change } from '../../../../shared/interchange/updating/changes.ts';
import type { ListedUpdate } from '../../../../shared/interchange/updating/listed.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { chooseOtherwise, useInterchange } from '../../../state/requests/interchange.ts';
import { classes } from '../../../ui/classes.ts';
import { Glyph, type Tone } from '../../../ui/glyph.tsx';
import { ItemCells, ListedItems } from './listed-items.tsx';
import styles from './update-list.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

const TONES: Record<Change, Tone> = { added: 'ok', changed: 'warn', removed: 'bad', same: 'plain' };

export function UpdateList() {
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
