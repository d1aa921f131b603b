/** One basket: its status with history, and how each payment counts. */
import type { BasketDetail } from '../../../shared/xs2a/inspection.ts';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { amountText } from '../../../shared/money/money.ts';
import { Grid } from '../../ui/grid.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { Path, WaitsNote } from './status-path.tsx';
import { type Places, StateDiagram } from './state-diagram.tsx';
import { STATUS_WORD, StatusBadge } from '../../parts/bank/status-badge.tsx';
import { basketWaiting } from '../../parts/bank/waiting-text.ts';
import { useBank } from '../../state/bank.ts';
import { showInFlow } from '../../state/flow.ts';
import { showInHistory } from '../../state/history.ts';
import { zonedText } from '../../ui/bank-time.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Facts } from '../../ui/table.tsx';
import { Head } from '../../ui/head.tsx';
import layout from '../../ui/layout.module.css';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.details;

/** Position of each status in the diagram. */
const PLACES: Places = { PATC: [1, 0], RCVD: [0, 1], ACTC: [2, 1], RJCT: [3, 1] };

/** From mild to severe. */
const COLUMNS = ['ACTC', 'PATC', 'RCVD', 'RJCT'] as const;

export function BasketPane({ basket }: { basket: BasketDetail }) {
  const { show, select } = useBank();
  const worst = basket.payments.find(({ countsAs }) => countsAs === basket.status);
  return (
    <section className={layout.pane} aria-label={t.basket}>
      <Head>
        <h2>{t.basketOf(basket.payments.length)}</h2>
        <span className={layout.grow} />
        <Button size="small" onClick={() => showInHistory(basket.id)}>
          {texts.flow.bar.showInHistory}
        </Button>
        <Button size="small" onClick={() => showInFlow({ subject: 'basket', id: basket.id })}>
          {texts.flow.bar.showInFlow}
        </Button>
        <StatusBadge status={basket.status} />
      </Head>
      <div className={layout.scroll}>
        <StateDiagram places={PLACES} below={24} {...basket} />
        <Waits basket={basket} />
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
                          <span aria-hidden="true">●</span>
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

/** What the basket waits for, and how to get there at once. */
function Waits({ basket }: { basket: BasketDetail }) {
  const waiting = basketWaiting(basket);
  return waiting === null ? null : <WaitsNote {...waiting} />;
}
