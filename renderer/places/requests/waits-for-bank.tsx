/** Under the status of a payment or basket: what it waits for, and at the local bank how to get there at once, or how it has ended. */
import { useEffect, useState } from 'react';
import type { Input } from '../../../shared/contract/methods.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { aboutTarget } from '../../../shared/flow/answer.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import { host, messageOf } from '../../host.ts';
import { basketWaiting, waitingText } from '../../parts/bank/waiting-text.ts';
import { showInBank } from '../../state/bank.ts';
import { send } from '../../state/requests/sending.ts';
import { useStatus } from '../../state/status.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import styles from './composer.module.css';
import { Note } from '../../ui/note.tsx';
import { scaStartOf, startAnotherSca } from '../../state/sca.ts';

const t = texts.bank.waiting;

/** Signed, and settled by nothing that the TPP or the PSU does. */
const WAITING = new Set(['PDNG', 'ACTC', 'ACCP', 'BLCK']);

/** The ends of a payment. */
const SETTLED = 'ACSC';
const REJECTED = 'RJCT';

const TRANSACTION_STATUS = /"transactionStatus"\s*:\s*"([A-Z]{4})"/;

/** A text of JSON. */
const PSU_MESSAGE = /"psuMessage"\s*:\s*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){0,500}")/;

/** Of a basket: the payments in it wait, also if one of them has failed. */
const BASKET_WAITS = new Set(['ACTC', 'RJCT']);

interface Waiting {
  subject: 'payment' | 'basket';
  id: string;
  /** As the response has it. */
  status: string;
}

export function WaitsForBank({ exchange, disabled }: { exchange: Exchange | null; disabled: boolean }) {
  const isLocal = useStatus(({ status }) => status?.environment.isLocal === true);
  const ended = exchange === null ? null : endOf(exchange);
  if (ended?.status === REJECTED)
    return (
      <Note as="div" tone="bad" className={styles.waitsForBankNote}>
        <Badge tone="bad">{REJECTED}</Badge>
        <span className={styles.waitsForBankText}>
          {ended.message === null ? t.rejected : t.rejectedBecause(ended.message)}
        </span>
        {isLocal && (
          <Button size="small" onClick={() => showInBank('payments', ended.id)}>
            {t.showInBank}
          </Button>
        )}
      </Note>
    );
  if (ended !== null)
    return (
      <Note as="div" tone="ok">
        <Badge tone="ok">{SETTLED}</Badge>
        <span className={layout.grow}>{t.settled}</span>
      </Note>
    );
  const waiting = exchange === null ? null : waitingIn(exchange);
  if (waiting === null) return null;
  if (!isLocal && waiting.status === 'RJCT') return null;
  if (isLocal) return <AtLocalBank key={exchange?.id} waiting={waiting} disabled={disabled} />;
  return (
    <Note as="div">
      <Badge tone="plain">{waiting.status}</Badge>
      <span className={layout.grow}>{waiting.subject === 'basket' ? t.basketElsewhere : t.elsewhere}</span>
    </Note>
  );
}

interface Found {
  /** As the bank has it now. */
  status: string;
  text: string | null;
  dueAt: number | null;
  isForBatch: boolean;
}

async function lookUp({ subject, id }: Pick<Waiting, 'subject' | 'id'>): Promise<Found> {
  if (subject === 'basket') {
    const basket = await host.call('bank.basket', { id });
    const nothing = { text: null, dueAt: null, isForBatch: false };
    return { status: basket.status, ...(basketWaiting(basket) ?? nothing) };
  }
  const payment = await host.call('bank.payment', { id });
  const status = transactionStatusOf(payment.status);
  return { status, text: waitingText(payment), dueAt: payment.dueAt, isForBatch: status === 'PDNG' };
}

function AtLocalBank({ waiting, disabled }: { waiting: Waiting; disabled: boolean }) {
  const { subject, id, status } = waiting;
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    // The local bank may have been reset since: then nothing is known of it, and nothing is said.
    lookUp({ subject, id }).then(
      (now) => isGone || setFound(now),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [subject, id]);
  // A status that is out of date is read again, not explained.
  if (found === null || found.text === null || found.status !== status) return null;
  const { text, dueAt, isForBatch } = found;
  const move = (input: Input<'bank.clock'>) => host.call('bank.clock', input).then(send);
  const attempt = (work: () => Promise<unknown>) =>
    void work().then(
      () => setProblem(null),
      (error: unknown) => setProblem(messageOf(error)),
    );
  return (
    <>
      <Note as="div" className={styles.waitsForBankNote}>
        <Badge tone="plain">{status}</Badge>
        <span className={styles.waitsForBankText}>{text}</span>
        {dueAt === null ? (
          <Button size="small" onClick={() => showInBank(subject === 'basket' ? 'baskets' : 'payments', id)}>
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
        {isForBatch && (
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

interface Ended {
  id: string;
  status: typeof SETTLED | typeof REJECTED;
  /** What the bank says about it; null if it says nothing. */
  message: string | null;
}

/** The payment whose status was read, if its money has moved or never will. */
function endOf({ method, path, response }: Exchange): Ended | null {
  const body = response?.body ?? '';
  const [, status] = TRANSACTION_STATUS.exec(body) ?? [];
  const payment = aboutTarget(path).find(({ subject }) => subject === 'payment');
  if (method !== 'GET' || payment === undefined || (status !== SETTLED && status !== REJECTED)) return null;
  return { id: payment.id, status, message: messageIn(body) };
}

function messageIn(body: string): string | null {
  const [, written] = PSU_MESSAGE.exec(body) ?? [];
  return written === undefined ? null : (JSON.parse(written) as string);
}

/** The payment or basket whose status was read, if it can be waiting. */
function waitingIn({ method, path, response }: Exchange): Waiting | null {
  if (method !== 'GET') return null;
  const [, status = ''] = TRANSACTION_STATUS.exec(response?.body ?? '') ?? [];
  for (const { subject, id } of aboutTarget(path)) {
    if (subject === 'payment' && WAITING.has(status)) return { subject, id, status };
    if (subject === 'basket' && BASKET_WAITS.has(status)) return { subject, id, status };
  }
  return null;
}

const placeTexts = texts.requests.place;

/** One signature of several. */
const PARTLY = 'PATC';

/** Under a PATC: what is missing, and the SCA of the second signer. */
export function SecondSigner({ exchange, disabled }: { exchange: Exchange | null; disabled: boolean }) {
  const path = exchange === null ? null : secondScaOf(exchange);
  if (path === null) return null;
  return (
    <Note as="div">
      <Badge tone="plain">{PARTLY}</Badge>
      <span className={layout.grow}>{placeTexts.secondSigner}</span>
      <Button size="small" disabled={disabled} onClick={() => void startAnotherSca(path)}>
        {placeTexts.startSecondSca}
      </Button>
    </Note>
  );
}

/** Where the SCA of a second signer starts, if that is what the status of a payment or a basket waits for. */
function secondScaOf({ path, response }: Exchange): string | null {
  const [, status] = /"transactionStatus"\s*:\s*"([A-Z]{4})"/.exec(response?.body ?? '') ?? [];
  return status === PARTLY ? scaStartOf(path) : null;
}
