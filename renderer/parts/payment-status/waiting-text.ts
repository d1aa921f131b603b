/** What a signed payment at the local bank waits for, and until when. */
import type { PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { minuteText } from '../../ui/bank-time.ts';

const t = texts.bank.waiting;

/** @returns null if it waits for nothing that the bank does */
export function waitingText({ status, dueAt }: Pick<PaymentDetail, 'status' | 'dueAt'>): string | null {
  if (status === 'BLCK') return t.held;
  if (dueAt === null) return null;
  const when = minuteText(dueAt);
  if (status === 'PDNG') return t.batch(when);
  if (status === 'ACTC') return t.day(when);
  return status === 'ACCP' ? t.funds(when) : null;
}
