/** A list of accounts, readable before one reads the JSON. */
import type { AccountsAnswer } from '../../../shared/xs2a/schemas.ts';

type Account = AccountsAnswer['accounts'][number];

export function Accounts({ accounts }: { accounts: readonly Account[] }) {
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
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={account.resourceId}>
                <td>{account.name}</td>
                <td className="mono">{readableBban(account.bban)}</td>
                <td className="num">{bookedBalance(account)}</td>
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

/** `12 450.00 NOK`, thousands set apart by a thin blank. */
function bookedBalance(account: Account): string {
  const booked = account.balances?.find((balance) => balance.balanceType === 'closingBooked');
  if (!booked) return 'not asked for';
  const [whole = '', decimals] = String(booked.balanceAmount.amount).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u2009');
  return `${grouped}${decimals === undefined ? '' : `.${decimals}`} ${booked.balanceAmount.currency}`;
}
