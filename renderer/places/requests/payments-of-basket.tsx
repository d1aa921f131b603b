/**
 * The payments that the bank has answered with lately, to be put into the basket that is composed: all that can be in one at once, or
 * one by one, with what is in the way.
 */
import { useEffect } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { IDS_OF_FIELD } from '../../../shared/contract/recent-ids.ts';
import { obstacleTo, paymentIdsIn } from '../../../shared/contract/seen-payment.ts';
import { productByShort } from '../../../shared/xs2a/payment-products.ts';
import { host } from '../../host.ts';
import { StatusBadge } from '../../parts/bank/status-badge.tsx';
import { setBody } from '../../state/requests/editing.ts';
import { loadRecentIds, useRecentIds } from '../../state/requests/recent-ids.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuChoice } from '../../ui/menu.tsx';
import textStyles from '../../ui/text.module.css';
import { machineTimeOfToday } from '../../ui/machine-time.ts';
import { MAX_BASKET } from '../../../shared/xs2a/payment-schemas.ts';

const t = texts.requests.body;

/** @param body as it is written */
export function PaymentsOfBasket({ body }: { body: string }) {
  const { ids, basketProducts } = useRecentIds();
  useEffect(() => {
    void loadRecentIds();
    // Signatures, batches and quirks change which payments can be in a basket.
    return host.on('status.changed', () => void loadRecentIds());
  }, []);
  const payments = ids
    .filter(({ name }) => name === IDS_OF_FIELD['paymentIds'])
    .map((one) => ({ ...one, obstacle: obstacleTo(one.payment, basketProducts) }))
    // BSK-4: bulk and periodic payments are never in a basket, whatever becomes of them.
    .filter(({ obstacle }) => obstacle !== 'kind');
  // In the order in which they were created.
  const fitting = payments
    .filter(({ obstacle }) => obstacle === null)
    .slice(0, MAX_BASKET)
    .map(({ value }) => value)
    .toReversed();
  const chosen = paymentIdsIn(body);
  const put = (all: readonly string[]) => setBody(JSON.stringify({ paymentIds: all }, null, 2));
  const toggle = (id: string, isIn: boolean) => {
    // What is no id of the bank is the example.
    const known = chosen.filter((one) => payments.some(({ value }) => value === one));
    put(isIn ? [...known, id] : known.filter((one) => one !== id));
  };
  return (
    <>
      {fitting.length > 0 && (
        <Button size="small" onClick={() => put(fitting)}>
          {t.putInAll(fitting.length)}
        </Button>
      )}
      {payments.length > 0 && fitting.length === 0 && <span className={textStyles.soft}>{t.noneFits}</span>}
      <Menu label={t.recentPayments}>
        {basketProducts !== null && (
          <span className={textStyles.soft}>
            {t.basketTakes(
              basketProducts.map((short) => `${productByShort(short).path} (${short})`).join(', '),
            )}
          </span>
        )}
        {basketProducts !== null && <span className={textStyles.soft}>{t.limits}</span>}
        {payments.length === 0 && <span className={textStyles.soft}>{t.noRecentPayments}</span>}
        {payments.map(({ value, about, at, payment, obstacle }) => (
          <MenuChoice
            key={value}
            checked={chosen.includes(value)}
            onChange={(isChosen) => toggle(value, isChosen)}
          >
            {about}
            {payment && <code>{payment.product}</code>}
            {payment?.status && <StatusBadge status={payment.status} />}
            <span className={textStyles.soft}>{machineTimeOfToday(at)}</span>
            {obstacle !== null && <span className={textStyles.soft}>{t.notInBasket[obstacle]}</span>}
          </MenuChoice>
        ))}
      </Menu>
    </>
  );
}
