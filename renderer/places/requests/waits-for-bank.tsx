/** Under a payment that is signed but not settled: what it waits for, and at the local bank how to get there at once. */
import { useEffect, useState } from 'react';
import type { Input } from '../../../shared/contract/methods.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { aboutTarget } from '../../../shared/flow/answer.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import type { PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { host, messageOf } from '../../host.ts';
import { waitingText } from '../../parts/payment-status/waiting-text.ts';
import { showInBank } from '../../state/bank.ts';
import { send } from '../../state/requests/sending.ts';
import { useStatus } from '../../state/status.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';

const t = texts.bank.waiting;

/** Signed, and settled by nothing that the TPP or the PSU does. */
const WAITING = new Set(['PDNG', 'ACTC', 'ACCP', 'BLCK']);

interface Waiting {
  id: string;
  /** As the response has it. */
  status: string;
}

export function WaitsForBank({ exchange, disabled }: { exchange: Exchange | null; disabled: boolean }) {
  const isLocal = useStatus(({ status }) => status?.environment.isLocal === true);
  const waiting = exchange === null ? null : waitingIn(exchange);
  if (waiting === null) return null;
  if (isLocal) return <AtLocalBank key={exchange?.id} waiting={waiting} disabled={disabled} />;
  return (
    <Note as="div">
      <Badge tone="plain">{waiting.status}</Badge>
      <span className={layout.grow}>{t.elsewhere}</span>
    </Note>
  );
}

function AtLocalBank({ waiting: { id, status }, disabled }: { waiting: Waiting; disabled: boolean }) {
  const [payment, setPayment] = useState<PaymentDetail | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    // The local bank may have been reset since: then nothing is known of the payment, and nothing is said.
    host.call('bank.payment', { id }).then(
      (found) => isGone || setPayment(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [id]);
  const text = payment === null ? null : waitingText(payment);
  if (payment === null || text === null) return null;
  const { dueAt } = payment;
  // A status that is out of date is read again, not explained.
  if (transactionStatusOf(payment.status) !== status) return null;
  const move = (input: Input<'bank.clock'>) => host.call('bank.clock', input).then(send);
  const attempt = (work: () => Promise<unknown>) =>
    void work().then(
      () => setProblem(null),
      (error: unknown) => setProblem(messageOf(error)),
    );
  return (
    <>
      <Note as="div">
        <Badge tone="plain">{status}</Badge>
        <span className={layout.grow}>{text}</span>
        {dueAt === null ? (
          <Button size="small" onClick={() => showInBank('payments', id)}>
            {t.showInBank}
          </Button>
        ) : (
          <Button
            size="small"
            title={texts.bank.clock.onlyForward}
            disabled={disabled}
            onClick={() => attempt(() => move({ set: new Date(dueAt).toISOString() }))}
          >
            {t.moveClock}
          </Button>
        )}
        {status === 'PDNG' && (
          <Button
            size="small"
            title={t.batchNowHint}
            disabled={disabled}
            onClick={() => attempt(() => host.call('bank.batch', {}).then(send))}
          >
            {t.batchNow}
          </Button>
        )}
      </Note>
      <Problem text={problem} />
    </>
  );
}

/** A payment whose status was read, and for which it waits. */
function waitingIn({ method, path, response }: Exchange): Waiting | null {
  if (method !== 'GET') return null;
  const [, status = ''] = /"transactionStatus"\s*:\s*"([A-Z]{4})"/.exec(response?.body ?? '') ?? [];
  const payment = aboutTarget(path).find(({ subject }) => subject === 'payment');
  return payment === undefined || !WAITING.has(status) ? null : { id: payment.id, status };
}
