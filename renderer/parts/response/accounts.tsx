/** A list of accounts in readable form, above the JSON. */
import type { AccountsResponse } from '../../../shared/xs2a/schemas.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import type { CallLink } from './call-link.ts';
import { Grid } from '../../ui/grid.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Count } from '../../ui/count.tsx';
import layout from '../../ui/layout.module.css';
import styles from './accounts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.accounts;

type Account = AccountsResponse['accounts'][number];

export function Accounts({ accounts, onCall }: { accounts: readonly Account[]; onCall: CallLink }) {
  const owner = accounts[0]?.ownerName;
  return (
    <Panel
      name="answer.accounts"
      title={`${texts.common.accounts}${owner ? t.ofOwner(owner) : ''}`}
      fact={<Count>{accounts.length}</Count>}
    >
      {accounts.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.none}</p>
      ) : (
        <Grid>
          <thead>
            <tr>
              <th scope="col">{texts.common.name}</th>
              <th scope="col">{t.accountNumber}</th>
              <th scope="col" className={textStyles.num}>
                {texts.common.booked}
              </th>
              {onCall && (
                <th scope="col">
                  <span className={textStyles.spoken}>{t.calls}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={account.resourceId}>
                <td>{account.name}</td>
                <td className={textStyles.mono}>{readableBban(account.bban)}</td>
                <td className={textStyles.num}>{bookedBalance(account)}</td>
                {onCall && (
                  <td className={styles.calls}>
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
  return booked ? amountText(booked.balanceAmount) : t.notAskedFor;
}

/** What can be read of the account next, using the bank's own link. */
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
      aria-label={t.callOf(t[name], account.name)}
      onClick={() => void onCall('GET', href)}
    >
      {t[name]}
    </Button>
  );
}
