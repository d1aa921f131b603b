/** Transactions as an answer or the bank has them: when, with whom, why, how much. */
import type { ReactNode } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { amountText } from './amount.ts';
import { Badge } from './parts.tsx';

const t = texts.common.transactions;

export interface TransactionRow {
  id: string;
  /** `YYYY-MM-DD`, where there is one. */
  date: string | undefined;
  pending: boolean;
  counterparty: string;
  text: ReactNode;
  amount: Parameters<typeof amountText>[0];
}

export function TransactionTable({ rows }: { rows: readonly TransactionRow[] }) {
  return (
    <table className="grid" aria-label={t.title}>
      <thead>
        <tr>
          <th scope="col">{t.date}</th>
          <th scope="col">{t.counterparty}</th>
          <th scope="col">{t.text}</th>
          <th scope="col" className="num">
            {t.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, date, pending, counterparty, text, amount }) => (
          <tr key={id}>
            <td className="nowrap">
              {date} {pending && <Badge tone="plain">{t.pending}</Badge>}
            </td>
            <td>{counterparty}</td>
            <td>{text}</td>
            <td className="num nowrap">{amountText(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
