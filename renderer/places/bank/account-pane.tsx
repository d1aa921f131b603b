/** One account or card: its balances, and its transactions by page. */
import { Head, Panel } from '../../ui/panel.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { AccountDetail } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { amountText } from '../../../shared/money/money.ts';
import { useBank } from '../../state/bank.ts';
import { IconButton } from '../../ui/button.tsx';
import { TransactionTable, Facts } from '../../ui/table.tsx';
import { classes } from '../../ui/classes.ts';
import { Count } from '../../ui/labels.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.account;

export function AccountPane({ account }: { account: AccountDetail }) {
  const { currency } = account;
  const money = (amount: string) => amountText({ amount, currency });
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <h2 className={textStyles.cut}>{t.accountOf(account.name, account.owner)}</h2>
      </Head>
      <div className={layout.scroll}>
        <Facts className={layout.pad}>
          <dt>{t.number}</dt>
          <dd className={textStyles.mono}>{account.number}</dd>
          <dt>{texts.common.booked}</dt>
          <dd className={textStyles.tabular}>{money(account.booked)}</dd>
          <dt>{t.reserved}</dt>
          <dd className={textStyles.tabular}>{money(account.reserved)}</dd>
          <dt>{t.credit}</dt>
          <dd className={textStyles.tabular}>{money(account.credit)}</dd>
          <dt>{t.available}</dt>
          <dd className={textStyles.tabular}>{money(account.available)}</dd>
        </Facts>
        <Panel
          name="bank.transactions"
          title={texts.common.transactions.title}
          fact={<Count>{account.total.toLocaleString('en-GB')}</Count>}
          actions={<Pages account={account} />}
        >
          {account.total === 0 ? (
            <p className={classes(layout.pad, textStyles.soft)}>{t.none}</p>
          ) : (
            <TransactionTable rows={account.transactions.map((one) => ({ ...one, amount: one }))} />
          )}
        </Panel>
      </div>
    </section>
  );
}

/** Renders nothing if everything fits on one page. */
function Pages({ account: { total, page, pageSize, transactions } }: { account: AccountDetail }) {
  const turnTo = useBank((store) => store.turnTo);
  if (total <= pageSize) return null;
  const first = page * pageSize;
  const number = (value: number) => value.toLocaleString('en-GB');
  return (
    <>
      <output className={classes(textStyles.soft, textStyles.small, textStyles.num)}>
        {t.shown(number(first + 1), number(first + transactions.length))}
      </output>
      <IconButton label={t.newer} Icon={ChevronLeft} disabled={page === 0} onClick={() => turnTo(page - 1)} />
      <IconButton
        label={t.older}
        Icon={ChevronRight}
        disabled={first + transactions.length >= total}
        onClick={() => turnTo(page + 1)}
      />
    </>
  );
}
