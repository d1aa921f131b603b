/** The bank's codes for kinds of transactions, and their ISO 20022 codes (AIS-7). */
import type { ProductShort } from '../../shared/xs2a/payment-products.ts';
import type { Payment } from './payment.ts';
import { ownValue } from '../../shared/own-value.ts';

/** Domain, family and sub-family. */
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

/** Undefined for an unknown code. */
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

export function codeOf({ kind, product }: Pick<Payment, 'kind' | 'product'>): string {
  return kind === 'periodic' ? 'FAST' : PRODUCT_CODES[product];
}
