/** The lists of payments, baskets, accounts and cards. */
import type { Overview } from '../../../../shared/xs2a/inspection.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { amountText } from '../../../../shared/money/money.ts';
import { StatusBadge } from '../../../parts/bank/payment-status.tsx';
import { useBank } from '../../../state/bank.ts';
import { timeText } from '../../../ui/format.ts';
import { Badge } from '../../../ui/labels.tsx';
import { Button } from '../../../ui/button.tsx';
import { Opener, Table } from './bank-table.tsx';
import textStyles from '../../../ui/text.module.css';

const t = texts.bank.lists;

export function Payments({ overview: { payments, clock } }: { overview: Overview }) {
  const selected = useBank((store) => store.selected);
  return (
    <Table
      operable
      subject="payment"
      columns={[t.time, t.to, t.product, { head: t.amount, align: 'end' }, texts.common.status]}
      empty={t.noPayments}
      rows={payments.map((payment) => (
        <tr key={payment.id} aria-selected={payment.id === selected}>
          <td className={textStyles.nowrap}>{timeText(payment.at, clock.now)}</td>
          <td>
            <Opener id={payment.id}>{payment.to || t.toNobody}</Opener>{' '}
            <span className={textStyles.soft}>{t.from(payment.from)}</span>
          </td>
          <td>
            {payment.product}
            {payment.kind !== 'single' && <span className={textStyles.soft}>, {payment.kind}</span>}
          </td>
          <td className={textStyles.num}>{amountText(payment)}</td>
          <td className={textStyles.nowrap}>
            <StatusBadge status={payment.status} />
          </td>
        </tr>
      ))}
    />
  );
}

export function Baskets({ overview: { baskets, clock } }: { overview: Overview }) {
  const selected = useBank((store) => store.selected);
  return (
    <Table
      operable
      subject="basket"
      columns={[t.time, t.basket, t.payments, texts.common.status]}
      empty={t.noBaskets}
      rows={baskets.map((basket) => (
        <tr key={basket.id} aria-selected={basket.id === selected}>
          <td className={textStyles.nowrap}>{timeText(basket.at, clock.now)}</td>
          <td className={textStyles.mono}>
            <Opener id={basket.id}>{basket.id}</Opener>
          </td>
          <td>{basket.payments}</td>
          <td>
            <StatusBadge status={basket.status} />
          </td>
        </tr>
      ))}
    />
  );
}

export function Accounts({ overview: { accounts } }: { overview: Overview }) {
  const { perform, selected } = useBank();
  return (
    <Table
      operable
      columns={[
        t.owner,
        t.account,
        t.number,
        { head: texts.common.booked, align: 'end' },
        { head: t.available, align: 'end' },
        t.payments,
      ]}
      empty={t.noAccounts}
      rows={accounts.map((account) => (
        <tr key={account.id} aria-selected={account.id === selected}>
          <td>{account.owner}</td>
          <td>
            <Opener id={account.id}>{account.name}</Opener>
          </td>
          <td className={textStyles.mono}>{account.bban}</td>
          <Amounts {...account} />
          <td>
            <Badge tone={account.paymentsBlocked ? 'bad' : 'ok'}>
              {account.paymentsBlocked ? t.paymentsNotAllowed : t.paymentsAllowed}
            </Badge>{' '}
            <Button
              look="plain"
              size="small"
              aria-label={(account.paymentsBlocked ? t.allowFrom : t.withdrawFrom)(
                account.name,
                account.owner,
              )}
              onClick={() =>
                void perform(
                  'bank.permit',
                  { id: account.id, payments: account.paymentsBlocked },
                  account.paymentsBlocked ? t.allowedAgain(account.name) : t.withdrawn(account.name),
                )
              }
            >
              {account.paymentsBlocked ? t.allow : t.withdraw}
            </Button>
          </td>
        </tr>
      ))}
    />
  );
}

function Amounts(props: Record<'booked' | 'available' | 'currency', string>) {
  const { booked, available, currency } = props;
  return [booked, available].map((amount, at) => (
    <td key={at} className={textStyles.num}>
      {amountText({ amount, currency })}
    </td>
  ));
}

export function Cards({ overview: { cards } }: { overview: Overview }) {
  const selected = useBank((store) => store.selected);
  return (
    <Table
      operable
      columns={[
        t.owner,
        t.card,
        t.number,
        { head: texts.common.booked, align: 'end' },
        { head: t.available, align: 'end' },
      ]}
      empty={t.noCards}
      rows={cards.map((card) => (
        <tr key={card.id} aria-selected={card.id === selected}>
          <td>{card.owner}</td>
          <td>
            <Opener id={card.id}>{card.name}</Opener>
          </td>
          <td className={textStyles.mono}>{card.maskedPan}</td>
          <Amounts {...card} />
        </tr>
      ))}
    />
  );
}
