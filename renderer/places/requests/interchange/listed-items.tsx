/** Items in a table, with a filter by what becomes of them. A long list is drawn in parts. */
import { type ReactNode, useState } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Table } from '../../../ui/table.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './listed-items.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

/** Items that are drawn at once. */
const PAGE = 300;

interface Parts<Item, Kind extends string> {
  label: string;
  /** Of the choice of a kind. */
  filterLabel: string;
  /** The headings of the three columns. */
  heads: readonly [string, string, string];
  items: readonly Item[];
  /** Items that there are beside those. */
  more: number;
  kinds: readonly { kind: Kind; label: string; count: number }[];
  kindOf: (item: Item) => Kind;
  /** A row of {@link ItemCells}. @param at its place among all items */
  renderRow: (item: Item, at: number) => ReactNode;
}

export function ListedItems<Item, Kind extends string>(parts: Parts<Item, Kind>) {
  const { label, filterLabel, heads, items, more, kinds, kindOf, renderRow } = parts;
  const [filter, setFilter] = useState<Kind | null>(null);
  const [drawn, setDrawn] = useState(PAGE);
  const all = items.map((item, at) => ({ item, at }));
  const found = filter === null ? all : all.filter(({ item }) => kindOf(item) === filter);
  const left = found.length - drawn;
  return (
    <>
      <div className={styles.filter}>
        <Segmented<Kind | 'all'>
          label={filterLabel}
          value={filter ?? 'all'}
          options={[
            { value: 'all', label: t.all(items.length + more) },
            ...kinds.map((one) => ({ value: one.kind, label: t.withCount(one.label, one.count) })),
          ]}
          onChange={(value) => {
            setFilter(value === 'all' ? null : value);
            setDrawn(PAGE);
          }}
        />
      </div>
      <section className={classes(layout.scroll, layout.inset)} aria-label={label} tabIndex={0}>
        <Table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{found.slice(0, drawn).map(({ item, at }) => renderRow(item, at))}</tbody>
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

interface Cells {
  /** What becomes of the item. */
  kind: ReactNode;
  /** Whether it is the label of a control in it. */
  isLabel?: boolean;
  item: ReactNode;
  /** Elements of a list. */
  notes: ReactNode[];
}

export function ItemCells({ kind, isLabel = false, item, notes }: Cells) {
  const Kind = isLabel ? 'label' : 'span';
  return (
    <tr>
      <td className={textStyles.nowrap}>
        <Kind className={styles.kind}>{kind}</Kind>
      </td>
      <td className={styles.item}>{item}</td>
      <td className={textStyles.soft}>{notes.length > 0 && <ul className={styles.notes}>{notes}</ul>}</td>
    </tr>
  );
}
