/** The bank's own codes for kinds of transactions, and the ISO 20022 codes that they stand for (AIS-7). */
import type { ProductShort } from '../../shared/xs2a/payment-products.ts';
import type { Payment } from './payment.ts';
import { ownValue } from '../../shared/own-value.ts';

/** ISO 20022 domain, family and sub-family of an amount that leaves the account, and of one that arrives. */
const ISO_CODES: Readonly<Record<string, readonly [outgoing: string, incoming: string]>> = {
  GIRO: ['PMNT-ICDT-DMCT', 'PMNT-RCDT-DMCT'],
  STRAKS: ['PMNT-IRCT-DMCT', 'PMNT-RRCT-DMCT'],
  FAST: ['PMNT-ICDT-STDO', 'PMNT-RCDT-DMCT'],
  SEPA: ['PMNT-ICDT-ESCT', 'PMNT-RCDT-ESCT'],
  UTLAND: ['PMNT-ICDT-XBCT', 'PMNT-RCDT-XBCT'],
  LONN: ['PMNT-ICDT-SALA', 'PMNT-RCDT-SALA'],
  OVERFORSEL: ['PMNT-ICDT-BOOK', 'PMNT-RCDT-BOOK'],
  VISA: ['PMNT-CCRD-POSD', 'PMNT-CCRD-POSD'],
  RENTE: ['ACMT-MDOP-INTR', 'ACMT-MCOP-INTR'],
  GEBYR: ['ACMT-MDOP-CHRG', 'ACMT-MCOP-CHRG'],
};

/** The bank transaction code `<domain>-<family>-<sub-family>`; undefined for a code that is not the bank's. */
export function isoCodeOf({ code, amount }: { code: string; amount: number }): string | undefined {
  return ownValue(ISO_CODES, code)?.[amount < 0 ? 0 : 1];
}

const PRODUCT_CODES: Readonly<Record<ProductShort, string>> = {
  NDCT: 'GIRO',
  INDCTS: 'STRAKS',
  SCT: 'SEPA',
  CBCT: 'UTLAND',
  NCBCT: 'UTLAND',
};

/** The bank's own code for the transactions of a payment. */
export function codeOf({ kind, product }: Pick<Payment, 'kind' | 'product'>): string {
  return kind === 'periodic' ? 'FAST' : PRODUCT_CODES[product];
}
