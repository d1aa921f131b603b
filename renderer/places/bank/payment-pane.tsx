/** The panes of a payment and of a signing basket: status with history, and the operator's actions. */
import { Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { beginningOf } from '../../../shared/body-view/body-view.ts';
import type { BasketDetail, PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { amountText } from '../../../shared/money/money.ts';
import type { About } from '../../../shared/flow/event.ts';
import { type TransactionStatus, transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import {
  type Status,
  StatusBadge,
  STATUS_WORD,
  basketWaiting,
  waitingText,
} from '../../parts/bank/payment-status.tsx';
import { useBank } from '../../state/bank.ts';
import { showInFlow } from '../../state/flow.ts';
import { showInHistory } from '../../state/history.ts';
import { Grid, Facts } from '../../ui/table.tsx';
import { Sentence } from '../../ui/labels.tsx';
import { Panel, Head } from '../../ui/panel.tsx';
import { stepText, zonedText } from '../../ui/format.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { jsonLines, Ledger } from '../../ui/wire-text.tsx';
import { Rule } from '../../ui/popover.tsx';
import { StateDiagram, Path, WaitsNote } from './life-cycle.tsx';
import { BASKET_PLACES, PAYMENT_PLACES } from './life-cycle-lanes.ts';
import styles from './bank-place.module.css';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.details;

const BODY_LINES = 2000;

const ACTIONS = {
  hold: { label: t.hold, notice: t.wasHeld },
  release: { label: t.release, notice: t.wasReleased },
  stop: { label: t.stop, notice: t.wasStopped },
} as const;

export function PaymentPane({ payment }: { payment: PaymentDetail }) {
  const { perform, show, select } = useBank();
  const waiting = waitingText(payment);
  const body = beginningOf(payment.body, BODY_LINES);
  return (
    <section className={layout.pane} aria-label={t.payment}>
      <DetailHead status={payment.status}>
        {payment.to}, {amountText(payment)}
      </DetailHead>
      <div className={layout.scroll}>
        <StateDiagram places={PAYMENT_PLACES} {...mergeHeldAndStopped(payment)} />
        {waiting !== null && <WaitsNote text={waiting} dueAt={payment.dueAt} />}
        <Path steps={payment.path} rule="PAY-6" />
        <Actions about={{ subject: 'payment', id: payment.id }}>
          {payment.actions.map((action) => (
            <Button
              key={action}
              look={action === 'stop' ? 'harm' : 'normal'}
              size="small"
              onClick={() => void perform('bank.operate', { id: payment.id, action }, ACTIONS[action].notice)}
            >
              {ACTIONS[action].label}
            </Button>
          ))}
          {payment.actions.length === 0 && (
            <span className={textStyles.soft}>
              {payment.status === 'STOP' ? t.stoppedForGood : t.cannotHold} <Rule id="PAY-9" />
            </span>
          )}
        </Actions>
        <Panel name="bank.payment-details" title={t.details}>
          <Facts className={layout.pad}>
            <dt>{t.paymentId}</dt>
            <dd>
              <code>{payment.id}</code>
            </dd>
            <dt>{t.from}</dt>
            <dd>{payment.from}</dd>
            <dt>{t.signedBy}</dt>
            <dd>{payment.signers.join(', ') || t.nobodyYet}</dd>
            <dt>{t.setAside}</dt>
            <dd>{amountText({ amount: payment.reserved, currency: payment.debtorCurrency })}</dd>
            <dt>{t.dueNext}</dt>
            <dd>{payment.dueAt === null ? t.dueNever : stepText(payment.dueAt)}</dd>
            {payment.basketId !== null && (
              <>
                <dt>{t.basket}</dt>
                <dd>
                  <LinkButton
                    className={textStyles.mono}
                    onClick={() => {
                      show('baskets');
                      select(payment.basketId ?? '');
                    }}
                  >
                    {payment.basketId}
                  </LinkButton>
                </dd>
              </>
            )}
          </Facts>
        </Panel>
        <Panel name="bank.payment-body" title={t.asSent}>
          <div className={textStyles.wire}>
            <Ledger label={t.body} lines={jsonLines(body.lines)} />
          </div>
          {body.more && (
            <p className={classes(layout.pad, textStyles.soft)}>
              {texts.response.parts.shortened(BODY_LINES.toLocaleString('en-GB'))}
            </p>
          )}
        </Panel>
      </div>
    </section>
  );
}

function DetailHead({ status, children }: { status: Status; children: ReactNode }) {
  return (
    <Head>
      <h2 className={classes(textStyles.cut, layout.grow)}>{children}</h2>
      <StatusBadge status={status} />
    </Head>
  );
}

/** Ways to what led to a status, after the operator's actions. */
function Actions({ about, children }: { about: About; children?: ReactNode }) {
  return (
    <div className={classes(layout.pad, layout.actions)}>
      {children}
      <span className={layout.grow} />
      <LinkButton onClick={() => showInHistory(about.id)}>{texts.flow.bar.showInHistory}</LinkButton>
      <LinkButton onClick={() => showInFlow(about)}>{texts.flow.bar.showInFlow}</LinkButton>
    </div>
  );
}

/** Held and stopped payments have one status for a TPP, and so share a box, whose word distinguishes them (PAY-9). */
function mergeHeldAndStopped({ path, life, status }: Pick<PaymentDetail, 'path' | 'life' | 'status'>) {
  const { STOP, ...others } = life;
  const merged = (from: TransactionStatus) =>
    [...new Set(others[from].map(transactionStatusOf))].filter((to) => to !== from);
  const all = Object.keys(others) as TransactionStatus[];
  const drawn = Object.fromEntries(all.map((from) => [from, merged(from)])) as Record<
    TransactionStatus,
    TransactionStatus[]
  >;
  const isEither = status === 'BLCK' || status === 'STOP';
  return {
    path: path.map((step) => ({ status: transactionStatusOf(step.status) })),
    life: status === 'STOP' ? { ...drawn, BLCK: STOP.map(transactionStatusOf) } : drawn,
    status: transactionStatusOf(status),
    words: { BLCK: isEither ? STATUS_WORD[status] : texts.bank.stateDiagram.heldOrStopped },
  };
}

/** From the mildest status to the most severe. */
const COLUMNS = ['ACTC', 'PATC', 'RCVD', 'RJCT'] as const;

export function BasketPane({ basket }: { basket: BasketDetail }) {
  const { show, select } = useBank();
  const worst = basket.payments.find(({ countsAs }) => countsAs === basket.status);
  return (
    <section className={layout.pane} aria-label={t.basket}>
      <DetailHead status={basket.status}>{t.basketOf(basket.payments.length)}</DetailHead>
      <div className={layout.scroll}>
        <StateDiagram places={BASKET_PLACES} {...basket} />
        <WaitsNote {...basketWaiting(basket)} />
        <Path steps={basket.path} rule="BSK-9" />
        <Actions about={{ subject: 'basket', id: basket.id }} />
        <Panel name="bank.worst-case" title={t.worstCase} rule="BSK-9">
          <Grid>
            <thead>
              <tr>
                <th scope="col">{t.payment}</th>
                <th scope="col">{t.ownStatus}</th>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={column === basket.status ? styles.here : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {basket.payments.map((payment) => (
                <tr key={payment.id}>
                  <td>
                    <LinkButton
                      onClick={() => {
                        show('payments');
                        select(payment.id);
                      }}
                    >
                      {payment.to}
                    </LinkButton>{' '}
                    <span className={textStyles.soft}>{amountText(payment)}</span>
                  </td>
                  <td>
                    <code>{transactionStatusOf(payment.status)}</code> {STATUS_WORD[payment.status]}
                  </td>
                  {COLUMNS.map((column) => (
                    <td key={column} className={classes(styles.dot, column === basket.status && styles.here)}>
                      {payment.countsAs === column && (
                        <>
                          <Circle size={10} fill="currentColor" aria-hidden="true" />
                          <span className={textStyles.spoken}>{t.countsHere}</span>
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Grid>
          <p className={layout.pad}>
            {t.columns}{' '}
            {worst && (
              <Sentence
                text={t.worstCounts}
                parts={{ payee: <b>{worst.to}</b>, status: <code>{basket.status}</code> }}
              />
            )}
          </p>
        </Panel>
        <Facts className={layout.pad}>
          <dt>{t.basketId}</dt>
          <dd>
            <code>{basket.id}</code>
          </dd>
          <dt>{t.madeBy}</dt>
          <dd>
            {basket.tpp}, {zonedText(basket.at)}
          </dd>
          {basket.signers.length > 0 && (
            <>
              <dt>{t.signedBy}</dt>
              <dd>{basket.signers.join(', ')}</dd>
            </>
          )}
        </Facts>
      </div>
    </section>
  );
}
