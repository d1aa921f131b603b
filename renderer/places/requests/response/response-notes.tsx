/** Notes above a response: what a payment or basket waits for, how it ended, or that another bank has responded. */
import { useEffect, useState } from 'react';
import type { Input } from '../../../../shared/contract/methods.ts';
import type { Exchange } from '../../../../shared/contract/exchange.ts';
import { aboutTarget } from '../../../../shared/flow/answer.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import type { BasketDetail, PaymentDetail } from '../../../../shared/xs2a/inspection.ts';
import { transactionStatusOf } from '../../../../shared/xs2a/payment-schemas.ts';
import { host, messageOf } from '../../../host.ts';
import { basketWaiting, waitingText } from '../../../parts/bank/payment-status.tsx';
import { useAtBank } from '../../../state/at-bank.ts';
import { showInBank } from '../../../state/bank.ts';
import { send } from '../../../state/requests/sending.ts';
import { useBankClock, useStatus } from '../../../state/status.ts';
import { useEnvironments } from '../../../state/environments.ts';
import { scaStartOf, startAnotherSca } from '../../../state/sca.ts';
import { Badge } from '../../../ui/labels.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { clockDifference } from '../../../ui/format.ts';
import { Problem } from '../../../ui/messages.tsx';
import { Note } from '../../../ui/messages.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './response-notes.module.css';

const t = texts.bank.waiting;
const placeTexts = texts.requests.place;

/** Statuses in which a payment waits for the bank or another signer. */
const WAITING = new Set(['PATC', 'PDNG', 'ACTC', 'ACCP', 'BLCK']);

/** One signature of several. */
const PARTLY = 'PATC';
const SETTLED = 'ACSC';
const REJECTED = 'RJCT';

const TRANSACTION_STATUS = /"transactionStatus"\s*:\s*"([A-Z]{4})"/;

/** Captures a JSON string. */
const PSU_MESSAGE = /"psuMessage"\s*:\s*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){0,500}")/;

/** In each there is something to wait for; a rejected basket can have payments that still do. */
const BASKET_WAITS = new Set(['RCVD', 'PATC', 'ACTC', 'RJCT']);

interface Waiting {
  subject: 'payment' | 'basket';
  id: string;
  /** In the response. */
  status: string;
}

