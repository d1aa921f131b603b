/** Recent ids from responses of each environment's bank, offered in the fields that take one. They survive a restart. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import {
  idsIn,
  type RecentId,
  paymentIdsIn,
  seenAgain,
  kindSchema,
  productSchema,
} from '../../../shared/contract/recent-ids.ts';
import { operationAt } from '../../../shared/requests/http.ts';
import { MASK } from '../redaction/mask.ts';
import { META, type Meta } from '../store/meta.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { Bank } from '../../../bank-sim/index.ts';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import type { ProductShort } from '../../../shared/xs2a/payment-products.ts';

/** Maximum number of ids per parameter and environment. */
const MOST = 30;

export class RecentIds {
  private readonly meta: Meta;

  constructor(meta: Meta) {
    this.meta = meta;
  }

  /** Stores the ids of a response. @param exchange as it is shown, without secrets */
  note(environmentId: string, exchange: Exchange): void {
    const brought = idsIn(exchange, MASK);
    if (brought.length === 0) return;
    const isNew = (one: RecentId) =>
      !brought.some(({ name, value }) => name === one.name && value === one.value);
    // A known id keeps its time and its description.
    const known = this.list(environmentId);
    const described = brought.map((one) => {
      const before = known.find(({ name, value }) => name === one.name && value === one.value);
      if (before === undefined) return one;
      const payment = seenAgain(before.payment, one.payment);
      const about = one.about === exchange.title ? before.about : one.about;
      return { ...one, about, at: before.at, ...(payment && { payment }) };
    });
    const all = inBasket([...described, ...known.filter(isNew)], exchange);
    const counts = new Map<string, number>();
    const kept = all.filter(({ name }) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count <= MOST;
    });
    this.meta.write(META.recentIds, { ...this.meta.read(META.recentIds), [environmentId]: kept });
  }

  /** Newest first. */
  list(environmentId: string): RecentId[] {
    return ownValue(this.meta.read(META.recentIds), environmentId) ?? [];
  }

  /** Puts back what {@link list} has returned. */
  replace(environmentId: string, ids: RecentId[]): void {
    this.meta.write(META.recentIds, { ...this.meta.read(META.recentIds), [environmentId]: ids });
  }

  forget(environmentId: string): void {
    const { [environmentId]: _, ...others } = this.meta.read(META.recentIds);
    this.meta.write(META.recentIds, others);
  }
}

/** Marks the ids in the basket that an exchange created. */
function inBasket(ids: readonly RecentId[], { method, path, requestBody }: Exchange): readonly RecentId[] {
  if (operationAt(method, path)?.operation.id !== 'createBasket') return ids;
  const put = new Set(paymentIdsIn(requestBody));
  return ids.map((one) =>
    one.payment && put.has(one.value) ? { ...one, payment: { ...one.payment, isInBasket: true } } : one,
  );
}

type Inspection = Bank['inspection'];

/** The ids, those of existing payments with status and basket. */
export function paymentsNow(ids: readonly RecentId[], inspection: Inspection): RecentId[] {
  return ids.map((one) => {
    if (one.name !== 'payment-id') return one;
    const { payment: _, ...bare } = one;
    const found = inspection.payment(one.value);
    if (found === null) return bare;
    const { kind, product, status, basketId } = found;
    const payment = {
      kind: kindSchema.parse(kind),
      product: productSchema.parse(product),
      status: transactionStatusOf(status),
      isInBasket: basketId !== null,
    };
    return { ...bare, payment };
  });
}

/** The products that the local bank accepts in baskets (BSK-5); null for all. */
export function basketProducts({
  environment,
  quirks,
}: Pick<Inspection, 'environment' | 'quirks'>): ProductShort[] | null {
  return environment === 'sandbox' && quirks.sandboxBasketProducts === 'NCBCT' ? ['NCBCT'] : null;
}
