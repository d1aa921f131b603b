/** The bank's records. Money in minor units of the currency, times in milliseconds of bank time. */

export interface Customer {
  id: string;
  /** National ID, which the PSU enters in an SCA. */
  number: string;
  type: 'PRIVATE' | 'CORPORATE';
  name: string;
}

export const ROLES = ['REGISTER', 'VIEW'] as const;

export interface Engagement {
  id: string;
  psuCustomerId: string;
  accountId: string;
  roles: (typeof ROLES)[number][];
  /** Whole NOK; 0 means no limit (PAY-6a). */
  registerLimit: number;
  approvalLimit: number;
}

export interface AgreementName {
  id: string;
  ownerId: string;
  name: string;
}

/** The name of a customer's first agreement (SBX-2). */
export function ownAgreementName({ name, type }: Pick<Customer, 'name' | 'type'>): string {
  return type === 'CORPORATE' ? `${name}, corporate agreement` : `${name}, online banking`;
}

/** With all engagements, or those of one PSU. */
export interface Agreement extends AgreementName {
  engagements: Engagement[];
}

export interface Account {
  id: string;
  customerId: string;
  name: string;
  bban: string;
  iban: string;
  currency: string;
  /** ISO 20022: current or savings account. */
  type: 'CACC' | 'SVGS';
  booked: number;
  reserved: number;
  creditLine: number;
  changedAt: number | null;
}

export interface CardAccount {
  id: string;
  customerId: string;
  name: string;
  maskedPan: string;
  currency: string;
  creditLimit: number;
  /** The amount owed, without reservations; positive. */
  used: number;
}

export interface CardTransaction {
  id: string;
  cardId: string;
  pending: boolean;
  /** In the card's currency; negative for a purchase. */
  amount: number;
  currency: string;
  /** The amount paid, in the merchant's currency. */
  originalAmount: number;
  originalCurrency: string;
  bookingDate: string;
  bookedAt: number;
  acceptorId: string | null;
  acceptorTown: string | null;
  acceptorCountry: string | null;
  /** Whether it is already on an invoice. */
  invoiced: boolean;
  text: string;
  /** JSON of the body that created it in the sandbox (SBX-4); null for the bank's own. */
  posted: string | null;
}

export interface Transaction {
  id: string;
  accountId: string;
  /** Signed: negative for an amount that leaves the account. */
  amount: number;
  currency: string;
  /** Reserved but not yet booked. */
  pending: boolean;
  /** `YYYY-MM-DD`; for a pending transaction the day of its reservation. */
  bookingDate: string;
  /** `YYYY-MM-DD`. */
  valueDate: string;
  bookedAt: number;
  counterparty: string;
  /** BBAN, or null if the counterparty has none (a card purchase). */
  counterpartyAccount: string | null;
  endToEndId: string | null;
  /** KID, which replaces the text. */
  reference: string | null;
  /** The bank's own code for the kind of transaction. */
  code: string;
  text: string;
  /** The amount before its conversion to the currency of the account, with the same sign; null without a conversion. */
  originalAmount: number | null;
  originalCurrency: string | null;
  /** JSON of the body that created it in the sandbox (SBX-4); null for the bank's own. */
  posted: string | null;
}

/** The amount that can be spent: booked minus reserved plus credit line, in minor units. */
export function availableOn({ booked, reserved, creditLine }: Account): number {
  return booked - reserved + creditLine;
}

/** A card's remaining credit, in minor units. @param reserved sum of the transactions not booked yet, negative for purchases */
export function availableOnCard({ creditLimit, used }: CardAccount, reserved: number): number {
  return creditLimit - used + reserved;
}