export function WaitsForBank({ exchange, disabled }: { exchange: Exchange | null; disabled: boolean }) {
  const isLocal = useStatus(({ status }) => status?.environment.isLocal === true);
  const ended = exchange === null ? null : endOf(exchange);
  if (ended?.status === REJECTED)
    return (
      <Note as="div" tone="bad" className={styles.note}>
        <Badge tone="bad">{REJECTED}</Badge>
        <span className={styles.text}>
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
  if (exchange === null || waiting === null) return null;
  const { subject, status } = waiting;
  const isBasket = subject === 'basket';
  // The local bank's basket names who can sign, and which payments.
  if (isLocal && (isBasket || status !== PARTLY))
    return <AtLocalBank key={exchange.id} exchange={exchange} waiting={waiting} disabled={disabled} />;
  if (isBasket && status !== PARTLY && status !== 'ACTC') return null;
  const elsewhere = isBasket ? t.basketElsewhere : t.elsewhere;
  return (
    <Note as="div">
      <Badge tone="plain">{status}</Badge>
      <span className={layout.grow}>{status === PARTLY ? placeTexts.secondSigner : elsewhere}</span>
      {status === PARTLY && <AnotherSigner exchange={exchange} disabled={disabled} />}
    </Note>
  );
}

function AtLocalBank(props: { exchange: Exchange; waiting: Waiting; disabled: boolean }) {
  const { exchange, waiting, disabled } = props;
  const { subject, id, status } = waiting;
  const found = useAtBank(subject, id);
  const [problem, setProblem] = useState<string | null>(null);
  const now = useBankClock()?.now ?? 0;
  // An outdated status has no explanation.
  const waits =
    found && (found.subject === 'basket' ? basketAtBank(found.detail) : paymentAtBank(found.detail));
  if (waits === null || waits.text === null || waits.status !== status) return null;
  const { text, dueAt, isForBatch, hasNextSigner } = waits;
  const forward = dueAt === null ? null : clockDifference(dueAt - now);
  const move = (input: Input<'bank.clock'>) => host.call('bank.clock', input).then(send);
  const attempt = (work: () => Promise<unknown>) =>
    void work().then(
      () => setProblem(null),
      (error: unknown) => setProblem(messageOf(error)),
    );
  return (
    <>
      <Note as="div" className={styles.note}>
        <Badge tone="plain">{status}</Badge>
        <span className={styles.text}>
          {text}
          {forward !== null && (
            <span className={classes(textStyles.soft, textStyles.small)}> {t.moveSays(forward.length)}</span>
          )}
        </span>
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
        {status === PARTLY && hasNextSigner && <AnotherSigner exchange={exchange} disabled={disabled} />}
      </Note>
      <Problem text={problem} />
    </>
  );
}

const basketAtBank = (basket: BasketDetail) => ({
  status: basket.status,
  ...basketWaiting(basket),
  hasNextSigner: basket.nextSigner !== null,
});

function paymentAtBank(payment: PaymentDetail) {
  const status = transactionStatusOf(payment.status);
  const { dueAt } = payment;
  return { status, text: waitingText(payment), dueAt, isForBatch: status === 'PDNG', hasNextSigner: false };
}

const statusIn = ({ response }: Exchange) => TRANSACTION_STATUS.exec(response?.body ?? '')?.[1] ?? '';

interface Ended {
  id: string;
  status: typeof SETTLED | typeof REJECTED;
  /** The bank's message. */
  message: string | null;
}

/** The payment whose status was read, if it is settled or rejected. */
function endOf(exchange: Exchange): Ended | null {
  const status = statusIn(exchange);
  const payment = aboutTarget(exchange.path).find(({ subject }) => subject === 'payment');
  if (exchange.method !== 'GET' || payment === undefined) return null;
  if (status !== SETTLED && status !== REJECTED) return null;
  const [, message] = PSU_MESSAGE.exec(exchange.response?.body ?? '') ?? [];
  return { id: payment.id, status, message: message === undefined ? null : (JSON.parse(message) as string) };
}

/** The payment or basket whose status was read, if it waits. */
function waitingIn(exchange: Exchange): Waiting | null {
  if (exchange.method !== 'GET') return null;
  const status = statusIn(exchange);
  for (const { subject, id } of aboutTarget(exchange.path)) {
    if (subject === 'payment' && WAITING.has(status)) return { subject, id, status };
    if (subject === 'basket' && BASKET_WAITS.has(status)) return { subject, id, status };
  }
  return null;
}

/** Starts the SCA of the second signer. */
function AnotherSigner({ exchange, disabled }: { exchange: Exchange; disabled: boolean }) {
  const path = scaStartOf(exchange.path);
  if (path === null) return null;
  // With the link, that is the next step.
  const hasLink = exchange.links.some(({ name }) => name === 'startAuthorisation');
  return (
    <Button
      size="small"
      look={hasLink ? 'normal' : 'go'}
      disabled={disabled}
      onClick={() => void startAnotherSca(path)}
    >
      {texts.sca.panel.anotherSigner}
    </Button>
  );
}

/** @param answeredBy the environment of the response, which may have been deleted */
export function OfOtherBank({ answeredBy, inUse }: { answeredBy: string; inUse: string }) {
  const { list, load, choose } = useEnvironments();
  useEffect(() => void load(), [load]);
  const id = list?.find(({ name }) => name === answeredBy)?.id;
  return (
    <Note as="div" tone="warn">
      <span className={layout.grow}>{placeTexts.ofOther(answeredBy, inUse)}</span>
      {id !== undefined && (
        <Button size="small" onClick={() => void choose(id)}>
          {placeTexts.switchTo(answeredBy)}
        </Button>
      )}
    </Note>
  );
}
