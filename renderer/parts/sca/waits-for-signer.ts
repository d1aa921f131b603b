/** Whether a payment or a basket has one of its signatures and waits for another. */
import { useEffect, useState } from 'react';
import { host } from '../../host.ts';
import { useStatus } from '../../state/status.ts';

/** One signature of several. */
const PARTLY = 'PATC';

/**
 * Asks the local bank. At any other bank nobody knows before the status has been read, and its response then offers the next SCA.
 * @param params of the request whose SCA has ended
 * @param isPossible whether another signature may be needed at all
 */
export function useWaitsForSigner(params: Readonly<Record<string, string>>, isPossible: boolean): boolean {
  const isLocal = useStatus((store) => store.status?.environment.isLocal ?? false);
  const { 'payment-id': payment = '', 'basket-id': basket = '' } = params;
  const [waiting, setWaiting] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (isPossible && isLocal)
      void statusOf(payment, basket).then((status) => {
        if (isCurrent) setWaiting(status === PARTLY ? `${payment} ${basket}` : null);
      });
    return () => {
      isCurrent = false;
    };
  }, [payment, basket, isPossible, isLocal]);
  return isPossible && isLocal && waiting === `${payment} ${basket}`;
}

/** Null if the bank has no such thing any more. */
async function statusOf(payment: string, basket: string): Promise<string | null> {
  const subject =
    basket === '' ? host.call('bank.payment', { id: payment }) : host.call('bank.basket', { id: basket });
  return subject.then(
    ({ status }) => status,
    () => null,
  );
}
