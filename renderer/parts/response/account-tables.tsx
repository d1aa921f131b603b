/** Accounts and transactions of a response as tables, above the JSON. */
import type { TransactionsResponse, AccountsResponse } from '../../../shared/xs2a/schemas.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';
import { amountText } from '../../../shared/money/money.ts';
import type { CallLink } from './links.tsx';
import { Grid, type TransactionRow, TransactionTable } from '../../ui/table.tsx';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/labels.tsx';
import styles from './response-parts.module.css';

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

const accountsTexts = texts.response.accounts;

type Account = AccountsResponse['accounts'][number];

export function Accounts({ accounts, onCall }: { accounts: readonly Account[]; onCall: CallLink }) {
  const owner = accounts[0]?.ownerName;
  return (
    <Panel
      name="answer.accounts"
      title={`${texts.common.accounts}${owner ? accountsTexts.ofOwner(owner) : ''}`}
      fact={<Count>{accounts.length}</Count>}
    >
      {accounts.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>{accountsTexts.none}</p>
      ) : (
        <Grid>
          <thead>
            <tr>
              <th scope="col">{texts.common.name}</th>
              <th scope="col">{accountsTexts.accountNumber}</th>
              <th scope="col" className={textStyles.num}>
                {texts.common.booked}
              </th>
              {onCall && (
                <th scope="col">
                  <span className={textStyles.spoken}>{accountsTexts.calls}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={account.resourceId}>
                <td>{account.name}</td>
                <td className={classes(textStyles.mono, textStyles.nowrap)}>{readableBban(account.bban)}</td>
                <td className={textStyles.num}>{bookedBalance(account)}</td>
                {onCall && (
                  <td className={styles.accountCalls}>
                    {(['balances', 'transactions'] as const).map((name) => (
                      <Call key={name} name={name} account={account} onCall={onCall} />
                    ))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Grid>
      )}
    </Panel>
  );
}

function readableBban(bban: string): string {
  return bban.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1 $2 $3');
}

function bookedBalance(account: Account): string {
  const booked = account.balances?.find((balance) => balance.balanceType === 'closingBooked');
  return booked ? amountText(booked.balanceAmount) : accountsTexts.notAskedFor;
}

/** Reads more about an account by following the bank's link. */
function Call(props: { name: 'balances' | 'transactions'; account: Account; onCall: NonNullable<CallLink> }) {
  const { name, account, onCall } = props;
  const link = account._links[name];
  if (!link) return null;
  // The transactions link requires a bookingStatus (AIS-3).
  const href = name === 'transactions' ? `${link.href}?bookingStatus=both` : link.href;
  return (
    <Button
      look="plain"
      size="small"
      aria-label={accountsTexts.callOf(accountsTexts[name], account.name)}
      onClick={() => void onCall('GET', href)}
    >
      {accountsTexts[name]}
    </Button>
  );
}
