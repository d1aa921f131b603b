/** Records the steps of payments in the journal, and the resulting steps of their baskets (BSK-9). */
import { basketStatus, type BasketStatus, countsAs } from '../domain/basket.ts';
import { eventText } from '../../shared/flow/answer.ts';
import { type Payment, payingText, type Step } from '../domain/payment.ts';
import type { Fact, Journal } from '../journal.ts';
import type { PaymentStore } from '../store/payments.ts';

type PaymentStep = Extract<Fact, { kind: 'step' }>;

export class PaymentSteps {
  private readonly payments: PaymentStore;
  private readonly journal: Journal;
  /** The status of each basket before the transaction, by id. */
  private readonly baskets = new Map<string, BasketStatus>();

  constructor(payments: PaymentStore, journal: Journal) {
    this.payments = payments;
    this.journal = journal;
  }

  /** Notes the status of a payment's basket. Called before the payment is written. */
  noteBasket(before: Payment, after: Payment): void {
    // Most steps, such as a settlement, do not affect a basket.
    if (countsAs(before.status) === countsAs(after.status)) return;
    const basket = this.payments.basketOf(before.id);
    if (basket !== null && !this.baskets.has(basket)) this.baskets.set(basket, this.statusOf(basket));
  }

  /** Records each step that a payment has taken. @param before null for a new payment */
  enter(before: Payment | null, after: Payment): void {
    let from = before?.status ?? null;
    for (const { status, why } of newSteps(before?.path ?? [], after.path)) {
      const made = from === null ? { what: eventText(payingText([after])) } : {};
      this.enterStep({ id: after.id, from, to: status, why, ...made });
      from = status;
    }
  }

  enterStep({ id, ...change }: Pick<PaymentStep, 'id' | 'from' | 'to' | 'why' | 'what'>): void {
    const basket = this.payments.basketOf(id);
    this.journal.add({
      kind: 'step',
      subject: 'payment',
      id,
      ...change,
      about: [
        { subject: 'payment', id },
        ...(basket === null ? [] : [{ subject: 'basket' as const, id: basket }]),
      ],
    });
  }

  /** Records the steps of the baskets since {@link noteBasket}. */
  enterBaskets(): void {
    for (const [id, from] of this.baskets) {
      const to = this.statusOf(id);
      if (to === from) continue;
      const about = [{ subject: 'basket' as const, id }];
      this.journal.add({ kind: 'step', subject: 'basket', id, from, to, why: WHY[to], about });
    }
    this.baskets.clear();
  }

  forgetBaskets(): void {
    this.baskets.clear();
  }

  private statusOf(basket: string): BasketStatus {
    return basketStatus(this.payments.statusesIn(basket).map((status) => ({ status })));
  }
}

/** BSK-9. */
const WHY: Readonly<Record<BasketStatus, string>> = {
  RCVD: 'A payment in the basket waits for approval.',
  PATC: 'The least advanced payment in the basket waits for a second approval.',
  ACTC: 'Every payment in the basket is approved.',
  RJCT: 'A payment in the basket has failed: the worst one counts.',
};

/** The new steps at the end of a path, which may have lost steps in its middle. */
function newSteps(earlier: readonly Step[], path: readonly Step[]): Step[] {
  const last = earlier.at(-1);
  const known = last === undefined ? -1 : path.lastIndexOf(last);
  return path.slice(known + 1);
}
