/** The table of a list in the Bank view, with its empty state. */
import type { ReactNode } from 'react';
import type { About } from '../../../../shared/flow/event.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { useBank } from '../../../state/bank.ts';
import { showInFlow } from '../../../state/flow.ts';
import { showInHistory } from '../../../state/history.ts';
import type { MenuItem } from '../../../ui/context-menu.tsx';
import { cellsText, Grid, Table as PlainTable } from '../../../ui/table.tsx';
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
  /** What the rows are, if Flow and History have them. */
  subject?: About['subject'];
}

export function Table({ columns, empty, rows, operable = false, subject }: Props) {
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
  if (!operable) return <PlainTable>{content}</PlainTable>;
  const idOf = (row: Element) => row.querySelector<HTMLElement>('[data-opens]')?.dataset['opens'];
  const textOf = (row: HTMLElement) => [...new Set([...cellsText(row).split('\t'), idOf(row)])].join('\t');
  const itemsOf = (row: Element): MenuItem[] => {
    const id = idOf(row);
    if (subject === undefined || id === undefined) return [];
    return [
      { label: texts.flow.bar.showInHistory, onClick: () => showInHistory(id) },
      { label: texts.flow.bar.showInFlow, onClick: () => showInFlow({ subject, id }) },
    ];
  };
  return (
    <Grid marksSelected itemsOf={itemsOf} textOf={textOf}>
      {content}
    </Grid>
  );
}

/** Opens the item of a row. */
export function Opener({ id, children }: { id: string; children: ReactNode }) {
  const select = useBank((store) => store.select);
  return (
    <LinkButton data-opens={id} onClick={() => select(id)}>
      {children}
    </LinkButton>
  );
}
