/** One payment: its status with history, and what the operator can do. */
import { beginningOf } from '../../../shared/body-view/body-view.ts';
import type { PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { amountText } from '../../../shared/money/money.ts';
import { Panel } from '../../ui/panel.tsx';
import { Path, WaitsNote } from './status-path.tsx';
import { type Places, StateDiagram } from './state-diagram.tsx';
import { StatusBadge, STATUS_WORD } from '../../parts/bank/status-badge.tsx';
import { useBank } from '../../state/bank.ts';
import { showInFlow } from '../../state/flow.ts';
import { showInHistory } from '../../state/history.ts';
import { waitingText } from '../../parts/bank/waiting-text.ts';
import { stepText } from '../../ui/bank-time.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Facts } from '../../ui/table.tsx';
import { Head } from '../../ui/head.tsx';
import { jsonLines } from '../../ui/json-text.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Rule } from '../../ui/rule.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';
import { type TransactionStatus, transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';

const t = texts.bank.details;

/** Lines of a payment's body that are shown. */
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
  const body = beginningOf(payment.body, BODY_LINES);
  return (
    <section className={layout.pane} aria-label={t.payment}>
      <Head>
        <h2 className={textStyles.cut}>
          {payment.to}, {amountText(payment)}
        </h2>
        <span className={layout.grow} />
        <Button size="small" onClick={() => showInHistory(payment.id)}>
          {texts.flow.bar.showInHistory}
        </Button>
        <Button size="small" onClick={() => showInFlow({ subject: 'payment', id: payment.id })}>
          {texts.flow.bar.showInFlow}
        </Button>
        <StatusBadge status={payment.status} />
      </Head>
      <div className={layout.scroll}>
        <StateDiagram places={PLACES} {...mergeHeldAndStopped(payment)} />
        <Waits payment={payment} />
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

/** What the payment waits for, and how to get there at once. */
function Waits({ payment }: { payment: PaymentDetail }) {
  const text = waitingText(payment);
  return text === null ? null : <WaitsNote text={text} dueAt={payment.dueAt} />;
}

/** Held and stopped payments have one status for a TPP, and so one box in the diagram, whose word tells them apart (PAY-9). */
interface Drawn {
  path: { status: TransactionStatus }[];
  life: Record<TransactionStatus, TransactionStatus[]>;
  status: TransactionStatus;
  /** Words that replace those of the statuses. */
  words: { BLCK: string };
}

/** The life of a payment with one status for held and stopped. */
function mergeHeldAndStopped({ path, life, status }: Pick<PaymentDetail, 'path' | 'life' | 'status'>): Drawn {
  const { STOP, ...others } = life;
  const merged = (from: TransactionStatus) =>
    [...new Set(others[from].map(transactionStatusOf))].filter((to) => to !== from);
  const all = Object.keys(others) as TransactionStatus[];
  const drawn = Object.fromEntries(all.map((from) => [from, merged(from)])) as Drawn['life'];
  const isEither = status === 'BLCK' || status === 'STOP';
  return {
    path: path.map((step) => ({ status: transactionStatusOf(step.status) })),
    life: status === 'STOP' ? { ...drawn, BLCK: STOP.map(transactionStatusOf) } : drawn,
    status: transactionStatusOf(status),
    words: { BLCK: isEither ? STATUS_WORD[status] : texts.bank.stateDiagram.heldOrStopped },
  };
}
