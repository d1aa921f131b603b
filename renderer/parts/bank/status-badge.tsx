/** The status of a payment or basket: glyph, code, word. */
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/glyph.tsx';

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

export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={TONE[status]}>
      <code>{transactionStatusOf(status)}</code> {STATUS_WORD[status]}
    </Badge>
  );
}
