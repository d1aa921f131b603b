/** The payments that the bank has answered with lately, to be put into the basket that is composed: all at once, or one by one. */
import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { texts } from '../../../shared/texts/texts.ts';
import { IDS_OF_FIELD } from '../../../shared/contract/recent-ids.ts';
import { setBody } from '../../state/requests/editing.ts';
import { loadRecentIds, useRecentIds } from '../../state/requests/recent-ids.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuChoice } from '../../ui/menu.tsx';
import textStyles from '../../ui/text.module.css';
import { machineTimeOfToday } from '../../ui/machine-time.ts';

const t = texts.requests.body;

/** BSK-2. */
const MOST = 10;

/** @param body as it is written */
export function PaymentsOfBasket({ body }: { body: string }) {
  const payments = useRecentIds(
    useShallow(({ ids }) => ids.filter(({ name }) => name === IDS_OF_FIELD['paymentIds'])),
  );
  const lastBasket = useRecentIds(({ ids }) => ids.find(({ name }) => name === 'basket-id')?.at ?? 0);
  useEffect(() => void loadRecentIds(), []);
  // Those before the last basket are probably in it. In the order in which they were created.
  const waiting = payments
    .filter(({ at }) => at > lastBasket)
    .slice(0, MOST)
    .map(({ value }) => value)
    .toReversed();
  const chosen = idsIn(body);
  const put = (ids: readonly string[]) => setBody(JSON.stringify({ paymentIds: ids }, null, 2));
  const toggle = (id: string, isIn: boolean) => {
    // What is no id of the bank is the example.
    const known = chosen.filter((one) => payments.some(({ value }) => value === one));
    put(isIn ? [...known, id] : known.filter((one) => one !== id));
  };
  return (
    <>
      {waiting.length > 0 && (
        <Button size="small" onClick={() => put(waiting)}>
          {t.putInAll(waiting.length)}
        </Button>
      )}
      <Menu label={t.recentPayments}>
        {payments.length === 0 && <span className={textStyles.soft}>{t.noRecentPayments}</span>}
        {payments.map(({ value, about, at }) => (
          <MenuChoice
            key={value}
            checked={chosen.includes(value)}
            onChange={(isChosen) => toggle(value, isChosen)}
          >
            {about}
            <span className={textStyles.soft}>{machineTimeOfToday(at)}</span>
          </MenuChoice>
        ))}
      </Menu>
    </>
  );
}

function idsIn(body: string): string[] {
  try {
    const { paymentIds } = JSON.parse(body) as { paymentIds?: unknown };
    return Array.isArray(paymentIds) ? paymentIds.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
