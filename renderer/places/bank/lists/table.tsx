/** What all lists of the bank are made of. */
import type { ReactNode } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { Grid } from '../../../ui/grid.tsx';
import { useBank } from '../../../state/bank.ts';

const t = texts.bank.lists;

/** Heads of columns whose cells stand to the right. */
const NUMBERS = new Set<string>([t.amount, texts.common.booked, t.available, t.calls]);

interface Props {
  heads: readonly string[];
  /** What belongs here, and how it comes. */
  empty: string;
  rows: readonly ReactNode[];
  /** Whether the rows have buttons, between which arrow keys move. */
  operable?: boolean;
}

/** A table with its empty state. */
export function Table({ heads, empty, rows, operable = false }: Props) {
  if (rows.length === 0) return <p className="pad soft">{empty}</p>;
  const content = (
    <>
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
    </>
  );
  return operable ? <Grid>{content}</Grid> : <table className="grid">{content}</table>;
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
