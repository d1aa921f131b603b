/** Fees of payments (PAY-17, PAY-20). */
import { convert } from '../../shared/money/rates.ts';
import type { Transfer } from '../../shared/xs2a/payment-input.ts';
import type { ProductShort } from '../../shared/xs2a/payment-products.ts';

/** In minor units of NOK. */
const FEES: Readonly<Record<ProductShort, number>> = {
  NDCT: 0,
  INDCTS: 500,
  SCT: 1_500,
  CBCT: 5_000,
  NCBCT: 4_000,
};
const URGENT = 15_000;

/** The fee in minor units of the debtor's currency. Bulk and periodic payments are free. */
export function feeOf(product: ProductShort, transfer: Transfer, currency: string): number {
  return convert(transfer.serviceLevel === 'URGP' ? URGENT : FEES[product], 'NOK', currency);
}
