/** Transactions of a response or of the bank: date, other party, purpose, amount. */
import type { ReactNode } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { amountText } from '../../shared/money/money.ts';
import { Badge } from './badge.tsx';
import { classes } from './classes.ts';
import { Table } from './table.tsx';
import textStyles from './text.module.css';

const t = texts.common.transactions;

export interface TransactionRow {
  id: string;
  /** `YYYY-MM-DD`, if known. */
  date: string | undefined;
  pending: boolean;
  counterparty: string;
  text: ReactNode;
  amount: Parameters<typeof amountText>[0];
}

export function TransactionTable({ rows }: { rows: readonly TransactionRow[] }) {
  return (
    <Table aria-label={t.title}>
      <thead>
        <tr>
          <th scope="col">{t.date}</th>
          <th scope="col">{t.counterparty}</th>
          <th scope="col">{t.text}</th>
          <th scope="col" className={textStyles.num}>
            {t.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, date, pending, counterparty, text, amount }) => (
          <tr key={id}>
            <td className={textStyles.nowrap}>
              {date} {pending && <Badge tone="plain">{t.pending}</Badge>}
            </td>
            <td>{counterparty}</td>
            <td>{text}</td>
            <td className={classes(textStyles.num, textStyles.nowrap)}>{amountText(amount)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
