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
import { type Places, StateDiagram, Path, WaitsNote } from './life-cycle.tsx';
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

/** Position of each status in the diagram. */
const PLACES: Places = {
  RCVD: [0, 1],
  PATC: [1, 1],
  ACTC: [1, 0],
  CANC: [1, 2],
  PDNG: [2, 1],
  BLCK: [2, 0],
  ACCP: [2, 2],
  ACSC: [3, 1],
  PART: [3, 0],
  RJCT: [3, 2],
};

export function PaymentPane({ payment }: { payment: PaymentDetail }) {
  const { perform, show, select } = useBank();
  const waiting = waitingText(payment);
  const body = beginningOf(payment.body, BODY_LINES);
  return (
    <section className={layout.pane} aria-label={t.payment}>
      <DetailHead about={{ subject: 'payment', id: payment.id }} status={payment.status}>
        {payment.to}, {amountText(payment)}
      </DetailHead>
      <div className={layout.scroll}>
        <StateDiagram places={PLACES} {...mergeHeldAndStopped(payment)} />
        {waiting !== null && <WaitsNote text={waiting} dueAt={payment.dueAt} />}
        <Path steps={payment.path} rule="PAY-6" />
        <div className={classes(layout.pad, layout.actions)}>
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
        </div>
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

function DetailHead(props: { about: About; status: Status; children: ReactNode }) {
  const { about, status, children } = props;
  return (
    <Head>
      <h2 className={textStyles.cut}>{children}</h2>
      <span className={layout.grow} />
      <Button size="small" onClick={() => showInHistory(about.id)}>
        {texts.flow.bar.showInHistory}
      </Button>
      <Button size="small" onClick={() => showInFlow(about)}>
        {texts.flow.bar.showInFlow}
      </Button>
      <StatusBadge status={status} />
    </Head>
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

const BASKET_PLACES: Places = { PATC: [1, 0], RCVD: [0, 1], ACTC: [2, 1], RJCT: [3, 1] };

/** From the mildest status to the most severe. */
const COLUMNS = ['ACTC', 'PATC', 'RCVD', 'RJCT'] as const;

export function BasketPane({ basket }: { basket: BasketDetail }) {
  const { show, select } = useBank();
  const waiting = basketWaiting(basket);
  const worst = basket.payments.find(({ countsAs }) => countsAs === basket.status);
  return (
    <section className={layout.pane} aria-label={t.basket}>
      <DetailHead about={{ subject: 'basket', id: basket.id }} status={basket.status}>
        {t.basketOf(basket.payments.length)}
      </DetailHead>
      <div className={layout.scroll}>
        <StateDiagram places={BASKET_PLACES} below={24} {...basket} />
        {waiting !== null && <WaitsNote {...waiting} />}
        <Path steps={basket.path} rule="BSK-9" />
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
