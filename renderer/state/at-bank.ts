/** A payment or basket at the local bank. */
import { useEffect, useState } from 'react';
import type { BasketDetail, PaymentDetail } from '../../shared/xs2a/inspection.ts';
import { host } from '../host.ts';

type AtBank = { subject: 'payment'; detail: PaymentDetail } | { subject: 'basket'; detail: BasketDetail };

async function lookUp(subject: AtBank['subject'], id: string): Promise<AtBank> {
  return subject === 'basket'
    ? { subject, detail: await host.call('bank.basket', { id }) }
    : { subject, detail: await host.call('bank.payment', { id }) };
}

/** @param id null for none @returns null until it is known, and if the bank no longer has it */
export function useAtBank(subject: AtBank['subject'], id: string | null): AtBank | null {
  const [found, setFound] = useState<AtBank | null>(null);
  useEffect(() => {
    let isGone = false;
    if (id !== null)
      lookUp(subject, id).then(
        (now) => isGone || setFound(now),
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [subject, id]);
  return found?.detail.id === id ? found : null;
}
