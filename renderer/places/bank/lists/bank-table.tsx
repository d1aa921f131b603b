/** The table of a list in the Bank view, with its empty state. */
import type { ReactNode } from 'react';
import { useBank } from '../../../state/bank.ts';
import { Grid, Table as PlainTable } from '../../../ui/table.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

type Column = string | { head: string; align: 'end' };

interface Props {
  columns: readonly Column[];
  /** Shown without rows. */
  empty: string;
  rows: readonly ReactNode[];
  /** Whether the rows have buttons, which arrow keys move between. */
  operable?: boolean;
}

export function Table({ columns, empty, rows, operable = false }: Props) {
  if (rows.length === 0) return <p className={classes(layout.pad, textStyles.soft)}>{empty}</p>;
  const content = (
    <>
      <thead>
        <tr>
          {columns.map((column) => {
            const head = typeof column === 'string' ? column : column.head;
            return (
              <th key={head} scope="col" className={column === head ? undefined : textStyles.num}>
                {head}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </>
  );
  return operable ? <Grid marksSelected>{content}</Grid> : <PlainTable>{content}</PlainTable>;
}

/** Opens the item of a row. */
export function Opener({ id, children }: { id: string; children: ReactNode }) {
  const select = useBank((store) => store.select);
  return (
    <LinkButton data-opens onClick={() => select(id)}>
      {children}
    </LinkButton>
  );
}
