/** One payment: where it stands, how it came there, and what the operator can do. */
import type { PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { amountText } from '../../ui/amount.ts';
import { Panel } from '../../ui/panel.tsx';
import { jsonLines, Ledger, Rule } from '../../ui/parts.tsx';
import { Path } from './path.tsx';
import { type Places, StateDiagram } from './state-diagram.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useBank } from '../../state/bank.ts';
import { stepText } from './times.ts';

const t = texts.bank.details;

const ACTIONS = {
  hold: { label: t.hold, said: t.wasHeld },
  release: { label: t.release, said: t.wasReleased },
  stop: { label: t.stop, said: t.wasStopped },
} as const;

/** Where each status stands in the diagram. */
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
  const { pull, show, select } = useBank();
  return (
    <section className="pane" aria-label={t.payment}>
      <div className="head">
        <h2 className="cut">
          {payment.to}, {amountText(payment)}
        </h2>
        <span className="grow" />
        <StatusBadge status={payment.status} />
      </div>
      <div className="scroll">
        <StateDiagram places={PLACES} {...payment} />
        <Path steps={payment.path} rule="PAY-6" />
        <div className="pad actions">
          {payment.actions.map((action) => (
            <button
              key={action}
              type="button"
              className={action === 'stop' ? 'btn harm sm' : 'btn sm'}
              onClick={() => void pull('bank.operate', { id: payment.id, action }, ACTIONS[action].said)}
            >
              {ACTIONS[action].label}
            </button>
          ))}
          {payment.actions.length === 0 && (
            <span className="soft">
              {t.cannotHold} <Rule id="PAY-9" />
            </span>
          )}
        </div>
        <Panel name="bank.payment-details" title={t.details}>
          <dl className="facts pad">
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
                  <button
                    type="button"
                    className="link mono"
                    onClick={() => {
                      show('baskets');
                      select(payment.basketId ?? '');
                    }}
                  >
                    {payment.basketId}
                  </button>
                </dd>
              </>
            )}
          </dl>
        </Panel>
        <Panel name="bank.payment-body" title={t.asSent}>
          <div className="wire">
            <Ledger label={t.body} lines={jsonLines(payment.body)} />
          </div>
        </Panel>
      </div>
    </section>
  );
}
