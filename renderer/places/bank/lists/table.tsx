/** Common parts of the lists in the Bank view. */
import type { ReactNode } from 'react';
import { Grid } from '../../../ui/grid.tsx';
import { useBank } from '../../../state/bank.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Table as PlainTable } from '../../../ui/table.tsx';
import { classes } from '../../../ui/classes.ts';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

/** A column: its head, and `end` if its cells are numbers. */
type Column = string | { head: string; align: 'end' };

interface Props {
  columns: readonly Column[];
  /** What will appear here, and how to make it appear. */
  empty: string;
  rows: readonly ReactNode[];
  /** Whether the rows have buttons that arrow keys move between. */
  operable?: boolean;
}

/** A table with its empty state. */
export function Table({ columns, empty, rows, operable = false }: Props) {
  if (rows.length === 0) return <p className={classes(layout.pad, textStyles.soft)}>{empty}</p>;
  const content = (
    <>
      <thead>
        <tr>
          {columns.map(columnOf).map(({ head, align }) => (
            <th key={head} scope="col" className={align === 'end' ? textStyles.num : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </>
  );
  return operable ? <Grid marksSelected>{content}</Grid> : <PlainTable>{content}</PlainTable>;
}

function columnOf(column: Column): { head: string; align: 'start' | 'end' } {
  return typeof column === 'string' ? { head: column, align: 'start' } : column;
}

/** The first cell of a row that opens something. */
export function Opener({ id, children }: { id: string; children: ReactNode }) {
  const select = useBank((store) => store.select);
  return (
    <LinkButton data-opens onClick={() => select(id)}>
      {children}
    </LinkButton>
  );
}
