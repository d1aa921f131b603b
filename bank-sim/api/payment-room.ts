/** How many payments the bank keeps until it is reset (PAY-1). */
import { MOST_AT_BANK } from '../../shared/xs2a/limits.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { Services } from './services.ts';

/** @param bytes of the body of one more @returns null if there is room for it */
export function noRoomForPayment(bytes: number, { payments }: Pick<Services, 'payments'>): Refusal | null {
  const most = MOST_AT_BANK.payments;
  const kept = payments.size();
  if (kept.count >= most.count)
    return full(`The bank has ${most.count.toLocaleString('en')} payments, as many as it can keep.`);
  if (kept.bytes + bytes > most.bytes)
    return full(
      `The payments of the bank have ${most.bytes / 1024 / 1024} MB, and it can keep no more with this one.`,
    );
  return null;
}

function full(why: string): Refusal {
  const text = `${why} Reset the bank.`;
  return refuse({ check: 'business', rule: 'PAY-1', status: 400, code: 'FORMAT_ERROR', text });
}
