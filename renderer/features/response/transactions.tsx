/** A page of transactions, readable before one reads the JSON. */
import type { TransactionsAnswer } from '../../../shared/xs2a/schemas.ts';
import { amountText } from '../../ui/amount.ts';

type Transaction = NonNullable<TransactionsAnswer['transactions']['booked']>[number];

export function Transactions({ transactions }: { transactions: TransactionsAnswer['transactions'] }) {
  const { booked = [], pending = [] } = transactions;
  return (
    <>
      <div className="head sub">
        <h3>Transactions</h3>
        <span className="soft small">
          {booked.length} booked, {pending.length} pending
        </span>
      </div>
      {booked.length + pending.length === 0 ? (
        <p className="pad soft">No transaction of the account lies in this period.</p>
      ) : (
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">Booked</th>
              <th scope="col">Other party</th>
              <th scope="col">Text</th>
              <th scope="col" className="num">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {[...pending, ...booked].map((transaction) => (
              <tr key={transaction.transactionId}>
                <td className="nowrap">{transaction.bookingDate ?? 'pending'}</td>
                <td>{otherParty(transaction)}</td>
                <td>
                  {transaction.remittanceInformationUnstructured?.join(' ') ?? (
                    <code>KID {transaction.remittanceInformationStructured}</code>
                  )}
                </td>
                <td className="num">{amountText(transaction.transactionAmount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Money that leaves goes to the creditor; money that comes is from the debtor. */
function otherParty({ transactionAmount, creditorName, debtorName }: Transaction): string {
  return (String(transactionAmount.amount).startsWith('-') ? creditorName : debtorName) ?? '';
}
