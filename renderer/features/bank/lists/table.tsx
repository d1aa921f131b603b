/** What all lists of the bank are made of. */
import type { ReactNode } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { useBank } from '../store.ts';

const t = texts.bank.lists;

/** Heads of columns whose cells stand to the right. */
const NUMBERS = new Set<string>([t.amount, texts.common.booked, t.available, t.calls]);

/** A table with its empty state. @param empty what belongs here, and how it comes */
export function Table(props: { heads: readonly string[]; empty: string; rows: readonly ReactNode[] }) {
  const { heads, empty, rows } = props;
  if (rows.length === 0) return <p className="pad soft">{empty}</p>;
  return (
    <table className="grid">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className={NUMBERS.has(head) ? 'num' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  );
}

/** The first cell of a row that opens something. */
export function Opener({ id, children }: { id: string; children: ReactNode }) {
  const select = useBank((store) => store.select);
  return (
    <button type="button" className="link" onClick={() => select(id)}>
      {children}
    </button>
  );
}
