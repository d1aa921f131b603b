/** What the local bank says about a payment or basket. */
import { useEffect, useState } from 'react';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import { host } from '../../host.ts';
import { basketWaiting, waitingText } from './payment-status.tsx';

interface AtBank {
  id: string;
  /** For TPPs, now. */
  status: string;
  /** What it waits for; null if for nothing that is known. */
  text: string | null;
  /** Null if it waits for an action of a user. */
  dueAt: number | null;
  /** Whether a batch ends it. */
  isForBatch: boolean;
  /** Whether somebody else can give a signature that a payment of the basket lacks. */
  hasNextSigner: boolean;
}

async function lookUp(subject: 'payment' | 'basket', id: string): Promise<AtBank> {
  if (subject === 'basket') {
    const basket = await host.call('bank.basket', { id });
    const hasNextSigner = basket.nextSigner !== null;
    return { id, status: basket.status, ...basketWaiting(basket), hasNextSigner };
  }
  const payment = await host.call('bank.payment', { id });
  const status = transactionStatusOf(payment.status);
  const { dueAt } = payment;
  return {
    id,
    status,
    text: waitingText(payment),
    dueAt,
    isForBatch: status === 'PDNG',
    hasNextSigner: false,
  };
}

/** @param id null for none @returns null until it is known, and if the bank no longer has it */
export function useAtBank(subject: 'payment' | 'basket', id: string | null): AtBank | null {
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
  return found?.id === id ? found : null;
}
