/** Recent payments as the local bank knows them now: signing at the bank, batches and baskets change what it has answered before. */
import type { Bank } from '../../../bank-sim/index.ts';
import type { RecentId } from '../../../shared/contract/recent-ids.ts';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import { kindSchema, productSchema } from '../../../shared/contract/seen-payment.ts';
import type { ProductShort } from '../../../shared/xs2a/payment-products.ts';

type Inspection = Bank['inspection'];

/** @returns the ids, each of a payment with its status and basket; a payment that is gone has neither */
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
