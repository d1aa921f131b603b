/** Held and stopped payments have one status for a TPP, and so one box in the diagram, whose word tells them apart (PAY-9). */
import { type TransactionStatus, transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import type { PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { STATUS_WORD } from '../../parts/bank/status-badge.tsx';

interface Drawn {
  path: { status: TransactionStatus }[];
  life: Record<TransactionStatus, TransactionStatus[]>;
  status: TransactionStatus;
  /** Words that replace those of the statuses. */
  words: { BLCK: string };
}

/** The life of a payment with one status for held and stopped. */
export function mergeHeldAndStopped({
  path,
  life,
  status,
}: Pick<PaymentDetail, 'path' | 'life' | 'status'>): Drawn {
  const { STOP, ...others } = life;
  const merged = (from: TransactionStatus) =>
    [...new Set(others[from].map(transactionStatusOf))].filter((to) => to !== from);
  const all = Object.keys(others) as TransactionStatus[];
  const drawn = Object.fromEntries(all.map((from) => [from, merged(from)])) as Drawn['life'];
  const isEither = status === 'BLCK' || status === 'STOP';
  return {
    path: path.map((step) => ({ status: transactionStatusOf(step.status) })),
    life: status === 'STOP' ? { ...drawn, BLCK: STOP.map(transactionStatusOf) } : drawn,
    status: transactionStatusOf(status),
    words: { BLCK: isEither ? STATUS_WORD[status] : texts.bank.stateDiagram.heldOrStopped },
  };
}
