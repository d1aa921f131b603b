/** One payment or one basket: where it stands, how it came there, and what the operator can do. */
import type { BasketDetail, PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { amountText } from '../../ui/amount.ts';
import { jsonLines, Ledger, Rule } from '../../ui/parts.tsx';
import { StateDiagram } from './state-diagram.tsx';
import { STATUS_WORD, StatusBadge } from './status-badge.tsx';
import { useBank } from './store.ts';
import { stepText } from './times.ts';

const ACTIONS = {
  hold: { label: 'Hold', said: 'The payment is held (PAY-9).' },
  release: { label: 'Release', said: 'The payment is released.' },
  stop: { label: 'Stop', said: 'The payment is stopped.' },
} as const;

export function PaymentPane({ payment }: { payment: PaymentDetail }) {
  const { pull, show, select } = useBank();
  return (
    <section className="pane" aria-label="Payment">
      <div className="head">
        <h2 className="cut">
          {payment.to}, {amountText(payment)}
        </h2>
        <span className="grow" />
        <StatusBadge status={payment.status} />
      </div>
      <div className="scroll">
        <StateDiagram payment={payment} />
        <div className="head sub">
          <h3>Path so far</h3>
          <span className="grow" />
          <Rule id="PAY-6" />
        </div>
        <ol className="path" aria-label="Path so far">
          {payment.path.map((step, at) => (
            <li key={at}>
              <span className="soft num">{stepText(step.at)}</span>
              <code>{step.status}</code>
              <span>{step.why}</span>
            </li>
          ))}
        </ol>
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
              Hold and stop need a signed payment that is not settled. <Rule id="PAY-9" />
            </span>
          )}
        </div>
        <div className="head sub">
          <h3>Details</h3>
        </div>
        <dl className="facts pad">
          <dt>Payment id</dt>
          <dd>
            <code>{payment.id}</code>
          </dd>
          <dt>From</dt>
          <dd>{payment.from}</dd>
          <dt>Signed by</dt>
          <dd>{payment.signers.join(', ') || 'nobody yet'}</dd>
          <dt>Set aside</dt>
          <dd>{amountText({ amount: payment.reserved, currency: payment.debtorCurrency })}</dd>
          <dt>Due next</dt>
          <dd>{payment.dueAt === null ? 'nothing' : stepText(payment.dueAt)}</dd>
          {payment.basketId !== null && (
            <>
              <dt>Basket</dt>
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
        <div className="head sub">
          <h3>As the TPP sent it</h3>
        </div>
        <div className="wire">
          <Ledger label="Body of the payment" lines={jsonLines(payment.body)} />
        </div>
      </div>
    </section>
  );
}

/** From mild to severe. */
const COLUMNS = ['ACTC', 'PATC', 'RCVD', 'RJCT'] as const;

export function BasketPane({ basket }: { basket: BasketDetail }) {
  const { show, select } = useBank();
  const worst = basket.payments.find(({ countsAs }) => countsAs === basket.status);
  return (
    <section className="pane" aria-label="Basket">
      <div className="head">
        <h2>Basket of {basket.payments.length}</h2>
        <span className="grow" />
        <StatusBadge status={basket.status} />
      </div>
      <div className="scroll">
        <div className="head sub">
          <h3>Worst case decides</h3>
          <span className="grow" />
          <Rule id="BSK-9" />
        </div>
        <table className="grid worst-case">
          <thead>
            <tr>
              <th scope="col">Payment</th>
              <th scope="col">Its own status</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={column === basket.status ? 'here' : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {basket.payments.map((payment) => (
              <tr key={payment.id}>
                <td>
                  <button
                    type="button"
                    className="link"
                    onClick={() => {
                      show('payments');
                      select(payment.id);
                    }}
                  >
                    {payment.to}
                  </button>{' '}
                  <span className="soft">{amountText(payment)}</span>
                </td>
                <td>
                  <code>{payment.status}</code> {STATUS_WORD[payment.status]}
                </td>
                {COLUMNS.map((column) => (
                  <td key={column} className={column === basket.status ? 'dot here' : 'dot'}>
                    {payment.countsAs === column && (
                      <>
                        <span aria-hidden="true">●</span>
                        <span className="sr">counts here</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="pad">
          Columns run from mild to severe; the dot furthest right decides.{' '}
          {worst && (
            <>
              <b>{worst.to}</b> counts as <code>{basket.status}</code>, so the basket is{' '}
              <code>{basket.status}</code>.
            </>
          )}
        </p>
        <dl className="facts pad">
          <dt>Basket id</dt>
          <dd>
            <code>{basket.id}</code>
          </dd>
          <dt>Made by</dt>
          <dd>
            {basket.tpp}, {stepText(basket.at)}
          </dd>
          <dt>Approved</dt>
          <dd>{basket.authorised ? 'by at least one person' : 'by nobody yet'}</dd>
        </dl>
      </div>
    </section>
  );
}
