/** What a signed payment or basket at the local bank waits for, and until when. */
import type { BasketDetail, PaymentDetail } from '../../../shared/xs2a/inspection.ts';
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

/** What waits, and until when; null for what does not end by itself. */
interface Waiting {
  text: string;
  dueAt: number | null;
  /** Whether a batch ends it. */
  isForBatch: boolean;
}

/** The payments of a basket go their own ways once it is signed, so its status does not say what still happens. */
export function basketWaiting({ authorised, payments, status }: BasketDetail): Waiting | null {
  if (!authorised) return null;
  const due = payments.flatMap(({ dueAt }) => dueAt ?? []);
  const held = payments.filter((payment) => payment.status === 'BLCK').length;
  const rest = { dueAt: null, isForBatch: false };
  if (status === 'PATC') return { text: t.basketSecond, ...rest };
  if (due.length === 0 && held > 0) return { text: t.basketHeld(held, payments.length), ...rest };
  if (due.length === 0) return { text: t.basketDone, ...rest };
  const dueAt = Math.min(...due);
  const isForBatch = payments.some((payment) => payment.status === 'PDNG');
  return { text: t.basketNext(due.length, payments.length, minuteText(dueAt)), dueAt, isForBatch };
}
