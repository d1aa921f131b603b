/** The status of a payment or basket, and what a signed one waits for at the local bank. */
import type { RecentId } from '../../../shared/contract/recent-ids.ts';
import type { BasketDetail, PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import { amountText } from '../../../shared/money/money.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { minuteText } from '../../ui/format.ts';
import { Badge, type Tone } from '../../ui/labels.tsx';

const t = texts.bank.statusBadge;

export const STATUS_WORD = {
  RCVD: t.notSigned,
  PATC: t.oneSignature,
  ACTC: t.signed,
  PDNG: t.waitsBatch,
  ACCP: t.noFundsYet,
  BLCK: t.held,
  STOP: t.stopped,
  ACSC: t.settled,
  PART: t.partlySettled,
  RJCT: t.rejected,
  CANC: t.deleted,
} as const;
export type Status = keyof typeof STATUS_WORD;

const TONE: Record<Status, Tone> = {
  RCVD: 'plain',
  PATC: 'warn',
  ACTC: 'plain',
  PDNG: 'plain',
  ACCP: 'warn',
  BLCK: 'warn',
  STOP: 'bad',
  ACSC: 'ok',
  PART: 'warn',
  RJCT: 'bad',
  CANC: 'plain',
};

/** Glyph, code and word. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={TONE[status]}>
      <code>{transactionStatusOf(status)}</code> {STATUS_WORD[status]}
    </Badge>
  );
}

/** Product and status of a recent payment, by which equal ones are told apart: `NDCT RCVD not signed`. */
export function stateText({ product, status }: NonNullable<RecentId['payment']>): string {
  return status === null ? product : `${product} ${status} ${STATUS_WORD[status]}`;
}

const waitingTexts = texts.bank.waiting;

/** What a payment waits for, and until when; null if it does not wait for the bank. */
export function waitingText({ status, dueAt }: Pick<PaymentDetail, 'status' | 'dueAt'>): string | null {
  if (status === 'BLCK') return waitingTexts.held;
  if (dueAt === null) return null;
  const when = minuteText(dueAt);
  if (status === 'PDNG') return waitingTexts.batch(when);
  if (status === 'ACTC') return waitingTexts.day(when);
  return status === 'ACCP' ? waitingTexts.funds(when) : null;
}

interface Waiting {
  text: string;
  /** Null if it waits for an action of a user. */
  dueAt: number | null;
  /** Whether a batch ends it. */
  isForBatch: boolean;
}

/** What a basket waits for. The payments of a signed one settle separately, so its status does not say it. */
export function basketWaiting({ payments, status, nextSigner }: BasketDetail): Waiting {
  const due = payments.flatMap(({ dueAt }) => dueAt ?? []);
  const held = payments.filter((payment) => payment.status === 'BLCK').length;
  const rest = { dueAt: null, isForBatch: false };
  const deciding = payments.filter(({ countsAs }) => countsAs === status).map(nameOf);
  if (status === 'RCVD' && deciding.length === payments.length)
    return { text: waitingTexts.basketUnsigned, ...rest };
  if (status === 'RCVD') return { text: waitingTexts.basketPartlySigned(deciding), ...rest };
  if (status === 'PATC') return { text: waitingTexts.basketSecond(deciding, nextSigner), ...rest };
  const why = status === 'RJCT' ? [waitingTexts.basketRejected(deciding)] : [];
  const because = (text: string) => [...why, text].join(' ');
  if (due.length === 0 && held > 0)
    return { text: because(waitingTexts.basketHeld(held, payments.length)), ...rest };
  if (due.length === 0) return { text: because(waitingTexts.basketDone), ...rest };
  const dueAt = Math.min(...due);
  const isForBatch = payments.some((payment) => payment.status === 'PDNG');
  const text = [because(waitingTexts.basketNext(due.length, payments.length)), ...reasons(payments)].join(
    ' ',
  );
  return { text, dueAt, isForBatch };
}

const nameOf = ({ amount, currency, to }: BasketDetail['payments'][number]) =>
  waitingTexts.basketPayment(amountText({ amount, currency }), to);

/** What each payment waits for, with those together that wait for the same. */
function reasons(payments: BasketDetail['payments']): string[] {
  const names = new Map<string, string[]>();
  for (const payment of payments) {
    const text = waitingText(payment);
    if (text === null) continue;
    names.set(text, [...(names.get(text) ?? []), nameOf(payment)]);
  }
  return Array.from(names, ([text, all]) =>
    waitingTexts.basketReason(all.length === payments.length ? null : all, text),
  );
}
