/** The payment products with their fields (PAY-2). */

/** `one-of`: exactly one of the two forms of remittance information. `unless-iban`: required unless the account number is an IBAN. */
type Need = 'required' | 'optional' | 'none';

/** The bank's abbreviation of a product. */
export const PRODUCT_SHORTS = ['NDCT', 'INDCTS', 'SCT', 'CBCT', 'NCBCT'] as const;
export type ProductShort = (typeof PRODUCT_SHORTS)[number];

export interface PaymentProduct {
  short: ProductShort;
  /** The name in the path. */
  path: string;
  /** An alternative name in the path. */
  alias: string | null;
  title: string;
  /** The only currency, or null for any that the bank supports. */
  currency: 'NOK' | 'EUR' | null;
  creditor: 'bban' | 'iban' | 'either';
  agent: 'unless-iban' | 'none';
  address: Need;
  remittance: 'one-of' | 'optional' | 'message-only';
  executionDate: Need;
  regulatoryReporting: Need;
  /** Whether serviceLevel URGP is available (PAY-17). */
  urgent: boolean;
}

export const PRODUCTS = [
  {
    short: 'NDCT',
    path: 'domestic-norway-credit-transfers',
    alias: 'norwegian-domestic-credit-transfers',
    title: 'Norwegian domestic credit transfer',
    currency: 'NOK',
    creditor: 'bban',
    agent: 'none',
    address: 'optional',
    remittance: 'one-of',
    executionDate: 'optional',
    regulatoryReporting: 'none',
    urgent: false,
  },
  {
    short: 'INDCTS',
    path: 'instant-norwegian-domestic-credit-transfers-straks',
    alias: null,
    title: 'Instant Norwegian domestic credit transfer (Straks)',
    currency: 'NOK',
    creditor: 'bban',
    agent: 'none',
    address: 'optional',
    remittance: 'one-of',
    executionDate: 'none',
    regulatoryReporting: 'none',
    urgent: false,
  },
  {
    short: 'SCT',
    path: 'sepa-credit-transfers',
    alias: null,
    title: 'SEPA credit transfer',
    currency: 'EUR',
    creditor: 'iban',
    agent: 'none',
    address: 'optional',
    remittance: 'optional',
    executionDate: 'optional',
    regulatoryReporting: 'optional',
    urgent: false,
  },
  {
    short: 'CBCT',
    path: 'cross-border-credit-transfers',
    alias: null,
    title: 'Cross-border credit transfer',
    currency: null,
    creditor: 'either',
    agent: 'unless-iban',
    address: 'required',
    remittance: 'message-only',
    executionDate: 'optional',
    regulatoryReporting: 'optional',
    urgent: true,
  },
  {
    short: 'NCBCT',
    path: 'norwegian-cross-border-credit-transfers',
    alias: null,
    title: 'Norwegian cross-border credit transfer',
    currency: null,
    creditor: 'either',
    agent: 'unless-iban',
    address: 'required',
    remittance: 'message-only',
    executionDate: 'optional',
    regulatoryReporting: 'required',
    urgent: true,
  },
] as const satisfies readonly PaymentProduct[];

export const PAYMENT_KINDS = ['single', 'bulk', 'periodic'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** The first path segment after `/v1/` of each kind of payment. */
export const PAYMENT_SERVICES: Readonly<Record<PaymentKind, string>> = {
  single: 'payments',
  bulk: 'bulk-payments',
  periodic: 'periodic-payments',
};

/** The kind of payment that a path is about. @throws RangeError for any other path */
export function kindOfPath(path: string): PaymentKind {
  const service = path.split('/')[2];
  for (const kind of PAYMENT_KINDS) if (PAYMENT_SERVICES[kind] === service) return kind;
  throw new RangeError(`${path} is not the path of a payment.`);
}

/** The products of a kind of payment: bulk and periodic payments are domestic only. */
export function productsOf(kind: PaymentKind): readonly PaymentProduct[] {
  return kind === 'single' ? PRODUCTS : PRODUCTS.filter((product) => product.short === 'NDCT');
}

/** A product by its path segment or alias, or null (PAY-1). */
export function productAt(kind: PaymentKind, segment: string): PaymentProduct | null {
  return productsOf(kind).find((product) => product.path === segment || product.alias === segment) ?? null;
}

/** A product by its abbreviation. @throws RangeError for an unknown one */
export function productByShort(short: string): PaymentProduct {
  const found = PRODUCTS.find((product) => product.short === short);
  if (!found) throw new RangeError(`Unknown payment product ${short}.`);
  return found;
}
