/** The status of a payment or basket: glyph, code, word. */
import { Badge, type Tone } from '../../ui/parts.tsx';

export const STATUS_WORD = {
  RCVD: 'not signed',
  PATC: 'one signature',
  ACTC: 'signed',
  PDNG: 'waits for batch',
  ACCP: 'no funds yet',
  BLCK: 'held',
  ACSC: 'settled',
  PART: 'partly settled',
  RJCT: 'rejected',
  CANC: 'deleted',
} as const;
export type Status = keyof typeof STATUS_WORD;

const TONE: Record<Status, Tone> = {
  RCVD: 'plain',
  PATC: 'warn',
  ACTC: 'plain',
  PDNG: 'plain',
  ACCP: 'warn',
  BLCK: 'warn',
  ACSC: 'ok',
  PART: 'warn',
  RJCT: 'bad',
  CANC: 'plain',
};

export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={TONE[status]}>
      <code>{status}</code> {STATUS_WORD[status]}
    </Badge>
  );
}
