/** What becomes of each item of an import or export: carried, changed or not carried, with the reasons. */
import type { ListedReport } from '../../../../shared/interchange/listed.ts';
import { type Result, RESULTS } from '../../../../shared/interchange/model.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Glyph, type Tone } from '../../../ui/glyph.tsx';
import { ItemCells, ListedItems } from './listed-items.tsx';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.interchange;

const TONES: Record<Result, Tone> = { carried: 'ok', changed: 'warn', 'not carried': 'bad' };
const NAMES: Record<Result, string> = {
  carried: t.results.carried,
  changed: t.results.changed,
  'not carried': t.results.lost,
};

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
