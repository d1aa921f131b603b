/** A list of accounts, readable before one reads the JSON. */
import type { AccountsAnswer } from '../../../shared/xs2a/schemas.ts';
import { amountText } from '../../ui/amount.ts';
import type { AnswerProps } from './answer-pane.tsx';

type Account = AccountsAnswer['accounts'][number];

export function Accounts({
  accounts,
  onCall,
}: {
  accounts: readonly Account[];
  onCall: AnswerProps['onCall'];
}) {
  const owner = accounts[0]?.ownerName;
  return (
    <>
      <div className="head sub">
        <h3>Accounts{owner && ` of ${owner}`}</h3>
        <span className="count">{accounts.length}</span>
      </div>
      {accounts.length === 0 ? (
        <p className="pad soft">The PSU shares no account.</p>
      ) : (
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Account number</th>
              <th scope="col" className="num">
                Booked
              </th>
              {onCall && (
                <th scope="col">
                  <span className="sr">Calls</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={account.resourceId}>
                <td>{account.name}</td>
                <td className="mono">{readableBban(account.bban)}</td>
                <td className="num">{bookedBalance(account)}</td>
                {onCall && (
                  <td className="num">
                    {(['balances', 'transactions'] as const).map((name) => (
                      <Call key={name} name={name} account={account} onCall={onCall} />
                    ))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function readableBban(bban: string): string {
  return bban.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1 $2 $3');
}

function bookedBalance(account: Account): string {
  const booked = account.balances?.find((balance) => balance.balanceType === 'closingBooked');
  return booked ? amountText(booked.balanceAmount) : 'not asked for';
}

/** What can be read of the account next; the bank's own link. */
function Call(props: {
  name: 'balances' | 'transactions';
  account: Account;
  onCall: NonNullable<AnswerProps['onCall']>;
}) {
  const { name, account, onCall } = props;
  const link = account._links[name];
  if (!link) return null;
  // A listing says itself which transactions it wants (AIS-3).
  const href = name === 'transactions' ? `${link.href}?bookingStatus=both` : link.href;
  return (
    <button
      type="button"
      className="btn plain sm"
      aria-label={`${name} of ${account.name}`}
      onClick={() => void onCall('GET', href)}
    >
      {name}
    </button>
  );
}
