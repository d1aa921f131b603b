/** A page of transactions in readable form, above the JSON. */
import type { TransactionsResponse } from '../../../shared/xs2a/schemas.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type TransactionRow, TransactionTable } from '../../ui/transaction-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.transactions;

type Transaction = NonNullable<TransactionsResponse['transactions']['booked']>[number];

export function Transactions({ transactions }: { transactions: TransactionsResponse['transactions'] }) {
  const { booked = [], pending = [] } = transactions;
  return (
    <Panel
      name="answer.transactions"
      title={texts.common.transactions.title}
      fact={
        <span className={classes(textStyles.soft, textStyles.small)}>
          {t.counts(booked.length, pending.length)}
        </span>
      }
    >
      {booked.length + pending.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.none}</p>
      ) : (
        <TransactionTable
          rows={[...pending.map((one) => rowOf(one, true)), ...booked.map((one) => rowOf(one, false))]}
        />
      )}
    </Panel>
  );
}

function rowOf(transaction: Transaction, pending: boolean): TransactionRow {
  return {
    id: transaction.transactionId,
    date: transaction.bookingDate,
    pending,
    counterparty: otherParty(transaction),
    text: transaction.remittanceInformationUnstructured?.join(' ') ?? (
      <code>{t.kid(transaction.remittanceInformationStructured ?? '')}</code>
    ),
    amount: transaction.transactionAmount,
  };
}

/** The other party: the creditor of an outgoing transaction, the debtor of an incoming one. */
function otherParty({ transactionAmount, creditorName, debtorName }: Transaction): string {
  return (String(transactionAmount.amount).startsWith('-') ? creditorName : debtorName) ?? '';
}
