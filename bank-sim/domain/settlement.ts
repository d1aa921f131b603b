/** Settles, postpones or rejects payments in batches (PAY-8, PAY-15, SBX-5). */
import { nextBatch } from './batch-times.ts';
import { type Item, itemsOf, move, note, orderOf, type Payment, type PaymentIn } from './payment.ts';
import { nextRun } from './schedule.ts';
import { finishRuns, type Moment } from './signing.ts';

export interface Settlement {
  payment: Payment;
  /** The items to book, each with its position among the transfers. */
  book: readonly { at: number; item: Item }[];
  /** `partly`: the payment remains due, because more items can be booked. */
  outcome: 'settled' | 'rejected' | 'retried' | 'partly';
}

/**
 * Processes a payment that is waiting for a batch.
 * @param available minor units in addition to those reserved for it
 * @param most largest number of items to book
 */
export function settle(
  payment: PaymentIn<'PDNG' | 'ACCP'>,
  available: number,
  { now, batchDays }: Moment,
  most: number,
): Settlement {
  const items = itemsOf(payment);
  const before = new Set(payment.done.items);
  let left = available + payment.reserved;
  let spent = 0;
  let more = false;
  const book: { at: number; item: Item }[] = [];
  for (const [at, item] of items.entries()) {
    const cost = item.debit + item.fee;
    if (before.has(at) || cost > left) continue;
    more = book.length === most;
    if (more) break;
    left -= cost;
    spent += cost;
    book.push({ at, item });
  }
  const places = [...payment.done.items, ...book.map(({ at }) => at)];
  const settled = places.length;
  if (more) {
    const done = { ...payment.done, settled, items: places };
    const reserved = Math.max(0, payment.reserved - spent);
    return { payment: { ...payment, reserved, done }, book, outcome: 'partly' };
  }
  const done = { settled, failed: items.length - settled, items: places };
  const freed = { reserved: 0, done };
  if (done.failed === 0) {
    const step = { at: now, why: items.length === 1 ? 'Settled.' : `All ${items.length} payments settled.` };
    return {
      payment: move(payment, 'ACSC', step, { ...freed, fundsAvailable: true }),
      book,
      outcome: 'settled',
    };
  }
  const count = `${settled} of ${items.length} payments settled`;
  if (payment.deadline === null || now < payment.deadline) {
    const why =
      items.length === 1 ? 'Funds are still insufficient.' : `${count}. Insufficient funds for the rest.`;
    const again = { ...freed, dueAt: nextBatch(now, batchDays) };
    return { payment: note(payment, { at: now, why }, again), book, outcome: 'retried' };
  }
  const lack = 'Insufficient funds at the last batch of the day';
  if (settled === 0)
    return { payment: move(payment, 'RJCT', { at: now, why: `${lack}.` }, freed), book, outcome: 'rejected' };
  const step = { at: now, why: `${lack}: ${count}.` };
  return { payment: move(payment, 'PART', step, freed), book, outcome: 'settled' };
}

/** Processes a run of a periodic payment. Later batches of the day do not retry it (SBX-5). */
export function runOnce(payment: PaymentIn<'ACTC'>, available: number, now: number): Settlement {
  const [item] = itemsOf(payment);
  const { settled, failed, items } = payment.done;
  const number = settled + failed;
  const pays = item !== undefined && item.debit + item.fee <= available;
  const done = pays ? { settled: settled + 1, failed, items } : { settled, failed: failed + 1, items };
  const what = pays ? `Run ${number + 1} settled` : `Run ${number + 1} failed: insufficient funds`;
  const next = nextRun(orderOf(payment), now);
  const book = pays ? [{ at: number, item }] : [];
  const outcome = pays ? 'settled' : 'rejected';
  const paid = { ...payment, fundsAvailable: pays };
  if (next === null)
    return {
      payment: finishRuns(paid, { at: now, why: `${what}. It was the last run.` }, done),
      book,
      outcome,
    };
  const step = { at: now, why: `${what}. The next run is on ${next.day}.` };
  return { payment: note(paid, step, { done, dueAt: next.at }), book, outcome };
}
