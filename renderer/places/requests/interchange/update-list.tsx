/** What an update would change of each step, with a box for what is done. */
import { useState } from 'react';
import { CHANGES, type Change } from '../../../../shared/interchange/updating/changes.ts';
import type { ListedUpdate } from '../../../../shared/interchange/updating/listed.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { chooseOtherwise, useInterchange } from '../../../state/requests/interchange.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Glyph, type Tone } from '../../../ui/glyph.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Table } from '../../../ui/table.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './update-list.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

/** Items that are drawn at once. */
const PAGE = 300;
const TONES: Record<Change, Tone> = { added: 'ok', changed: 'warn', removed: 'bad', same: 'plain' };

export function UpdateList() {
  const list = useInterchange(({ compared }) => compared?.list);
  const [filter, setFilter] = useState<Change | null>(null);
  const [drawn, setDrawn] = useState(PAGE);
  if (list === undefined) return null;
  const { items, counts, more } = list;
  const found = filter === null ? items : items.filter(({ change }) => change === filter);
  const left = found.length - drawn;
  return (
    <>
      <div className={styles.filter}>
        <Segmented
          label={t.showChanges}
          value={filter ?? 'all'}
          options={[
            { value: 'all', label: t.all(items.length + more) },
            ...CHANGES.map((change) => ({
              value: change,
              label: t.withCount(t.changes[change], counts[change] ?? 0),
            })),
          ]}
          onChange={(value) => {
            setFilter(value === 'all' ? null : value);
            setDrawn(PAGE);
          }}
        />
      </div>
      <section className={classes(layout.scroll, layout.inset)} aria-label={t.whatChanges} tabIndex={0}>
        <Table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.change}</th>
              <th scope="col">{t.step}</th>
              <th scope="col">{t.differences}</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, drawn).map((item) => (
              <Row key={item.at} item={item} />
            ))}
          </tbody>
        </Table>
        {found.length === 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.noneListed}</p>}
        {left > 0 && (
          <div className={layout.pad}>
            <Button size="small" onClick={() => setDrawn(drawn + PAGE)}>
              {t.more(Math.min(left, PAGE))}
            </Button>
          </div>
        )}
        {left <= 0 && more > 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.unlisted(more)}</p>}
      </section>
    </>
  );
}

function Row({ item }: { item: ListedUpdate['items'][number] }) {
  const { at, change, name, operation, notes, conflicts, isChosen } = item;
  const isOtherwise = useInterchange(({ otherwise }) => otherwise.has(at));
  const isBusy = useInterchange(({ busy }) => busy !== null);
  return (
    <tr>
      <td className={textStyles.nowrap}>
        <label className={styles.change}>
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
        </label>
      </td>
      <td className={styles.item}>
        {name} <span className={classes(textStyles.soft, textStyles.small)}>{operation}</span>
      </td>
      <td className={textStyles.soft}>
        {notes.length + conflicts.length > 0 && (
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
            {conflicts.map((note) => (
              <li key={note} className={styles.conflict}>
                <strong>{t.conflict}</strong> {note}
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
