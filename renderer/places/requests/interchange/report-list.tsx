/** What becomes of each item of an import or export: carried, changed or not carried, with the reasons. */
import { useState } from 'react';
import type { ListedReport } from '../../../../shared/interchange/listed.ts';
import { type Result, RESULTS } from '../../../../shared/interchange/model.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Glyph, type Tone } from '../../../ui/glyph.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Table } from '../../../ui/table.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './report-list.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

/** Items that are drawn at once. */
const PAGE = 300;
const TONES: Record<Result, Tone> = { carried: 'ok', changed: 'warn', 'not carried': 'bad' };
const NAMES: Record<Result, string> = {
  carried: t.results.carried,
  changed: t.results.changed,
  'not carried': t.results.lost,
};

export function ReportList({ report: { items, counts, more } }: { report: ListedReport }) {
  const [filter, setFilter] = useState<Result | null>(null);
  const [drawn, setDrawn] = useState(PAGE);
  const found = filter === null ? items : items.filter(({ result }) => result === filter);
  const left = found.length - drawn;
  return (
    <>
      <div className={styles.filter}>
        <Segmented
          label={t.filter}
          value={filter ?? 'all'}
          options={[
            { value: 'all', label: t.all(items.length + more) },
            ...RESULTS.map((result) => ({
              value: result,
              label: t.withCount(NAMES[result], counts[result]),
            })),
          ]}
          onChange={(value) => {
            setFilter(value === 'all' ? null : value);
            setDrawn(PAGE);
          }}
        />
      </div>
      <section className={classes(layout.scroll, layout.inset)} aria-label={t.report} tabIndex={0}>
        <Table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.result}</th>
              <th scope="col">{t.item}</th>
              <th scope="col">{t.notes}</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, drawn).map(({ kind, name, result, notes }, at) => (
              <tr key={at}>
                <td className={textStyles.nowrap}>
                  <span className={styles.result}>
                    <Glyph tone={TONES[result]} /> {NAMES[result]}
                  </span>
                </td>
                <td className={styles.item}>
                  <span className={textStyles.soft}>{kind}</span> {name}
                </td>
                <td className={textStyles.soft}>
                  {notes.length > 0 && (
                    <ul className={styles.notes}>
                      {notes.map((note) => (
                        <li key={note}>{note}</li>
                      ))}
                    </ul>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
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
