/** Parts of the import, export and update panes: their frame, and the list of items with a filter by kind. */
import { type ReactNode, useState } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import type { ListedReport } from '../../../../shared/interchange/listed.ts';
import { type Result, RESULTS } from '../../../../shared/interchange/model.ts';
import { cancelInterchange, useInterchange } from '../../../state/requests/interchange.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { nodeOf } from '../../../state/requests/tree.ts';
import { keyOf } from '../../../state/requests/tree-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Segmented } from '../../../ui/form.tsx';
import { Table } from '../../../ui/table.tsx';
import { Glyph, type Tone } from '../../../ui/labels.tsx';
import { Problem, ProgressBar } from '../../../ui/messages.tsx';
import { Head } from '../../../ui/panel.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './interchange-parts.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

interface FrameParts {
  title: string;
  details?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Frame({ title, details, actions, children }: FrameParts) {
  const { busy, problem } = useInterchange();
  return (
    <section className={layout.pane} aria-label={title}>
      <Head>
        <h2 className={textStyles.cut}>{title}</h2>
        {details !== undefined && (
          <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{details}</span>
        )}
        <span className={layout.grow} />
        {actions}
        <Button size="small" onClick={cancelInterchange}>
          {busy === null ? texts.common.close : texts.common.cancel}
        </Button>
      </Head>
      {busy !== null && (
        <div className={styles.working}>
          <ProgressBar aria-label={t[busy]} />
          <output className={classes(layout.pad, textStyles.soft)} aria-live="polite">
            {t[busy]}
          </output>
        </div>
      )}
      <Problem text={problem} />
      {children}
    </section>
  );
}

/** The current name of a folder. */
export function useFolderName(path: string): string {
  useSaved((store) => store.folders);
  return nodeOf(keyOf({ kind: 'folder', path }))?.name ?? path;
}

/** Items rendered at once. */
const PAGE = 300;

interface Parts<Item, Kind extends string> {
  label: string;
  /** Label of the filter. */
  filterLabel: string;
  heads: readonly [string, string, string];
  items: readonly Item[];
  /** Number of further items, which are not listed. */
  more: number;
  kinds: readonly { kind: Kind; label: string; count: number }[];
  kindOf: (item: Item) => Kind;
  /** A row of {@link ItemCells}. @param at its index among all items */
  renderRow: (item: Item, at: number) => ReactNode;
}

/** Renders a long list in parts. */
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
  kind: ReactNode;
  /** Whether `kind` contains a control that it labels. */
  isLabel?: boolean;
  item: ReactNode;
  /** List items. */
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

const TONES: Record<Result, Tone> = { carried: 'ok', changed: 'warn', 'not carried': 'bad' };
const NAMES: Record<Result, string> = {
  carried: t.results.carried,
  changed: t.results.changed,
  'not carried': t.results.lost,
};

/** The result for each item of an import or export, with the reasons. */
export function ReportList({ report: { items, counts, more } }: { report: ListedReport }) {
  return (
    <ListedItems
      label={t.report}
      filterLabel={t.filter}
      heads={[t.result, t.item, t.notes]}
      items={items}
      more={more}
      kinds={RESULTS.map((kind) => ({ kind, label: NAMES[kind], count: counts[kind] }))}
      kindOf={({ result }) => result}
      renderRow={({ kind, name, result, notes }, at) => (
        <ItemCells
          key={at}
          kind={
            <>
              <Glyph tone={TONES[result]} /> {NAMES[result]}
            </>
          }
          item={
            <>
              <span className={textStyles.soft}>{kind}</span> {name}
            </>
          }
          notes={notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        />
      )}
    />
  );
}
